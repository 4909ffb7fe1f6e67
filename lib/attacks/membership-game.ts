/**
 * Membership game: train models with the target record or without it, and score each by every attack. One target per model, each model trained anew.
 *
 * Records that share a model are not independent, so that rates counted over them have no valid interval. Here every trial is a model of its own: fresh
 * records where `records` draws them, fresh randomness of the training, one score. Reference models and thresholds come from models that are not scored.
 * Theorem: the counts of true and false positives at a threshold that was fixed on other models are binomial.
 * Source: Yeom, Giacomelli, Fredrikson, Jha (CSF 2018), experiment 1, with the other records fixed or drawn anew.
 * Limits: everything that is drawn comes from `random`; a training that draws from elsewhere is not independent from trial to trial.
 * @example
 * ```ts
 * import { attackScores, lossThresholdAttack } from "epsilab/attacks";
 * import { sampleNormal, stream } from "epsilab/random";
 * const game = {
 *   records: (member: boolean) => [0, 0, member ? 9 : 0],
 *   train: (data: number[], random: ReturnType<typeof stream>) => data[2] / 3 + sampleNormal({ mean: 0, sigma: 1 }, random),
 *   view: (model: number) => ({ loss: (model - 9) * (model - 9), population: [] }),
 * };
 * const trials = { models: 100, member: true };
 * attackScores(game, { loss: lossThresholdAttack }, trials, stream(1, "game")).loss.length; // => 100
 * ```
 * @claim empirical-membership
 */
import { refuse, refuseData, requireFunction, requireInteger } from "../numerics/requirements.ts";
import type { Stream } from "../random/stream.ts";
import { type MembershipAttack, type ModelView, populationOf, type ReferenceViews } from "./membership-attack.ts";

export interface MembershipGame<Data, Model> {
  /** The records of one training, with the target or without. */
  records(member: boolean, random: Stream): Data;
  train(data: Data, random: Stream): Model;
  /** What the attacker sees of a model. */
  view(model: Model): ModelView;
}

export interface GameTrials {
  readonly models: number;
  readonly member: boolean;
}

/** As many models with the target as without, for attacks that compare. */
export function referenceModels<Data, Model>(
  game: MembershipGame<Data, Model>,
  { models }: Pick<GameTrials, "models">,
  random: Stream,
): ReferenceViews {
  requireInteger({ models }, 1);
  const views = (member: boolean) => Array.from({ length: models }, () => playedOnce(game, member, random));
  const absent = views(false);
  return { absent, present: views(true) };
}

/** The scores of every attack on `models` models, trained one after the other. */
export function attackScores<Data, Model, Name extends string>(
  game: MembershipGame<Data, Model>,
  attacks: Readonly<Record<Name, MembershipAttack>>,
  { models, member }: GameTrials,
  random: Stream,
): Record<Name, Float64Array> {
  requireInteger({ models }, 1);
  if (typeof member !== "boolean") refuse("member", "true or false", member);
  if (typeof attacks !== "object" || attacks === null) refuse("attacks", "an object of attacks", typeof attacks);
  const names = Object.keys(attacks) as Name[];
  if (names.length === 0) refuse("attacks", "at least one attack", names);
  for (const name of names) requireFunction({ [`attacks.${name}`]: attacks[name] });
  const scores = Object.fromEntries(names.map((name) => [name, new Float64Array(models)])) as Record<
    Name,
    Float64Array
  >;
  for (let k = 0; k < models; k++) {
    const seen = playedOnce(game, member, random);
    for (const name of names) {
      const score = attacks[name](seen);
      if (typeof score !== "number" || Number.isNaN(score)) refuseData(`the score of ${name}`, "a number");
      scores[name][k] = score;
    }
  }
  return scores;
}

function playedOnce<Data, Model>(game: MembershipGame<Data, Model>, member: boolean, random: Stream): ModelView {
  requireFunction({ "game.records": game?.records, "game.train": game?.train, "game.view": game?.view });
  const view = game.view(game.train(game.records(member, random), random));
  populationOf("a model", view, undefined);
  return view;
}
