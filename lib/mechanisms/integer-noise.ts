/**
 * Symmetric integer noise around an integer: what the geometric and the discrete Gaussian mechanism share.
 *
 * They differ in the noise, its sampler, the guarantee and the loss distribution. Inputs are integers that float64 holds; the worst pair
 * is a whole sensitivity apart, as for every log-concave noise, whose tests are thresholds.
 */
import { requireInteger } from "../numerics/requirements.ts";
import type { Guarantee } from "../privacy/guarantee.ts";
import type { DominatingPair, Mechanism } from "../privacy/mechanism.ts";
import { type Neighbours, requireNeighbours } from "../privacy/neighbours.ts";
import { type IntegerNoise, integerNoiseLaw } from "./laws/integer-noise-law.ts";

export interface IntegerNoiseParameters<Source> {
  readonly name: string;
  readonly neighbours: Neighbours;
  readonly guarantee: Guarantee;
  readonly sensitivity: number;
  readonly noise: IntegerNoise;
  /** The value with noise. */
  sample(value: number, random: Source): number;
  lossDistribution(): DominatingPair;
}

export function integerNoise<Source>(parameters: IntegerNoiseParameters<Source>): Mechanism<number, number, Source> {
  const { name, neighbours, guarantee, sensitivity, noise, sample, lossDistribution } = parameters;
  requireInteger({ sensitivity }, 1);
  requireNeighbours(neighbours);
  return {
    name,
    neighbours,
    guarantee,
    release: (value, random) => {
      requireInteger({ value }, Number.MIN_SAFE_INTEGER);
      return sample(value, random);
    },
    law: (value) => {
      requireInteger({ value }, Number.MIN_SAFE_INTEGER);
      return integerNoiseLaw(noise, value);
    },
    lossDistribution,
    worstPair: () => [0, sensitivity],
  };
}
