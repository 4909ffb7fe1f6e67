/**
 * Color scale: numbers as colours, along the stops of a scale between a lowest and a highest value.
 *
 * Source of the named scales: the colour stops of plotly.js 4.1.2, so that both pictures of a figure have the same colours.
 */
import { type Attributes, entryOf, flagAt, group, isRecord, numberAt, textAt, toNumber } from "./attributes.ts";
import { type Color, mix, opaque, parseColor } from "./color.ts";

export interface ColorScale {
  readonly low: number;
  readonly high: number;
  readonly stops: readonly (readonly [place: number, color: Color])[];
}

const RED_BLUE = "0:050aac 350:6a89f7 500:bebebe 600:dcaa84 700:e6915a 1000:b20a1c";

/** Colours at even distances, or at the places given in thousandths before them. */
const NAMED: Readonly<Record<string, string>> = {
  viridis:
    "440154 48186a 472d7b 424086 3b528b 33638d 2c728e 26828e 21918c 1fa088 28ae80 3fbc73 5ec962 84d44b addc30 d8e219 fde725",
  cividis:
    "00204c 002a66 00346e 273f6c 3c4a6b 4c556b 5b5f6d 686a70 757575 838178 928c78 a19876 b0a572 c0b16d d1bf66 e1cc5c f3db4f ffe945",
  rdbu: RED_BLUE,
  reds: "0:dcdcdc 200:f5c39d 400:f5a069 1000:b20a1c",
  blues: "0:050aac 350:283cbe 500:4664f5 600:5a78f5 700:6a89f7 1000:dcdcdc",
  greys: "000000 ffffff",
  greens: "00441b 006d2c 238b45 41ab5d 74c476 a1d99b c7e9c0 e5f5e0 f7fcf5",
  ylorrd: "800026 bd0026 e31a1c fc4e2a fd8d3c feb24c fed976 ffeda0 ffffcc",
  ylgnbu: "081d58 253494 225ea8 1d91c0 41b6c4 7fcdbb c7e9b4 edf8d9 ffffd9",
  jet: "0:000083 125:003caa 375:05ffff 625:ffff00 875:fa0000 1000:800000",
  hot: "0:000000 300:e60000 600:ffd200 1000:ffffff",
  bluered: "0000ff ff0000",
  portland: "0c3383 0a88ba f2d338 f28f38 d91e1e",
  blackbody: "0:000000 200:e60000 400:e6d200 700:ffffff 1000:a0c8ff",
  electric: "0:000000 150:1e0064 400:780064 600:a05a00 800:e6c800 1000:fffadc",
  earth: "0:000082 100:00b4b4 200:28d228 400:e6e632 600:784614 1000:ffffff",
  picnic: "0000ff 3399ff 66ccff 99ccff ccccff ffffff ffccff ff99ff ff66cc ff6666 ff0000",
  rainbow: "96005a 0000c8 0019ff 0098ff 2cff96 97ff00 ffea00 ff6f00 ff0000",
};

/** `letter` is that of the attributes: zmin, zmax and zmid of a heatmap, cmin, cmax and cmid of markers. */
export function colorScaleOf(
  settings: Attributes,
  letter: "z" | "c",
  { values, usual }: { readonly values: Iterable<unknown>; readonly usual: Attributes },
): ColorScale {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    const number = toNumber(value);
    if (!Number.isFinite(number)) continue;
    least = Math.min(least, number);
    most = Math.max(most, number);
  }
  if (least > most) [least, most] = [0, 1];
  let low = numberAt(settings, `${letter}min`, least);
  let high = numberAt(settings, `${letter}max`, most);
  const middle = numberAt(settings, `${letter}mid`, undefined);
  if (middle !== undefined) {
    const reach = Math.max(Math.abs(high - middle), Math.abs(middle - low));
    [low, high] = [middle - reach, middle + reach];
  }
  if (low === high) [low, high] = [low - 0.5, high + 0.5];
  const isAutomatic = letter === "c" || settings.colorscale !== undefined || settings.autocolorscale === true;
  const stops =
    parseStops(settings.colorscale) ?? (isAutomatic ? automaticStops(usual, [low, high]) : namedStops(RED_BLUE));
  return { low, high, stops: flagAt(settings, "reversescale", false) ? reversed(stops) : stops };
}

/** By the signs of the ends: one scale for positive values, one for negative ones, and one with a middle for both. */
function automaticStops(usual: Attributes, [low, high]: readonly [number, number]): ColorScale["stops"] {
  if (low >= 0) return parseStops(usual.sequential) ?? namedStops(NAMED.reds as string);
  if (high <= 0) return parseStops(usual.sequentialminus) ?? namedStops(NAMED.blues as string);
  return parseStops(usual.diverging) ?? namedStops(RED_BLUE);
}

/** A scale of the layout that traces share, if the settings name one. */
export function sharedScale(settings: Attributes, layout: Attributes): Attributes | undefined {
  const name = textAt(settings, "coloraxis");
  return /^coloraxis\d*$/.test(name) && isRecord(layout[name]) ? group(layout, name) : undefined;
}

export function colorAt({ low, high, stops }: ColorScale, value: number): Color {
  const place = Math.max(0, Math.min(1, (value - low) / (high - low)));
  const next = stops.findIndex(([stop]) => stop >= place);
  const [start, from] = stops[Math.max(0, next - 1)] as readonly [number, Color];
  const [end, to] = (stops[next] ?? stops.at(-1)) as readonly [number, Color];
  return end > start ? mix(from, to, (place - start) / (end - start)) : to;
}

function parseStops(value: unknown): ColorScale["stops"] | undefined {
  if (typeof value === "string") {
    const isReversed = value.toLowerCase().endsWith("_r");
    const named = entryOf(NAMED, value.toLowerCase().replace(/_r$/, ""));
    if (named === undefined) return undefined;
    return isReversed ? reversed(namedStops(named)) : namedStops(named);
  }
  if (!Array.isArray(value) || value.length < 2) return undefined;
  const stops: [number, Color][] = [];
  for (const [k, stop] of value.entries()) {
    const [place, color] = Array.isArray(stop) ? stop : [k / (value.length - 1), stop];
    const [at, parsed] = [toNumber(place), parseColor(color)];
    if (parsed === undefined || !(at >= (stops.at(-1)?.[0] ?? 0)) || at > 1) return undefined;
    stops.push([at, parsed]);
  }
  return stops;
}

function namedStops(text: string): ColorScale["stops"] {
  const parts = text.split(" ");
  return parts.map((part, k) => {
    const [color = "", place] = part.split(":").reverse();
    const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
    return [place === undefined ? k / (parts.length - 1) : Number(place) / 1000, opaque(red, green, blue)];
  });
}

function reversed(stops: ColorScale["stops"]): ColorScale["stops"] {
  return stops.map(([place, color]) => [1 - place, color] as const).reverse();
}
