/**
 * Ranks on a declared grid: the sorted places of records, the points of the grid, and probabilities as fractions; what one quantile
 * and several share.
 */
import { refuse, requireList } from "../../numerics/requirements.ts";
import { sortFloat64 } from "../../numerics/sort.ts";
import { type Fraction, fractionOf, type Rational } from "../../random/rational.ts";
import { nearestPoint, valueAt } from "../laws/rational-step.ts";
import type { DeclaredGrid } from "./declared-grid.ts";

const MOST_LISTED = 16777216; // 2^24

/** A fraction strictly between 0 and 1. */
export function openFraction(name: string, value: Rational): Fraction {
  const fraction = fractionOf(name, value, 1n);
  if (fraction.numerator >= fraction.denominator)
    refuse(name, "strictly between 0 and 1", `${fraction.numerator}/${fraction.denominator}`);
  return fraction;
}

/** max(a, b - a) of a / b. */
export function largerShare({ numerator, denominator }: Fraction): bigint {
  const other = denominator - numerator;
  return numerator > other ? numerator : other;
}

export function sortedPlaces(records: ArrayLike<number>, { placeOf }: DeclaredGrid): Float64Array {
  requireList("records", records);
  const places = new Float64Array(records.length);
  for (let i = 0; i < records.length; i++) places[i] = placeOf(records[i]);
  return sortFloat64(places);
}

/** The place of an output, if it is a point of the grid. */
export function placeAt(output: number, { step, lower, upper }: DeclaredGrid): number | undefined {
  if (!Number.isFinite(output)) return undefined;
  const place = Number(nearestPoint(output, step));
  return place >= lower && place <= upper && valueAt(BigInt(place), step) === output ? place : undefined;
}

export function listedPoints({ step, lower, upper }: DeclaredGrid): number[] {
  const points = upper - lower + 1;
  if (points > MOST_LISTED) refuse("the support", "of at most 2^24 outcomes", points);
  return Array.from({ length: points }, (_, i) => valueAt(BigInt(lower + i), step));
}
