/**
 * Pie: shares of a whole, the largest first, clockwise or, as is usual in Plotly, the first on the right of the top and the others counterclockwise from there.
 *
 * A share is written into its slice where that is wide enough, else beside it unless the texts would meet.
 * Limits: slices are not pulled out; labels are in the legend, and in the slices only where `textinfo` asks for them.
 */
import { type Attributes, flagAt, group, itemOf, listAt, numberAt, textAt, toNumber } from "./attributes.ts";
import { domainOf } from "./axis.ts";
import { type Color, colorOf, inkOn, opaque } from "./color.ts";
import { type LegendEntry, swatch } from "./drawn-trace.ts";
import { drawLabel, labelWidth, parseLabel } from "./label.ts";
import { shortNumber } from "./number-format.ts";
import { type Box, type Point, path, polyline } from "./svg.ts";

interface Slice {
  readonly label: string;
  readonly value: number;
  readonly color: Color;
}

export interface Pie {
  readonly legend: readonly LegendEntry[];
  draw(plot: Box): string[];
}

export function pie(
  settings: Attributes,
  { colors, ink }: { readonly colors: readonly Color[]; readonly ink: Color },
): Pie {
  const slices = slicesOf(settings, colors);
  const total = slices.reduce((sum, { value }) => sum + value, 0);
  const info = textAt(settings, "textinfo", "percent").split("+");
  const textOf = ({ label, value }: Slice) =>
    [
      ...(info.includes("label") ? [label] : []),
      ...(info.includes("value") ? [shortNumber(value)] : []),
      ...(info.includes("percent") ? [`${Number(((100 * value) / total).toPrecision(3))}%`] : []),
    ].join("<br>");
  return {
    legend: slices.map(({ label, color }) => ({
      name: label,
      draw: (left, middle) => swatch(left, middle, { fill: color }),
    })),
    draw(plot) {
      const area = areaOf(group(settings, "domain"), plot);
      const [x, y] = [(area.left + area.right) / 2, (area.top + area.bottom) / 2];
      const radius = Math.max(1, (Math.min(area.right - area.left, area.bottom - area.top) / 2) * 0.88);
      const hole = Math.max(0, Math.min(0.95, numberAt(settings, "hole", 0)));
      const drawn: string[] = [];
      const texts: string[] = [];
      const isClockwise = textAt(settings, "direction") === "clockwise";
      const turn = (numberAt(settings, "rotation", 0) * Math.PI) / 180;
      let angle = turn + (isClockwise ? 0 : (2 * Math.PI * (slices[0]?.value ?? 0)) / total);
      let lastOutside: Point = [Number.NaN, Number.NaN];
      for (const slice of slices) {
        const sweep = (2 * Math.PI * slice.value) / total;
        if (!isClockwise) angle -= sweep;
        drawn.push(
          path(outlineOf({ x, y, radius, hole: hole * radius, from: angle, to: angle + sweep }), {
            fill: slice.color,
            stroke: opaque(255, 255, 255),
            width: 1,
          }),
        );
        const label = parseLabel(textOf(slice));
        const middle = angle + sweep / 2;
        const at = (distance: number): Point => [
          x + distance * radius * Math.sin(middle),
          y - distance * radius * Math.cos(middle),
        ];
        const isInside =
          sweep * radius * 0.65 > labelWidth(label, 12) * 0.9 && textAt(settings, "textposition") !== "outside";
        const [px, py] = at(isInside ? (1 + hole) / 2 + (hole === 0 ? 0.12 : 0) : 1.07);
        const isClear = !(Math.hypot(px - lastOutside[0], (py - lastOutside[1]) * 1.6) < 24);
        if (isClockwise) angle += sweep;
        if (isInside) texts.push(drawLabel(label, { x: px, y: py, size: 12, color: inkOn(slice.color) }));
        else if (isClear) {
          lastOutside = [px, py];
          const anchor = Math.sin(middle) < -0.2 ? "end" : Math.sin(middle) > 0.2 ? "start" : "middle";
          texts.push(drawLabel(label, { x: px, y: py, size: 12, color: ink, anchor }));
        }
      }
      return [...drawn, ...texts, ...titleOf(settings, { x, y, top: y - radius, hole, ink })];
    },
  };
}

/** Equal labels add up; what is not positive has no slice. */
function slicesOf(settings: Attributes, palette: readonly Color[]): Slice[] {
  const labels = listAt(settings, "labels");
  const values = listAt(settings, "values") ?? labels?.map(() => 1) ?? [];
  const sums = new Map<string, { value: number; first: number }>();
  for (const [k, raw] of values.slice(0, 1000).entries()) {
    const value = toNumber(raw);
    const label = String(labels?.[k] ?? k);
    if (!(value > 0) || !Number.isFinite(value)) continue;
    const known = sums.get(label);
    if (known === undefined) sums.set(label, { value, first: k });
    else known.value += value;
  }
  const entries = [...sums];
  if (flagAt(settings, "sort", true)) entries.sort(([, a], [, b]) => b.value - a.value);
  const told = listAt(group(settings, "marker"), "colors");
  return entries.map(([label, { value, first }], k) => ({
    label,
    value,
    color: colorOf(itemOf(told, first), palette[k % palette.length] as Color),
  }));
}

export function areaOf(domain: Attributes, plot: Box): Box {
  const [x, y] = [domainOf({ domain: domain.x }), domainOf({ domain: domain.y })];
  const [width, height] = [plot.right - plot.left, plot.bottom - plot.top];
  return {
    left: plot.left + x[0] * width,
    right: plot.left + x[1] * width,
    top: plot.bottom - y[1] * height,
    bottom: plot.bottom - y[0] * height,
  };
}

function outlineOf({
  x,
  y,
  radius,
  hole,
  from,
  to,
}: Record<"x" | "y" | "radius" | "hole" | "from" | "to", number>): string {
  const at = (distance: number, angle: number): Point => [
    x + distance * Math.sin(angle),
    y - distance * Math.cos(angle),
  ];
  const steps = Math.max(2, Math.ceil((to - from) / 0.02));
  const arc = (distance: number) =>
    Array.from({ length: steps + 1 }, (_, k) => at(distance, from + ((to - from) * k) / steps));
  return polyline([...arc(radius), ...(hole > 0 ? arc(hole).reverse() : [[x, y] as const])], true);
}

function titleOf(
  settings: Attributes,
  {
    x,
    y,
    top,
    hole,
    ink,
  }: { readonly x: number; readonly y: number; readonly top: number; readonly hole: number; readonly ink: Color },
): string[] {
  const title = textAt(group(settings, "title"), "text", textAt(settings, "title"));
  if (title === "") return [];
  return [
    drawLabel(parseLabel(title), {
      x,
      y: hole > 0.3 ? y : top - 14,
      size: 14,
      color: ink,
      vertical: hole > 0.3 ? "middle" : "bottom",
    }),
  ];
}
