/**
 * Subsample and aggregate: any estimator made private, by running it on disjoint blocks of the records.
 *
 * Theorem: record i belongs to block floor(i blocks / n) whatever the records are, so that one swapped record changes the estimate of one
 * block. With estimates clamped to [lower, upper] their mean moves by at most (upper - lower) / blocks, and Laplace noise of scale
 * (upper - lower) / (blocks epsilon) is epsilon-differentially private for every estimator. With `aggregate: "median"` the estimates are
 * the records of the exponential mechanism of `quantile`, of which one is swapped: epsilon-private as well.
 * What it costs, for the mean: bias(n / blocks)^2 + variance(n / blocks) / blocks + 2 ((upper - lower) / (blocks epsilon))^2. The
 * noise wants many blocks, more than sqrt(n) / epsilon; a bias of order blocks / n wants fewer than sqrt(n). Only where the
 * estimator of a block is unbiased, or nearly so, is the result as good as without privacy.
 * Source: Nissim, Raskhodnikova, Smith (STOC 2007); Smith (STOC 2011).
 * Limits: relation `swap`, by position. Float64 noise leaks its input in the low-order bits (Mironov 2012); for study.
 * @claim subsample-aggregate
 * @also sample and aggregate
 */

import { laplaceLaw } from "../mechanisms/laws/laplace-law.ts";
import { shift } from "../mechanisms/noise/shift.ts";
import { clamp, requireRange } from "../mechanisms/statistics/noisy-statistic.ts";
import { quantile } from "../mechanisms/statistics/quantile.ts";
import { callable, count, type DeclaredIn, finite, oneOf } from "../numerics/parameters.ts";
import { refuse, requireFiniteData, requireList, requirePositive } from "../numerics/requirements.ts";
import { type Budget, withBudget } from "../privacy/guarantees/budget.ts";
import type { MechanismWithLaw } from "../privacy/guarantees/mechanism.ts";
import { laplacePld } from "../privacy/loss/laplace-pld.ts";
import type { ContinuousLaw } from "../privacy/loss/law.ts";
import { fillLaplace, sampleLaplace } from "../random/laplace.ts";
import type { Stream } from "../random/stream.ts";

export const subsampleAggregateParameters = withBudget(
  ["pure"],
  {
    blocks: count,
    aggregate: oneOf("mean", "median"),
    lower: finite,
    upper: finite,
    estimator: callable<(records: readonly never[]) => number>(),
  },
  requireRange,
);

export type SubsampleAggregateParameters<Row> = Budget<"pure"> &
  Omit<DeclaredIn<typeof subsampleAggregateParameters>, "estimator"> & {
    /** From the records of a block, of which there is at least one, to a number; it sees no other block. */
    estimator(records: readonly Row[]): number;
  };

export interface SubsampleAggregate<Row> extends MechanismWithLaw<readonly Row[], number, Stream, ContinuousLaw> {
  /** The clamped estimate of each block: not private. */
  estimates(records: readonly Row[]): Float64Array;
}

export function subsampleAggregate<Row>(parameters: SubsampleAggregateParameters<Row>): SubsampleAggregate<Row> {
  const read = subsampleAggregateParameters.read(parameters);
  const { guarantee, blocks, lower, upper } = read;
  const { estimator } = parameters;
  const estimates = (records: readonly Row[]) => {
    requireList("records", records);
    if (!(records.length >= blocks))
      refuse("the number of records", `at least that of blocks, ${blocks}`, records.length);
    return Float64Array.from({ length: blocks }, (_, block) => {
      const estimate = estimator(records.slice(start(block, records.length), start(block + 1, records.length)));
      requireFiniteData({ [`the estimate of block ${block}`]: estimate });
      return clamp(estimate, { lower, upper });
    });
  };
  const start = (block: number, size: number) => Math.floor((block * size) / blocks);
  return { neighbours: "swap", guarantee, estimates, ...aggregation(read, estimates) };
}

function aggregation<Row>(
  { guarantee: { epsilon }, blocks, aggregate, lower, upper }: ReturnType<typeof subsampleAggregateParameters.read>,
  estimates: (records: readonly Row[]) => Float64Array,
): Pick<SubsampleAggregate<Row>, "name" | "release" | "releaseMany" | "law" | "privacyLoss"> {
  if (aggregate === "median") {
    const median = quantile({ epsilon, probability: 0.5, lower, upper, neighbours: "swap" });
    return {
      name: "subsample-aggregate-median",
      release: (records, random) => median.release(estimates(records), random),
      releaseMany: (records, out, random) => median.releaseMany(estimates(records), out, random),
      law: (records) => median.law(estimates(records)),
      privacyLoss: median.privacyLoss,
    };
  }
  const scale = (upper - lower) / blocks / epsilon;
  requirePositive({ "(upper - lower) / (blocks epsilon)": scale });
  const mean = (records: readonly Row[]) => estimates(records).reduce((sum, estimate) => sum + estimate / blocks, 0);
  return {
    name: "subsample-aggregate",
    release: (records, random) => mean(records) + sampleLaplace(scale, random),
    releaseMany: (records, out, random) => shift(fillLaplace(scale, out, random), mean(records)),
    law: (records) => laplaceLaw(mean(records), scale),
    // Whether two datasets are a whole range apart only the estimator knows.
    privacyLoss: () => ({ ...laplacePld({ scale: 1, sensitivity: epsilon, samplingRate: 1 }), attained: false }),
  };
}
