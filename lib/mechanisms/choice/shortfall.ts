/**
 * How far a private choice falls behind the best option: exactly, from its law, and the bound that holds for all scores.
 *
 * Theorem: let D be the sensitivity, R the options and B those of them that are best. The exponential mechanism falls behind by v or
 * more, v positive, with probability at most (|R| - |B|) / |B| exp(-epsilon v / (2 D)): each option that far behind is at most
 * exp(-epsilon v / (2 D)) times as likely as a best one. So it falls behind by more than (2 D / epsilon) ln((|R| - |B|) / (|B|
 * errorRate)) with probability at most `errorRate`. Without the 2 where the mechanism needs none. One option ahead of all others by
 * v comes as near as one likes.
 * Permute-and-flip falls behind no farther, on average and in every tail.
 * Source: McSherry, Talwar (FOCS 2007), doi:10.1109/FOCS.2007.66; McKenna, Sheldon (NeurIPS 2020), theorem 2, for permute-and-flip.
 * Limits: the bound is of the exponential mechanism and permute-and-flip; the exact shortfall of any choice with a law over options.
 * @example
 * ```ts
 * import { exponentialMechanism, shortfallBound, shortfallOf } from "epsilab/mechanisms";
 * const rules = { epsilon: 1, sensitivity: 1, options: 4, change: "general" } as const;
 * shortfallBound({ ...rules, errorRate: 0.05 }); // => 8.188...
 * const choice = exponentialMechanism({ ...rules, neighbours: "swap" });
 * const exact = shortfallOf(choice, [30, 25, 24, 3]);
 * exact.tail(5); // => 0.116...
 * exact.quantile(0.95); // => 5
 * ```
 * @claim exp-utility
 * @also utility of the exponential mechanism, accuracy of a private choice
 */
import { exp } from "../../numerics/exponential.ts";
import { largestOf } from "../../numerics/extremes.ts";
import { log } from "../../numerics/logarithm.ts";
import { integer, openProbability, optional, type ParametersOf } from "../../numerics/parameters.ts";
import {
  refuse,
  refuseData,
  requireFunction,
  requireList,
  requireNumber,
  requireOpenProbability,
} from "../../numerics/requirements.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import { SCORED, scoreUnit } from "./scores/selection.ts";

/** A choice among options that have scores. */
export interface Choosing {
  law(scores: readonly number[]): DiscreteLaw<number>;
}

/** The law of the best score less that of the chosen option. */
export interface Shortfall {
  /** P(shortfall >= least). */
  tail(least: number): number;
  mean(): number;
  /** The least shortfall that is not exceeded with probability `probability`. */
  quantile(probability: number): number;
}

export function shortfallOf(choice: Choosing, scores: readonly number[]): Shortfall {
  requireFunction({ "choice.law": Object(choice).law });
  requireList("scores", scores);
  for (let option = 0; option < scores.length; option++)
    if (!Number.isFinite(scores[option])) refuseData(`scores[${option}]`, "finite");
  const best = largestOf(scores);
  const law = choice.law(scores);
  const masses = scores.map((_, option) => exp(law.logMass(option)));
  const tail = (least: number) => {
    requireNumber({ least });
    return scores.reduce((sum, score, option) => (best - score >= least ? sum + masses[option] : sum), 0);
  };
  return {
    tail,
    mean: () => scores.reduce((sum, score, option) => sum + (best - score) * masses[option], 0),
    quantile: (probability) => {
      requireOpenProbability({ probability });
      const options = scores.map((_, option) => option).toSorted((a, b) => scores[b] - scores[a]);
      let sum = 0;
      for (const option of options) {
        sum += masses[option];
        if (sum >= probability) return best - scores[option];
      }
      return best - scores[options[options.length - 1]];
    },
  };
}

export const shortfallBoundParameters = withBudget(
  ["pure"],
  {
    sensitivity: SCORED.sensitivity,
    change: SCORED.change,
    options: integer(2),
    /** How many options have the best score. */
    best: optional(integer(1), 1),
    /** The probability of a choice that falls behind by more than the bound. */
    errorRate: openProbability,
  },
  ({ best, options }) => {
    if (best > options) refuse("best", `at most the ${options} options`, best);
  },
);

export type ShortfallQuestion = ParametersOf<typeof shortfallBoundParameters>;

/** A shortfall that the choice passes with probability `errorRate` at most, whatever the scores. */
export function shortfallBound(question: ShortfallQuestion): number {
  const { guarantee, options, best, errorRate, ...moved } = shortfallBoundParameters.read(question);
  const unit = scoreUnit({ ...moved, epsilon: guarantee.epsilon });
  return unit * Math.max(0, log(options - best) - log(best) - log(errorRate));
}
