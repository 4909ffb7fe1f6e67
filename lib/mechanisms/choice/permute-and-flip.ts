/**
 * Permute-and-flip: go through the options in random order and take the first whose biased coin says so.
 *
 * Theorem: with coins of probability p(t) = exp(epsilon (u(t) - best) / (2 D)) the choice is epsilon-differentially private and its
 * expected score is never below the exponential mechanism's; the 2 falls away as it does there for monotone scores. It is the same
 * law as the largest score plus exponential noise of scale 2 D / epsilon. Exact law: P(t) = p(t) times the integral over s in [0,
 * 1] of the product over the others of 1 - s p, since in random order another option comes before the moment s of t with
 * probability s.
 * Source: McKenna, Sheldon (NeurIPS 2020), "Permute-and-flip", theorems 1 and 2; Ding et al. (2021) for the exponential noise.
 * Limits: refuses `range`, which is proved for the exponential mechanism only. With a `step` scores are rounded to its
 * multiples, D up to whole steps, and order and coins are exact for any source: for release; every option is possible on every input,
 * and the time depends on the scores. Without it float64 coins: for study. The law is by quadrature, to 1e-12, for up to 1024 options.
 * @claim noisy-max
 * @also private selection
 */
import { exp } from "../../numerics/exponential.ts";
import { largestOf } from "../../numerics/extremes.ts";
import { log } from "../../numerics/logarithm.ts";
import { integrate } from "../../numerics/quadrature.ts";
import { refuse } from "../../numerics/requirements.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { worstCasePld } from "../../privacy/loss/discrete-pld.ts";
import type { NumberLaw } from "../../privacy/loss/law.ts";
import { drawBernoulliExp } from "../../random/bernoulli-exp.ts";
import { samplePermutation } from "../../random/permutation.ts";
import type { Random } from "../../random/random.ts";
import type { Stream } from "../../random/stream.ts";
import { sampleUniform } from "../../random/uniform.ts";
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

/** The law of k options takes k^2 steps for each point of the quadrature: a second or two for as many. */
const LISTED_OPTIONS = 1024;

export function permuteAndFlip(
  parameters: GridSelectionParameters,
): ClosedMechanism<readonly number[], number, Random, NumberLaw>;
export function permuteAndFlip(
  parameters: SelectionParameters,
): ClosedMechanism<readonly number[], number, Stream, NumberLaw>;
export function permuteAndFlip(
  parameters: SelectionParameters | GridSelectionParameters,
): ClosedMechanism<readonly number[], number, Stream, NumberLaw> {
  const { guarantee, neighbours, ...read } = selectionParameters.read(parameters);
  const { epsilon } = guarantee;
  const choice = { ...read, epsilon };
  const { change, options } = choice;
  const { exponents, coins, worstPair } = isOnGrid(choice) ? exact(choice) : simulated(choice);
  if (change === "range") refuse("change", "general or monotone", change);
  const release = (scores: readonly number[], random: Stream) => {
    const toss = coins(scores, random);
    for (const option of samplePermutation(options, random)) if (toss(option)) return option;
    throw new Error("permuteAndFlip passed its best option");
  };
  return {
    name: "permute-and-flip",
    neighbours,
    guarantee,
    release,
    releaseMany: repeatedRelease(release),
    law: (scores) => {
      if (options > LISTED_OPTIONS) refuse("options", `at most ${LISTED_OPTIONS} for a law`, options);
      const logCoins = exponents(scores);
      const coins = logCoins.map(exp);
      const concentration = Math.min(0.5, 4 / coins.reduce((total, coin) => total + coin, 0));
      const others = (option: number) =>
        integrate((moment) => coins.reduce((left, coin, i) => (i === option ? left : left * (1 - moment * coin)), 1), {
          lower: 0,
          upper: 1,
          kinks: [concentration],
          relativeTolerance: 1e-12,
        }).value;
      return finiteLaw(logCoins.map((logCoin, option) => logCoin + log(others(option))));
    },
    privacyLoss: () => ({ ...worstCasePld({ epsilon, delta: 0 }), attained: false }),
    worstPair,
  };
}

function exact(parameters: GridChoice) {
  const { gammas, exponents, unlikelyRise: worstPair } = gridSelection(parameters);
  const coins = (scores: readonly number[], random: Random) => {
    const each = gammas(scores);
    return (option: number) => drawBernoulliExp(each[option], random);
  };
  return { exponents, coins, worstPair };
}

function simulated(parameters: Selection) {
  const unit = scoreUnit(parameters);
  const exponents = (scores: readonly number[]) => {
    requireScores(scores, parameters.options);
    const best = largestOf(scores);
    return scores.map((score) => (score - best) / unit);
  };
  const coins = (scores: readonly number[], random: Stream) => {
    const each = exponents(scores).map(exp);
    return (option: number) => sampleUniform(random) < each[option];
  };
  return { exponents, coins, worstPair: () => unlikelyRise(parameters) };
}
