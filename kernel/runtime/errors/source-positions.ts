/** Source positions: from places in the code that runs back to the lines that were written. */
import { SourceMap } from "node:module";

export interface Position {
  readonly line: number;
  readonly column: number;
}

/** What is remembered of a text. */
interface Remembered {
  readonly source: string;
  /** Undefined for a text that runs as it was written. */
  origin: Origin | undefined;
  decoded?: SourceMap;
}

/** How a place in the code that runs is led back. */
export interface Origin {
  /** The source map as JSON. */
  readonly map: string;
  /** How many characters were put before the first line. */
  readonly lead?: number;
  /** Undoes what was done to the columns after the map was made. */
  readonly columnBefore?: (line: number, column: number) => number;
  /** Undoes what was done to the columns of the text before the map was made. */
  readonly unmarked?: (line: number, column: number) => number;
}

/** Enough for every cell of a long notebook; older ones are forgotten, so that a session of any length stays small. */
const REMEMBERED = 1000;

const entries = new Map<string, Remembered>();

/** Without an origin, a text that runs as it was written. */
export function rememberSource(name: string, source: string, origin?: Origin): Remembered {
  const entry: Remembered = { source, origin };
  entries.delete(name);
  entries.set(name, entry);
  if (entries.size > REMEMBERED) entries.delete(entries.keys().next().value as string);
  return entry;
}

export function sourceOf(name: string): string | undefined {
  return entries.get(name)?.source;
}

/** What cells were, the newest first. */
export function cellSources(): readonly string[] {
  return [...entries]
    .filter(([name]) => /^cell-\d+\.ts$/.test(name))
    .map(([, { source }]) => source)
    .reverse();
}

/** Lines and columns count from one. The column is that of the nearest mapped token before. */
export function originalPosition(name: string, { line, column }: Position): Position {
  const entry = entries.get(name);
  if (entry?.origin === undefined) return { line, column };
  const { columnBefore, unmarked, map, lead = 0 } = entry.origin;
  const mapped = columnBefore?.(line, column) ?? column;
  entry.decoded ??= new SourceMap(JSON.parse(map));
  const found = entry.decoded.findEntry(line - 1, mapped - 1) as { originalLine?: number; originalColumn?: number };
  if (found.originalLine === undefined) return { line, column };
  const originalLine = found.originalLine + 1;
  const marked = (found.originalColumn ?? 0) + 1;
  const original = unmarked?.(originalLine, marked) ?? marked;
  return { line: originalLine, column: originalLine === 1 ? Math.max(1, original - lead) : original };
}
