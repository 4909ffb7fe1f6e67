/**
 * Packed: a long text inside the page, compressed, which the page's script unpacks when it is first needed.
 *
 * Plotly alone is 4.8 MB of text; packed it is 2 MB, and a reader who opens no figure never waits for it.
 */
import { gzipSync } from "node:zlib";
import { Html, html } from "../text/html.ts";

export function packed(id: string, text: string): Html {
  const content = new Html(gzipSync(text, { level: 9 }).toString("base64"));
  return html`<script id="${id}" type="application/octet-stream">${content}</script>`;
}

/** A text in a file beside the page, which its script fetches when it is first needed. */
export function beside(id: string, address: string): Html {
  return html`<script id="${id}" type="application/octet-stream" data-file="${address}"></script>`;
}
