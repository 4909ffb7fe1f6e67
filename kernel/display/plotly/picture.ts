/**
 * Picture: a Plotly figure as SVG and PNG, drawn without a browser, for viewers that have no plotly.js.
 *
 * Drawn are scatter, bar, histogram, heatmap, box, violin and pie traces on linear, log, date and category axes, with subplots, legend,
 * colour bars, annotations and shapes. Of traces of other types the picture says that they are missing.
 * Limits: sizes, margins and ticks are near Plotly's but not the same; margins grow until all texts fit. Very many points are thinned
 * to what the picture can show (`line-path.ts`). The rasteriser, native code, is loaded with the first picture.
 */
import { createRequire } from "node:module";
import { type Attributes, group, isRecord, listAt, merged, numberAt, textAt, titleAt } from "./attributes.ts";
import { type Color, colorOf, opaque, parseColor } from "./color.ts";
import { ColorAxes } from "./color-axis.ts";
import { FONT_FAMILY, FONT_FILES } from "./font.ts";
import { drawPage } from "./page.ts";
import { type Pie, pie } from "./pie.ts";
import { isShown, type PlainTrace, subplotsOf } from "./subplots.ts";
import { coordinate } from "./svg.ts";
import { isCartesian, valuesOf } from "./traces.ts";

export interface Picture {
  readonly png: Uint8Array;
  /** In CSS pixels; the PNG has twice as many, or fewer where it would be too large. */
  readonly width: number;
  readonly height: number;
}

const SIZE = { width: 700, height: 450, least: 80, most: 4000 } as const;
const MOST_PIXELS = 6e6;

const COLORWAY = [
  "#1f77b4",
  "#ff7f0e",
  "#2ca02c",
  "#d62728",
  "#9467bd",
  "#8c564b",
  "#e377c2",
  "#7f7f7f",
  "#bcbd22",
  "#17becf",
];

const load = createRequire(import.meta.url);

/** Throws where the machine has no rasteriser that runs on it. */
export function pictureOf(figure: { readonly data: readonly unknown[]; readonly layout: Attributes }): Picture {
  const { svg, width, height } = svgOf(figure);
  const { Resvg } = load("@resvg/resvg-js") as typeof import("@resvg/resvg-js");
  const scale = Math.min(2, Math.sqrt(MOST_PIXELS / (width * height)));
  const drawn = new Resvg(svg, {
    background: "#ffffff",
    fitTo: { mode: "zoom", value: scale },
    font: { loadSystemFonts: false, fontFiles: [...FONT_FILES], defaultFontFamily: FONT_FAMILY },
  });
  return { png: drawn.render().asPng(), width, height };
}

export function svgOf(figure: { readonly data: readonly unknown[]; readonly layout: Attributes }): {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
} {
  const template = group(figure.layout, "template");
  const layout = merged(template.layout, figure.layout);
  const [width, height] = [sizeOf(layout, "width"), sizeOf(layout, "height")];
  const ink = colorOf(group(layout, "font").color, opaque(68, 68, 68));
  const colors = (listAt(layout, "colorway") ?? COLORWAY).flatMap((color) => parseColor(color) ?? []);
  const palette = colors.length > 0 ? colors : COLORWAY.flatMap((color) => parseColor(color) ?? []);
  const traces = plainTraces(figure.data, { templates: group(template, "data"), palette });
  const cartesian = traces.filter(({ type }) => isCartesian(type));
  const pies = traces
    .filter(({ type }) => type === "pie")
    .map(({ settings }): Pie => pie(settings, { colors: palette, ink }));
  const missing = traces.filter(({ type }) => !isCartesian(type) && type !== "pie").map(({ type }) => type);
  const colorAxes = new ColorAxes(
    layout,
    cartesian.map(({ settings }) => settings),
  );
  const subplots = subplotsOf(cartesian, { layout, colorAxes, ink }, traces.length === 0);
  const content = drawPage({
    layout,
    width,
    height,
    ink,
    subplots,
    pies,
    missing: [...new Set(missing)],
    title: titleAt(layout),
  });
  const size = `width="${coordinate(width)}" height="${coordinate(height)}"`;
  return { svg: `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content.join("\n")}</svg>`, width, height };
}

function sizeOf(layout: Attributes, name: "width" | "height"): number {
  return Math.round(Math.max(SIZE.least, Math.min(SIZE.most, numberAt(layout, name, SIZE[name]))));
}

/** Those that are shown; hidden ones count among the colours. */
function plainTraces(
  data: readonly unknown[],
  { templates, palette }: { readonly templates: Attributes; readonly palette: readonly Color[] },
): PlainTrace[] {
  const counts = new Map<string, number>();
  return data.flatMap((own, index) => {
    if (!isRecord(own)) return [];
    const type = textAt(own, "type", "scatter");
    const defaults = listAt(templates, type) ?? [];
    const count = counts.get(type) ?? 0;
    counts.set(type, count + 1);
    const settings = merged(defaults[count % (defaults.length || 1)], own);
    if (!isShown(settings)) return [];
    const name = textAt(settings, "name", `trace ${index}`);
    return [
      {
        settings,
        type,
        name,
        values: valuesOf(type, { settings, name }),
        color: palette[index % palette.length] as Color,
      },
    ];
  });
}
