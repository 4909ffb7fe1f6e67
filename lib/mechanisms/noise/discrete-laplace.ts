/**
 * Discrete Laplace mechanism, also called geometric mechanism: add two-sided geometric noise to an integer.
 *
 * Theorem: for an integer query of sensitivity D, f + K with P(K = k) proportional to exp(-epsilon |k| / D) is epsilon-differentially
 * private. Among all mechanisms for a count it is optimal for every prior and every monotone loss, after post-processing.
 * Source: Ghosh, Roughgarden, Sundararajan (STOC 2009), doi:10.1145/1536414.1536464; exact sampler: Canonne, Kamath, Steinke (NeurIPS 2020).
 * Limits: with a rational epsilon the noise is exact, in integers alone, and any source serves: for release. With a float64 epsilon its
 * probabilities are met within 2^-48 from a stream, and sensitivity / epsilon is at most 2^46: for study. Outputs beyond 2^53 are rounded to float64, which is post-processing. Time
 * is not constant: it depends on the noise.
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
import { refuse, requireInteger, requirePositive } from "../../numerics/requirements.ts";
import { pure } from "../../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import type { Neighbours } from "../../privacy/guarantees/neighbours.ts";
import type { NumberLaw } from "../../privacy/loss/law.ts";
import { fillDiscreteLaplace, LARGEST_SCALE, sampleDiscreteLaplace } from "../../random/discrete-laplace.ts";
import { sampleExactDiscreteLaplace } from "../../random/exact-discrete-laplace.ts";
import type { Random } from "../../random/random.ts";
import { fractionOf, type Rational } from "../../random/rational.ts";
import type { Stream } from "../../random/stream.ts";
import { discreteLaplaceNoise } from "../laws/discrete-laplace-noise.ts";
import { discreteLaplacePair } from "../laws/discrete-laplace-pair.ts";
import { rationalBound } from "../laws/rational-bound.ts";
import { integerNoise } from "./integer-noise.ts";

export interface DiscreteLaplaceParameters<Epsilon extends number | Rational> {
  readonly epsilon: Epsilon;
  /** A whole number. */
  readonly sensitivity: number;
  readonly neighbours: Neighbours;
}

export function discreteLaplace(
  parameters: DiscreteLaplaceParameters<number>,
): ClosedMechanism<number, number, Stream, NumberLaw>;
export function discreteLaplace(
  parameters: DiscreteLaplaceParameters<Rational>,
): ClosedMechanism<number, number, Random, NumberLaw>;
export function discreteLaplace(
  parameters: DiscreteLaplaceParameters<number | Rational>,
): ClosedMechanism<number, number, Stream, NumberLaw> {
  const { epsilon, sensitivity, neighbours } = parameters;
  requireInteger({ sensitivity }, 1);
  const { bound, sample, fill } =
    typeof epsilon === "object" && epsilon !== null ? exact(epsilon, sensitivity) : simulated(epsilon, sensitivity);
  return integerNoise({
    name: "discrete-laplace",
    neighbours,
    guarantee: pure(bound),
    sensitivity,
    noise: discreteLaplaceNoise(sensitivity / bound),
    sample,
    fill,
    privacyLoss: () => discreteLaplacePair(bound, sensitivity),
  });
}

function exact(epsilon: Rational, sensitivity: number) {
  const fraction = fractionOf("epsilon", epsilon, 1n);
  const scale = { numerator: BigInt(sensitivity) * fraction.denominator, denominator: fraction.numerator };
  const sample = (value: number, random: Random) => Number(BigInt(value) + sampleExactDiscreteLaplace(scale, random));
  return { bound: rationalBound("epsilon", fraction), sample, fill: undefined };
}

function simulated(epsilon: number, sensitivity: number) {
  requirePositive({ epsilon });
  const scale = sensitivity / epsilon;
  if (!(scale <= LARGEST_SCALE)) refuse("sensitivity / epsilon", "at most 2^46 for a float64 epsilon", scale);
  return {
    bound: epsilon,
    sample: (value: number, random: Stream) => value + sampleDiscreteLaplace(scale, random),
    fill: (out: Float64Array, random: Stream) => fillDiscreteLaplace(scale, out, random),
  };
}
