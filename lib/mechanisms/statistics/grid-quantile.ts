/**
 * Quantile on a grid: one point of a declared grid by the exponential mechanism, drawn exactly in whole numbers; for release.
 *
 * Theorem: let a / b be the wanted probability, n the number of records, L of them below a point and U at or below it. The score
 * max(0, b L - a n, a n - b U) is whole and moves by at most D = b under `swap` and D = max(a, b - a) under `add-remove`, so that a point of
 * probability proportional to exp(-epsilon score / (2 D)) is epsilon-differentially private, and epsilon^2 / 8-zero-concentrated. Every point is
 * a possible output of every dataset.
 * Source: McSherry, Talwar (FOCS 2007), theorem 6; Smith (STOC 2011), section 3, for the score; Ilvento (CCS 2020) for exact exponential
 * mechanisms; Dong, Durfee, Rogers (ICML 2020) for the bounded range.
 * Limits: records are rounded and clamped to the grid, so that an atom of the data is a point with a mass of its own. At most 2^40 points, 2^24
 * for a listed law. Time is not constant: it depends on the scores. About 1 ms for 1000 records.
 * @example
 * ```ts
 * import { gridQuantile, secureRandom } from "epsilab";
 * const half = { numerator: 1, denominator: 2 };
 * const years = { step: { numerator: 1, denominator: 1 }, lower: 0, upper: 110 };
 * const median = gridQuantile({ ...years, epsilon: half, probability: half, neighbours: "swap" });
 * const ages = Array.from({ length: 999 }, (_, k) => k / 10);
 * Math.abs(median.release(ages, secureRandom()) - 50) < 20; // => true
 * ```
 * @claim grid-quantiles
 */
import { refuse, requireList } from "../../numerics/requirements.ts";
import { sortFloat64 } from "../../numerics/sort.ts";
import { pure } from "../../privacy/guarantees/guarantee.ts";
import type { MechanismWithLaw } from "../../privacy/guarantees/mechanism.ts";
import { boundedRangePld } from "../../privacy/loss/bounded-range-pld.ts";
import { numberLaw } from "../../privacy/loss/distribution.ts";
import type { NumberLaw } from "../../privacy/loss/law.ts";
import { fillEach } from "../../random/batch.ts";
import type { Random } from "../../random/random.ts";
import { type Fraction, fractionOf, type Rational } from "../../random/rational.ts";
import { rankChoice } from "../choice/scores/rank-scores.ts";
import { rationalBound } from "../laws/rational-bound.ts";
import { type DeclaredGrid, declaredGrid, type GridRange, nearestPoint, valueAt } from "./declared-grid.ts";
import { type RecordNeighbours, requireRecordNeighbours } from "./noisy-statistic.ts";

export interface GridQuantileParameters extends GridRange {
  readonly epsilon: Rational;
  /** Strictly between 0 and 1. */
  readonly probability: Rational;
  readonly neighbours: RecordNeighbours;
}

const MOST_LISTED = 16777216; // 2^24

export function gridQuantile(
  parameters: GridQuantileParameters,
): MechanismWithLaw<ArrayLike<number>, number, Random, NumberLaw> {
  const { neighbours } = parameters;
  requireRecordNeighbours(neighbours);
  const grid = declaredGrid(parameters);
  const { step, lower, upper } = grid;
  const epsilon = fractionOf("epsilon", parameters.epsilon, 1n);
  const probability = openFraction("probability", parameters.probability);
  const moved = neighbours === "swap" ? probability.denominator : largerShare(probability);
  const rate = { numerator: epsilon.numerator, denominator: 2n * moved * epsilon.denominator };
  const bound = rationalBound("epsilon", epsilon);
  const choiceOf = (records: ArrayLike<number>) =>
    rankChoice({ places: sortedPlaces(records, grid), lower, upper, probability, rate });
  return {
    name: "grid-quantile",
    neighbours,
    guarantee: pure(bound),
    release: (records, random) => valueAt(BigInt(choiceOf(records).draw(random)), step),
    releaseMany: (records, out, random) => {
      const choice = choiceOf(records);
      return fillEach(out, () => valueAt(BigInt(choice.draw(random)), step));
    },
    law: (records) => {
      const choice = choiceOf(records);
      return numberLaw({
        kind: "discrete",
        get support() {
          return listedPoints(grid);
        },
        logMass: (output) => {
          const place = placeAt(output, grid);
          return place === undefined ? -Infinity : choice.logMass(place);
        },
        neglected: 0,
      });
    },
    // An exponential mechanism, whose exponents move apart by at most epsilon.
    privacyLoss: () => ({ ...boundedRangePld(bound), attained: false }),
  };
}

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
