/**
 * Function text: what `toString` says of a function of a cell is what the cell says, not what it was rewritten to.
 *
 * Code is handed on as text to worker threads, to other processes and to pages in a browser, where there are no boxes.
 * Limits: the layout is the transpiler's, and what it removed or turned into other code stays so; `{ x }` becomes `{ x: x }`.
 */
import { withoutMarkers } from "../errors/plain-names.ts";

/** Replace it for all code. */
export function installFunctionText(): void {
  const { prototype } = globalThis.Function; // the user's
  const { toString: told } = prototype;
  const text = {
    toString(this: unknown): string {
      return withoutMarkers(Reflect.apply(told, this === text ? told : this, []) as string);
    },
  }.toString;
  Object.setPrototypeOf(text, prototype);
  Object.defineProperty(prototype, "toString", { value: text, writable: true, configurable: true });
}
