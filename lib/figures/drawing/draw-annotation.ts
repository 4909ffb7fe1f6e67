/**
 * Draws an annotation: a text at a place of the paper or of a frame.
 */
import { refuse } from "../../numerics/requirements.ts";
import type { Annotation, Layout } from "../plotly.ts";
import { textWidth } from "../text-width.ts";
import { TEXT_FONT } from "../theme.ts";
import { frameOf } from "./frame.ts";
import { text } from "./svg.ts";

const ANCHORS = { left: "start", center: "middle", right: "end" } as const;

export function drawAnnotation(annotation: Annotation, layout: Layout): string {
  const { xref, yref, xanchor, yanchor, xshift = 0, yshift = 0, align } = annotation;
  if (annotation.showarrow !== false) refuse("annotation.showarrow", "false", annotation.showarrow);
  const box = boxOf(xref, yref, layout);
  const x = box.left + annotation.x * (box.right - box.left) + xshift;
  const y = box.bottom - annotation.y * (box.bottom - box.top) - yshift;
  const font = { ...TEXT_FONT, ...annotation.font };
  const width = textWidth(annotation.text, font.size);
  const shares = { left: 0, center: 0.5, right: 1 };
  const at = [x + (shares[align] - shares[xanchor]) * width, y] as const;
  return text(annotation.text, { at, anchor: ANCHORS[align], vertical: yanchor, font });
}

function boxOf(xref: string, yref: string, layout: Layout): Record<"left" | "right" | "top" | "bottom", number> {
  const { margin, width, height } = layout;
  if (xref === "paper" && yref === "paper") {
    return { left: margin.l, right: width - margin.r, top: margin.t, bottom: height - margin.b };
  }
  const [x, y] = [xref, yref].map((reference) => /^([xy]\d*) domain$/.exec(reference)?.[1]);
  if (x === undefined || y === undefined)
    refuse("annotation.xref, yref", '"paper" or "x domain", "y domain"', `${xref}, ${yref}`);
  return frameOf(layout, x, y);
}
