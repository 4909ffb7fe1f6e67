/**
 * Declared grid: the multiples of a rational step between two ends, and the one of them that is nearest to a record.
 *
 * The point depends on the record alone (`rational-step.ts`). Ends are brought to the grid as records are.
 * Limits: ends at most 2^40 steps from 0. A point is shown as the float64 next to it, which is the same for every dataset; points
 * are told apart by it while their number times the numerator of the step is below 2^53.
 */
import { refuse, refuseData } from "../../numerics/requirements.ts";
import { type Fraction, fractionOf, type Rational } from "../../random/rational.ts";
import { nearestPoint, STEP } from "../laws/rational-step.ts";
import { RANGE, type Range, requireRange } from "./noisy-statistic.ts";

export interface GridRange extends Range {
  /** Of the grid, such as `{ numerator: 1, denominator: 100 }`. */
  readonly step: Rational;
}

/** The public range of a grid and its step, as parameters; what they must be together `declaredGrid` says. */
export const GRID = { ...RANGE, ...STEP };

export interface DeclaredGrid {
  readonly step: Fraction;
  /** In steps. */
  readonly lower: number;
  readonly upper: number;
  /** The record in steps, clamped; NaN, which has no nearest point, is refused. */
  placeOf(record: number): number;
}

const MOST_STEPS = 1099511627776; // 2^40
const LARGEST_PART = BigInt(Number.MAX_SAFE_INTEGER);

export function declaredGrid({ lower, upper, step }: GridRange): DeclaredGrid {
  requireRange({ lower, upper });
  const fraction = fractionOf("step", step, 1n);
  if (fraction.numerator > LARGEST_PART || fraction.denominator > LARGEST_PART)
    refuse("step", "of a numerator and a denominator below 2^53", `${fraction.numerator}/${fraction.denominator}`);
  const [least, most] = [endOf("lower", lower, fraction), endOf("upper", upper, fraction)];
  if (!(least < most)) refuse("upper", `a step above lower (${lower})`, upper);
  const [first, last] = [BigInt(least), BigInt(most)];
  return {
    step: fraction,
    lower: least,
    upper: most,
    placeOf: (record) => {
      if (typeof record !== "number" || Number.isNaN(record)) refuseData("a record", "a number");
      if (!Number.isFinite(record)) return record < 0 ? least : most;
      const place = nearestPoint(record, fraction);
      return place < first ? least : place > last ? most : Number(place);
    },
  };
}

function endOf(name: string, end: number, step: Fraction): number {
  const place = Number(nearestPoint(end, step));
  if (!(Math.abs(place) <= MOST_STEPS)) refuse(`${name} / step`, "at most 2^40 either way", place);
  return place;
}

/** The sum of the places of the records, as a whole number. */
export function sumOfPlaces(records: ArrayLike<number>, placeOf: (record: number) => number): bigint {
  let total = 0n;
  let part = 0;
  for (let i = 0; i < records.length; i++) {
    part += placeOf(records[i]);
    // 2^12 places of at most 2^40 are below 2^53: no sum is rounded.
    if (i % 4096 === 4095) {
      total += BigInt(part);
      part = 0;
    }
  }
  return total + BigInt(part);
}
