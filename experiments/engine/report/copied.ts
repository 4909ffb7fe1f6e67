/**
 * Copied: a button that copies a text; a link that begins with # is copied as the whole address.
 */
import { type Html, html } from "../text/html.ts";

export function copied(text: string, what: string): Html {
  return html`<button type="button" class="copy" data-copy="${text}">Copy ${what}</button>`;
}
