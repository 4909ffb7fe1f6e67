/**
 * Plain tables for a terminal: columns as wide as they need to be, numbers to the right.
 */
import { styleText } from "node:util";
import { largestOf } from "../../../lib/numerics/extremes.ts";

interface Column {
  readonly title: string;
  readonly right?: boolean;
}

export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map(({ title }, k) => Math.max(title.length, largestOf(rows.map((row) => row[k].length))));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, k) => (columns[k].right ? cell.padStart(widths[k]) : cell.padEnd(widths[k])))
      .join("  ")
      .trimEnd();
  const head = line(columns.map(({ title }) => title));
  return `${[head, widths.map((width) => "-".repeat(width)).join("  "), ...rows.map(line)].join("\n")}\n`;
}

const COLOURS: Readonly<Record<string, Parameters<typeof styleText>[0]>> = {
  holds: "green",
  caught: "green",
  passed: "green",
  violated: "red",
  missed: "red",
  FAILED: "red",
  inconclusive: "yellow",
  "not-refuted": "cyan",
};

/** Colours the words of verdicts where the output is a terminal. */
export function colourVerdicts(text: string, isTerminal: boolean): string {
  if (!isTerminal) return text;
  return text.replace(/\b(holds|caught|passed|violated|missed|FAILED|inconclusive|not-refuted)\b/g, (word) =>
    styleText(COLOURS[word], word),
  );
}
