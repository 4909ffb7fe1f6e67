/**
 * The few parts of a browser that the renderer uses, as types.
 *
 * The project is compiled without TypeScript's library `dom`, so that nothing that runs in Node can take a browser for granted.
 */
export interface PageElement {
  readonly style: Record<string, string>;
  /** Zero while the element is not on the page, or hidden. */
  readonly clientWidth: number;
  readonly clientHeight: number;
  readonly ownerDocument: Page;
  textContent: string | null;
  className: string;
  setAttribute(name: string, value: string): void;
  replaceChildren(...children: readonly PageElement[]): void;
  append(child: PageElement): void;
  remove(): void;
  querySelectorAll(selector: string): Iterable<PageElement>;
}

export interface Page {
  readonly head: PageElement;
  readonly body: PageElement;
  createElement(tag: string): PageElement;
  addEventListener(type: string, listener: () => void, capture: true): void;
  removeEventListener(type: string, listener: () => void, capture: true): void;
  querySelectorAll(selector: string): Iterable<PageElement>;
}

interface Observer<Target> {
  observe(target: PageElement, options?: Target): void;
  disconnect(): void;
}

export interface Browser {
  /** Absent in Node. */
  readonly document?: Page;
  readonly ResizeObserver: new (onResize: () => void) => Observer<never>;
  readonly MutationObserver: new (onChange: () => void) => Observer<{ readonly attributeFilter: readonly string[] }>;
  getComputedStyle(element: PageElement): { getPropertyValue(name: string): string };
  requestAnimationFrame(draw: () => void): number;
  setTimeout(act: () => void, milliseconds: number): number;
  readonly performance: { now(): number };
}

/** The window, in a browser. */
export const browser = globalThis as unknown as Browser;
