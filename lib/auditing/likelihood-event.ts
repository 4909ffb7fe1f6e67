/**
 * Likelihood event: half-lines of log P - log Q, for outputs whose laws are known.
 *
 * Theorem: for every probability under Q the event {log P - log Q >= t} of that probability has the largest probability under P.
 * Source: Neyman, Pearson (1933).
 * @example
 * ```ts
 * import { discreteLaplace } from "epsilab";
 * import { likelihoodEvent } from "epsilab/auditing";
 * const { law } = discreteLaplace({ epsilon: 1, sensitivity: 1, neighbours: "swap" });
 * const outputs = { over: [0, -1, 0, 1, 0], under: [1, 2, 1, 0, 1], delta: 0, errorRate: 0.05 };
 * likelihoodEvent(law(0), law(1))(outputs)(-3); // => true
 * ```
 */
import type { ContinuousLaw, DiscreteLaw } from "../privacy/loss/law.ts";
import { type EventChoice, halfLineEvent } from "./event-choice.ts";

/** Outcomes that are impossible under both laws score 0. */
export function likelihoodEvent<Output>(first: DiscreteLaw<Output>, second: DiscreteLaw<Output>): EventChoice<Output> {
  return halfLineEvent((output) => difference(first.logMass(output), second.logMass(output)));
}

/** To 1e-9: float64 noise leaks through the rounding of its own log-density, which the law does not know (see `attacks/support-audit.ts`). */
export function densityEvent(first: ContinuousLaw, second: ContinuousLaw): EventChoice<number> {
  return halfLineEvent((x) => Math.round(1e9 * difference(first.logDensity(x), second.logDensity(x))) / 1e9);
}

function difference(first: number, second: number): number {
  return first === -Infinity && second === -Infinity ? 0 : first - second;
}
