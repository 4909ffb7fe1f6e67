/**
 * Membership game: train models with the target record or without it, and score each by every attack. One target per model, each
 * model trained again.
 *
 * Records that share a model are not independent, so that rates counted over them have no valid interval. Here every trial is a
 * model of its own: fresh records where `records` draws them, fresh randomness of the training, one score. Reference models and
 * thresholds come from models that are not scored.
 * Theorem: the counts of true and false positives at a threshold that was fixed on other models are binomial.
 * Source: Yeom, Giacomelli, Fredrikson, Jha (CSF 2018), experiment 1, with the other records fixed or drawn fresh.
 * Limits: everything that is drawn comes from `random`; a training that draws from elsewhere is not independent from trial to trial.
 * @example
 * ```ts
 * // LiRA on data of one's own: was the last record among those that a private logistic regression learned from?
 * import { attackScores, fixedThresholds, likelihoodRatioAttack, referenceModels } from "epsilab/attacks";
 * import { operatingBoxes } from "epsilab/auditing";
 * import { dataset, logisticLoss, outputPerturbation } from "epsilab/learning";
 * import { stream } from "epsilab/random";
 * const others = [0.9, 0.1, 0.8, -0.2, 0.7, 0.3, -0.9, 0.2, -0.8, -0.1]; // five records of two features, row after row
 * const labels = Float64Array.of(1, 1, 1, -1, -1, 1);
 * const [target, standIn] = [[-0.6, 0.8], [0.6, 0.1]];
 * const learner = outputPerturbation({ loss: logisticLoss, regularisation: 0.1, epsilon: 8 });
 * const game = {
 *   records: (member: boolean) =>
 *     dataset({ features: Float64Array.of(...others, ...(member ? target : standIn)), labels, columns: 2 }),
 *   train: learner.release,
 *   view: (w: Float64Array) => ({ loss: logisticLoss.value(w[0] * target[0] + w[1] * target[1], 1), population: [] }),
 * };
 * const random = stream(20261116, "game");
 * const attack = likelihoodRatioAttack(referenceModels(game, { models: 64 }, random));
 * const scores = (member: boolean) => attackScores(game, { attack }, { models: 200, member }, random).attack;
 * const thresholds = fixedThresholds(scores(false), [0.1]); // on models that are not scored again
 * const [box] = operatingBoxes({ members: scores(true), others: scores(false) }, { thresholds, errorRate: 0.05 });
 * box.falsePositiveRate; // => { lower: 0.0815..., upper: 0.1927..., estimate: 0.13 }
 * box.truePositiveRate; // => { lower: 0.4435..., upper: 0.6055..., estimate: 0.525 }
 * ```
 * @claim empirical-membership
 */
import { count, declare, flag, type ParametersOf } from "../numerics/parameters.ts";
import { refuse, refuseData, requireFunction } from "../numerics/requirements.ts";
import { requireStream } from "../random/random.ts";
import type { Stream } from "../random/stream.ts";
import { type MembershipAttack, type ModelView, populationOf, type ReferenceViews } from "./membership-attack.ts";

export interface MembershipGame<Data, Model> {
  /** The records of one training, with the target or without. */
  records(member: boolean, random: Stream): Data;
  train(data: Data, random: Stream): Model;
  /** What the attacker sees of a model. */
  view(model: Model): ModelView;
}

export const referenceTrialsParameters = declare({ models: count });
export const gameTrialsParameters = declare({ models: count, member: flag });

export interface GameTrials extends ParametersOf<typeof gameTrialsParameters> {}

/** As many models with the target as without, for attacks that compare. */
export function referenceModels<Data, Model>(
  game: MembershipGame<Data, Model>,
  trials: Pick<GameTrials, "models">,
  random: Stream,
): ReferenceViews {
  const { models } = referenceTrialsParameters.read(trials, "trials");
  requireStream(random);
  const views = (member: boolean) => Array.from({ length: models }, () => playedOnce(game, member, random));
  const absent = views(false);
  return { absent, present: views(true) };
}

/** The scores of every attack on `models` models, trained one after the other. */
export function attackScores<Data, Model, Name extends string>(
  game: MembershipGame<Data, Model>,
  attacks: Readonly<Record<Name, MembershipAttack>>,
  trials: GameTrials,
  random: Stream,
): Record<Name, Float64Array> {
  const { models, member } = gameTrialsParameters.read(trials, "trials");
  requireStream(random);
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
