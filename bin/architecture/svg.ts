/** SVG by hand: boxes, texts and arrows, which is all that the pictures of the architecture need. */

const FONT = "font-family=\"'Noto Sans','DejaVu Sans',Helvetica,Arial,sans-serif\"";
const INK = "#1b1b1b";
export const COLOURS = {
  ink: INK,
  grey: "#5a5a5a",
  line: "#0072b2",
  fill: "#eef4f8",
  band: "#f7f7f5",
  edge: "#c9d6de",
};

interface TextStyle {
  readonly size?: number;
  readonly anchor?: "start" | "middle" | "end";
  readonly colour?: string;
  readonly isBold?: boolean;
  readonly isCode?: boolean;
}

export function text(x: number, y: number, words: string, style: TextStyle = {}): string {
  const { size = 13, anchor = "start", colour = INK, isBold = false, isCode = false } = style;
  const weight = isBold ? ' font-weight="bold"' : "";
  const family = isCode ? "font-family=\"'DejaVu Sans Mono',Menlo,Consolas,monospace\"" : FONT;
  return `<text x="${x}" y="${y}" ${family} font-size="${size}" text-anchor="${anchor}" fill="${colour}"${weight}>${escaped(words)}</text>`;
}

export function box(x: number, y: number, width: number, height: number, fill: string, edge = COLOURS.edge): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="4" fill="${fill}" stroke="${edge}"/>`;
}

export function line(x1: number, y1: number, x2: number, y2: number, isDashed = false): string {
  const dashes = isDashed ? ' stroke-dasharray="4 4"' : "";
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${COLOURS.edge}"${dashes}/>`;
}

export function arrow(x1: number, y1: number, x2: number, y2: number, isDashed = false): string {
  const dashes = isDashed ? ' stroke-dasharray="6 4"' : "";
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${COLOURS.line}" stroke-width="1.6"${dashes} marker-end="url(#tip)"/>`;
}

/** Goes out to the right, comes back below: a call within one place. */
export function loop(x: number, y: number): string {
  const path = `M${x} ${y}h26v16h-23`;
  return `<path d="${path}" fill="none" stroke="${COLOURS.line}" stroke-width="1.6" marker-end="url(#tip)"/>`;
}

/** A whole picture; `title` is read aloud where it cannot be seen. */
export function picture(width: number, height: number, title: string, parts: readonly string[]): string {
  const tip =
    `<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">` +
    `<path d="M0 0L8 4L0 8z" fill="${COLOURS.line}"/></marker>`;
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`;
  const paper = `<rect width="${width}" height="${height}" fill="#ffffff"/>`;
  return `${[head, `<title>${escaped(title)}</title>`, `<defs>${tip}</defs>`, paper, ...parts, "</svg>"].join("\n")}\n`;
}

function escaped(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
