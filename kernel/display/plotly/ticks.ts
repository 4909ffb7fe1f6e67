/**
 * Ticks: the round values at which an axis is labelled.
 *
 * Method: ever sparser candidates (1, 2 or 5 times a power of ten; 1-2-5 in each decade or every k-th decade of a log axis;
 * calendar units of a date axis; every k-th category) until the labels keep clear of each other in the font that draws them.
 * Category labels are turned before any is left out.
 */
import { flagAt, listAt, numberAt, textAt, toNumber } from "./attributes.ts";
import { type Axis, coordinateOf, lengthOf } from "./axis.ts";
import { dateCandidates } from "./date-ticks.ts";
import { type Label, labelHeight, labelWidth, parseLabel, shortened } from "./label.ts";
import { formatDate, formatNumber, plainNumber, powerOfTen, scientific, shortNumber } from "./number-format.ts";

export interface Tick {
  /** In coordinates. */
  readonly at: number;
  readonly text: string;
}

export interface Ticks {
  readonly ticks: readonly { readonly at: number; readonly label: Label }[];
  /** Clockwise, in degrees. */
  readonly angle: number;
}

/** Names are shortened to so many pixels. */
const WIDEST = 170;
/** Between two ticks, in pixels: about a seventh or an eighth of the axis, within limits. */
const BETWEEN = { x: { parts: 8, least: 50, most: 90 }, y: { parts: 7, least: 34, most: 60 } } as const;

export function ticksOf(axis: Axis, size: number): Ticks {
  const told = toldTicks(axis);
  const angle = numberAt(axis.settings, "tickangle", undefined);
  if (axis.kind === "category" || told !== undefined) {
    return turned(axis, { ticks: shortLabelled(told ?? categoryTicks(axis), size), size, angle });
  }
  const { parts, least, most } = BETWEEN[axis.letter];
  const apart = Math.max(least, Math.min(most, lengthOf(axis) / parts));
  const count = Math.min(numberAt(axis.settings, "nticks", 0) || 1e3, lengthOf(axis) / apart);
  let sparsest: Ticks["ticks"] = [];
  for (const candidate of candidatesOf(axis)) {
    if (candidate.length > Math.max(2, count + 1)) continue;
    if (candidate.length === 0) break;
    sparsest = labelled(candidate.map((tick) => formatted(axis, tick)));
    if (keepsClear(axis, { ticks: sparsest, size, angle: angle ?? 0 })) break;
  }
  return { ticks: sparsest, angle: angle ?? 0 };
}

function labelled(ticks: readonly Tick[]): Ticks["ticks"] {
  return ticks.map(({ at, text }) => ({ at, label: parseLabel(text) }));
}

function shortLabelled(ticks: readonly Tick[], size: number): Ticks["ticks"] {
  return ticks.map(({ at, text }) => ({ at, label: shortened(text, { size, width: WIDEST, without: "middle" }) }));
}

interface Placed {
  readonly ticks: Ticks["ticks"];
  readonly size: number;
}

/** Level if that is clear, else slanted, else upright, else with labels left out. */
function turned(axis: Axis, { ticks, size, angle }: Placed & { readonly angle: number | undefined }): Ticks {
  const angles = angle !== undefined ? [angle] : axis.letter === "x" ? [0, 30, 90] : [0];
  for (const tried of angles) {
    if (keepsClear(axis, { ticks, size, angle: tried })) return { ticks, angle: tried };
  }
  const last = angles.at(-1) ?? 0;
  for (let stride = 2; stride < ticks.length; stride = Math.ceil(stride * 1.3)) {
    const fewer = ticks.filter((_, k) => k % stride === 0);
    if (keepsClear(axis, { ticks: fewer, size, angle: last })) return { ticks: fewer, angle: last };
  }
  return { ticks: ticks.slice(0, 1), angle: last };
}

function keepsClear(axis: Axis, { ticks, size, angle }: Placed & { readonly angle: number }): boolean {
  const perCoordinate = lengthOf(axis) / Math.abs(axis.range[1] - axis.range[0]);
  const isLevel = angle % 180 === 0;
  const along = (label: Label) =>
    axis.letter === "x" && isLevel
      ? labelWidth(label, size) + size * 0.8
      : axis.letter === "x"
        ? Math.min(
            labelWidth(label, size) + size * 0.8,
            (labelHeight(label, size) * 0.9) / Math.abs(Math.sin((angle * Math.PI) / 180)),
          )
        : labelHeight(label, size);
  const sorted = [...ticks].sort((a, b) => a.at - b.at);
  for (let k = 1; k < sorted.length; k++) {
    const [before, now] = [sorted[k - 1], sorted[k]] as [Ticks["ticks"][0], Ticks["ticks"][0]];
    if ((now.at - before.at) * perCoordinate < (along(now.label) + along(before.label)) / 2) return false;
  }
  return true;
}

function toldTicks(axis: Axis): Tick[] | undefined {
  const values = listAt(axis.settings, "tickvals");
  if (values === undefined || textAt(axis.settings, "tickmode", "array") !== "array") return undefined;
  const texts = listAt(axis.settings, "ticktext");
  return values.slice(0, 1000).flatMap((value, k) => {
    const at = coordinateOf(axis, value);
    if (!isInside(axis, at)) return [];
    const text = texts?.[k] ?? (typeof value === "number" ? shortNumber(value) : value);
    return [texts?.[k] === undefined ? formatted(axis, { at, text: String(text) }) : { at, text: String(text) }];
  });
}

/** At most one in a pixel. */
function categoryTicks(axis: Axis): Tick[] {
  const [low, high] = [Math.min(...axis.range) - 1e-9, Math.max(...axis.range) + 1e-9];
  const shown = Math.min(high - low, axis.categories.size);
  const stride = Math.max(1, Math.ceil(shown / lengthOf(axis)));
  const ticks: Tick[] = [];
  for (const [text, at] of axis.categories) {
    if (at >= low && at <= high && at % stride === 0) ticks.push({ at, text });
  }
  return ticks;
}

function isInside({ range }: Axis, at: number): boolean {
  const slack = 1e-9 * Math.abs(range[1] - range[0]);
  return at >= Math.min(...range) - slack && at <= Math.max(...range) + slack;
}

function* candidatesOf(axis: Axis): Generator<Tick[]> {
  const range = axis.range[0] <= axis.range[1] ? axis.range : ([axis.range[1], axis.range[0]] as const);
  const told = numberAt(axis.settings, "dtick", undefined);
  if (told !== undefined && told > 0 && axis.kind === "linear") {
    const origin = toNumber(axis.settings.tick0) || 0;
    if ((range[1] - range[0]) / told < 500) yield evenTicks(range, { step: told, origin });
  }
  if (axis.kind === "log") yield* logCandidates(range);
  else if (axis.kind === "date") yield* dateCandidates(range);
  else yield* linearCandidates(range);
}

function* linearCandidates(range: readonly [number, number]): Generator<Tick[]> {
  const finest = Math.floor(Math.log10((range[1] - range[0]) / 40));
  for (let power = finest; power < finest + 5; power++) {
    for (const digit of [1, 2, 5]) yield evenTicks(range, { step: Number(`${digit}e${power}`), origin: 0 });
  }
}

/** Those on the ends of the range count, whatever rounding does. */
function evenTicks(
  [low, high]: readonly [number, number],
  { step, origin }: { readonly step: number; readonly origin: number },
): Tick[] {
  const largest = Math.max(Math.abs(low), Math.abs(high));
  const decimals = Math.max(0, ...[step, origin].map((number) => decimalsOf(number)));
  const ticks: Tick[] = [];
  for (
    let k = Math.ceil((low - origin) / step - 1e-9);
    k <= (high - origin) / step + 1e-9 && ticks.length < 1000;
    k++
  ) {
    const at = Number((origin + k * step).toPrecision(14)) + 0;
    ticks.push({ at, text: plainNumber(at, { decimals, largest }) });
  }
  return ticks;
}

function decimalsOf(value: number): number {
  const [digits = "", exponent = "0"] = Number(value.toPrecision(10)).toExponential().split("e");
  return Math.max(0, (digits.split(".")[1]?.length ?? 0) - Number(exponent));
}

function* logCandidates([low, high]: readonly [number, number]): Generator<Tick[]> {
  if (high - low < 1) {
    for (const ticks of linearCandidates([10 ** low, 10 ** high])) {
      if (ticks.length < 2) break;
      yield ticks.flatMap(({ at, text }) => (at > 0 ? [{ at: Math.log10(at), text }] : []));
    }
  }
  if (high - low < 3) yield mantissaTicks([low, high], [1, 2, 5]);
  for (const stride of [1, 2, 3, 5, 10, 20, 50, 100, 200, 500]) {
    const ticks: Tick[] = [];
    for (
      let decade = Math.ceil(low / stride - 1e-9) * stride;
      decade <= high + 1e-9 && ticks.length < 1000;
      decade += stride
    ) {
      ticks.push({ at: decade, text: decadeText(decade) });
    }
    yield ticks;
  }
}

function mantissaTicks([low, high]: readonly [number, number], digits: readonly number[]): Tick[] {
  const ticks: Tick[] = [];
  for (let decade = Math.floor(low); decade <= high; decade++) {
    for (const digit of digits) {
      const value = Number(`${digit}e${decade}`);
      const at = Math.log10(value);
      if (at >= low - 1e-9 && at <= high + 1e-9)
        ticks.push({ at, text: Math.abs(decade) < 4 ? String(value) : scientific(value) });
    }
  }
  return ticks;
}

function decadeText(decade: number): string {
  return Math.abs(decade) < 4 ? String(Number(`1e${decade}`)) : powerOfTen(decade);
}

/** As the settings of the axis ask. */
function formatted(axis: Axis, { at, text }: Tick): Tick {
  const { settings, kind } = axis;
  const format = textAt(settings, "tickformat");
  const value = kind === "log" ? Number((10 ** at).toPrecision(12)) : at;
  const written =
    format === "" ? text : kind === "date" ? formatDate(format, at) : (formatNumber(format, value) ?? text);
  const exponent = textAt(settings, "exponentformat");
  const plain = format === "" && kind !== "date" && kind !== "category" ? asAsked(exponent, value, written) : written;
  const separated =
    flagAt(settings, "separatethousands", false) && exponent === "none" ? (formatNumber(",", value) ?? plain) : plain;
  return { at, text: textAt(settings, "tickprefix") + separated + textAt(settings, "ticksuffix") };
}

function asAsked(exponent: string, value: number, text: string): string {
  if (exponent === "none") return String(Number(value.toPrecision(10))).replace(/^-/, "−");
  if (value === 0 || !/^(?:e|E|power)$/.test(exponent) || (Math.abs(value) >= 1e-3 && Math.abs(value) < 1e4))
    return text;
  if (exponent === "power") return scientific(value);
  return Number(value.toPrecision(8)).toExponential().replace("e", exponent);
}
