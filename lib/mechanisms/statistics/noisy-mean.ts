/**
 * Mean: the mean of records clamped to a public range.
 *
 * Theorem: under `swap` the number n of records is public and the mean changes by at most (upper - lower) / n, so Laplace noise of
 * that over epsilon is epsilon-differentially private. Under `add-remove` n is private and the mean of few records moves by half
 * the range: half of epsilon goes to the sum of distances from the middle of the range, of sensitivity (upper - lower) / 2, half to
 * the number of records, of sensitivity 1, and the ratio (the number taken as 1 if the noise puts it below) is clamped.
 * Source: Dwork, McSherry, Nissim, Smith (TCC 2006), proposition 1; McSherry (SIGMOD 2009) for composition.
 * Limits: under `swap` no mean of no records; under `add-remove` there is no closed law, and the ratio is biased for few records.
 * Float64 noise leaks its input in the low-order bits (Mironov 2012); for study.
 * @example
 * ```ts
 * import { noisyMean, stream } from "epsilab";
 * const mean = noisyMean({ epsilon: 1, lower: 0, upper: 10, neighbours: "swap" });
 * mean.release(new Array<number>(1000).fill(4), stream(20261115, "example")); // => 4.0063...
 * ```
 * @claim sensitivity
 */
import { refuse, requireList, requirePositive } from "../../numerics/requirements.ts";
import { pure } from "../../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism, DominatingPair, Mechanism } from "../../privacy/guarantees/mechanism.ts";
import { laplacePld } from "../../privacy/loss/laplace-pld.ts";
import type { ContinuousLaw } from "../../privacy/loss/law.ts";
import type { Stream } from "../../random/stream.ts";
import { repeatedRelease } from "../noise/repeated-release.ts";
import { noisyCount } from "./noisy-count.ts";
import { clamp, noisyStatistic, type Range, type RecordNeighbours, requireRange } from "./noisy-statistic.ts";
import { noisySum } from "./noisy-sum.ts";

export interface NoisyMeanParameters extends Range {
  readonly epsilon: number;
  readonly neighbours: RecordNeighbours;
}

/** A mean without a closed law and without a known worst pair, as under `add-remove`. */
export interface NoisyMean extends Mechanism<readonly number[], number, Stream> {
  releaseMany(records: readonly number[], out: Float64Array, random: Stream): Float64Array;
  privacyLoss(): DominatingPair;
}

export function noisyMean(
  parameters: NoisyMeanParameters & { readonly neighbours: "swap" },
): ClosedMechanism<readonly number[], number, Stream, ContinuousLaw>;
export function noisyMean(parameters: NoisyMeanParameters): NoisyMean;
export function noisyMean({ epsilon, lower, upper, neighbours }: NoisyMeanParameters): NoisyMean {
  requirePositive({ epsilon });
  requireRange({ lower, upper });
  if (neighbours === "add-remove") return ratio(epsilon, { lower, upper });
  return {
    ...noisyStatistic<number>({
      name: "noisy-mean",
      epsilon,
      neighbours,
      statistic: (records) => {
        if (records.length === 0) refuse("the number of records", "at least 1", 0);
        return records.reduce((total, record) => total + clamp(record, { lower, upper }), 0) / records.length;
      },
      sensitivity: (size) => (upper - lower) / size,
    }),
    privacyLoss: () => ({ ...laplacePld({ scale: 1, sensitivity: epsilon, samplingRate: 1 }), attained: true }),
    worstPair: () => [[lower], [upper]],
  };
}

function ratio(epsilon: number, { lower, upper }: Range): NoisyMean {
  const middle = lower + (upper - lower) / 2;
  const half = (upper - lower) / 2;
  const share = { epsilon: epsilon / 2, neighbours: "add-remove" } as const;
  const distances = noisySum({ ...share, lower: -half, upper: half });
  const size = noisyCount<number>({ ...share, counts: () => true });
  const release = (records: readonly number[], random: Stream) => {
    requireList("records", records);
    const numerator = distances.release(
      records.map((record) => clamp(record, { lower, upper }) - middle),
      random,
    );
    return clamp(middle + numerator / Math.max(1, size.release(records, random)), { lower, upper });
  };
  return {
    name: "noisy-mean",
    neighbours: "add-remove",
    guarantee: pure(epsilon),
    release,
    releaseMany: repeatedRelease(release),
    // Noise on two numbers is dominated by the same noise on one (see `vectorLaplace`), and the ratio is post-processing.
    privacyLoss: () => ({ ...laplacePld({ scale: 1, sensitivity: epsilon, samplingRate: 1 }), attained: false }),
  };
}
