/**
 * What is stored of a figure: its kind, its caption, and Plotly's data and layout.
 */
import { declare, made, oneOf, text } from "../numerics/parameters.ts";
import { refuseKind, requireList } from "../numerics/requirements.ts";
import type { Layout, Trace } from "./plotly.ts";

const FIGURE_KINDS = ["trade-off", "rate", "coverage", "verdict-grid", "density", "tail"] as const;
export type FigureKind = (typeof FIGURE_KINDS)[number];

export interface FigureContent {
  readonly kind: FigureKind;
  readonly caption: string;
  readonly data: readonly Trace[];
  readonly layout: Layout;
}

const figureContent = declare({
  kind: oneOf(...FIGURE_KINDS),
  caption: text,
  data: made<readonly Trace[]>((value, name) => requireList(name, value)),
  layout: made<Layout>((value, name) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) refuseKind(name, "an object", value);
  }),
});

/** Refuses what is no figure, before anything of it is read. */
export function requireContent(content: FigureContent): void {
  figureContent.read(content, "figure");
}
