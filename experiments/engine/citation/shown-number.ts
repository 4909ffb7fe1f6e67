/**
 * Shown number: a measured value and its interval as LaTeX mathematics, with the digits that they deserve.
 *
 * The width of the interval decides: it is shown to two significant digits, and the value to the same decimal place. The value is rounded
 * to the nearest, the ends of the interval outwards, so that what is printed still covers. Without an interval the standard error decides
 * in the same way; an exact value has up to six significant digits, an integer all of its digits. Numbers below 1e-4, and those
 * of 1e7 and more, are written with a power of ten, one for the value and both ends.
 */
import { largestOf } from "../../../lib/numerics/extremes.ts";
import type { Check } from "../definition/judgement.ts";
import { decimalText, leadingExponent, type Rounding, roundedUnits } from "./decimal.ts";

export type Measured = Pick<Check, "estimate" | "lower" | "upper" | "standardError">;

interface Shown {
  /** Empty where nothing was estimated. */
  readonly value: string;
  /** Empty where there is none. */
  readonly interval: string;
}

const SIGNIFICANT = 6;
const LEAST_PLAIN = -4;
const MOST_PLAIN = 6;

export function shownMeasurement(measured: Measured): Shown {
  const { estimate, lower, upper } = measured;
  const spread = spreadOf(measured);
  if (spread === undefined) {
    return {
      value: estimate === undefined ? "" : shownExact(estimate),
      interval: intervalOf(lower, upper, shownExact),
    };
  }
  const places = 1 - leadingExponent(spread);
  const value = estimate === undefined ? undefined : roundedUnits(estimate, places);
  const ends = [
    lower === undefined ? undefined : roundedUnits(lower, places, "down"),
    upper === undefined ? undefined : roundedUnits(upper, places, "up"),
  ];
  const scale = scaleOf(
    [value, ...ends].filter((each) => each !== undefined),
    places,
  );
  const show = (units: bigint) => withPower(decimalText(units, places + scale), scale);
  return { value: value === undefined ? "" : show(value), interval: intervalOf(ends[0], ends[1], show) };
}

/** A value without error: an integer as it is, otherwise six significant digits without zeros at the end. */
export function shownExact(number: number, rounding: Rounding = "nearest"): string {
  if (number === 0) return "0";
  const exponent = leadingExponent(number);
  if (Number.isInteger(number) && exponent <= MOST_PLAIN) return String(number);
  const places = SIGNIFICANT - 1 - exponent;
  const units = roundedUnits(number, places, rounding);
  const scale = scaleOf([units], places);
  const text = decimalText(units, places + scale);
  return withPower(text.includes(".") ? text.replace(/\.?0+$/, "") : text, scale);
}

/** The power of ten that numbers of this many units are written with; 0 for none. */
function scaleOf(units: readonly bigint[], places: number): number {
  const digits = units.map((each) => String(each < 0n ? -each : each).length);
  const exponent = largestOf(digits) - 1 - places;
  return exponent < LEAST_PLAIN || exponent > MOST_PLAIN ? exponent : 0;
}

function withPower(text: string, scale: number): string {
  return scale === 0 ? text : `${text} \\times 10^{${scale}}`;
}

/** The code that shows it rounds it outwards. */
function intervalOf<End>(
  lower: End | undefined,
  upper: End | undefined,
  show: (end: End, rounding: Rounding) => string,
): string {
  if (lower === undefined && upper === undefined) return "";
  const from = lower === undefined ? "(-\\infty" : `[${show(lower, "down")}`;
  const to = upper === undefined ? "\\infty)" : `${show(upper, "up")}]`;
  return `${from}, ${to}`;
}

/** What the digits are measured by; undefined where the value is exact or the interval is a point. */
function spreadOf({ estimate, lower, upper, standardError }: Measured): number | undefined {
  const from = lower ?? estimate;
  const to = upper ?? estimate;
  if (from !== undefined && to !== undefined && to > from) return to - from;
  return standardError !== undefined && standardError > 0 ? standardError : undefined;
}
