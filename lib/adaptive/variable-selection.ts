/**
 * Variable selection: the analyst of the published figure, who trusts features that training set and holdout both find correlated.
 *
 * Keeps the features whose correlations with the label, on the training set and as answered for the holdout, are both above the cutoff or
 * both below its negative, and ranks them by the size of the former. The classifier of the first k is the sign of the sum of these
 * features, each with the sign of its correlation.
 * Source: Dwork, Feldman, Hardt, Pitassi, Reingold, Roth (NIPS 2015; Science 2015, doi:10.1126/science.aaa9375).
 * @claim holdout-overfitting
 */
import { declare, nonNegative, type ParametersOf } from "../numerics/parameters.ts";
import { refuse, requireFiniteData } from "../numerics/requirements.ts";

export interface VariableSelection {
  readonly name: string;
  /** The indices of the features kept, the best first. */
  select(training: Float64Array, answers: Float64Array): Int32Array;
}

export const variableSelectionParameters = declare({ cutoff: nonNegative });

export function variableSelection(parameters: ParametersOf<typeof variableSelectionParameters>): VariableSelection {
  const { cutoff } = variableSelectionParameters.read(parameters);
  return {
    name: "variable-selection",
    select: (training, answers) => {
      if (answers.length !== training.length) refuse("answers", `one for each of ${training.length} features`, answers);
      const kept: number[] = [];
      for (let j = 0; j < training.length; j++) {
        const [own, answered] = [training[j], answers[j]];
        if (!Number.isFinite(own - answered)) requireFiniteData({ own, answered });
        if ((own > cutoff && answered > cutoff) || (own < -cutoff && answered < -cutoff)) kept.push(j);
      }
      return Int32Array.from(kept.sort((a, b) => Math.abs(training[b]) - Math.abs(training[a]) || a - b));
    },
  };
}
