/**
 * Function text: what `toString` says of a function of a cell is what the cell says, not what it was rewritten to.
 *
 * Code is handed on as text to worker threads, to other processes and to pages in a browser, where there are no boxes.
 * Limits: the layout is the transpiler's, and what it removed or turned into other code stays so; `{ x }` becomes `{ x: x }`.
 */

/** Replace it for all code. */
export function installFunctionText(): void {
  const { prototype } = globalThis.Function; // the user's
  const { toString: told } = prototype;
  const text = {
    toString(this: unknown): string {
      const written = Reflect.apply(told, this === text ? told : this, []) as string;
      return written.includes("_$") ? withoutBoxes(written) : written;
    },
  }.toString;
  Object.setPrototypeOf(text, prototype);
  Object.defineProperty(prototype, "toString", { value: text, writable: true, configurable: true });
}

/** The forms that the rewriting gives names, `await`, `catch` and `import` inside functions. */
export function withoutBoxes(code: string): string {
  return code
    .replace(/\(0,_\$+[ctl]_([\p{ID_Continue}$]+)(?:\.\1)?\)/gu, "$1")
    .replace(/_\$+[ct]_([\p{ID_Continue}$]+)\.\1(?![\p{ID_Continue}$])/gu, "$1")
    .replace(/_\$+s\.constants\./g, "")
    .replace(/_\$+s\.peek\("([^"]+)"\)/g, "$1")
    .replace(/_\$+s\.resumed\(/g, "(")
    .replace(/,_\$+s\.goesOn\(\)\|\|await _\$+s\.reenter\(\)\)/g, ")")
    .replace(/\{_\$+s\.caught\([^()]+\);/gu, "{")
    .replace(/_\$+s\.caught\(([^()]+)\)/gu, "$1")
    .replace(/_\$+s\.import\b/g, "import")
    .replace(/_\$+s\.meta\b/g, "import.meta");
}
