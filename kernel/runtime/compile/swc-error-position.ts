/**
 * The position of an error of swc, read from the drawing in its message: swc gives no numbers.
 *
 * The drawing has `,-[name:2:1]`, numbered lines, and a `^` or `|` below the position. If the text ends too early there is no
 * mark; an error of several lines is an arrow beside them. Tabs and wide characters take several columns in a drawing.
 */
import type { Position } from "../errors/source-positions.ts";

/** A text of the same form whose characters all take one column. */
export function plainText(source: string): string {
  return source.replace(/[^\x20-\x7e\n]/gu, (character) => {
    const plain = /\s/.test(character) ? " " : /\p{ID_Continue}/u.test(character) ? "a" : "\u00a7";
    return plain.repeat(character.length);
  });
}

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
      return { line, column: text.search(/[\^|]/) - margin + 1 };
    } else if (/^\s*`-/.test(text)) break;
  }
  const written = source.trimEnd().split("\n");
  return { line: written.length, column: written[written.length - 1].length + 1 };
}
