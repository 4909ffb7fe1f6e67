/**
 * Clipped line: the part of a line of code that is shown with an error in it. A minified program is one line of any length.
 */

/** In characters; this many of them stand before the error. */
const LONGEST = 160;
const LEAD = 60;

interface MarkedLine {
  readonly text: string;
  /** Where the marked part begins and ends in the text. */
  readonly from: number;
  readonly to: number;
}

/** The part of a line around what is marked in it. */
export function clippedLine(line: string, { from, to }: Omit<MarkedLine, "text">): MarkedLine {
  if (line.length <= LONGEST) return { text: line, from, to };
  const start = Math.max(0, Math.min(from - LEAD, line.length - LONGEST));
  const before = start === 0 ? "" : "…";
  const moved = before.length - start;
  return {
    text: before + clipped(line.slice(start), LONGEST),
    from: from + moved,
    to: Math.min(to, start + LONGEST) + moved,
  };
}

/** The beginning of a text that is too long; a copy, since a slice would keep all of the text in memory. */
export function clipped(text: string, length: number): string {
  return text.length <= length ? text : `${Buffer.from(text.slice(0, length), "utf16le").toString("utf16le")}…`;
}
