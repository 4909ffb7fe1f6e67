/**
 * Membership attack: a function from what an attacker sees of a trained model to a score; a high score says that the target was
 * among the records.
 *
 * What is seen of a model is its loss on the target record and, for attacks that compare, its losses on population records, which
 * were in nobody's training. Reference (shadow) models are trained by the attacker with the target (`present`) and without
 * (`absent`), and seen in the same way.
 * Theorem: under a training with trade-off curve f, every score, with every threshold, has a true-positive rate of at most 1 -
 * f(false-positive rate): it is post-processing, and reference models are trained without looking at the target model.
 * Source: Dong, Roth, Su (JRSS B 2022) for the limit; Shokri, Stronati, Song, Shmatikov (IEEE S&P 2017) for shadow models.
 * Limits: an attack bounds the leakage from below. That it fails proves nothing.
 * @claim empirical-membership
 */
import { declare, made, type ParametersOf } from "../numerics/parameters.ts";
import { kindOf, refuse, refuseData, requireList } from "../numerics/requirements.ts";

/** What the attacker sees of one model: cross-entropies, hence not negative; e^-loss is the probability given to the right label. */
export interface ModelView {
  /** On the target record. */
  readonly loss: number;
  /** On population records, the same for every model; may be empty where the attack compares with none. */
  readonly population: ArrayLike<number>;
}

/** As a parameter; how many there must be, an attack says. */
const modelViews = made<readonly ModelView[]>((views, name) => requireList(name, views));

export const referenceViewsParameters = declare({
  /** Of models trained with the target. */
  present: modelViews,
  /** Of models trained without it. */
  absent: modelViews,
});

export interface ReferenceViews extends ParametersOf<typeof referenceViewsParameters> {}

/** The higher, the more it speaks for a member. */
export type MembershipAttack = (seen: ModelView) => number;

/** A loss is computed from a record: it is not shown. */
export function requireLoss(name: string, loss: number): void {
  if (!(typeof loss === "number" && loss >= 0 && loss < Infinity)) refuseData(name, "non-negative and finite");
}

/** The loss of a model on the target record. */
export function lossOf(seen: Pick<ModelView, "loss">): number {
  if (typeof seen !== "object" || seen === null) refuse("seen", "what is seen of a model", kindOf(seen));
  requireLoss("loss", seen.loss);
  return seen.loss;
}

/** At least `least` views, each with the losses of as many population records; returns how many those are. */
export function requireViews(name: string, views: readonly ModelView[], least: number): number {
  requireList(name, views);
  if (views.length < least) refuse(name, `at least ${least} models`, views.length);
  const population = populationOf(`${name}[0]`, views[0], undefined);
  for (let k = 1; k < views.length; k++) populationOf(`${name}[${k}]`, views[k], population);
  return population;
}

/** Checks a view; returns how many population records it has. */
export function populationOf(name: string, view: ModelView, wanted: number | undefined): number {
  if (typeof view !== "object" || view === null) refuse(name, "what is seen of a model", kindOf(view));
  requireLoss(`loss of ${name}`, view.loss);
  requireList(`population of ${name}`, view.population, wanted);
  for (let i = 0; i < view.population.length; i++) requireLoss(`population[${i}] of ${name}`, view.population[i]);
  return view.population.length;
}
