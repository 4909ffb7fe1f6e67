/**
 * Model inversion: guess one binary attribute of a person from a linear model, the person's label and all other attributes.
 *
 * The guess is the value of larger posterior probability (MAP): the residual label - <weights, features> is taken for normal of
 * deviation `sigma`, and the attribute for the second of its values with probability `prior`.
 * Theorem: success is no breach: a model of the population tells as much about people who were never in the data, and differential
 * privacy does not forbid it. What it bounds is the difference. For n independent records and an epsilon-private learner under
 * `swap`, the probabilities of success on a record of the data and on a fresh one differ by at most tanh(epsilon / 4)
 * (`sharpExpectedGap` of `epsilab/adaptive`): both are expectations of one bounded function of the output and a record, and
 * conditionally on the others the output depends on the record by a factor within e^epsilon. Least squares with as many weights as
 * records fits the data exactly, so that the guess about a member is always right.
 * Source: Fredrikson, Jha, Ristenpart (CCS 2015), doi:10.1145/2810103.2813677; Yeom et al. (CSF 2018) for the comparison; the
 * constant as in the claim `dp-generalization-expectation`.
 * Limits: linear models. The bound is for the mean over data and records, not for one dataset.
 * @example
 * ```ts
 * import { modelInversion } from "epsilab/attacks";
 * const attack = modelInversion({ weights: [0.2, 0.5], column: 1, values: [-1, 1], prior: 0.5, sigma: 0.1 });
 * attack.logOdds([1, 0], 0.65); // => 45
 * attack.guess([1, 0], 0.65); // => 1
 * ```
 * @claim model-inversion
 */
import { type Dataset, requireDataset } from "../learning/dataset.ts";
import { log } from "../numerics/logarithm.ts";
import {
  declare,
  finite,
  integer,
  listOf,
  openProbability,
  type ParametersOf,
  positive,
} from "../numerics/parameters.ts";
import { refuse, refuseData, requireFiniteData, requireList } from "../numerics/requirements.ts";

const LARGEST = 1e100;

export const modelInversionParameters = declare(
  {
    /** Of the model: it predicts <weights, features>. */
    weights: listOf(finite, 0),
    /** The place of the unknown attribute among the features, from 0. */
    column: integer(0),
    /** The two values that it may have. */
    values: listOf(finite, 2),
    /** The probability of the second, before the label is seen. */
    prior: openProbability,
    /** The deviation of labels around the prediction. */
    sigma: positive,
  },
  ({ weights, column, values, sigma }) => {
    for (const [name, list] of Object.entries({ weights, values }))
      for (let j = 0; j < list.length; j++)
        if (Math.abs(list[j]) > LARGEST) refuse(`${name}[${j}]`, `between -${LARGEST} and ${LARGEST}`, list[j]);
    if (column >= weights.length) refuse("column", `below the number of weights (${weights.length})`, column);
    requireList("values", values, 2);
    if (values[0] === values[1]) refuse("values", "two different ones", values[0]);
    if (!(sigma >= 1 / LARGEST)) refuse("sigma", `at least ${1 / LARGEST}`, sigma);
  },
);

export interface ModelInversionParameters extends Omit<ParametersOf<typeof modelInversionParameters>, "values"> {
  /** The two values that it may have. */
  readonly values: readonly [number, number];
}

export interface ModelInversion {
  /** The posterior odds of the second value against the first, as a logarithm; what stands at the unknown place is not looked at. */
  logOdds(features: ArrayLike<number>, label: number): number;
  /** The value that is guessed; the first where both are equally likely. */
  guess(features: ArrayLike<number>, label: number): number;
  /** The share of the records whose attribute is guessed. */
  success(records: Dataset): number;
}

export function modelInversion(parameters: ModelInversionParameters): ModelInversion {
  const given = modelInversionParameters.read(parameters);
  const { column, prior, sigma } = given;
  const weights = Float64Array.from(given.weights);
  const [first, second] = parameters.values;
  const priorOdds = log(prior / (1 - prior));
  const logOdds = (features: ArrayLike<number>, label: number) => {
    requireFiniteData({ label });
    requireList("features", features, weights.length);
    let known = 0;
    for (let j = 0; j < weights.length; j++) {
      if (j === column) continue;
      requireFiniteData({ [`features[${j}]`]: features[j] });
      known += weights[j] * features[j];
    }
    const weight = weights[column];
    // The difference of the two squares as a product: the residual at the middle of the values times the step between them.
    const middle = (label - known - weight * (first / 2 + second / 2)) / sigma;
    const odds = priorOdds + middle * ((weight * (second - first)) / sigma);
    if (!Number.isFinite(odds)) refuseData("the odds", "finite");
    return odds;
  };
  const guess = (features: ArrayLike<number>, label: number) => (logOdds(features, label) > 0 ? second : first);
  return {
    logOdds,
    guess,
    success(records) {
      requireDataset(records);
      let right = 0;
      for (let i = 0; i < records.rows; i++) {
        const features = records.features.subarray(i * records.columns, (i + 1) * records.columns);
        if (features[column] !== first && features[column] !== second)
          refuseData(`feature ${column} of record ${i}`, "one of the two values");
        if (guess(features, records.labels[i]) === features[column]) right++;
      }
      return right / records.rows;
    },
  };
}
