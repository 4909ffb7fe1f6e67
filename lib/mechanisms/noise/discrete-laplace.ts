/**
 * Discrete Laplace mechanism, also called geometric mechanism: add two-sided geometric noise to an integer.
 *
 * Theorem: for an integer query of sensitivity D, f + K with P(K = k) proportional to exp(-epsilon |k| / D) is epsilon-differentially
 * private. Among all mechanisms for a count it is optimal for every prior and every monotone loss, after post-processing.
 * Source: Ghosh, Roughgarden, Sundararajan (STOC 2009), doi:10.1145/1536414.1536464; exact sampler: Canonne, Kamath, Steinke
 * (NeurIPS 2020).
 * Limits: with a rational epsilon the noise is exact, in integers alone, and any source serves: for release. With a float64 epsilon its
 * probabilities are met within 2^-48 from a stream, and sensitivity / epsilon is at most 2^46: for study. Outputs beyond 2^53 are
 * rounded to float64, which is post-processing. Time is not constant: it depends on the noise.
 * @example
 * ```ts
 * import { discreteLaplace, secureRandom } from "epsilab";
 * const epsilon = { numerator: 1, denominator: 2 };
 * const mechanism = discreteLaplace({ epsilon, sensitivity: 1, neighbours: "add-remove" });
 * mechanism.guarantee; // => { kind: "pure", epsilon: 0.5 }
 * Number.isInteger(mechanism.release(42, secureRandom())); // => true
 * ```
 * @claim geometric-mechanism
 * @also geometric mechanism, two-sided geometric
 */
import { count, type Given } from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { anyNeighbours } from "../../privacy/guarantees/neighbours.ts";
import type { NumberLaw } from "../../privacy/loss/law.ts";
import { fillDiscreteLaplace, LARGEST_SCALE, sampleDiscreteLaplace } from "../../random/discrete-laplace.ts";
import { sampleExactDiscreteLaplace } from "../../random/exact-discrete-laplace.ts";
import type { Random } from "../../random/random.ts";
import type { Fraction, Rational } from "../../random/rational.ts";
import type { Stream } from "../../random/stream.ts";
import { discreteLaplaceNoise } from "../laws/discrete-laplace-noise.ts";
import { discreteLaplacePair } from "../laws/discrete-laplace-pair.ts";
import { type BudgetIn, withBudgetIn } from "./exact-budget.ts";
import { integerNoise } from "./integer-noise.ts";

/** What whole noise takes, besides its budget. */
export const COUNTED = {
  /** How far the values of neighbours are apart, at most: a whole number. */
  sensitivity: count,
  neighbours: anyNeighbours,
};

export const discreteLaplaceParameters = withBudgetIn(["pure"], COUNTED);

export type DiscreteLaplaceParameters<Epsilon extends number | Rational> = BudgetIn<"pure", Epsilon> &
  Given<typeof COUNTED>;

export function discreteLaplace(
  parameters: DiscreteLaplaceParameters<number>,
): ClosedMechanism<number, number, Stream, NumberLaw>;
export function discreteLaplace(
  parameters: DiscreteLaplaceParameters<Rational>,
): ClosedMechanism<number, number, Random, NumberLaw>;
export function discreteLaplace(
  parameters: DiscreteLaplaceParameters<number | Rational>,
): ClosedMechanism<number, number, Stream, NumberLaw> {
  const { guarantee, fraction, sensitivity, neighbours } = discreteLaplaceParameters.read(parameters);
  const { epsilon } = guarantee;
  const drawn = fraction === undefined ? simulated(epsilon, sensitivity) : exact(fraction, sensitivity);
  return integerNoise({
    name: "discrete-laplace",
    neighbours,
    guarantee,
    sensitivity,
    noise: discreteLaplaceNoise(sensitivity / epsilon),
    ...drawn,
    privacyLoss: () => discreteLaplacePair(epsilon, sensitivity),
  });
}

function exact({ numerator, denominator }: Fraction, sensitivity: number) {
  const scale = { numerator: BigInt(sensitivity) * denominator, denominator: numerator };
  return {
    sample: (value: number, random: Random) => Number(BigInt(value) + sampleExactDiscreteLaplace(scale, random)),
    fill: undefined,
  };
}

function simulated(epsilon: number, sensitivity: number) {
  const scale = sensitivity / epsilon;
  if (!(scale <= LARGEST_SCALE)) refuse("sensitivity / epsilon", "at most 2^46 for a float64 epsilon", scale);
  return {
    sample: (value: number, random: Stream) => value + sampleDiscreteLaplace(scale, random),
    fill: (out: Float64Array, random: Stream) => fillDiscreteLaplace(scale, out, random),
  };
}
