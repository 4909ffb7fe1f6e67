/**
 * How a value shows itself in a notebook: Jupyter kernels look for this symbol, and what its method returns is shown.
 *
 * `shownTable` is such an answer for rows of words: aligned text for a terminal, a table for a browser. A column of numbers stands
 * to the right.
 */
export const jupyterDisplay: unique symbol = Symbol.for("Jupyter.display") as never;

/** What `console.log` looks for. */
export const nodeInspect: unique symbol = Symbol.for("nodejs.util.inspect.custom") as never;

export interface ShownTable {
  readonly "text/plain": string;
  readonly "text/html": string;
}

interface TableWords {
  /** A line above the table. */
  readonly caption: string;
  readonly titles: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const NUMBER = /^[-−]?\d[\d,]*(\.\d+)?(e[-+]?\d+)?$/;

export function shownTable({ caption, titles, rows }: TableWords): ShownTable {
  const areNumbers = titles.map((_, k) => rows.length > 0 && rows.every((row) => NUMBER.test(row[k])));
  const widths = titles.map((title, k) => rows.reduce((most, row) => Math.max(most, row[k].length), title.length));
  const line = (words: readonly string[]) =>
    words
      .map((word, k) => (areNumbers[k] ? word.padStart(widths[k]) : word.padEnd(widths[k])))
      .join("  ")
      .trimEnd();
  const cells = (tag: string, words: readonly string[]) =>
    words
      .map((word, k) => `<${tag} style="text-align:${areNumbers[k] ? "right" : "left"}">${escaped(word)}</${tag}>`)
      .join("");
  const head = `<caption style="text-align:left">${escaped(caption)}</caption><thead><tr>${cells("th", titles)}</tr></thead>`;
  const body = rows.map((row) => `<tr>${cells("td", row)}</tr>`).join("");
  return {
    "text/plain": [caption, ...[titles, ...rows].map((words) => `  ${line(words)}`)].join("\n"),
    "text/html": `<table>${head}<tbody>${body}</tbody></table>`,
  };
}

const SIGNS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => SIGNS[sign]);
}
