/** Scatter texts: what stands beside the points of a trace. Limits: the first 500 of those on the picture. */
import { group, itemOf, numberAt } from "./attributes.ts";
import { colorOf } from "./color.ts";
import type { TraceSource } from "./drawn-trace.ts";
import { drawLabel, parseLabel } from "./label.ts";
import type { ScatterPoints } from "./scatter-markers.ts";

const MOST_TEXTS = 500;

/** Beside the chosen points, `gap` pixels away. */
export function drawTexts(
  { settings, ink }: TraceSource,
  { pixels, chosen, gap }: { readonly pixels: ScatterPoints; readonly chosen: readonly number[]; readonly gap: number },
): string[] {
  const font = group(settings, "textfont");
  const size = numberAt(font, "size", 12);
  return chosen.slice(0, MOST_TEXTS).map((k) => {
    const place = String(itemOf(settings.textposition, k) ?? "middle center");
    const side = place.includes("left") ? -1 : place.includes("right") ? 1 : 0;
    const height = place.includes("top") ? -1 : place.includes("bottom") ? 1 : 0;
    return drawLabel(parseLabel(String(itemOf(settings.text, k) ?? "")), {
      x: (pixels.x[k] as number) + side * gap,
      y: (pixels.y[k] as number) + height * gap * 0.6,
      anchor: side < 0 ? "end" : side > 0 ? "start" : "middle",
      vertical: height < 0 ? "bottom" : height > 0 ? "top" : "middle",
      size,
      color: colorOf(font.color, ink),
    });
  });
}
