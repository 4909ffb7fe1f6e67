/**
 * The position of an error of swc, read from the drawing in its message: swc gives no numbers.
 *
 * The drawing has `,-[name:2:1]`, numbered lines, and a `^` or `|` below the position. If the text ends too early there is no
 * mark; an error of several lines is an arrow beside them. A tab fills up to the next fourth column, and a wide character
 * takes two columns, as in a terminal.
 */
import type { Position } from "../errors/source-positions.ts";

const TAB = 4;

/** Lines and columns count from one. */
export function swcErrorPosition(drawing: string, source: string): Position {
  let line = Number(/,-\[(?:.*:)?(\d+):\d+\]/.exec(drawing)?.[1] ?? 1);
  let margin = 0;
  for (const text of drawing.split("\n")) {
    const numbered = /^\s*(\d+) \| /.exec(text);
    if (numbered !== null) {
      line = Number(numbered[1]);
      margin = numbered[0].length;
      if (/^,-> /.test(text.slice(margin))) return { line, column: 1 };
    } else if (/^\s*[:·]\s.*[\^|]/.test(text)) {
      const drawn = text.search(/[\^|]/) - margin;
      return { line, column: columnAt(source.split("\n")[line - 1] ?? "", drawn) };
    } else if (/^\s*`-/.test(text)) break;
  }
  const written = source.trimEnd().split("\n");
  return { line: written.length, column: written[written.length - 1].length + 1 };
}

/** The column of what is drawn after so many cells. */
function columnAt(line: string, cells: number): number {
  let column = 1;
  let drawn = 0;
  for (const character of line) {
    if (drawn >= cells) return column;
    drawn += character === "\t" ? TAB - (drawn % TAB) : widthOf(character);
    column += character.length;
  }
  return column + Math.max(0, cells - drawn);
}

function widthOf(character: string): number {
  if (/[\p{Mn}\p{Me}\p{Cf}]/u.test(character)) return 0;
  const isWide =
    /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u;
  return isWide.test(character) ? 2 : 1;
}
