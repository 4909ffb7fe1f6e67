/** Globals: the names that every cell has without importing them. A cell may declare them again. */
import { clearOutput, display, newDisplay } from "./display.ts";
import { progress } from "./progress.ts";
import { html, md, svg, tex } from "./tags.ts";

export function installGlobals(others: Readonly<Record<string, unknown>>): void {
  const values = { display, newDisplay, clearOutput, progress, html, md, svg, tex, ...others };
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
  }
}
