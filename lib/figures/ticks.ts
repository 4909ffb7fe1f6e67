/**
 * Ticks: the round numbers at which an axis is labelled.
 *
 * Method: linear axes take steps of 1, 2 or 5 times a power of ten, log axes 1-2-5 in each decade or every k-th decade; of these the
 * densest whose labels keep clear of each other, measured in the font that draws them, with no more than one label in 36 pixels.
 */
import { largestOf } from "../numerics/extremes.ts";
import { log } from "../numerics/logarithm.ts";
import { pow } from "../numerics/power.ts";
import { refuse } from "../numerics/requirements.ts";
import { LINE_HEIGHT, textWidth } from "./text-width.ts";
import { TEXT_SIZE } from "./theme.ts";

export interface Ticks {
  /** In data units. */
  readonly values: readonly number[];
  readonly texts: readonly string[];
}

export interface TickAxis {
  readonly scale: "linear" | "log";
  /** As in Plotly: in decades for a log axis. */
  readonly range: readonly [number, number];
  readonly direction: "horizontal" | "vertical";
  readonly pixels: number;
  /** Of the letters. */
  readonly size?: number;
}

/** At letters of the usual size. */
const PIXELS_PER_TICK = 36;

export function ticksOf(axis: TickAxis): Ticks {
  const { scale, range, size = TEXT_SIZE } = axis;
  const apart = PIXELS_PER_TICK * (size / TEXT_SIZE);
  if (!(range[1] > range[0])) refuse("range", "increasing", `[${range.join(", ")}]`);
  const candidates = scale === "linear" ? linearCandidates(range) : logCandidates(range);
  for (;;) {
    const { value: ticks } = candidates.next(); // ever sparser, so that one fits at last
    if ((ticks.values.length - 1) * apart <= axis.pixels && keepsClear(ticks, axis)) return ticks;
  }
}

/** Labels at places of one's own: both ends, and of those between, from the largest on, all that keep clear. */
export function ticksAt(places: readonly number[], axis: TickAxis): Ticks {
  const sorted = [...new Set(places)].sort((a, b) => a - b);
  const plain = sorted.every((value) => value === 0 || (Math.abs(value) >= 1e-3 && Math.abs(value) < 1e5));
  const ticks = (values: readonly number[]): Ticks => ({
    values,
    texts: values.map((value) => (plain ? minus(String(value)) : scientific(value))),
  });
  let kept = ticks(sorted.slice(-1));
  if (sorted.length === 1) return kept;
  const ends = ticks([sorted[0], ...kept.values]);
  if (!keepsClear(ends, axis)) return kept;
  kept = ends;
  for (const value of sorted.slice(1, -1).reverse()) {
    const more = ticks([kept.values[0], value, ...kept.values.slice(1)]);
    if (keepsClear(more, axis)) kept = more;
  }
  return kept;
}

/** The logarithm to base 10, exact at powers of ten. */
export function decadeOf(value: number): number {
  const decade = log(value) / Math.LN10;
  const nearest = Math.round(decade);
  return powerOfTen(nearest) === value ? nearest : decade;
}

/** 10 to an exponent, correctly rounded where that is an integer. */
export function powerOfTen(exponent: number): number {
  return Number.isInteger(exponent) ? Number(`1e${exponent}`) : pow(10, exponent);
}

/** Where a value lies on the axis, from 0 at its low end to 1. */
export function positionOn({ scale, range }: Pick<TickAxis, "scale" | "range">, value: number): number {
  const coordinate = scale === "log" ? decadeOf(value) : value;
  return (coordinate - range[0]) / (range[1] - range[0]);
}

/** Whether no label touches the next. */
export function keepsClear(ticks: Ticks, axis: TickAxis): boolean {
  const { direction, size = TEXT_SIZE } = axis;
  const along = (text: string) => (direction === "horizontal" ? textWidth(text, size) : (LINE_HEIGHT - 0.3) * size);
  const gap = direction === "horizontal" ? size * 0.7 : size * 0.5;
  for (let k = 1; k < ticks.values.length; k++) {
    const distance = (positionOn(axis, ticks.values[k]) - positionOn(axis, ticks.values[k - 1])) * axis.pixels;
    if (distance < (along(ticks.texts[k]) + along(ticks.texts[k - 1])) / 2 + gap) return false;
  }
  return true;
}

function* linearCandidates([low, high]: readonly [number, number]): Generator<Ticks, never> {
  const finest = Math.floor(decadeOf((high - low) / 20));
  for (let power = finest; ; power++) {
    for (const digit of [1, 2, 5]) yield linearTicks({ low, high, digit, power });
  }
}

/** Multiples of digit * 10^power inside the range; those on its ends count, whatever rounding does. */
function linearTicks({ low, high, digit, power }: Record<"low" | "high" | "digit" | "power", number>): Ticks {
  const step = Number(`${digit}e${power}`);
  const slack = 1e-9;
  const values: number[] = [];
  for (let k = Math.ceil(low / step - slack); k <= high / step + slack; k++)
    values.push(Number(`${k * digit}e${power}`));
  const largest = Math.max(Math.abs(low), Math.abs(high));
  const [plain, powers] = [values.map((value) => fixed(value, -power)), values.map(scientific)];
  const usual = largest >= 1e-3 && largest < 1e5;
  return { values, texts: usual || widest(plain) <= widest(powers) ? plain : powers };
}

function* logCandidates([low, high]: readonly [number, number]): Generator<Ticks, never> {
  if (high - low < 0.7) yield* shortLogCandidates([low, high]);
  if (high - low < 2) yield mantissaTicks([low, high], [1, 2, 5]);
  if (high - low < 2.5) yield mantissaTicks([low, high], [1, 3]);
  for (let stride = 1; ; stride++) {
    const values: number[] = [];
    const texts: string[] = [];
    for (let decade = Math.ceil(low / stride - 1e-9) * stride; decade <= high + 1e-9; decade += stride) {
      values.push(powerOfTen(decade));
      texts.push(powerText(decade));
    }
    yield { values, texts };
  }
}

/** Less than a decade is labelled like a linear axis. */
function* shortLogCandidates([low, high]: readonly [number, number]): Generator<Ticks> {
  const range = [powerOfTen(low), powerOfTen(high)] as const;
  let tried = 0;
  for (const candidate of linearCandidates(range)) {
    if (candidate.values.length < 2 || tried++ > 12) return;
    yield { values: candidate.values.filter((value) => value > 0), texts: candidate.texts };
  }
}

function mantissaTicks([low, high]: readonly [number, number], digits: readonly number[]): Ticks {
  const values: number[] = [];
  for (let decade = Math.floor(low); decade <= high; decade++) {
    for (const digit of digits) {
      const value = Number(`${digit}e${decade}`);
      if (decadeOf(value) >= low - 1e-9 && decadeOf(value) <= high + 1e-9) values.push(value);
    }
  }
  const plain = values.every((value) => value >= 1e-3 && value < 1e5);
  return { values, texts: values.map((value) => (plain ? minus(String(value)) : scientific(value))) };
}

function widest(texts: readonly string[]): number {
  return Math.max(0, largestOf(texts.map((text) => textWidth(text, TEXT_SIZE))));
}

/** With a hundred decimals at most, which is more than a label has. */
function fixed(value: number, decimals: number): string {
  return minus(value.toFixed(Math.max(0, Math.min(100, decimals))));
}

/** 2×10⁻⁵; the power alone where the factor is 1. */
function scientific(value: number): string {
  if (value === 0) return "0";
  const [digits, exponent] = Number(value.toPrecision(12)).toExponential().split("e");
  const power = powerText(Number(exponent));
  return digits === "1" ? power : `${minus(digits)}×${power === "1" ? "10⁰" : power}`;
}

/** 10 to a power as Plotly writes it: 1, 10, then 10². */
function powerText(exponent: number): string {
  if (exponent === 0) return "1";
  if (exponent === 1) return "10";
  const raised = [...String(exponent)].map((character) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(character)] ?? "⁻");
  return `10${raised.join("")}`;
}

/** The minus sign of typography, which has the width of a digit's. */
function minus(text: string): string {
  return text.replace("-", "−");
}
