/** Bar text: the text of a bar, inside if it fits there, else beyond the tip. Limits: always level. */
import { group, itemOf, numberAt, textAt } from "./attributes.ts";
import type { Axis } from "./axis.ts";
import { type Color, colorOf, inkOn } from "./color.ts";
import type { TraceSource } from "./drawn-trace.ts";
import { drawLabel, labelHeight, labelWidth, parseLabel } from "./label.ts";
import { shortNumber } from "./number-format.ts";
import type { Box } from "./svg.ts";

export interface BarText {
  readonly box: Box;
  readonly k: number;
  readonly fill: Color;
  readonly tip: number;
  readonly axis: Axis;
}

export function drawBarText({ settings, ink }: TraceSource, { box, k, fill, tip, axis }: BarText): string {
  const template = textAt(settings, "texttemplate");
  const content =
    template === "" ? itemOf(settings.text, k) : filledIn(template, { tip, text: itemOf(settings.text, k) });
  const wanted = String(itemOf(settings.textposition, k) ?? "auto");
  if (content === undefined || content === null || wanted === "none") return "";
  const label = parseLabel(typeof content === "number" ? shortNumber(content) : String(content));
  const font = group(settings, "textfont");
  const size = numberAt(font, "size", 12);
  const fits =
    labelWidth(label, size) + 4 <= Math.abs(box.right - box.left) &&
    labelHeight(label, size) + 2 <= Math.abs(box.bottom - box.top);
  const isInside = wanted === "inside" || (wanted === "auto" && fits);
  const color = colorOf(font.color, isInside ? inkOn(fill) : ink);
  const isUpright = axis.letter === "y";
  const head = isUpright ? box.top : box.right;
  const growth = (isUpright ? box.top - box.bottom : box.right - box.left) < 0 ? -1 : 1;
  const at = head + (isInside ? -3 : 3) * growth;
  const middle = isUpright ? (box.left + box.right) / 2 : (box.top + box.bottom) / 2;
  const isBeforeHead = isInside === growth > 0;
  return isUpright
    ? drawLabel(label, { x: middle, y: at, size, color, vertical: isBeforeHead ? "bottom" : "top" })
    : drawLabel(label, { x: at, y: middle, size, color, anchor: isBeforeHead ? "end" : "start" });
}

function filledIn(template: string, { tip, text }: { readonly tip: number; readonly text: unknown }): string {
  return template.replace(/%\{(\w+)(?::[^}]*)?\}/g, (_, name: string) =>
    name === "text" ? String(text ?? "") : shortNumber(tip),
  );
}
