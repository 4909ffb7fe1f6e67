/**
 * Color scale: the stops of a scale, and the least and largest value that it goes through.
 *
 * Source of the named scales: the colour stops of plotly.js 4.1.2, so that both pictures of a figure have the same colours.
 */
import { cssColor, parseColor } from "../color.ts";
import { type Attributes, flagAt, numberAt, toNumber } from "./attributes.ts";

export interface ColorScale {
  readonly low: number;
  readonly high: number;
  readonly stops: readonly (readonly [share: number, color: string])[];
}

/** Colours at even distances, or at the places given in thousandths before them. */
const NAMED: Readonly<Record<string, string>> = {
  viridis:
    "440154 48186a 472d7b 424086 3b528b 33638d 2c728e 26828e 21918c 1fa088 28ae80 3fbc73 5ec962 84d44b addc30 d8e219 fde725",
  cividis:
    "00204c 002a66 00346e 273f6c 3c4a6b 4c556b 5b5f6d 686a70 757575 838178 928c78 a19876 b0a572 c0b16d d1bf66 e1cc5c f3db4f ffe945",
  rdbu: "0:050aac 350:6a89f7 500:bebebe 600:dcaa84 700:e6915a 1000:b20a1c",
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
export function colorScaleOf(settings: Attributes, letter: "z" | "c", values: Iterable<unknown>): ColorScale {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    const number = toNumber(value);
    if (number < least) least = number;
    if (number > most) most = number;
  }
  if (least > most) [least, most] = [0, 1];
  let [low, high] = [numberAt(settings, `${letter}min`, least), numberAt(settings, `${letter}max`, most)];
  const middle = numberAt(settings, `${letter}mid`, undefined);
  if (middle !== undefined) {
    const reach = Math.max(Math.abs(high - middle), Math.abs(middle - low));
    [low, high] = [middle - reach, middle + reach];
  }
  if (!(high > low)) [low, high] = [low - 0.5, low + 0.5];
  const stops = stopsOf(settings.colorscale) ?? namedStops(usualScale(letter, low, high));
  return { low, high, stops: flagAt(settings, "reversescale", false) ? reversed(stops) : stops };
}

/** Of markers by the signs of the ends: one scale for positive values, one for negative ones, one for both. */
function usualScale(letter: "z" | "c", low: number, high: number): string {
  if (letter === "z") return NAMED.rdbu;
  return low >= 0 ? NAMED.reds : high <= 0 ? NAMED.blues : NAMED.rdbu;
}

/** Undefined if it is none that is known. */
function stopsOf(value: unknown): ColorScale["stops"] | undefined {
  if (typeof value === "string") {
    const name = value.toLowerCase().replace(/_r$/, "");
    if (!Object.hasOwn(NAMED, name)) return undefined;
    return /_r$/i.test(value) ? reversed(namedStops(NAMED[name])) : namedStops(NAMED[name]);
  }
  if (!Array.isArray(value) || value.length < 2) return undefined;
  const stops: [number, string][] = [];
  for (const [k, stop] of value.entries()) {
    const [place, written] = Array.isArray(stop) ? stop : [k / (value.length - 1), stop];
    const [share, color] = [toNumber(place), parseColor(written)];
    if (color === undefined || !(share >= (stops.at(-1)?.[0] ?? 0) && share <= 1)) return undefined;
    stops.push([share, cssColor(color)]);
  }
  return stops;
}

function namedStops(text: string): ColorScale["stops"] {
  const parts = text.split(" ");
  return parts.map((part, k) => {
    const [color, place] = part.split(":").reverse();
    return [place === undefined ? k / (parts.length - 1) : Number(place) / 1000, `#${color}`];
  });
}

function reversed(stops: ColorScale["stops"]): ColorScale["stops"] {
  return stops.map(([share, color]) => [1 - share, color] as const).reverse();
}
