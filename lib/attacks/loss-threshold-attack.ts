/**
 * Loss-threshold attack: a model that fits its own records better than others has a small loss on a member. The score is minus the loss.
 *
 * Yeom's attacker says "member" where the loss is at most the mean training loss, which is the threshold minus that mean. It trains
 * no model of its own and has one threshold for all records, so that it finds average members and misses hard ones: at small
 * false-positive rates it finds hardly any.
 * Theorem: against a loss bounded by B, saying "member" with probability 1 - loss / B has an advantage TPR - FPR equal to the
 * generalisation gap over B.
 * Source: Yeom, Giacomelli, Fredrikson, Jha (CSF 2018), theorem 2 and adversary 2.
 * Limits: as every attack, a lower bound of what leaks.
 * @example
 * ```ts
 * import { lossThresholdAttack } from "epsilab/attacks";
 * lossThresholdAttack({ loss: 0.25, population: [] }); // => -0.25
 * ```
 * @claim empirical-membership
 * @also membership inference, yeom attack
 */
import { lossOf, type ModelView } from "./membership-attack.ts";

export function lossThresholdAttack(seen: Pick<ModelView, "loss">): number {
  return -lossOf(seen);
}
