/**
 * Color axis: the colour scale of a trace, its own or one of the layout that traces share, and its bar beside the plot.
 */
import { type Attributes, flagAt, group, isRecord, itemOf, listAt, textAt, toNumber } from "./attributes.ts";
import { type Color, fade, parseColor } from "./color.ts";
import { type ColorScale, colorAt, colorScaleOf, sharedScale } from "./color-scale.ts";

export interface ColorBar {
  readonly scale: ColorScale;
  readonly settings: Attributes;
}

export interface Colors {
  /** Of all items, if it is one. */
  readonly single: Color | undefined;
  of(index: number): Color;
  readonly colorBar: ColorBar | undefined;
}

export class ColorAxes {
  private readonly shared = new Map<string, ColorBar>();
  private readonly layout: Attributes;

  constructor(layout: Attributes, traces: readonly Attributes[]) {
    this.layout = layout;
    for (const [name, settings] of Object.entries(layout)) {
      if (!/^coloraxis\d*$/.test(name) || !isRecord(settings)) continue;
      const values = traces.flatMap((trace) => valuesFor(name, trace));
      const scale = colorScaleOf(settings, "c", { values, usual: group(layout, "colorscale") });
      this.shared.set(name, { scale, settings: group(settings, "colorbar") });
    }
  }

  /** The bar is shown unless the settings say otherwise; `shown` is the default. */
  scaleOf(
    settings: Attributes,
    letter: "z" | "c",
    values: Iterable<unknown>,
    shown: boolean,
  ): { scale: ColorScale; colorBar?: ColorBar | undefined } {
    const shared = this.shared.get(textAt(settings, "coloraxis"));
    if (shared !== undefined) {
      const isShown = flagAt(sharedScale(settings, this.layout) ?? {}, "showscale", true);
      return { scale: shared.scale, colorBar: isShown ? shared : undefined };
    }
    const scale = colorScaleOf(settings, letter, { values, usual: group(this.layout, "colorscale") });
    const isShown = flagAt(settings, "showscale", shown);
    return { scale, colorBar: isShown ? { scale, settings: group(settings, "colorbar") } : undefined };
  }

  /** The colours of markers or bars: one for all, one each, or numbers on a scale. */
  colorsOf(marker: Attributes, fallback: Color, opacity = 1): Colors {
    const list = listAt(marker, "color");
    const isNumeric = list?.some((value) => typeof value === "number") ?? false;
    if (list === undefined) {
      const single = fade(parseColor(marker.color) ?? fallback, opacity);
      return { single, of: () => single, colorBar: undefined };
    }
    if (!isNumeric) {
      const plain = fade(fallback, opacity);
      const of = (index: number) => {
        const color = parseColor(itemOf(list, index));
        return color === undefined ? plain : fade(color, opacity);
      };
      return { single: undefined, of, colorBar: undefined };
    }
    const { scale, colorBar } = this.scaleOf(marker, "c", list, false);
    const of = (index: number) => {
      const value = toNumber(list[index]);
      return fade(Number.isFinite(value) ? colorAt(scale, value) : fallback, opacity);
    };
    return { single: undefined, of, colorBar };
  }
}

function valuesFor(name: string, trace: Attributes): readonly unknown[] {
  if (trace.coloraxis === name) return (listAt(trace, "z") ?? []).flat();
  const marker = group(trace, "marker");
  return marker.coloraxis === name ? (listAt(marker, "color") ?? []) : [];
}
