/**
 * Uniqueness in a population, estimated from a sample of it.
 *
 * `matchRisk`: who is alone in the sample may have doubles outside. Of all pairs of such a row and a person of the population with
 * the same values, the share that is the same person is estimated by pi f_1 / (pi f_1 + 2 (1 - pi) f_2), with f_j the number of
 * combinations that j people of the sample have.
 * Theorem: let each person be in the sample independently with probability pi. Then f_1 has the expectation of the number of right
 * pairs, and f_1 + 2 f_2 (1 - pi) / pi that of all pairs, whatever the population is: a combination of F people is seen once with
 * probability F pi (1 - pi)^(F-1), with F - 1 doubles outside, and twice with probability F (F - 1) pi^2 (1 - pi)^(F-2) / 2.
 * `populationUniqueness`: the share of people who are alone in the population, under a model. Each of K cells has a
 * gamma-distributed rate, so that its count in the sample is negative binomial of mean m = n / K and variance m + m^2 / shape; the
 * shape is fitted by moments, and with mu = m / pi the share is (1 + mu / shape)^-(1 + shape), or e^-mu where the counts vary no
 * more than Poisson's.
 * Source: Skinner, Elliot (JRSS B 64, 2002), doi:10.1111/1467-9868.00365, for the first; Bethlehem, Keller, Pannekoek (JASA 85, 1990),
 * doi:10.1080/01621459.1990.10475304, for the second.
 * Limits: `matchRisk` is a ratio of unbiased sums, so that it is consistent for many cells and assumes nothing of the population;
 * without any f_2 it says 1. `populationUniqueness` is as good as its model: cells that nobody can be in, or heavy tails, mislead
 * it, and no estimate without a model does well for a small sample. Both need a sample by independent draws, of which simple random
 * sampling from a large population is a close relative.
 * @example
 * ```ts
 * import { matchRisk, populationUniqueness } from "epsilab/attacks";
 * const frequencies = [0, 300, 60, 10]; // 300 combinations of one person, 60 of two, 10 of three
 * matchRisk({ frequencies, samplingRate: 0.1 }); // => 0.2173...
 * populationUniqueness({ frequencies, samplingRate: 0.1, cells: 5000 }); // => 0.1618...
 * ```
 * @claim linkage-attack
 */
import { exp } from "../numerics/exponential.ts";
import { log1p } from "../numerics/logarithm.ts";
import { declare, integer, made, type ParametersOf, positiveProbability } from "../numerics/parameters.ts";
import { refuseData, requireIntegerData, requireList } from "../numerics/requirements.ts";

export const sampleCellsParameters = declare({
  /** As of `uniqueness`: at place j, how many combinations of values exactly j people of the sample have. */
  frequencies: made<readonly number[]>((frequencies, name) => {
    requireList(name, frequencies);
    for (let j = 1; j < frequencies.length; j++) requireIntegerData({ [`${name}[${j}]`]: frequencies[j] }, 0);
  }),
  /** The probability with which a person of the population is in the sample. */
  samplingRate: positiveProbability,
});

export interface SampleCells extends ParametersOf<typeof sampleCellsParameters> {}

export const populationUniquenessParameters = declare({
  ...sampleCellsParameters.declared,
  /** How many combinations of values there may be. */
  cells: integer(2),
});

/** The chance that a row which is alone in the sample, and a person of the population with its values, belong together. */
export function matchRisk(parameters: SampleCells): number {
  const { frequencies, samplingRate } = sampleCellsParameters.read(parameters);
  const { sampled } = totalsOf(frequencies);
  const alone = frequencies[1] ?? 0;
  if (alone === 0 || sampled === 0) refuseData("frequencies[1]", "at least 1");
  const right = samplingRate * alone;
  return right / (right + 2 * (1 - samplingRate) * (frequencies[2] ?? 0));
}

/** The share of people who are alone with their values in the population, by the Poisson-gamma model on this many cells. */
export function populationUniqueness(parameters: ParametersOf<typeof populationUniquenessParameters>): number {
  const { frequencies, samplingRate, cells } = populationUniquenessParameters.read(parameters);
  const { sampled, occupied, squares } = totalsOf(frequencies);
  if (occupied > cells) refuseData("the number of cells that the sample is in", `at most cells (${cells})`);
  const mean = sampled / cells;
  const variance = (squares - sampled * mean) / (cells - 1);
  const size = mean / samplingRate;
  const excess = variance - mean;
  if (!(excess > 0)) return exp(-size);
  const shape = (mean * mean) / excess;
  return exp(-(1 + shape) * log1p(size / shape));
}

function totalsOf(frequencies: readonly number[]): {
  readonly sampled: number;
  readonly occupied: number;
  readonly squares: number;
} {
  let [sampled, occupied, squares] = [0, 0, 0];
  for (let j = 1; j < frequencies.length; j++) {
    occupied += frequencies[j];
    sampled += j * frequencies[j];
    squares += j * j * frequencies[j];
  }
  if (sampled === 0) refuseData("the number of people in the sample", "at least 1");
  return { sampled, occupied, squares };
}
