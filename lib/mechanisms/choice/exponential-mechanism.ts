/**
 * Exponential mechanism: choose one of finitely many options, the likelier the higher its score.
 *
 * Theorem: P(t) proportional to exp(epsilon u(t) / (2 D)) is epsilon-differentially private if no score moves by more than D between
 * neighbours. The 2 is not needed when all scores move in the same direction, nor when D is the range sensitivity: the largest change of a
 * difference of two scores.
 * Source: McSherry, Talwar (FOCS 2007), theorem 6, doi:10.1109/FOCS.2007.66; the range: Dong, Durfee, Rogers (ICML 2020).
 * Method: with a `step`, scores rounded to a grid and exact rejection: a uniform option is kept with probability
 * exp(-epsilon (best - u) / (2 D)), in integers alone. Without, an alias table of the probabilities, one word a release; a study
 * that releases many times builds it once.
 * Limits: with a `step` the law is exact for any source and every option is possible on every input: for release; about as many
 * tries as there are options, at worst, so the time depends on the scores. D is rounded up to whole steps, and `range` costs one step
 * more. Without it, float64: for study; at most 2^26 options; a probability is met within 2^-54 over their number, so that a
 * smaller one may not be met at all. The worst pair attains epsilon up to a factor 1 - e^-40.
 * @example
 * ```ts
 * import { exponentialMechanism, secureRandom, stream } from "epsilab";
 * const rules = { epsilon: 1, sensitivity: 1, options: 3 };
 * const choose = exponentialMechanism({ ...rules, change: "monotone", neighbours: "add-remove" });
 * choose.release([50, 47, 20], stream(20261115, "example")); // => 0
 * // Exact, on scores that are whole numbers: for release.
 * const step = { numerator: 1, denominator: 1 };
 * const exact = exponentialMechanism({ ...rules, change: "monotone", neighbours: "add-remove", step });
 * exact.release([500, 47, 20], secureRandom()); // => 0
 * ```
 * @claim exponential-mechanism, exp-utility
 * @also private selection, utility score
 */
import { exp } from "../../numerics/exponential.ts";
import { largestOf } from "../../numerics/extremes.ts";
import { logSumExp } from "../../numerics/log-sum.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { boundedRangePld } from "../../privacy/loss/bounded-range-pld.ts";
import type { NumberLaw } from "../../privacy/loss/law.ts";
import { drawBernoulliExp } from "../../random/bernoulli-exp.ts";
import { sampleBoundedInteger } from "../../random/bounded-integer.ts";
import { type AliasTable, aliasTable, fillCategorical, sampleCategorical } from "../../random/categorical.ts";
import type { Random } from "../../random/random.ts";
import type { Stream } from "../../random/stream.ts";
import { finiteLaw } from "../laws/finite-law.ts";
import { repeatedRelease } from "../noise/repeated-release.ts";
import { type GridChoice, type GridSelectionParameters, gridSelection, isOnGrid } from "./scores/grid-selection.ts";
import {
  requireScores,
  type Selection,
  type SelectionParameters,
  scoreUnit,
  selectionParameters,
  unlikelyRise,
} from "./scores/selection.ts";

export function exponentialMechanism(
  parameters: GridSelectionParameters,
): ClosedMechanism<readonly number[], number, Random, NumberLaw>;
export function exponentialMechanism(
  parameters: SelectionParameters,
): ClosedMechanism<readonly number[], number, Stream, NumberLaw>;
export function exponentialMechanism(
  parameters: SelectionParameters | GridSelectionParameters,
): ClosedMechanism<readonly number[], number, Stream, NumberLaw> {
  const { guarantee, neighbours, ...read } = selectionParameters.read(parameters);
  const { epsilon } = guarantee;
  const choice = { ...read, epsilon };
  const { exponents, ...released } = isOnGrid(choice) ? exact(choice) : simulated(choice);
  return {
    name: "exponential-mechanism",
    neighbours,
    guarantee,
    ...released,
    law: (scores) => {
      const weights = exponents(scores);
      const logTotal = logSumExp(weights);
      return finiteLaw(weights.map((weight) => weight - logTotal));
    },
    // Exponents move apart by at most epsilon, whatever the kind of change: the range is epsilon.
    privacyLoss: () => ({ ...boundedRangePld(epsilon), attained: false }),
  };
}

function exact(parameters: GridChoice) {
  const { gammas, exponents, unlikelyRise: worstPair } = gridSelection(parameters);
  const release = (scores: readonly number[], random: Random) => {
    const each = gammas(scores);
    for (;;) {
      const option = sampleBoundedInteger(parameters.options, random);
      if (drawBernoulliExp(each[option], random)) return option;
    }
  };
  return { exponents, release, releaseMany: repeatedRelease(release), worstPair };
}

function simulated(parameters: Selection) {
  const unit = scoreUnit(parameters);
  const exponents = (scores: readonly number[]) => {
    requireScores(scores, parameters.options);
    const best = largestOf(scores);
    return scores.map((score) => Math.max(-Number.MAX_VALUE, (score - best) / unit));
  };
  const table = (scores: readonly number[]): AliasTable => aliasTable(exponents(scores).map(exp));
  return {
    exponents,
    release: (scores: readonly number[], random: Stream) => sampleCategorical(table(scores), random),
    releaseMany: (scores: readonly number[], out: Float64Array, random: Stream) =>
      fillCategorical(table(scores), out, random),
    worstPair: () => unlikelyRise(parameters),
  };
}
