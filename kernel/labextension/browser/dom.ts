/**
 * The few parts of a browser that the extension uses, as types.
 *
 * The project is compiled without TypeScript's library `dom`, so that nothing that runs in Node can take a browser for granted.
 */
export interface PageElement {
  readonly style: Record<string, string>;
  /** Zero while the element is not on the page, or hidden. */
  readonly clientWidth: number;
  readonly ownerDocument: Page;
  readonly classList: { toggle(name: string, isSet: boolean): void };
  textContent: string | null;
  setAttribute(name: string, value: string): void;
  replaceChildren(...children: readonly PageElement[]): void;
  append(child: PageElement): void;
  remove(): void;
  querySelectorAll(selector: string): Iterable<PageElement>;
}

export interface Page {
  readonly head: PageElement;
  readonly currentScript: { readonly src: string } | null;
  createElement(tag: string): PageElement;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}

/** The window; its document is absent in Node. */
export const browser = globalThis as unknown as {
  readonly document?: Page;
  readonly ResizeObserver: new (onResize: () => void) => { observe(target: PageElement): void; disconnect(): void };
  requestAnimationFrame(draw: () => void): number;
};
