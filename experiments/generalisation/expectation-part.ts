/**
 * The expected gap of a private choice, exactly, and what lies outside its conditions.
 *
 * The exponential mechanism chooses one of all subsets of the values by how many records are in it: over all samples of independent
 * records its expected gap is at most tanh(epsilon / 4). "Cannot overfit by more than epsilon" is more than that, and false: on a
 * single sample, for functions that exceed 1, and for records that are not independent. Source: Dwork, Feldman, Hardt, Pitassi,
 * Reingold, Roth (STOC 2015).
 */
import { expectedGapBound, sharpExpectedGap, subsetSelectionGap } from "../../lib/adaptive/generalisation.ts";
import { allSamples, allSubsets, gapOf, isIn, type Sample } from "../../lib/adaptive/uniform-samples.ts";
import { exponentialMechanism } from "../../lib/mechanisms/choice/exponential-mechanism.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { atMost, axis, exactStudy, type Part, z } from "../kit.ts";
import { epsilon } from "./axes.ts";

interface ChoiceCell {
  readonly size: number;
  readonly values: number;
  readonly epsilon: number;
}

/** The chance of each subset on a sample. */
function chances({ values, epsilon }: ChoiceCell, { counts }: Pick<Sample, "counts">): readonly number[] {
  const scores = allSubsets(values).map((subset) =>
    counts.reduce((sum, count, value) => (isIn(value, subset) ? sum + count : sum), 0),
  );
  const options = scores.length;
  const law = exponentialMechanism({ epsilon, sensitivity: 1, options, change: "general", neighbours: "swap" }).law(
    scores,
  );
  return scores.map((_, subset) => exp(law.logMass(subset)));
}

/** The expected gap of the choice on one sample. */
const gapOn = (cell: ChoiceCell, sample: Pick<Sample, "counts">) =>
  chances(cell, sample).reduce((sum, chance, subset) => sum + chance * gapOf(sample, subset), 0);

const expectedGap = (cell: ChoiceCell) =>
  allSamples(cell.size, cell.values).reduce((sum, sample) => sum + sample.probability * gapOn(cell, sample), 0);

const size = axis(z.int().min(1).max(20), { means: "records", quick: [1, 8], full: [1, 2, 4, 8, 16] });
const values = axis(z.int().min(2).max(4), { means: "values of a record", quick: [2, 4], full: [2, 3, 4] });
const small = (quick: readonly number[]) => axis(z.number().min(0.01).max(0.3), { means: "epsilon", quick });

export const expectationPart: Part = {
  claim: "dp-generalization-expectation",
  asks: "Is the expected gap of a private choice among all subsets within tanh(epsilon / 4), over all samples of independent records?",
  study: exactStudy({
    axes: { size, values, epsilon },
    exact: (cell) => {
      const gap = Math.abs(expectedGap(cell));
      return {
        checks: {
          sharp: atMost(gap, sharpExpectedGap(cell.epsilon)),
          "total-variation": atMost(gap, expectedGapBound({ epsilon: cell.epsilon, delta: 0 })),
        },
        values: { gap },
      };
    },
  }),
  controls: {
    "on-one-sample": {
      says:
        "the bound epsilon claimed for every sample and choice, not in expectation (erratum E56): " +
        "on equal records the gap is most of 1",
      refutes: ["E56"],
      study: exactStudy({
        axes: { size, values, epsilon: small([0.05, 0.3]) },
        exact: (cell) => {
          const counts = Array.from({ length: cell.values }, (_, value) => (value === 0 ? cell.size : 0));
          const gaps = allSubsets(cell.values).map((subset) => gapOf({ counts }, subset));
          return { checks: { gap: atMost(largestOf(gaps), cell.epsilon) } };
        },
      }),
    },
    "beyond-one": {
      says: "the bound epsilon claimed for functions to [0, 10] (erratum E56): subset selection has a gap of 10 tanh(epsilon / 4)",
      refutes: ["E56"],
      study: exactStudy({
        axes: { epsilon: small([0.05, 0.3]) },
        exact: ({ epsilon: level }) => {
          const points = 1_000_000;
          const chosen = Math.round(points / (1 + exp(level / 2)));
          return { checks: { gap: atMost(10 * subsetSelectionGap({ epsilon: level, points, chosen }), level) } };
        },
      }),
    },
    "copied-records": {
      says: "the bound epsilon claimed for records that are copies of one (erratum E56): the expected gap is that of n epsilon",
      refutes: ["E56"],
      study: exactStudy({
        axes: {
          size: axis(z.int().min(40).max(1000), { means: "copies of one record", quick: [40, 1000] }),
          values: axis(z.int().min(4).max(8), { means: "values of a record", quick: [4] }),
          epsilon: axis(z.number().min(0.05).max(0.2), { means: "epsilon", quick: [0.1, 0.2] }),
        },
        exact: (cell) => {
          // The copies are of each value alike, and the mechanism treats values alike.
          const counts = Array.from({ length: cell.values }, (_, value) => (value === 0 ? cell.size : 0));
          return { checks: { gap: atMost(gapOn(cell, { counts }), cell.epsilon) } };
        },
      }),
    },
  },
};
