/**
 * The learning methods under attack, each with a target record at its worst, as a game for an epsilon.
 */
import type { MembershipGame } from "./game.ts";
import { fullGradientGame, sampledGradientGame } from "./gradient-games.ts";
import { outputPerturbationGame } from "./output-perturbation-game.ts";

const GAMES = {
  "dp-gd": fullGradientGame,
  "dp-sgd": sampledGradientGame,
  "output-perturbation": outputPerturbationGame,
} as const;

type LearnerName = keyof typeof GAMES;

export const LEARNERS = Object.keys(GAMES) as [LearnerName, ...LearnerName[]];

const built = new Map<string, MembershipGame>();

/** Built once for each epsilon: a game is a pure function of its names. */
export function learnerGameOf(learner: LearnerName, epsilon: number): MembershipGame {
  const key = `${learner} ${epsilon}`;
  let game = built.get(key);
  if (game === undefined) {
    game = GAMES[learner](epsilon);
    built.set(key, game);
  }
  return game;
}
