/** Draws the legend where the layout wants it: to the right of everything unless told otherwise, never over an axis. */
import { type Attributes, flagAt, group, numberAt, textAt } from "./attributes.ts";
import { widthOfBars } from "./color-bars.ts";
import { depthOn } from "./draw-axis.ts";
import { type Legend, legendOf } from "./legend.ts";
import { type Furniture, GAP, type PageContent } from "./page-content.ts";
import { isNamed } from "./traces.ts";

export function legendFor({ layout, subplots, pies, width, height, ink }: PageContent): Legend | undefined {
  const named = subplots.list.flatMap(({ sources, traces }) =>
    sources.flatMap((source, k) => (isNamed(source) ? (traces[k]?.legend ?? []) : [])),
  );
  const slices = new Map(pies.flatMap((one) => one.legend.map((entry) => [entry.name, entry] as const)));
  const entries = [...(isUpward(subplots, layout) ? named.reverse() : named), ...slices.values()];
  const isAsked = subplots.list.some(({ sources }) => sources.some(({ settings }) => settings.showlegend === true));
  const isUsual = named.length > 1 || slices.size > 0 || isAsked;
  if (entries.length === 0 || !flagAt(layout, "showlegend", isUsual)) return undefined;
  return legendOf(entries, { settings: group(layout, "legend"), ink, width, height });
}

/** Areas and bars on top of each other are named from the top. */
function isUpward({ list }: PageContent["subplots"], layout: Attributes): boolean {
  const told = textAt(group(layout, "legend"), "traceorder");
  if (told !== "") return told.includes("reversed");
  const isPiled = textAt(layout, "barmode") === "stack";
  return list.some(({ sources }) =>
    sources.some(
      ({ settings, type }) =>
        (isPiled && type === "bar") ||
        textAt(settings, "stackgroup") !== "" ||
        textAt(settings, "fill").startsWith("tonext"),
    ),
  );
}

/** On which side of the plot the legend is; inside where the layout says so. */
export function legendSide(layout: Attributes): "right" | "top" | "bottom" | "inside" {
  const settings = group(layout, "legend");
  const isLevel = textAt(settings, "orientation") === "h";
  const [x, y] = [numberAt(settings, "x", isLevel ? 0 : 1.02), numberAt(settings, "y", isLevel ? -0.1 : 1)];
  if (y < 0) return "bottom";
  if (y > 1 || (y === 1 && textAt(settings, "yanchor") === "bottom")) return "top";
  return x > 1 || (x === 1 && textAt(settings, "xanchor") === "left") ? "right" : "inside";
}

export function drawLegend(
  legend: Legend,
  { layout, subplots, width }: PageContent,
  { plot, bars }: Pick<Furniture, "plot" | "bars">,
): string[] {
  const settings = group(layout, "legend");
  const side = legendSide(layout);
  const isLevel = textAt(settings, "orientation") === "h";
  const share = { x: numberAt(settings, "x", side === "right" ? 1.02 : 0), y: numberAt(settings, "y", 1) };
  const anchored = (at: number, size: number, anchor: string) =>
    at - (/right|bottom/.test(anchor) ? size : /center|middle/.test(anchor) ? size / 2 : 0);
  const auto = (value: number, names: readonly [string, string, string]) =>
    value <= 1 / 3 ? names[0] : value < 2 / 3 ? names[1] : names[2];
  const told = (name: string, usual: string) =>
    textAt(settings, name, "auto") === "auto" ? usual : textAt(settings, name);
  const x = anchored(
    plot.left + share.x * (plot.right - plot.left),
    legend.width,
    told("xanchor", isLevel ? "left" : auto(share.x, ["left", "center", "right"])),
  );
  const y = anchored(
    plot.bottom - share.y * (plot.bottom - plot.top),
    legend.height,
    told("yanchor", auto(1 - share.y, ["top", "middle", "bottom"])),
  );
  const left = Math.max(2, Math.min(width - legend.width - 2, x));
  if (side === "right")
    return legend.draw(
      plot.right + depthOn(subplots.placed, "right") + widthOfBars(bars, plot) + GAP,
      Math.max(plot.top, Math.min(plot.bottom - legend.height, y)),
    );
  if (side === "top") return legend.draw(left, plot.top - depthOn(subplots.placed, "top") - legend.height - 2);
  if (side === "bottom") return legend.draw(left, plot.bottom + depthOn(subplots.placed, "bottom") + 4);
  return legend.draw(left, y);
}
