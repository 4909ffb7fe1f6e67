/**
 * Symmetric integer noise around an integer: what the discrete Laplace and the discrete Gaussian mechanism share.
 *
 * They differ in the noise, its sampler, the guarantee and the loss distribution. Inputs are integers that float64 holds; the worst pair
 * is a whole sensitivity apart, as for every log-concave noise, whose tests are thresholds.
 */
import { requireInteger, requireIntegerData } from "../../numerics/requirements.ts";
import type { Guarantee } from "../../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism, DominatingPair } from "../../privacy/guarantees/mechanism.ts";
import { type Neighbours, requireNeighbours } from "../../privacy/guarantees/neighbours.ts";
import type { NumberLaw } from "../../privacy/loss/law.ts";
import { type IntegerNoise, integerNoiseLaw } from "../laws/integer-noise-law.ts";
import { repeatedRelease } from "./repeated-release.ts";
import { shift } from "./shift.ts";

export interface IntegerNoiseParameters<Source> {
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
