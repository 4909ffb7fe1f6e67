/**
 * LOND: levels based on the number of discoveries.
 *
 * Theorem: test t is at level alpha gamma_t (D + 1), where D is the number of rejections before it. The false discovery rate is at
 * most alpha for independent p-values, and for positively dependent ones (PRDS); with the levels divided by 1 + 1/2 + ... + 1/t,
 * under any dependence.
 * Source: Javanmard, Montanari (arXiv:1502.06197, 2015; Annals of Statistics 46, 2018), theorems 2.1 and 2.7; Zrnic, Ramdas, Jordan
 * (JMLR 22, 2021) for positive dependence.
 * Limits: levels fall with gamma unless discoveries come early, so its power is small; a baseline.
 * The level is the float64 value of the formula, multiplied from left to right.
 * @example
 * ```ts
 * import { lond } from "epsilab/false-discovery";
 * [...lond({ alpha: 0.05 }).decide([0.001, 0.04, 1e-4]).rejected]; // => [1, 0, 1]
 * ```
 */
import { declare, oneOf, openProbability, optional, type ParametersOf } from "../numerics/parameters.ts";
import { anyGamma, logarithmicSequence, probesOf, requireSameGamma } from "./gamma-sequence.ts";
import { type LevelState, type OnlineRule, onlineRule } from "./online-rule.ts";

export const londParameters = declare({
  alpha: openProbability,
  gamma: optional(anyGamma, logarithmicSequence()),
  /** What the p-values may have to do with each other; "positive" if not given. */
  dependence: optional(oneOf("positive", "any"), "positive"),
});

export interface LondParameters extends ParametersOf<typeof londParameters> {}

export function lond(parameters: LondParameters): OnlineRule {
  const { alpha, gamma, dependence } = londParameters.read(parameters);
  const state = (tests: number, rejections: number): LevelState => {
    let [test, discoveries, harmonic] = [1, rejections, 1];
    const nextTest = () => {
      test++;
      if (dependence === "any") harmonic += 1 / test;
    };
    while (test <= tests) nextTest();
    const level = () => (alpha * gamma.at(test) * (discoveries + 1)) / harmonic;
    return {
      get level() {
        return level();
      },
      levelFor: level,
      record: (_, rejected) => {
        if (rejected) discoveries++;
        nextTest();
      },
      save: () => ({ gamma: probesOf(gamma, test) }),
    };
  };
  return onlineRule({
    name: "lond",
    alpha,
    parameters: { alpha, gamma: gamma.name, dependence },
    begin: () => state(0, 0),
    restore: (saved) => {
      requireSameGamma(gamma, saved.tests + 1, saved.state.gamma);
      return state(saved.tests, saved.rejections);
    },
  });
}
