/**
 * The published figure: features selected with a holdout that is used again and again, as it is and through Thresholdout.
 *
 * Equality is to within 0.4 / sqrt n, the 0.004 of n = 10 000, and the overfitting of the reused holdout at least nine tenths of what is
 * predicted, the 0.12 of n = d = 10 000. An empirical study: at these parameters the theorem allows a budget of one answer.
 */
import { leastOf } from "../../lib/numerics/extremes.ts";
import type { Stream } from "../../lib/random/stream.ts";
import {
  allAtMost,
  axis,
  type Check,
  estimateAtLeast,
  estimateAtMost,
  estimateNear,
  type Judgement,
  type Part,
  type SampleContext,
  sampledStudy,
  variant,
  z,
} from "../kit.ts";
import { featuresOf, informative, signalOf, sizeOf, threshold, tolerance, view } from "./axes.ts";
import { directRepetition } from "./direct-simulation.ts";
import { fastRepetition } from "./fast-simulation.ts";
import { type Prediction, predictSelection } from "./prediction.ts";
import { estimateOf, meansOf, type RepetitionSums, sumRepetitions } from "./repetitions.ts";
import { FEATURE_COUNTS, type Setting } from "./selection.ts";

const METHODS = ["fast", "direct"] as const;
const LAST = FEATURE_COUNTS.length - 1;
/** What 0.12 is of the 0.1325 predicted at n = d = 10 000. */
const OVERFITTING_SHARE = 0.12 / 0.1325;

interface PublishedCell extends Setting {
  readonly method: (typeof METHODS)[number];
}

function repetitions(cell: PublishedCell, count: number, random: Stream): RepetitionSums<Float64Array> {
  const repetition = cell.method === "direct" ? directRepetition : fastRepetition;
  return sumRepetitions(count, (own) => repetition(cell, own), random);
}

/** Where the first k features are about those with the signal. */
function informativeIndex(count: number): number {
  const wanted = leastOf(FEATURE_COUNTS.slice(1).map((k) => Math.abs(k - count)));
  return FEATURE_COUNTS.findIndex((k) => k > 0 && Math.abs(k - count) === wanted);
}

/** The report is within the threshold of the truth, in the mean over repetitions, for every number of features. */
function errorCheck(cell: Setting, sums: RepetitionSums, context: SampleContext): Check {
  const bound = cell.threshold / Math.sqrt(cell.size);
  const errors = meansOf(sums, "error", context.trials);
  return allAtMost(errors.map((error) => estimateAtMost(estimateOf(error, context), bound)));
}

function freshCheck(cell: Setting, sums: RepetitionSums, { fresh }: Prediction, context: SampleContext): Check {
  const means = meansOf(sums, "fresh", context.trials);
  const margin = 0.4 / Math.sqrt(cell.size);
  if (cell.signal === 0) return estimateNear(estimateOf(means[LAST], context), 0.5, { absolute: margin });
  const index = informativeIndex(cell.informative);
  return estimateNear(estimateOf(means[index], context), fresh[index], { absolute: margin });
}

function judge(cell: PublishedCell, sums: RepetitionSums, context: SampleContext): Judgement {
  const prediction = predictSelection(cell);
  const { trials } = context;
  const [train, report, fresh] = (["train", "report", "fresh"] as const).map((name) => meansOf(sums, name, trials));
  const gaps = meansOf(sums, "gap", trials);
  const margin = 0.4 / Math.sqrt(cell.size);
  const predictedGap = prediction.holdout[LAST] - prediction.fresh[LAST];
  const checks: Record<string, Check> =
    cell.view === "standard"
      ? {
          holdout: estimateNear(estimateOf(report[LAST], context), prediction.holdout[LAST], { absolute: margin }),
          fresh: freshCheck(cell, sums, prediction, context),
          overfitting: estimateAtLeast(estimateOf(gaps[LAST], context), OVERFITTING_SHARE * predictedGap),
        }
      : { error: errorCheck(cell, sums, context), fresh: freshCheck(cell, sums, prediction, context) };
  const columns = (means: typeof train) => ({
    mean: means.map(({ mean }) => mean),
    deviation: means.map(({ deviation }) => deviation),
  });
  return {
    checks,
    values: {
      features: [...FEATURE_COUNTS],
      train: columns(train),
      report: columns(report),
      fresh: columns(fresh),
      error: meansOf(sums, "error", trials).map(({ mean }) => mean),
      predicted: { train: prediction.train, holdout: prediction.holdout, fresh: prediction.fresh },
    },
  };
}

const method = axis(z.enum(METHODS), { means: "fast: the exact law; direct: whole data sets", quick: ["fast"] });
const dataAxes = {
  signal: signalOf([0, 6]),
  size: sizeOf([10_000]),
  features: featuresOf([10_000]),
  informative,
  threshold,
  tolerance,
};
const INTERVALS = { standard: 3, thresholdout: FEATURE_COUNTS.length + 1 };

const study = sampledStudy({
  axes: {
    method,
    view,
    ...dataAxes,
  },
  trials: { quick: 100, full: 400, most: 800 },
  blockSize: 25,
  merge: "add",
  intervals: (cell) => INTERVALS[cell.view],
  block: repetitions,
  judge,
});

/** A report that is not within the threshold, on data without signal. */
function brokenReport(view: Setting["view"]) {
  return variant(study, {
    axes: dataAxes,
    over: { signal: [0] },
    trials: { quick: 25, full: 100 },
    intervals: () => FEATURE_COUNTS.length,
    block: (cell, count, random) => repetitions({ ...cell, view, method: "fast" }, count, random),
    judge: (cell, sums, context) => ({ checks: { error: errorCheck({ ...cell, view }, sums, context) } }),
  });
}

export const publishedPart: Part = {
  claim: "holdout-overfitting",
  asks: "Is a reused holdout as wrong as predicted, and what Thresholdout reports within its threshold of fresh data?",
  study,
  controls: {
    "reused-holdout": {
      says: "the reused holdout itself, claimed to be within Thresholdout's threshold of fresh data",
      study: brokenReport("standard"),
    },
    "bare-thresholdout": {
      says: "Thresholdout with a threshold of 0 and all noise switched off, which returns the holdout",
      study: brokenReport("bare"),
    },
  },
};
