/**
 * Relative membership attack (RMIA): is the target raised by the model more than other people's records are?
 *
 * The model raises a record by p(record | model) / p(record), with p = e^-loss and the mean over reference models below. The score
 * is the share of population records z for which raised(target) / raised(z) is at least `gamma`. Online, the mean p(target) is over
 * models with the target and without, in equal parts. Offline, only models without it are at hand, and the mean is taken for ((1 +
 * a) p_out + 1 - a) / 2, as if a model with the record gave it a p_out + 1 - a; of the target and of every z alike.
 * Theorem: as for every score, no threshold passes the trade-off curve of the training.
 * Source: Zarifzadeh, Liu, Shokri, "Low-cost high-power membership inference attacks" (ICML 2024), algorithm 1 and its offline form.
 * Limits: with n population records the score has n + 1 values: ties, and no threshold at a false-positive rate smaller than that
 * of the highest value.
 * @example
 * ```ts
 * import { relativeMembershipAttack } from "epsilab/attacks";
 * const view = (loss: number, population: number[]) => ({ loss, population });
 * const references = { present: [view(0.2, [0.5, 0.8])], absent: [view(0.6, [0.5, 0.8])] };
 * const attack = relativeMembershipAttack(references, { gamma: 1 });
 * attack(view(0.3, [0.4, 0.8])); // => 0.5
 * ```
 * @claim empirical-membership
 * @also rmia, membership inference
 */
import { logAddExp, logSumExp } from "../numerics/log-sum.ts";
import { log, log1p } from "../numerics/logarithm.ts";
import { declare, type ParametersOf, positive, probability } from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import {
  type MembershipAttack,
  type ModelView,
  populationOf,
  type ReferenceViews,
  referenceViewsParameters,
  requireViews,
} from "./membership-attack.ts";

export const relativeMembershipParameters = declare({
  /** How many times as much as a population record the target must be raised; 1 or a little more. */
  gamma: positive,
});
export const offlineRelativeMembershipParameters = declare({
  ...relativeMembershipParameters.declared,
  /** Between 0 and 1: how far a model with the record stays from certainty of it. */
  a: probability,
});

export interface RelativeMembership extends ParametersOf<typeof relativeMembershipParameters> {}
export interface OfflineRelativeMembership extends ParametersOf<typeof offlineRelativeMembershipParameters> {}

export function relativeMembershipAttack(references: ReferenceViews, parameters: RelativeMembership): MembershipAttack {
  const { present, absent } = referenceViewsParameters.read(references, "references");
  const { gamma } = relativeMembershipParameters.read(parameters);
  const size = requirePopulation("present", present);
  requirePopulation("absent", absent, size);
  const half = -log(2);
  const target = logSumExp([meanOf(present, lossOf), meanOf(absent, lossOf)]) + half;
  const others = Float64Array.from({ length: size }, (_, z) => {
    const lossOn = ({ population }: ModelView) => population[z];
    return logSumExp([meanOf(present, lossOn), meanOf(absent, lossOn)]) + half;
  });
  return comparison(target, others, log(gamma));
}

/** From models without the record alone. */
export function offlineRelativeMembershipAttack(
  absent: readonly ModelView[],
  parameters: OfflineRelativeMembership,
): MembershipAttack {
  const { gamma, a } = offlineRelativeMembershipParameters.read(parameters);
  const size = requirePopulation("absent", absent);
  const [stays, certain] = [log1p(a), a === 1 ? -Infinity : log1p(-a)];
  const corrected = (logMean: number) => logAddExp(stays + logMean, certain) - log(2);
  const others = Float64Array.from({ length: size }, (_, z) =>
    corrected(meanOf(absent, ({ population }) => population[z])),
  );
  return comparison(corrected(meanOf(absent, lossOf)), others, log(gamma));
}

function requirePopulation(name: string, views: readonly ModelView[], wanted?: number): number {
  const size = requireViews(name, views, 1);
  if (size === 0) refuse(`population of ${name}`, "at least one record", size);
  if (wanted !== undefined && size !== wanted) refuse(`population of ${name}`, `of length ${wanted}`, size);
  return size;
}

const lossOf = ({ loss }: ModelView) => loss;

/** The logarithm of the mean probability. */
function meanOf(views: readonly ModelView[], loss: (view: ModelView) => number): number {
  return logSumExp(views.map((view) => -loss(view))) - log(views.length);
}

function comparison(target: number, others: Float64Array, logGamma: number): MembershipAttack {
  return (seen) => {
    populationOf("the target model", seen, others.length);
    const raised = -seen.loss - target - logGamma;
    let below = 0;
    for (let z = 0; z < others.length; z++) if (raised >= -seen.population[z] - others[z]) below++;
    return below / others.length;
  };
}
