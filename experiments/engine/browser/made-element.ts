import { browser, type PageElement } from "./dom.ts";

/** An element with properties and children; texts stay texts. */
export function made(tag: string, properties: object, ...children: readonly (PageElement | string)[]): PageElement {
  const element = Object.assign(browser.document.createElement(tag), properties);
  element.append(...children);
  return element;
}
