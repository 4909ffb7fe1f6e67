/**
 * Composition of (epsilon, delta) guarantees by closed formulas: basic and advanced, and never worse than basic.
 *
 * - `basicComposition`: (sum of epsilons, sum of deltas), adaptively chosen mechanisms included (Dwork et al. 2006).
 * - `advancedComposition`: k releases at a slack d: epsilon sqrt(2 k ln(1/d)) + k epsilon c, and k delta + d. The constant c is
 *   e^epsilon - 1 (`drv`: Dwork, Rothblum, Vadhan 2010, theorem III.3) or tanh(epsilon / 2), the exact mean loss of
 *   randomized response (`tight`: Kairouz, Oh, Viswanath 2015; Dwork, Rothblum 2016), which is always smaller.
 * - `mixedAdvancedComposition`: the same for different releases: sqrt(2 v ln(1/d)) + the sum of epsilon c, with v the sum of
 *   epsilon^2, by the same martingale argument.
 * Limits: advanced is not of order sqrt(k) epsilon once epsilon exceeds sqrt(ln(1/d) / k); then basic is returned, without the slack.
 * @also strong composition, composition theorem
 */
import { expm1 } from "../../numerics/exponential.ts";
import { tanh } from "../../numerics/hyperbolic-tangent.ts";
import { log } from "../../numerics/logarithm.ts";
import {
  count,
  declare,
  nonNegative,
  oneOf,
  openProbability,
  optional,
  type ParametersOf,
  probability,
} from "../../numerics/parameters.ts";
import { requireList } from "../../numerics/requirements.ts";
import { type ApproximateGuarantee, approximate } from "../guarantees/guarantee.ts";

export interface PrivacyBudget {
  readonly epsilon: number;
  readonly delta: number;
}

const repeatedBudget = declare({
  epsilon: nonNegative,
  delta: probability,
  /** How often the release is made; once by default. */
  times: optional(count, 1),
});

export interface RepeatedBudget extends ParametersOf<typeof repeatedBudget> {}

export type AdvancedConstant = "drv" | "tight";

const SLACK = {
  /** The probability given away for the square root. */
  slack: openProbability,
  constant: oneOf<AdvancedConstant>("drv", "tight"),
};

export const advancedCompositionParameters = declare({
  epsilon: nonNegative,
  delta: probability,
  times: count,
  ...SLACK,
});

export interface AdvancedComposition extends ParametersOf<typeof advancedCompositionParameters> {}

/** @claim basic-composition */
export function basicComposition(budgets: readonly RepeatedBudget[]): ApproximateGuarantee {
  requireList("budgets", budgets);
  let epsilon = 0;
  let delta = 0;
  for (const [place, given] of budgets.entries()) {
    const { times, ...budget } = repeatedBudget.read(given, `budgets[${place}]`);
    epsilon += times * budget.epsilon;
    delta += times * budget.delta;
  }
  return approximate(epsilon, Math.min(1, delta));
}

/** @claim advanced-composition */
export function advancedComposition(parameters: AdvancedComposition): ApproximateGuarantee {
  const { slack, constant, ...budget } = advancedCompositionParameters.read(parameters);
  return mixedAdvancedComposition([budget], { slack, constant });
}

export const advancedSlack = declare(SLACK);

/** @claim advanced-composition */
export function mixedAdvancedComposition(
  budgets: readonly RepeatedBudget[],
  given: ParametersOf<typeof advancedSlack>,
): ApproximateGuarantee {
  const { slack, constant } = advancedSlack.read(given);
  const basic = basicComposition(budgets);
  let mean = 0;
  let squares = 0;
  for (const { epsilon, times = 1 } of budgets) {
    mean += times * epsilon * (constant === "drv" ? expm1(epsilon) : tanh(epsilon / 2));
    squares += times * epsilon * epsilon;
  }
  const advanced = Math.sqrt(2 * squares * -log(slack)) + mean;
  return advanced < basic.epsilon ? approximate(advanced, Math.min(1, basic.delta + slack)) : basic;
}
