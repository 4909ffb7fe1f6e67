/** Source positions: from places in the code that runs back to the lines that were written. */
import { SourceMap } from "node:module";

export interface Position {
  readonly line: number;
  readonly column: number;
}

interface Entry {
  readonly source: string;
  readonly map: string;
  readonly columnBefore: ((line: number, column: number) => number) | undefined;
  decoded?: SourceMap;
}

/** Enough for every cell of a long notebook; older ones are forgotten, so that a session of any length stays small. */
const REMEMBERED = 1000;

const entries = new Map<string, Entry>();

/** `columnBefore` undoes what was done to the columns after the map was made. */
export function rememberSource(
  name: string,
  source: string,
  map: string,
  columnBefore?: (line: number, column: number) => number,
): void {
  entries.delete(name);
  entries.set(name, { source, map, columnBefore });
  if (entries.size > REMEMBERED) entries.delete(entries.keys().next().value as string);
}

export function sourceOf(name: string): string | undefined {
  return entries.get(name)?.source;
}

/** Lines and columns count from one. The column is that of the nearest mapped token before. */
export function originalPosition(name: string, { line, column }: Position): Position {
  const entry = entries.get(name);
  if (entry === undefined || entry.map === "") return { line, column };
  entry.decoded ??= new SourceMap(JSON.parse(entry.map));
  const mapped = entry.columnBefore?.(line, column) ?? column;
  const found = entry.decoded.findEntry(line - 1, mapped - 1) as { originalLine?: number; originalColumn?: number };
  if (found.originalLine === undefined) return { line, column };
  return { line: found.originalLine + 1, column: (found.originalColumn ?? 0) + 1 };
}
