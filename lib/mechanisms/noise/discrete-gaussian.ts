/**
 * Discrete Gaussian mechanism: add discrete Gaussian noise to an integer.
 *
 * Theorem: for an integer query of sensitivity D, f + K with P(K = k) proportional to exp(-k^2 / (2 variance)) is rho-zero-concentrated
 * differentially private with rho = D^2 / (2 variance), the same as the continuous mechanism; its noise has a variance of at most `variance`.
 * Source: Canonne, Kamath, Steinke (NeurIPS 2020), theorem 4, arXiv:2004.00010.
 * Limits: with a rational rho the noise is exact, in integers alone, and any source serves: for release. With a float64 rho its
 * probabilities are met within 2^-48 from a stream, and the variance is at most 2^80: for study. Outputs beyond 2^53 are rounded to float64, which is post-processing. Time
 * is not constant: it depends on the noise. The loss distribution lists its losses, for variances up to 1e8.
 * @example
 * ```ts
 * import { discreteGaussian, secureRandom } from "epsilab";
 * const rho = { numerator: 1, denominator: 8 }; // variance 4
 * const mechanism = discreteGaussian({ rho, sensitivity: 1, neighbours: "add-remove" });
 * mechanism.guarantee; // => { kind: "zero-concentrated", rho: 0.125 }
 * Number.isInteger(mechanism.release(42, secureRandom())); // => true
 * ```
 * @claim discrete-gaussian
 * @also discrete gaussian mechanism
 */
import { refuse, requireInteger, requirePositive } from "../../numerics/requirements.ts";
import { zeroConcentrated } from "../../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import type { Neighbours } from "../../privacy/guarantees/neighbours.ts";
import { discreteGaussianPld } from "../../privacy/loss/discrete-pld.ts";
import type { NumberLaw } from "../../privacy/loss/law.ts";
import { fillDiscreteGaussian, LARGEST_VARIANCE, sampleDiscreteGaussian } from "../../random/discrete-gaussian.ts";
import { sampleExactDiscreteGaussian } from "../../random/exact-discrete-gaussian.ts";
import type { Random } from "../../random/random.ts";
import { fractionOf, type Rational } from "../../random/rational.ts";
import type { Stream } from "../../random/stream.ts";
import { discreteGaussianNoise } from "../laws/discrete-gaussian-noise.ts";
import { rationalBound } from "../laws/rational-bound.ts";
import { integerNoise } from "./integer-noise.ts";

/** Up to here the losses are listed one by one. */
const LISTED_VARIANCE = 1e8;

export interface DiscreteGaussianParameters<Rho extends number | Rational> {
  readonly rho: Rho;
  /** A whole number. */
  readonly sensitivity: number;
  readonly neighbours: Neighbours;
}

export function discreteGaussian(
  parameters: DiscreteGaussianParameters<number>,
): ClosedMechanism<number, number, Stream, NumberLaw>;
export function discreteGaussian(
  parameters: DiscreteGaussianParameters<Rational>,
): ClosedMechanism<number, number, Random, NumberLaw>;
export function discreteGaussian(
  parameters: DiscreteGaussianParameters<number | Rational>,
): ClosedMechanism<number, number, Stream, NumberLaw> {
  const { rho, sensitivity, neighbours } = parameters;
  requireInteger({ sensitivity }, 1);
  const { bound, sample, fill } =
    typeof rho === "object" && rho !== null ? exact(rho, sensitivity) : simulated(rho, sensitivity);
  const variance = (sensitivity / bound) * (sensitivity / 2);
  return integerNoise({
    name: "discrete-gaussian",
    neighbours,
    guarantee: zeroConcentrated(bound),
    sensitivity,
    noise: discreteGaussianNoise(variance),
    sample,
    fill,
    privacyLoss: () => {
      if (variance > LISTED_VARIANCE)
        refuse("sensitivity^2 / (2 rho)", "at most 1e8 for a loss distribution", variance);
      return { ...discreteGaussianPld({ sigma: Math.sqrt(variance), sensitivity }), attained: true };
    },
  });
}

function exact(rho: Rational, sensitivity: number) {
  const fraction = fractionOf("rho", rho, 1n);
  const square = BigInt(sensitivity) * BigInt(sensitivity);
  const variance = { numerator: square * fraction.denominator, denominator: 2n * fraction.numerator };
  const sample = (value: number, random: Random) =>
    Number(BigInt(value) + sampleExactDiscreteGaussian(variance, random));
  return { bound: rationalBound("rho", fraction), sample, fill: undefined };
}

function simulated(rho: number, sensitivity: number) {
  requirePositive({ rho });
  const variance = (sensitivity / rho) * (sensitivity / 2);
  if (!(variance > 0 && variance <= LARGEST_VARIANCE))
    refuse("sensitivity^2 / (2 rho)", "positive and at most 2^80 for a float64 rho", variance);
  return {
    bound: rho,
    sample: (value: number, random: Stream) => value + sampleDiscreteGaussian(variance, random),
    fill: (out: Float64Array, random: Stream) => fillDiscreteGaussian(variance, out, random),
  };
}
