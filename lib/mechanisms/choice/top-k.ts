/**
 * Top-k: the k options with the largest scores, in order, by Gumbel noise added once to every score.
 *
 * Theorem: with Gumbel noise of scale b in every score the ordered list of the k largest is i_1, ..., i_k with probability
 * prod_j e^(u(i_j) / b) / sum of e^(u(i) / b) over the options that are left: that of k exponential mechanisms one after another,
 * each among the options that the ones before left (peeling). One of them is e-private, e = 2 D / b if no score moves by more than
 * D between neighbours, e = D / b if all move in the same direction or D is the range sensitivity. All k together are k e-private,
 * and no less: k options far behind that rise against the others lose k e. They are also k e^2 / 8-zero-concentrated: on any
 * neighbours the loss of a choice lies in an interval of length e, so that K(s) = log E_Q (P / Q)^s is 0 at 0 and 1 and has K'' <=
 * e^2 / 4, hence K(a) <= e^2 a (a - 1) / 8 for a above 1. With `delta` = 0 the scale is k times that of one choice; with a positive
 * one the smaller of that and what the zero-concentrated bound asks for, which grows as sqrt(k).
 * Source: Durfee, Rogers, "Practical differentially private top-k selection with pay-what-you-get composition" (NeurIPS 2019),
 * arXiv:1905.04273, for the noise and its equality with peeling; Dong, Durfee, Rogers (ICML 2020) for bounded range; Cesar, Rogers
 * (ALT 2021) for e^2 / 8.
 * Limits: the options are known and all have a score; k is below their number. Only the order is released, no counts. With a delta
 * and few choices the scale is, for deltas up to a half, up to a fifth larger than loss distributions would allow, see `compose` of
 * k releases of kind `bounded-range`. Float64; for study. The law lists at most 2^16 ordered lists.
 * @example
 * ```ts
 * import { topK } from "epsilab/mechanisms";
 * import { stream } from "epsilab";
 * const rules = { epsilon: 1, delta: 0, k: 2, options: 4, sensitivity: 1 } as const;
 * const choose = topK({ ...rules, change: "monotone", neighbours: "add-remove" });
 * choose.release([90, 10, 60, 20], stream(20261115, "example")); // => [0, 2]
 * ```
 * @claim top-k
 * @also private top k, private selection
 */
import { largestOf } from "../../numerics/extremes.ts";
import { logSumExp } from "../../numerics/log-sum.ts";
import { count, type ParametersOf } from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";
import { zeroConcentratedRhoFor } from "../../privacy/conversions/zero-concentrated-conversions.ts";
import { deltaOf, withBudget } from "../../privacy/guarantees/budget.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { worstCasePld } from "../../privacy/loss/discrete-pld.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import { sampleGumbel } from "../../random/gumbel.ts";
import type { Stream } from "../../random/stream.ts";
import { LISTED, requireScores, scoreUnit, unlikelyRise } from "./scores/selection.ts";

export const topKParameters = withBudget(
  ["pure", "approximate"],
  {
    ...LISTED,
    /** How many options are released: fewer than `options`. */
    k: count,
  },
  ({ k, options }) => {
    if (!(k < options)) refuse("k", `below options (${options})`, k);
  },
);

export type TopKParameters = ParametersOf<typeof topKParameters>;

export interface TopK
  extends ClosedMechanism<readonly number[], readonly number[], Stream, DiscreteLaw<readonly number[]>> {
  /** The scale of the Gumbel noise. */
  readonly scale: number;
  /** What one of the k choices loses: each is an exponential mechanism of this epsilon, and of this bounded range. */
  readonly choiceEpsilon: number;
}

const MOST_OUTCOMES = 65536; // 2^16

export function topK(parameters: TopKParameters): TopK {
  const { guarantee, k, ...read } = topKParameters.read(parameters);
  const { options, neighbours } = read;
  const { epsilon } = guarantee;
  const delta = deltaOf(guarantee);
  const choiceEpsilon = choiceEpsilonFor({ epsilon, delta, k });
  const choice = { ...read, epsilon: choiceEpsilon };
  const scale = scoreUnit(choice);
  return {
    name: "top-k",
    neighbours,
    scale,
    choiceEpsilon,
    guarantee,
    release: (scores, random) => {
      requireScores(scores, options);
      const best = largestOf(scores);
      return scores
        .map((score, option) => ({ option, noisy: score - best + sampleGumbel({ location: 0, scale }, random) }))
        .sort((one, other) => other.noisy - one.noisy)
        .slice(0, k)
        .map(({ option }) => option);
    },
    law: (scores) => {
      requireScores(scores, options);
      return peelingLaw([...scores], { scale, k });
    },
    // Of all choices together no more is known than the worst case of the guarantee.
    privacyLoss: () => ({ ...worstCasePld({ epsilon, delta }), attained: false }),
    worstPair: () => unlikelyRise(choice, k),
  };
}

/** The largest epsilon of one choice of which k fit into the guarantee, rounded down. */
function choiceEpsilonFor({
  epsilon,
  delta,
  k,
}: {
  readonly epsilon: number;
  readonly delta: number;
  readonly k: number;
}): number {
  const alone = epsilon / k;
  if (k === 1 || delta === 0) return alone;
  const concentrated = Math.sqrt((8 * zeroConcentratedRhoFor({ epsilon, delta })) / k) * (1 - 4 * Number.EPSILON);
  return Math.max(alone, concentrated);
}

/** The law of k options drawn one after another without replacement, in proportion to e^(score / scale). */
function peelingLaw(
  scores: readonly number[],
  { scale, k }: { readonly scale: number; readonly k: number },
): DiscreteLaw<readonly number[]> {
  const options = scores.map((_, option) => option);
  const rounds = options.slice(0, k);
  const size = rounds.reduce((product, taken) => product * (options.length - taken), 1);
  const without = (taken: readonly number[]) => options.filter((option) => !taken.includes(option));
  const logChoice = (option: number, left: readonly number[]) => {
    const best = largestOf(left.map((other) => scores[other]));
    const exponent = (other: number) => Math.max(-Number.MAX_VALUE, (scores[other] - best) / scale);
    return exponent(option) - logSumExp(left.map(exponent));
  };
  return {
    kind: "discrete",
    get support() {
      if (size > MOST_OUTCOMES) refuse("options and k", "so few that there are at most 2^16 ordered lists", size);
      return rounds.reduce<number[][]>(
        (lists) => lists.flatMap((list) => without(list).map((next) => [...list, next])),
        [[]],
      );
    },
    logMass: (list) => {
      if (list.length !== k || without(list).length !== options.length - k) return -Infinity;
      const sum = list.reduce((total, option, round) => total + logChoice(option, without(list.slice(0, round))), 0);
      return Math.max(-Number.MAX_VALUE, sum);
    },
    neglected: 0,
  };
}
