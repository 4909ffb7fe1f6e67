/**
 * The attack, run on every mechanism, and on broken ones.
 */
import { bestBalancedAccuracy } from "../../lib/privacy/trade-off/trade-off-readings.ts";
import { type Axes, type Cell, type Part, type Study, sampledStudy } from "../kit.ts";
import { attack, judgeAccuracy, judgeBand, judgeCertified, judgeRegion, ratesOf } from "./attack.ts";
import { atOne, epsilon, mechanism } from "./axes.ts";
import {
  type BrokenGame,
  gaussianByVariance,
  histogramForAddRemove,
  impossibleOutputs,
  judgeSupport,
  laplaceByDeviation,
} from "./controls.ts";
import type { MembershipGame } from "./game.ts";
import { gameOf } from "./mechanisms.ts";
import { curvesToShow } from "./shown-curves.ts";

/** An attack on a game that claims too much: the region and the certified epsilon must show it. */
export function brokenGame(build: (epsilon: number) => BrokenGame): Study {
  return sampledStudy({
    axes: { epsilon: atOne },
    trials: { quick: 100_000, full: 100_000 },
    intervals: () => 2,
    block: (cell, count, random) => attack(build(cell.epsilon), count, random),
    judge: (cell, counts, context) => {
      const { claimed } = build(cell.epsilon);
      const region = judgeRegion(claimed, ratesOf(counts, context.trials), context);
      return { checks: { region, certified: judgeCertified(claimed, counts, context) } };
    },
  });
}

/** The attack on the game of every cell. */
export function attackStudy<const A extends Axes>(axes: A, gameOf: (cell: Cell<A>) => MembershipGame): Study {
  return sampledStudy({
    axes,
    trials: { quick: 100_000, full: 1_000_000 },
    blockSize: 500_000, // thousands of classes are worth this many draws
    intervals: () => 4,
    block: (cell, count, random) => attack(gameOf(cell), count, random),
    judge: (cell, counts, context) => {
      const game = gameOf(cell);
      const rates = ratesOf(counts, context.trials);
      const certified = judgeCertified(game.claimed, counts, context);
      return {
        checks: {
          band: judgeBand(game, rates, context),
          region: judgeRegion(game.claimed, rates, context),
          accuracy: judgeAccuracy(counts, bestBalancedAccuracy(game.curve), context),
          certified,
        },
        values: {
          ...curvesToShow(game, rates),
          "certified-share": (certified.estimate ?? 0) / game.claimed.epsilon,
          delta: game.claimed.delta,
        },
      };
    },
  });
}

export const attackPart: Part = {
  claim: "mia-exact-tradeoffs",
  asks: "Does the optimal attack on each mechanism trace its exact trade-off curve, and refute no claim?",
  study: attackStudy({ mechanism, epsilon }, (cell) => gameOf(cell.mechanism, cell.epsilon)),
  controls: {
    "laplace-deviation": {
      says: "Laplace noise whose standard deviation, not its scale, is 1 / epsilon (erratum E01)",
      refutes: ["E01"],
      study: brokenGame(laplaceByDeviation),
    },
    "gaussian-variance": {
      says: "Gaussian noise of variance 1 / epsilon (erratum E50), held against (epsilon, 1e-5), a delta that the notes do not name",
      refutes: ["E50"],
      study: brokenGame(gaussianByVariance),
    },
    "histogram-scale": {
      says: "a histogram with the noise for add-remove under swap, where two counts change",
      study: brokenGame(histogramForAddRemove),
    },
    "float-laplace": {
      says: "textbook Laplace noise in float64, of which most outputs are impossible for the neighbour",
      study: sampledStudy({
        axes: { epsilon: atOne },
        trials: { quick: 20_000, full: 20_000 },
        intervals: () => 1,
        block: (cell, count, random) => impossibleOutputs(1 / cell.epsilon, count, random),
        judge: (_, counts, context) => judgeSupport(counts, context),
      }),
    },
  },
};
