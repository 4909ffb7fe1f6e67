/**
 * The few parts of a browser that the page's program uses, as types: the project is compiled without TypeScript's library `dom`, so that
 * nothing that runs in Node can take a browser for granted.
 */
import type { WorkerReply } from "../execution/shared-work.ts";
import type { Order } from "./unit-server.ts";

export interface PageElement {
  readonly dataset: Readonly<Record<string, string | undefined>>;
  textContent: string | null;
  hidden: boolean;
  disabled: boolean;
  max: number;
  value: number;
  append(...children: readonly (PageElement | string)[]): void;
  replaceChildren(...children: readonly PageElement[]): void;
  querySelector(selector: string): PageElement | null;
  addEventListener(type: "click", listener: () => void): void;
}

interface Page {
  createElement(tag: string): PageElement;
  querySelectorAll(selector: string): Iterable<PageElement>;
  getElementById(id: string): PageElement | null;
}

export interface PageWorker {
  onmessage: ((event: { readonly data: WorkerReply }) => void) | null;
  onerror: ((event: { readonly message: string }) => void) | null;
  postMessage(order: Order): void;
  terminate(): void;
}

interface Browser {
  readonly document: Page;
  readonly navigator: { readonly hardwareConcurrency: number };
  readonly Worker: new (address: string, options: { readonly type: "module" | "classic" }) => PageWorker;
}

// biome-ignore lint/plugin: the page's own objects, which no result sees
export const browser = globalThis as unknown as Browser;
