/**
 * The program of the worker that compiles what a reader wrote: swc, compiled to WebAssembly, erases the types, as Node and the kernel do.
 *
 * It runs nothing of the text. Loaded when it is first asked for: 1.2 MB, compressed.
 */
import load, { transformSync } from "@swc/wasm-typescript-esm";
import { messageOf } from "../text/thrown.ts";
import { browser } from "./dom.ts";
import { type Snippet, SnippetFault, type SnippetPlaces, snippetOf } from "./snippet.ts";

export interface CompileOrder {
  readonly text: string;
  readonly places: SnippetPlaces;
}

export type CompileReply = Snippet | { readonly fault: string; readonly line?: number | undefined };

interface Scope {
  onmessage: ((event: { readonly data: CompileOrder }) => void) | null;
  postMessage(reply: CompileReply): void;
}

const scope = browser as unknown as Scope;
const ready = load();
const erased = (text: string) => transformSync(text, { mode: "strip-only", module: true }).code;

scope.onmessage = async ({ data: { text, places } }) => {
  try {
    await ready;
    scope.postMessage(snippetOf(text, places, erased));
  } catch (error) {
    scope.postMessage({ fault: messageOf(error), line: error instanceof SnippetFault ? error.line : undefined });
  }
};
