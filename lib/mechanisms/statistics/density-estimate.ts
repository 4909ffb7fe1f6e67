/**
 * Density estimate: a histogram density on [0, 1] with Laplace noise in its counts.
 *
 * Theorem: the heights m (count + Laplace(2 / epsilon)) / n over m equal bins are epsilon-differentially private under `swap`. Their
 * mean integrated squared error is bias^2 + m sum p (1 - p) / n + 8 m^2 / (epsilon n)^2, exactly, with p the probabilities of the bins
 * and bias^2 the integrated squared distance of the density from its bin averages.
 * Source: Wasserman, Zhou, Journal of the American Statistical Association 105 (2010), 375-389.
 * Limits: heights may be negative and need not sum to m; records outside [0, 1] count in the end bins; for study, see `histogram`.
 * @claim nonparametric-density
 * @also private density estimation
 */
import { arrayOf, count, nonNegative, type ParametersOf, probability } from "../../numerics/parameters.ts";
import { refuse, requireList } from "../../numerics/requirements.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import type { ProductLaw } from "../../privacy/loss/law.ts";
import { splitLaplacePld } from "../../privacy/loss/split-laplace-pld.ts";
import type { Stream } from "../../random/stream.ts";
import { laplaceLaw } from "../laws/laplace-law.ts";
import { histogram } from "./histogram.ts";
import { clamp } from "./noisy-statistic.ts";

export const densityEstimateParameters = withBudget(["pure"], { bins: count });

export type DensityEstimateParameters = ParametersOf<typeof densityEstimateParameters>;

export function densityEstimate(
  parameters: DensityEstimateParameters,
): ClosedMechanism<readonly number[], Float64Array, Stream, ProductLaw> {
  const { guarantee, bins } = densityEstimateParameters.read(parameters);
  const { epsilon } = guarantee;
  const counts = histogram({ epsilon, bins, neighbours: "swap" });
  return {
    name: "density-estimate",
    neighbours: "swap",
    guarantee: counts.guarantee,
    release: (records, random) => {
      const height = bins / requireRecords(records);
      return counts.release(binned(records, bins), random).map((noisy) => noisy * height);
    },
    law: (records) => {
      const height = bins / requireRecords(records);
      const exact = new Float64Array(bins);
      for (const bin of binned(records, bins)) exact[bin] += height;
      return {
        kind: "product",
        coordinates: Array.from(exact, (centre) => laplaceLaw(centre, (2 * height) / epsilon)),
      };
    },
    privacyLoss: () => ({ ...splitLaplacePld(epsilon), attained: bins > 1 }),
    worstPair: () => [[0], [1]],
  };
}

const densityRisk = withBudget(["pure"], {
  /** The number of records. */
  size: count,
  /** The probabilities of the bins under the true density. */
  probabilities: arrayOf(probability),
  squaredBias: nonNegative,
});

export type DensityRisk = ParametersOf<typeof densityRisk>;

/** The mean integrated squared error of `densityEstimate`. */
export function densityEstimateRisk(parameters: DensityRisk): number {
  const { guarantee, size, probabilities, squaredBias } = densityRisk.read(parameters);
  const { epsilon } = guarantee;
  const bins = probabilities.length;
  let spread = 0;
  let total = 0;
  for (const probability of probabilities) {
    spread += probability * (1 - probability);
    total += probability;
  }
  if (Math.abs(total - 1) > 1e-9) refuse("the sum of probabilities", "1", total);
  return squaredBias + (bins * spread) / size + (8 * (bins / (epsilon * size)) * bins) / (epsilon * size);
}

function binned(records: readonly number[], bins: number): number[] {
  return records.map((record) => Math.min(bins - 1, Math.floor(clamp(record, { lower: 0, upper: 1 }) * bins)));
}

function requireRecords(records: readonly number[]): number {
  requireList("records", records);
  if (records.length === 0) refuse("records", "at least one", records);
  return records.length;
}
