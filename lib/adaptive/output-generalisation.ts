/**
 * Robust and perfect generalisation of a release, exactly, over all samples of n records that are uniform on a few values.
 *
 * - Robust (`robustGap`): the largest expected gap, between the share of the sample in a subset of the values and the share of the
 *   population, of any adversary who sees the output alone and names a subset: for each output the best subset, summed. Under
 *   epsilon-privacy (swap) it is at most tanh(epsilon / 4), since a subset that is chosen from the output is post-processing.
 * - Perfect (`simulatorTail`): how likely the sample is one whose output has a law far from that of a simulator who knows the
 *   population alone: one whose log-masses differ by more than a distance. Masses of the simulator are proportional to the
 *   exponentials of the mean log-masses. Of an epsilon-private release with k outputs the tail is at most `errorRate` at a distance
 *   of 2 epsilon sqrt(n ln(2 k / errorRate) / 2), by McDiarmid's inequality.
 *
 * Method: sums over the multinomial law of the numbers of records of each value, and over all subsets.
 * Source: Cummings, Ligett, Nissim, Roth, Wu (COLT 2016) for the definitions; this simulator, and its distance, are our own.
 * Limits: 2 to 8 values, at most 20,000 samples; another simulator may be nearer. A release sees the numbers only, so that the order of
 * the records is not in it.
 * @example
 * ```ts
 * import { robustGap } from "epsilab/adaptive";
 * // The mean of three bits as it is: an adversary names the bit that is more frequent.
 * const bare = ([, ones]: readonly number[]) => [0, 1, 2, 3].map((k) => (k === ones ? 0 : -Infinity));
 * robustGap({ size: 3, values: 2, logMasses: bare }); // => 0.25
 * ```
 * @claim robust-perfect-generalization
 * @also robust generalization, perfect generalization
 */
import { exp } from "../numerics/exponential.ts";
import { largestOf } from "../numerics/extremes.ts";
import { logSumExp } from "../numerics/log-sum.ts";
import { count, declare, integer, made, type ParametersOf } from "../numerics/parameters.ts";
import { refuse, requireFunction, requireList, requireNonNegative } from "../numerics/requirements.ts";
import { allSamples, allSubsets, gapOf } from "./uniform-samples.ts";

type LogMasses = (counts: readonly number[]) => readonly number[];

const MOST_SAMPLES = 20_000;

export const countReleaseParameters = declare(
  {
    size: count,
    /** How many values a record can have, all equally likely. */
    values: integer(2, 8),
    /** The log-mass of each output, from the number of records that have each value. */
    logMasses: made<LogMasses>((logMasses) => requireFunction({ logMasses })),
  },
  ({ size, values }) => {
    let samples = 1;
    for (let k = 1; k < values; k++) samples *= (size + k) / k;
    if (!(samples <= MOST_SAMPLES))
      refuse("size", `one with at most ${MOST_SAMPLES} samples of ${values} values`, size);
  },
);

export interface CountRelease extends ParametersOf<typeof countReleaseParameters> {}

/** For each output and each subset the expected gap, times the chance of the output. */
export function outputGaps(release: CountRelease): readonly (readonly number[])[] {
  const { samples, values } = released(release);
  const subsets = allSubsets(values);
  const gaps = samples[0].logs.map(() => new Array<number>(subsets.length).fill(0));
  for (const { sample, logs } of samples) {
    const masses = logs.map(exp);
    for (const subset of subsets) {
      const gap = sample.probability * gapOf(sample, subset);
      for (let output = 0; output < masses.length; output++) gaps[output][subset] += masses[output] * gap;
    }
  }
  return gaps;
}

/** The largest expected gap of an adversary who sees the output alone. */
export function robustGap(release: CountRelease): number {
  return outputGaps(release).reduce((sum, given) => sum + largestOf(given), 0);
}

/** The probability of a sample under which some log-mass is further than `distance` from that of the simulator. */
export function simulatorTail(release: CountRelease, distance: number): number {
  const { samples } = released(release);
  requireNonNegative({ distance });
  const means = samples[0].logs.map((_, output) =>
    samples.reduce((sum, { sample, logs }) => sum + sample.probability * logs[output], 0),
  );
  const total = logSumExp(means);
  // No output that all samples can give: then there is no simulator.
  if (total === -Infinity) return 1;
  const apart = (each: number, mean: number) =>
    each === -Infinity && mean === -Infinity ? 0 : Math.abs(each - (mean - total));
  const tail = samples.reduce((sum, { sample, logs }) => {
    const far = largestOf(logs.map((each, output) => apart(each, means[output])));
    return far > distance ? sum + sample.probability : sum;
  }, 0);
  return Math.min(1, tail);
}

function released(release: CountRelease) {
  const { size, values, logMasses } = countReleaseParameters.read(release);
  const samples = allSamples(size, values).map((sample) => ({ sample, logs: logMasses(sample.counts) }));
  for (const { logs } of samples) {
    requireList("logMasses(counts)", logs);
    if (logs.length !== samples[0].logs.length)
      refuse("logMasses(counts)", `of ${samples[0].logs.length} outputs for all samples`, logs.length);
    const total = logs.reduce((sum, each) => sum + exp(each), 0);
    if (!(Math.abs(total - 1) <= 1e-9)) refuse("the sum of the masses", "1", total);
  }
  return { samples, values };
}
