/**
 * Calibration of randomized response: the largest epsilon of one answer, and the smallest share of random answers, for several answers.
 *
 * With k choices an answer of loss t has the loss t with probability e^t / (e^t + k - 1), -t with 1 / (e^t + k - 1), and else 0.
 * Closed forms: with delta = 0 each answer may lose epsilon / times; one answer has delta(epsilon) =
 * (e^t - e^epsilon) / (e^t + k - 1). Otherwise by the certified loss accountant (`calibration.ts`).
 * Source: Kairouz, Bonawitz, Ramage (ICML 2016) for the law; Kairouz, Oh, Viswanath (2015) for two choices, where it is the worst case.
 * Accuracy: closed forms to 4 units in the last place, on the safe side; otherwise as the accountant certifies.
 */
import { exp } from "../../numerics/exponential.ts";
import { log1p } from "../../numerics/logarithm.ts";
import { requireInteger } from "../../numerics/requirements.ts";
import type { PldPair, PrivacyLoss } from "../loss/privacy-loss.ts";
import { calibrate } from "./calibration.ts";
import { type ReleasePlan, requirePlan } from "./release-plan.ts";

/** A plan of answers that the same person gives. */
export interface ResponsePlan extends Omit<ReleasePlan, "samplingRate"> {
  readonly choices: number;
}

const INWARDS = 1 - 4 * Number.EPSILON;

/** The largest epsilon of one answer, as `choiceResponse` takes it. */
export function responseEpsilonFor({ epsilon, delta, times, choices, tolerance }: ResponsePlan): number {
  requirePlan({ epsilon, delta, times, samplingRate: 1 });
  requireInteger({ choices }, 2);
  if (delta === 0) return (epsilon / times) * INWARDS;
  if (times === 1) {
    return (epsilon + log1p(delta * (choices - 1) * exp(-epsilon)) - log1p(-delta)) * INWARDS;
  }
  const eventsAt = (noise: number) => [{ mechanism: responsePld(1 / noise, choices), times }];
  return 1 / calibrate({ epsilon, delta, tolerance, start: times / epsilon, eventsAt }).noise;
}

/** The smallest probability of answering at random (each choice alike) instead of truthfully. */
export function responseNoiseFor(plan: ResponsePlan): number {
  const odds = exp(-responseEpsilonFor(plan));
  return Math.min(1, ((plan.choices * odds) / (1 + (plan.choices - 1) * odds)) * (1 + 16 * Number.EPSILON));
}

function responsePld(epsilon: number, choices: number): PldPair {
  const odds = exp(-epsilon);
  const truth = 1 / (1 + (choices - 1) * odds);
  const atoms = [
    { loss: epsilon, mass: truth },
    { loss: 0, mass: (choices - 2) * odds * truth },
    { loss: -epsilon, mass: odds * truth },
  ];
  const loss: PrivacyLoss = {
    pieces: () => ({ atoms, densities: [], infinite: 0, beneath: 0, beyond: 0 }),
    lattice: epsilon,
  };
  return { remove: loss, add: loss };
}
