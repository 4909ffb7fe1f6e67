/**
 * What privacy says of overfitting: bounds on how far a function, chosen from the data by a private algorithm, is from its expectation.
 *
 * S is n independent records, phi = A(S) a function to [0, 1] chosen under differential privacy (swap); the gap is the mean of phi on S
 * less its expectation.
 * - In expectation: |E gap| <= (e^epsilon - 1 + 2 delta) / (e^epsilon + 1), which is tanh(epsilon / 2) for delta = 0: the largest total
 *   variation of neighbouring outputs. Sharp for delta = 0, and every n: tanh(epsilon / 4), attained by `subsetSelectionGap` at n = 1
 *   (for a kernel between a and e^epsilon a, the largest q (1 - q) (e^epsilon - 1) / (1 - q + q e^epsilon), at q = 1 / (1 +
 *   e^(epsilon/2))).
 * - With high probability: P(|gap| > tau) <= 6 e^(-tau^2 n) if epsilon <= tau, delta = 0.
 * Source: Dwork, Feldman, Hardt, Pitassi, Reingold, Roth (STOC 2015; NIPS 2015; Science 2015); Bassily, Nissim, Smith, Steinke, Stemmer,
 * Ullman (STOC 2016). The sharp constant is our own derivation.
 */
import { exp, expm1 } from "../numerics/exponential.ts";
import { tanh } from "../numerics/hyperbolic-tangent.ts";
import {
  count,
  declare,
  integer,
  nonNegative,
  type ParametersOf,
  positive,
  probability,
} from "../numerics/parameters.ts";
import { refuse, requireNonNegative } from "../numerics/requirements.ts";

export const expectedGapParameters = declare({ epsilon: nonNegative, delta: probability });

/**
 * The largest |E gap| that (epsilon, delta) allows by total variation, for every n.
 * @claim dp-generalization-expectation
 */
export function expectedGapBound(parameters: ParametersOf<typeof expectedGapParameters>): number {
  const { epsilon, delta } = expectedGapParameters.read(parameters);
  // (1 - e^-epsilon + 2 delta e^-epsilon) / (1 + e^-epsilon): nothing overflows.
  const decay = exp(-epsilon);
  return Math.min(1, (-expm1(-epsilon) + 2 * delta * decay) / (1 + decay));
}

/**
 * The largest |E gap| that epsilon allows, for every n: tanh(epsilon / 4).
 * @claim dp-generalization-expectation
 */
export function sharpExpectedGap(epsilon: number): number {
  requireNonNegative({ epsilon });
  return tanh(epsilon / 4);
}

export const subsetSelectionParameters = declare(
  { epsilon: nonNegative, points: count, chosen: integer(0) },
  ({ points, chosen }) => {
    if (chosen > points) refuse("chosen", `at most points = ${points}`, chosen);
  },
);

/**
 * The expected gap of subset selection at n = 1: the record is uniform on `points` points, the output a subset of `chosen` of them,
 * e^epsilon times as likely if it has the record, and phi says whether a point is in it.
 */
export function subsetSelectionGap(parameters: ParametersOf<typeof subsetSelectionParameters>): number {
  const { epsilon, points, chosen } = subsetSelectionParameters.read(parameters);
  const share = chosen / points;
  const with_ = share / (share + (1 - share) * exp(-epsilon));
  return chosen === 0 ? 0 : with_ - share;
}

export const overfittingTailParameters = declare(
  {
    epsilon: nonNegative,
    /** tau. */
    tolerance: positive,
    size: count,
  },
  ({ epsilon, tolerance }) => {
    if (epsilon > tolerance) refuse("epsilon", `at most tolerance = ${tolerance}`, epsilon);
  },
);

export interface OverfittingTail extends ParametersOf<typeof overfittingTailParameters> {}

/**
 * The bound on P(|gap| > tau) for epsilon <= tau, at most 1.
 * @claim dp-generalization-whp
 */
export function overfittingTail(parameters: OverfittingTail): number {
  const { tolerance, size } = overfittingTailParameters.read(parameters);
  return Math.min(1, 6 * exp(-tolerance * tolerance * size));
}
