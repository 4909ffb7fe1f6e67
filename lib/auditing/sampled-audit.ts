/**
 * Audit by sampling: draws from two neighbours, an event chosen on one half of them and counted on the other.
 *
 * Theorem: on the second half the four one-sided Clopper-Pearson limits (two events, one for each direction, two neighbours), each at
 * a quarter of the error rate, hold together with probability at least 1 - errorRate; then epsilon is at least the larger of the two
 * certified log-ratios. A claim below that bound is violated; no number of draws shows that a claim holds.
 * Source: Ding, Wang, Wang, Zhang, Kifer (CCS 2018); Bichsel et al., DP-Sniper (S&P 2021).
 * Limits: outputs must be independent and in the order drawn. No power against a delta much smaller than 1 / draws, nor against an epsilon above log(draws).
 * @example
 * ```ts
 * import { auditRelease, sampleLaplace, stream } from "epsilab";
 * const claim = { epsilon: 1, delta: 0, draws: 20_000, errorRate: 0.01 };
 * const verdict = auditRelease<number, number>(
 *   (value, random) => value + sampleLaplace(0.5, random), // the noise of epsilon 2
 *   { ...claim, inputs: [0, 1], choose: () => (output) => output >= 1 },
 *   stream(20261115, "audit"),
 * ); // => { verdict: "violated", lowerBound: 1.8942... }
 * ```
 */
import {
  refuse,
  requireInteger,
  requireList,
  requireNonNegative,
  requireOpenProbability,
  requireProbability,
} from "../numerics/requirements.ts";
import type { Stream } from "../random/stream.ts";
import { judgeSampledEpsilon, type PrivacyVerdict } from "../statistics/privacy-verdict.ts";
import { certifiedLogRatio } from "./certified-epsilon.ts";
import type { Claim } from "./discrete-audit.ts";
import type { EventChoice } from "./event-choice.ts";

export interface SampledClaim<Output> extends Claim {
  readonly choose: EventChoice<Output>;
  readonly errorRate: number;
}

export interface SampledPair<Output> {
  readonly first: ArrayLike<Output>;
  readonly second: ArrayLike<Output>;
}

export function auditSamples<Output>(pair: SampledPair<Output>, claim: SampledClaim<Output>): PrivacyVerdict {
  const { epsilon, delta, errorRate, choose } = claim;
  requireNonNegative({ epsilon });
  requireProbability({ delta });
  requireOpenProbability({ errorRate });
  const [first, second] = [halves("first", pair.first), halves("second", pair.second)];
  const direction = (over: Halves<Output>, under: Halves<Output>) => {
    const event = choose({ over: over.training, under: under.training, delta, errorRate: errorRate / 2 });
    const count = (outputs: readonly Output[]) => ({ successes: outputs.filter(event).length, trials: outputs.length });
    return certifiedLogRatio({ over: count(over.held), under: count(under.held), delta, errorRate: errorRate / 2 });
  };
  const certified = Math.max(0, direction(first, second), direction(second, first));
  return judgeSampledEpsilon({ certified, claimed: epsilon });
}

export interface ReleaseAudit<Input, Output> extends SampledClaim<Output> {
  readonly inputs: readonly [Input, Input];
  /** Draws from each input; half of them choose the event. */
  readonly draws: number;
}

/** The same for a release function, which is all that a black box shows. */
export function auditRelease<Input, Output>(
  release: (input: Input, random: Stream) => Output,
  audit: ReleaseAudit<Input, Output>,
  random: Stream,
): PrivacyVerdict {
  requireInteger({ draws: audit.draws }, 2);
  const [first, second] = audit.inputs.map((input, side) => {
    const own = random.child(side);
    return Array.from({ length: audit.draws }, () => release(input, own));
  });
  return auditSamples({ first, second }, audit);
}

interface Halves<Output> {
  readonly training: readonly Output[];
  readonly held: readonly Output[];
}

function halves<Output>(name: string, outputs: ArrayLike<Output>): Halves<Output> {
  requireList(name, outputs);
  if (!(outputs.length >= 2)) refuse(`${name} outputs`, "at least 2", outputs.length);
  const all = Array.from(outputs);
  return { training: all.slice(0, all.length >> 1), held: all.slice(all.length >> 1) };
}
