/**
 * The privacy of sparse vector, without values and with them, by exact audits of short sequences.
 */
import { numericSparsePrivacyLoss } from "../../lib/adaptive/numeric-sparse.ts";
import { answersLaw, sparseRules } from "../../lib/adaptive/sparse-vector.ts";
import { discreteEpsilon } from "../../lib/auditing/discrete-audit.ts";
import { axis, exactStudy, type Part, z } from "../kit.ts";
import { epsilonOf } from "./axes.ts";
import { judgeLoss } from "./privacy-parts.ts";

/** `epochs` times three high queries and a low one, all of which move against the claim. */
function sparseLoss(
  { epsilon, aboves, resample }: { epsilon: number; aboves: number; resample: boolean },
  share = 1,
): number {
  const rules = sparseRules({ epsilon, sensitivity: 1, threshold: 0, aboves, resample });
  const noise = { ...rules, thresholdScale: share * rules.thresholdScale, queryScale: share * rules.queryScale };
  const far = 20 * rules.queryScale;
  const values = Array.from({ length: 4 * aboves }, (_, i) => (i % 4 === 3 ? -far : far));
  const moved = values.map((value) => value + Math.sign(value));
  return discreteEpsilon({ first: answersLaw(noise, values), second: answersLaw(noise, moved) });
}

const answerAxes = {
  aboves: axis(z.int().min(1).max(3), { means: "answers above that are allowed", quick: [1, 2] }),
  resample: axis(z.boolean(), { means: "whether the threshold's noise is drawn again", quick: [true, false] }),
};

export const sparseVectorPart: Part = {
  claim: "sparse-vector",
  asks: "Is the exact loss of one or two epochs within epsilon, with the threshold resampled and without?",
  study: exactStudy({
    axes: { epsilon: epsilonOf([1]), ...answerAxes },
    exact: (cell) => judgeLoss(sparseLoss(cell), cell.epsilon),
  }),
  controls: {
    "not-scaled": {
      says: "noise that is not scaled by the two answers above that are allowed",
      study: exactStudy({
        axes: { epsilon: epsilonOf([1]) },
        exact: ({ epsilon }) => judgeLoss(sparseLoss({ epsilon, aboves: 2, resample: true }, 1 / 2), epsilon),
      }),
    },
  },
};

interface NumericCell {
  readonly comparisons: number;
  readonly values: number;
  readonly aboves: number;
  readonly resample: boolean;
}

/** The same sequence, with the values of the answers above released. */
function numericLoss(cell: NumericCell): number {
  const { queryScale } = sparseRules({ ...cell, epsilon: cell.comparisons, sensitivity: 1, threshold: 0 });
  const far = 20 * queryScale;
  const values = Array.from({ length: 4 * cell.aboves }, (_, i) => (i % 4 === 3 ? -far : far));
  const moved = values.map((value) => value + Math.sign(value));
  return numericSparsePrivacyLoss({ ...cell, sensitivity: 1, threshold: 0 }, [values, moved]);
}

/**
 * If the noisy value that won its comparison is released, a value below 0 and below all queries before it says that the threshold's noise
 * was lower still, where every below has an exponential chance: one more in each query is epsilon / 4 of loss for each.
 */
function reusedNoiseLoss(epsilon: number, belows: number): number {
  const { queryScale } = sparseRules({ epsilon, sensitivity: 1, threshold: 0, aboves: 1, resample: true });
  return belows / queryScale;
}

const comparisons = epsilonOf([0.6]);
const values = epsilonOf([0.4]);

export const numericSparsePart: Part = {
  claim: "numeric-sparse",
  asks: "Is the exact loss of the comparisons and the values released within both epsilons together?",
  study: exactStudy({
    axes: { comparisons, values, ...answerAxes },
    exact: (cell) => judgeLoss(numericLoss(cell), cell.comparisons + cell.values),
  }),
  controls: {
    "reused-noise": {
      says: "the noisy value that won its comparison released, after 20 answers below",
      study: exactStudy({
        axes: { epsilon: epsilonOf([1]) },
        exact: ({ epsilon }) => judgeLoss(reusedNoiseLoss(epsilon, 20), epsilon),
      }),
    },
    "values-for-free": {
      says: "the values left out of the account",
      study: exactStudy({
        axes: { comparisons, values },
        exact: (cell) => judgeLoss(numericLoss({ ...cell, aboves: 2, resample: true }), cell.comparisons),
      }),
    },
  },
};
