/**
 * Symmetric integer noise around an integer: what the discrete Laplace and the discrete Gaussian mechanism share.
 *
 * They differ in the noise, its sampler, the guarantee and the loss distribution. Inputs are integers that float64 holds; the worst pair
 * is a whole sensitivity apart, as for every log-concave noise, whose tests are thresholds.
 */
import { refuse, requireInteger, requireIntegerData } from "../../numerics/requirements.ts";
import type { Guarantee } from "../../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism, DominatingPair } from "../../privacy/guarantees/mechanism.ts";
import { type Neighbours, requireNeighbours } from "../../privacy/guarantees/neighbours.ts";
import type { NumberLaw } from "../../privacy/loss/law.ts";
import { LARGEST_SCALE } from "../../random/discrete-laplace.ts";
import { sampleExactDiscreteLaplace } from "../../random/exact-discrete-laplace.ts";
import type { Random } from "../../random/random.ts";
import { discreteLaplaceNoise } from "../laws/discrete-laplace-noise.ts";
import { discreteLaplacePair } from "../laws/discrete-laplace-pair.ts";
import { type IntegerNoise, integerNoiseLaw } from "../laws/integer-noise-law.ts";
import type { StatedBudget } from "./exact-budget.ts";
import { repeatedRelease } from "./repeated-release.ts";
import { shift } from "./shift.ts";

interface IntegerNoiseParameters<Source> {
  readonly name: string;
  readonly neighbours: Neighbours;
  readonly guarantee: Guarantee;
  readonly sensitivity: number;
  readonly noise: IntegerNoise;
  /** The value with noise. */
  sample(value: number, random: Source): number;
  /** Noise alone, where there is a fast way to many. */
  readonly fill?: ((out: Float64Array, random: Source) => Float64Array) | undefined;
  privacyLoss(): DominatingPair;
}

export function integerNoise<Source>(
  parameters: IntegerNoiseParameters<Source>,
): ClosedMechanism<number, number, Source, NumberLaw> {
  const { name, neighbours, guarantee, sensitivity, noise, sample, fill, privacyLoss } = parameters;
  requireInteger({ sensitivity }, 1);
  requireNeighbours(neighbours);
  const release = (value: number, random: Source) => {
    requireIntegerData({ value }, Number.MIN_SAFE_INTEGER);
    return sample(value, random);
  };
  return {
    name,
    neighbours,
    guarantee,
    release,
    releaseMany:
      fill === undefined
        ? repeatedRelease(release)
        : (value, out, random) => {
            requireIntegerData({ value }, Number.MIN_SAFE_INTEGER);
            return shift(fill(out, random), value);
          },
    law: (value) => {
      requireIntegerData({ value }, Number.MIN_SAFE_INTEGER);
      return integerNoiseLaw(noise, value);
    },
    privacyLoss,
    worstPair: () => [0, sensitivity],
  };
}

/** Discrete Laplace noise of a person's change in a count, exact from any source. */
export function exactIntegerNoise(
  { guarantee, fraction }: StatedBudget<"pure">,
  sensitivity: number,
): ClosedMechanism<number, number, Random, NumberLaw> {
  const { epsilon } = guarantee;
  if (!(sensitivity / epsilon <= LARGEST_SCALE)) refuse("sensitivity / epsilon", "at most 2^46", sensitivity / epsilon);
  const scale = { numerator: BigInt(sensitivity) * fraction.denominator, denominator: fraction.numerator };
  return integerNoise<Random>({
    name: "discrete-laplace",
    neighbours: "add-remove",
    guarantee,
    sensitivity,
    noise: discreteLaplaceNoise(sensitivity / epsilon),
    sample: (value, random) => Number(BigInt(value) + sampleExactDiscreteLaplace(scale, random)),
    privacyLoss: () => discreteLaplacePair(epsilon, sensitivity),
  });
}
