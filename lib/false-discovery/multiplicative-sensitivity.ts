/**
 * Multiplicative sensitivity of a p-value: what the sensitivities of the tests in this folder have in common.
 *
 * A p-value is (eta, mu)-multiplicatively sensitive if for all neighbours either e^-eta p <= p' <= e^eta p or both are at most mu.
 * What the private rules use of it is that ln max(p, mu) then moves by eta at most; `binomialSensitivity`, `gaussianSensitivity`
 * and `chiSquareSensitivity` give the least eta for which that holds. The neighbours whose p-values lie on both sides of mu count:
 * to leave them out understates eta.
 * Source: Dwork, Su, Zhang (2018), "Differentially private false discovery rate control", for the definition.
 * Accuracy: an eta that is too small breaks a guarantee, so all of them are rounded up, by 1e-13 (1 + ln(1 / mu)).
 */
import { log } from "../numerics/logarithm.ts";
import { openProbability } from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";

/** ln max(p, floor). */
export function truncatedLog(pValue: number, floor: number): number {
  return log(Math.max(pValue, floor));
}

/** What a truncation takes. */
export const FLOOR = {
  /** mu: p-values below it count as equal to it. */
  floor: openProbability,
};

/**
 * A sensitivity, rounded up by more than its logarithms are off by; never more than ln(1 / floor), as ln max(p, floor) has no more
 * room.
 */
export function roundedUp(eta: number, floor: number): number {
  const room = -log(floor);
  const raised = eta + 1e-13 * (1 + room);
  if (!(raised >= 0)) return refuse("eta", "non-negative", eta);
  return Math.min(room * (1 + 4 * Number.EPSILON), raised);
}
