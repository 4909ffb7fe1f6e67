/** Cell forms: cells that are not read as a file would be. The runtime and the type check follow the same rules. */

/** A cell that is only braces is an object if it can be, as in Node's own prompt. */
export function isBraced(cell: string): boolean {
  const text = cell.trim();
  return text.startsWith("{") && text.endsWith("}") && text.slice(1, -1).trim() !== "";
}

/** A cell that is no TypeScript may have JSX. */
export function mayHaveMarkup(cell: string): boolean {
  return /<\/|\/>/.test(cell);
}
