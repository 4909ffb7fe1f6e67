/**
 * The boxes that the texts of an SVG picture of ours fill, read from the picture itself.
 */
import { CAPITAL_HEIGHT, DESCENT } from "../font-metrics.ts";
import { textWidth } from "../text-width.ts";

interface TextBox {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const TEXT =
  /<text x="([^"]+)" y="([^"]+)" text-anchor="([^"]+)" font-family="[^"]+" font-size="([^"]+)" fill="[^"]+"([^>]*)>([^<]*)<\/text>/g;
const TURN = / transform="rotate\(-90 (\S+) (\S+)\)"/;
const SHARES: Readonly<Record<string, number>> = { start: 0, middle: 0.5, end: 1 };

export function textBoxes(svg: string): TextBox[] {
  const boxes = [...svg.matchAll(TEXT)].map(([, x, y, anchor, font, turn, content]) => {
    const text = content
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&");
    const size = Number(font);
    const width = textWidth(text, size);
    const left = Number(x) - SHARES[anchor] * width;
    const [top, bottom] = [Number(y) - CAPITAL_HEIGHT * size, Number(y) + DESCENT * size];
    const centre = TURN.exec(turn);
    if (centre === null) return { text, left, right: left + width, top, bottom };
    const [cx, cy] = [Number(centre[1]), Number(centre[2])];
    return {
      text,
      left: cx + top - cy,
      right: cx + bottom - cy,
      top: cy - (left + width - cx),
      bottom: cy - (left - cx),
    };
  });
  if (boxes.length !== svg.split("<text").length - 1) throw new Error("a text of the picture could not be read");
  return boxes;
}

/** Pairs of texts that share ink, as sentences. */
export function overlaps(boxes: readonly TextBox[]): string[] {
  return boxes.flatMap((a, k) =>
    boxes
      .slice(k + 1)
      .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
      .map((b) => `"${a.text}" overlaps "${b.text}"`),
  );
}
