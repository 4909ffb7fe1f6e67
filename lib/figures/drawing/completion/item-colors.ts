/**
 * Item colors: the colours of the points or bars of a trace: one for all, one each, or numbers on a colour scale.
 */
import { type Color, colorAt, cssColor, faded, parseColor } from "../color.ts";
import { type Attributes, flagAt, group, isRecord, itemOf, listAt, textAt, titleAt, toNumber } from "./attributes.ts";
import { colorScaleOf } from "./color-scale.ts";
import type { ColorBar } from "./completed-trace.ts";
import { plainText } from "./plain-text.ts";

interface ItemColors {
  of(index: number): string;
  readonly colorBar: ColorBar | undefined;
}

export function itemColors(
  marker: Attributes,
  { usual, opacity, layout }: { readonly usual: Color; readonly opacity: number; readonly layout: Attributes },
): ItemColors {
  const list = listAt(marker, "color");
  const plain = cssColor(faded(parseColor(marker.color) ?? usual, opacity));
  if (list === undefined) return { of: () => plain, colorBar: undefined };
  if (!list.some((value) => typeof value === "number")) {
    const colors = new Map<unknown, string>();
    const of = (index: number) => {
      const written = itemOf(list, index);
      const known = colors.get(written) ?? cssColor(faded(parseColor(written) ?? usual, opacity));
      colors.set(written, known);
      return known;
    };
    return { of, colorBar: undefined };
  }
  const { settings, isShared } = scaleSettings(marker, layout);
  const scale = colorScaleOf(settings, "c", list);
  const of = (index: number) => {
    const value = toNumber(list[index]);
    const color = colorAt(scale.stops, (value - scale.low) / (scale.high - scale.low));
    if (Number.isNaN(value)) return plain;
    return opacity === 1 ? color : cssColor(faded(parseColor(color) ?? usual, opacity));
  };
  const isShown = flagAt(settings, "showscale", isShared || isRecord(marker.colorbar));
  return { of, colorBar: isShown ? { scale, title: colorBarTitle(settings) } : undefined };
}

/** The scale may be one of the layout. */
export function scaleSettings(own: Attributes, layout: Attributes): { settings: Attributes; isShared: boolean } {
  const name = textAt(own, "coloraxis");
  const isShared = /^coloraxis\d*$/.test(name) && isRecord(layout[name]);
  return { settings: isShared ? group(layout, name) : own, isShared };
}

export function colorBarTitle(settings: Attributes): string {
  return plainText(titleAt(group(settings, "colorbar")));
}
