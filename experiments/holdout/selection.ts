/**
 * The analysis of the published figure: features selected on training set and holdout, classifiers of the first k, and what is reported
 * of their accuracy.
 *
 * Sizes are in standard errors of a correlation, 1 / sqrt n: the signal, the threshold, the tolerance, and the cutoff, which is 1.
 */
import { answerer, type ThresholdoutMeans, thresholdoutMeans } from "../../lib/adaptive/thresholdout-means.ts";
import { variableSelection } from "../../lib/adaptive/variable-selection.ts";
import type { Stream } from "../../lib/random/stream.ts";

export const FEATURE_COUNTS = [0, 10, 20, 30, 45, 70, 100, 150, 200, 250, 300, 400, 500] as const;

/** How the analyst sees the holdout: as it is, through Thresholdout, or through one with T = 0 and no noise. */
export const VIEWS = ["standard", "thresholdout"] as const;
type View = (typeof VIEWS)[number] | "bare";

export interface Setting {
  readonly view: View;
  /** Records of each set. */
  readonly size: number;
  readonly features: number;
  /** How many features, the first ones, have the signal. */
  readonly informative: number;
  readonly signal: number;
  readonly threshold: number;
  readonly tolerance: number;
}

/** Accuracies for each of FEATURE_COUNTS: on the training set, as reported for the holdout, and on fresh data. */
export interface Accuracies {
  readonly train: Float64Array;
  readonly report: Float64Array;
  readonly fresh: Float64Array;
}

/** The features kept, the best first and no more than are used, with the signs that the classifiers give them. */
export interface Selected {
  readonly kept: Int32Array;
  readonly signs: Int8Array;
}

const BARE = { freshThreshold: true, threshold: () => 0, comparison: () => 0, release: () => 0 };

/** Undefined where the holdout is seen as it is. */
export function throughOf(
  { view, size, threshold, tolerance }: Setting,
  random: Stream,
): ThresholdoutMeans | undefined {
  const unit = 1 / Math.sqrt(size);
  if (view === "standard") return undefined;
  if (view === "bare") return answerer({ threshold: 0, budget: Infinity, noise: BARE }, random);
  const rules = {
    threshold: threshold * unit,
    tolerance: tolerance * unit,
    budget: Infinity,
    variant: "published",
  } as const;
  return thresholdoutMeans(rules, random);
}

function seenThrough(through: ThresholdoutMeans | undefined, training: number, holdout: number): number {
  return through === undefined ? holdout : (through.answer(training, holdout)?.value ?? 0);
}

export function selectFeatures(
  through: ThresholdoutMeans | undefined,
  { size }: Setting,
  { training, holdout }: Readonly<Record<"training" | "holdout", Float64Array>>,
): Selected {
  const answers = new Float64Array(holdout.length);
  for (let j = 0; j < answers.length; j++) answers[j] = seenThrough(through, training[j], holdout[j]);
  const all = variableSelection({ cutoff: 1 / Math.sqrt(size) }).select(training, answers);
  const kept = all.slice(0, FEATURE_COUNTS[FEATURE_COUNTS.length - 1]);
  return { kept, signs: Int8Array.from(kept, (j) => Math.sign(training[j])) };
}

/** The report of each classifier, once its accuracies are known. */
export function reported(
  through: ThresholdoutMeans | undefined,
  { train, holdout, fresh }: Readonly<Record<"train" | "holdout" | "fresh", Float64Array>>,
): Accuracies {
  return { train, fresh, report: holdout.map((accuracy, k) => seenThrough(through, train[k], accuracy)) };
}
