/**
 * Privacy losses that are made of atoms: any pair of discrete laws, randomized response, the worst (epsilon, delta) pair, the discrete
 * Laplace and the discrete Gaussian mechanism.
 *
 * `worstCasePld`: the pair that dominates every (epsilon, delta)-private mechanism: losses epsilon and -epsilon with odds e^epsilon,
 * and an infinite loss of mass delta (Kairouz, Oh, Viswanath 2015). With delta = 0 it is binary randomized response.
 * `randomizedResponsePld`: two records that differ, an answer that is uniform noise among the categories with probability `noise`.
 * `discreteLaplacePld`: P(k) proportional to e^(-|k| / scale); the loss at k between 0 and the sensitivity is (sensitivity - 2 k) / scale.
 * `discreteGaussianPld`: P(k) proportional to e^(-k^2 / (2 s^2)); the loss at k is (sensitivity^2 - 2 k sensitivity) / (2 s^2). Tails
 * beyond R have no more mass than those of the normal law beyond R - 1 (Canonne, Kamath, Steinke 2020, proposition 25).
 * Both may be on a Poisson sample, relation `add-remove`: the pair is then (1 - q) Q + q P against Q, and a loss z becomes log(1 +
 * q (e^z - 1)) (Zhu, Dong, Wang, AISTATS 2022). Where all losses are multiples of one number the grid holds them exactly, and
 * nothing is lost but rounding.
 * @also pld, privacy loss distribution
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log1p } from "../../numerics/logarithm.ts";
import { normalCdf } from "../../numerics/normal.ts";
import { normalUpperQuantile } from "../../numerics/normal-quantile.ts";
import {
  count,
  declare,
  integer,
  number,
  openProbability,
  optional,
  type ParametersOf,
  positive,
  positiveProbability,
  probabilityBelowOne,
} from "../../numerics/parameters.ts";
import { refuse, requireNumbers, requirePositive } from "../../numerics/requirements.ts";
import { logMixture } from "./log-mixture.ts";
import type { PldPair, PrivacyLoss, PrivacyLossAtom, PrivacyLossPieces, ReleaseName } from "./privacy-loss.ts";
import { sampledFinitePld } from "./sampled-pld.ts";

/** What is listed one by one stays within memory. */
const MOST_ATOMS = 1e6;
const LARGEST_SIGMA = 1e5;

/** From the log-masses of the two laws over the same outcomes; -Infinity where an outcome is impossible. */
export function discretePld(logFirst: readonly number[], logSecond: readonly number[]): PldPair {
  requireNumbers("logFirst", logFirst);
  requireNumbers("logSecond", logSecond);
  if (logFirst.length === 0 || logFirst.length !== logSecond.length) {
    refuse("logSecond", `of the same length as logFirst, ${logFirst.length}, and not empty`, logSecond);
  }
  return { remove: directed(logFirst, logSecond), add: directed(logSecond, logFirst) };
}

export const worstCasePldParameters = declare({ epsilon: positive, delta: probabilityBelowOne });

export function worstCasePld(parameters: ParametersOf<typeof worstCasePldParameters>): PldPair {
  const { epsilon, delta } = worstCasePldParameters.read(parameters);
  const likely = (1 - delta) / (1 + exp(-epsilon));
  const atoms = [
    { loss: epsilon, mass: likely },
    { loss: -epsilon, mass: likely * exp(-epsilon) },
  ];
  return symmetric(
    { pieces: () => ({ atoms, densities: [], infinite: delta, beneath: 0, beyond: 0 }), lattice: epsilon },
    delta === 0 ? { kind: "pure", epsilon } : { kind: "approximate", epsilon, delta },
  );
}

export const randomizedResponsePldParameters = declare({ noise: openProbability, categories: integer(2) });

export function randomizedResponsePld(parameters: ParametersOf<typeof randomizedResponsePldParameters>): PldPair {
  const { noise, categories } = randomizedResponsePldParameters.read(parameters);
  const other = noise / categories;
  const epsilon = log1p((1 - noise) / other);
  if (!(epsilon < Infinity)) refuse("noise", "large enough for a finite loss", noise);
  const atoms = [
    { loss: epsilon, mass: 1 - noise + other },
    { loss: 0, mass: (categories - 2) * other },
    { loss: -epsilon, mass: other },
  ];
  return symmetric(
    { pieces: () => ({ atoms, densities: [], infinite: 0, beneath: 0, beyond: 0 }), lattice: epsilon },
    { kind: "randomized-response", noise, categories },
  );
}

/** Of discrete Laplace noise: its losses are listed one by one. */
export const wholeSensitivity = integer(1, MOST_ATOMS);

export const discreteLaplacePldParameters = declare({
  scale: positive,
  sensitivity: wholeSensitivity,
  /** Of a Poisson sample; 1, no sampling, by default. */
  samplingRate: optional(positiveProbability, 1),
});

export interface DiscreteLaplacePldParameters extends ParametersOf<typeof discreteLaplacePldParameters> {}

export function discreteLaplacePld(parameters: DiscreteLaplacePldParameters): PldPair {
  const { scale, sensitivity, samplingRate } = discreteLaplacePldParameters.read(parameters);
  const largest = sensitivity / scale;
  requirePositive({ "sensitivity / scale": largest, "1 / scale": 1 / scale });
  const ratio = exp(-1 / scale);
  const atoms: PrivacyLossAtom[] = [{ loss: largest, mass: 1 / (1 + ratio) }];
  for (let k = 1; k < sensitivity; k++) {
    const mass = (-expm1(-1 / scale) / (1 + ratio)) * exp(-k / scale);
    atoms.push({ loss: (sensitivity - 2 * k) / scale, mass });
  }
  atoms.push({ loss: -largest, mass: exp(-largest) / (1 + ratio) });
  const release = { kind: "discrete-laplace", scale, sensitivity };
  const pieces = () => ({ atoms, densities: [], infinite: 0, beneath: 0, beyond: 0 });
  const pair = symmetric({ pieces, lattice: 1 / scale }, release);
  return samplingRate === 1 ? pair : { ...sampledFinitePld(pair, samplingRate), release };
}

export const discreteGaussianPldParameters = declare({
  sigma: number({ expected: `positive and at most ${LARGEST_SIGMA}`, least: Number.MIN_VALUE, most: LARGEST_SIGMA }),
  /** A whole number. */
  sensitivity: count,
  /** Of a Poisson sample; 1, no sampling, by default. */
  samplingRate: optional(positiveProbability, 1),
});

export interface DiscreteGaussianPldParameters extends ParametersOf<typeof discreteGaussianPldParameters> {}

export function discreteGaussianPld(parameters: DiscreteGaussianPldParameters): PldPair {
  const { sigma, sensitivity, samplingRate } = discreteGaussianPldParameters.read(parameters);
  if (samplingRate < 1) return sampledDiscreteGaussian({ sigma, sensitivity, samplingRate });
  const precision = 1 / (2 * sigma * sigma);
  const total = discreteGaussianTotal(sigma, precision);
  const pieces = (tail: number) => {
    const reach = Math.ceil(sigma * normalUpperQuantile(tail)) + 1;
    const atoms: PrivacyLossAtom[] = [];
    for (let k = reach; k >= -reach; k--) {
      const loss = sensitivity * (sensitivity - 2 * k) * precision;
      atoms.push({ loss, mass: exp(-k * k * precision) / total });
    }
    const cut = normalCdf(-(reach - 1) / sigma);
    return { atoms, densities: [], infinite: 0, beneath: cut, beyond: cut };
  };
  return symmetric({ pieces, lattice: sensitivity * precision }, { kind: "discrete-gaussian", sigma, sensitivity });
}

function sampledDiscreteGaussian(parameters: ReturnType<typeof discreteGaussianPldParameters.read>): PldPair {
  const { sigma, sensitivity, samplingRate } = parameters;
  if (sensitivity > MOST_ATOMS) refuse("sensitivity", `at most ${MOST_ATOMS} on samples`, sensitivity);
  const precision = 1 / (2 * sigma * sigma);
  const total = discreteGaussianTotal(sigma, precision);
  const sampledFrom = (side: "remove" | "add") => ({
    pieces: (tail: number): PrivacyLossPieces => {
      const reach = Math.ceil(sigma * normalUpperQuantile(tail)) + 1;
      const atoms: PrivacyLossAtom[] = [];
      for (let k = -reach; k <= reach + sensitivity; k++) {
        const without = exp(-k * k * precision) / total;
        const ratio = sensitivity * (2 * k - sensitivity) * precision;
        const record = exp(-(k - sensitivity) * (k - sensitivity) * precision) / total;
        const loss = logMixture(samplingRate, ratio);
        if (side === "add") atoms.push({ loss: -loss, mass: without });
        else atoms.push({ loss, mass: (1 - samplingRate) * without + samplingRate * record });
      }
      const cut = normalCdf(-(reach - 1) / sigma);
      return { atoms, densities: [], infinite: 0, beneath: cut, beyond: cut };
    },
  });
  const release = { kind: "discrete-gaussian", sigma, sensitivity } as const;
  return { remove: sampledFrom("remove"), add: sampledFrom("add"), release, samplingRate };
}

/** The sum of e^(-k^2 precision) over all integers: by Poisson's summation, sigma sqrt(2 pi) but for e^(-2 pi^2 sigma^2) of it. */
function discreteGaussianTotal(sigma: number, precision: number): number {
  if (sigma > 100) return sigma * Math.sqrt(2 * Math.PI);
  let total = 0;
  for (let k = Math.ceil(40 * sigma) + 1; k >= 1; k--) total += 2 * exp(-k * k * precision);
  return total + 1;
}

function symmetric<Release extends ReleaseName>(loss: PrivacyLoss, release: Release): PldPair {
  return { remove: loss, add: loss, release };
}

function directed(logFirst: readonly number[], logSecond: readonly number[]): PrivacyLoss {
  const atoms: PrivacyLossAtom[] = [];
  let infinite = 0;
  for (const [k, value] of logFirst.entries()) {
    if (!(value <= 0)) refuse(`the log-mass ${k}`, "at most 0", value);
    if (value === -Infinity) continue;
    if (logSecond[k] === -Infinity) infinite += exp(value);
    else atoms.push({ loss: value - logSecond[k], mass: exp(value) });
  }
  requireTotal(atoms.reduce((sum, { mass }) => sum + mass, infinite));
  return { pieces: () => ({ atoms, densities: [], infinite, beneath: 0, beyond: 0 }) };
}

function requireTotal(total: number): void {
  if (!(Math.abs(total - 1) <= 1e-9)) refuse("the sum of the masses", "1", total);
}
