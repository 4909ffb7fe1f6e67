/**
 * Trainings that claim more than they keep, for the attacks to find out; and one that leaks nothing, for the check of leaks.
 */
import type { MembershipGame } from "../../lib/attacks/membership-game.ts";
import type { Dataset } from "../../lib/learning/dataset.ts";
import type { TradeOff } from "../../lib/privacy/trade-off/trade-off.ts";
import { axis, type Study, sampledStudy, z } from "../kit.ts";
import { type GameCounts, INTERVALS, judgeGame, playGames } from "./membership-trials.ts";

/** Any number of trials in one block: reference models and thresholds are made once. */
export const ONE_BLOCK = 1_000_000;

/** What a broken training claims. */
const claimed = axis(z.number().min(1).max(2), { means: "claimed epsilon", quick: [1] });

interface BrokenTraining<Data, Model> {
  readonly games: readonly MembershipGame<Data, Model>[];
  /** That is claimed. */
  readonly curve: TradeOff;
}

/** A training that is less private than its curve: some box must lie wholly beyond it. */
export function brokenTraining<Data, Model>(build: (epsilon: number) => BrokenTraining<Data, Model>): Study {
  return sampledStudy({
    axes: { epsilon: claimed },
    trials: { quick: 3000, full: 3000 },
    blockSize: ONE_BLOCK,
    intervals: () => INTERVALS,
    block: ({ epsilon }, count, random): GameCounts => playGames(build(epsilon).games, count, random),
    judge: ({ epsilon }, counts, context) => judgeGame(counts, build(epsilon).curve, context),
  });
}

/** A model that is its records: its loss is the distance to the nearest of them. */
export function memorising(
  games: readonly MembershipGame<Dataset, Float64Array>[],
  targets: readonly { readonly features: readonly number[] }[],
): readonly MembershipGame<Dataset, Dataset>[] {
  return games.map(({ records }, k) => ({
    records,
    train: (data) => data,
    view: (data) => ({ loss: nearest(data, targets[k].features), population: [1] }),
  }));
}

function nearest({ features, rows, columns }: Dataset, to: readonly number[]): number {
  let least = Infinity;
  for (let i = 0; i < rows; i++) {
    let square = 0;
    for (let j = 0; j < columns; j++) {
      const apart = features[i * columns + j] - to[j];
      square += apart * apart;
    }
    least = Math.min(least, square);
  }
  return Math.sqrt(least);
}

/** The target is in no training, whatever the game says. */
export function blank<Data, Model>(
  games: readonly MembershipGame<Data, Model>[],
): readonly MembershipGame<Data, Model>[] {
  return games.map((game) => ({ ...game, records: (_member, random) => game.records(false, random) }));
}
