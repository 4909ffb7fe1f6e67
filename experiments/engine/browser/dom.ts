/**
 * The few parts of a browser that the page's program uses, as types: the project is compiled without TypeScript's library `dom`, so that
 * nothing that runs in Node can take a browser for granted.
 */

export interface PageElement {
  readonly dataset: Readonly<Record<string, string | undefined>>;
  textContent: string | null;
  hidden: boolean;
  ariaDisabled: string | null;
  max: number;
  value: number;
  append(...children: readonly (PageElement | string)[]): void;
  replaceChildren(...children: readonly PageElement[]): void;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  addEventListener(type: "click", listener: () => void): void;
}

interface Page {
  readonly baseURI: string;
  createElement(tag: string): PageElement;
  querySelectorAll(selector: string): Iterable<PageElement>;
  getElementById(id: string): PageElement | null;
}

/** A worker that is sent one kind of message and answers with another. */
export interface PageWorker<Sent, Answer> {
  onmessage: ((event: { readonly data: Answer }) => void) | null;
  onerror: ((event: { readonly message: string }) => void) | null;
  postMessage(message: Sent): void;
  terminate(): void;
}

interface Browser {
  readonly document: Page;
  readonly navigator: { readonly hardwareConcurrency: number; readonly userAgent: string };
  readonly Worker: new (
    address: string,
    options: { readonly type: "module" | "classic" },
  ) => PageWorker<unknown, unknown>;
  /** Of the page's own script: the text that the page holds packed under an id. */
  unpack(id: string): Promise<string>;
}

// biome-ignore lint/plugin: the page's own objects, which no result sees
export const browser = globalThis as unknown as Browser;
