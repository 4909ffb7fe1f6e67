/** Draws a colour bar: the colours of a scale beside the plot, with ticks and a title. Limits: always upright. */
import { group, numberAt, titleAt } from "./attributes.ts";
import type { Axis } from "./axis.ts";
import { pixelOf } from "./axis.ts";
import { type Color, colorOf } from "./color.ts";
import type { ColorBar } from "./color-axis.ts";
import { colorAt } from "./color-scale.ts";
import { drawLabel, labelHeight, labelWidth, parseLabel } from "./label.ts";
import { rectangle } from "./svg.ts";
import { ticksOf } from "./ticks.ts";

const STRIPS = 128;
const LABEL_GAP = 5;
const SIZE = 12;

function axisOf({ scale, settings }: ColorBar, [bottom, top]: readonly [number, number]): Axis {
  return {
    letter: "y",
    name: "colorbar",
    kind: "linear",
    settings,
    categories: new Map(),
    range: [scale.low, scale.high],
    pixels: [bottom, top],
  };
}

function thicknessOf({ settings }: ColorBar): number {
  return Math.max(4, Math.min(80, numberAt(settings, "thickness", 24)));
}

export function colorBarWidth(bar: ColorBar, length: number): number {
  const labels = ticksOf(axisOf(bar, [length, 0]), SIZE).ticks.map(({ label }) => labelWidth(label, SIZE));
  const { text } = titleAt(bar.settings);
  return Math.max(
    thicknessOf(bar) + LABEL_GAP + Math.max(0, ...labels),
    text === "" ? 0 : labelWidth(parseLabel(text), SIZE),
  );
}

export function drawColorBar(
  bar: ColorBar,
  {
    left,
    top,
    bottom,
    ink,
  }: { readonly left: number; readonly top: number; readonly bottom: number; readonly ink: Color },
): string[] {
  const { text, settings: title } = titleAt(bar.settings);
  const heading = parseLabel(text);
  const start = top + (text === "" ? 0 : labelHeight(heading, SIZE) + 4);
  const [width, length] = [thicknessOf(bar), bottom - start];
  const axis = axisOf(bar, [bottom, start]);
  const { low, high } = bar.scale;
  const strips = Array.from({ length: STRIPS }, (_, k) => {
    const fill = colorAt(bar.scale, low + ((k + 0.5) / STRIPS) * (high - low));
    const upper = bottom - ((k + 1) / STRIPS) * length;
    return rectangle(
      { left, right: left + width, top: upper, bottom: Math.min(bottom, upper + length / STRIPS + 0.5) },
      { fill },
    );
  });
  const font = group(bar.settings, "tickfont");
  const labels = ticksOf(axis, SIZE).ticks.map(({ at, label }) =>
    drawLabel(label, {
      x: left + width + LABEL_GAP,
      y: pixelOf(axis, at),
      size: numberAt(font, "size", SIZE),
      color: colorOf(font.color, ink),
      anchor: "start",
    }),
  );
  const color = colorOf(group(title, "font").color, ink);
  return [
    ...strips,
    ...labels,
    ...(text === ""
      ? []
      : [drawLabel(heading, { x: left, y: top, size: SIZE, color, anchor: "start", vertical: "top" })]),
  ];
}
