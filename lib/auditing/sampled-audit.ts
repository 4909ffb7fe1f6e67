/**
 * Audit by sampling: draws from two neighbours, an event chosen on one half of them and counted on the other.
 *
 * Theorem: on the second half the four one-sided Clopper-Pearson limits (two events, one for each direction, two neighbours), each at
 * a quarter of the error rate, hold together with probability at least 1 - errorRate; then epsilon is at least the larger of the two
 * certified log-ratios. A claim below that bound is violated; no number of draws shows that a claim holds.
 * Source: Ding, Wang, Wang, Zhang, Kifer (CCS 2018); Bichsel et al., DP-Sniper (S&P 2021).
 * Limits: outputs must be independent and in the order drawn. A budget of time is `until`, which is asked before any output is
 * looked at: a clock is the caller's. No power against a delta much smaller than 1 / draws, nor against an epsilon above
 * log(draws).
 * @example
 * ```ts
 * import { auditRelease, sampleLaplace, stream } from "epsilab";
 * const claim = { epsilon: 1, delta: 0, draws: 20_000, errorRate: 0.01 };
 * const verdict = auditRelease<number, number>(
 *   (value, random) => value + sampleLaplace(0.5, random), // the noise of epsilon 2
 *   { ...claim, inputs: [0, 1], choose: () => (output) => output >= 1 },
 *   stream(20261115, "audit"),
 * );
 * [verdict.verdict, verdict.lowerBound]; // => ["violated", 1.8942...]
 * verdict.event.under; // => { successes: 659, trials: 10000 }
 * ```
 */
import {
  callable,
  declare,
  type Given,
  integer,
  made,
  openProbability,
  optional,
  requireKnownNames,
} from "../numerics/parameters.ts";
import { refuse, requireFunction, requireInteger, requireList } from "../numerics/requirements.ts";
import { requireParentStream } from "../random/random.ts";
import type { Stream } from "../random/stream.ts";
import { judgeSampledEpsilon, type PrivacyVerdict } from "../statistics/privacy-verdict.ts";
import { certifiedLogRatio, type EventCount } from "./certified-epsilon.ts";
import { CLAIM, type PrivacyClaim } from "./discrete-audit.ts";
import type { Event, EventChoice, Training } from "./event-choice.ts";

/** How an event is chosen, and the probability of a wrong verdict. */
const CHOSEN = { choose: callable<EventChoice<never>>(), errorRate: openProbability };

export const sampledClaim = declare({ ...CLAIM, ...CHOSEN });

interface Chosen<Output> extends Omit<Given<typeof CHOSEN>, "choose"> {
  readonly choose: EventChoice<Output>;
}

export interface SampledClaim<Output> extends PrivacyClaim, Chosen<Output> {}

export interface SampledPair<Output> {
  readonly first: ArrayLike<Output>;
  readonly second: ArrayLike<Output>;
}

/** The event behind a lower bound, with how often it happened on the half that did not choose it. */
export interface SampledEvent {
  /** Which of the two inputs makes it likelier. */
  readonly likelier: "first" | "second";
  /** Which event it is, where its builder says so. */
  readonly says?: string;
  readonly over: EventCount;
  readonly under: EventCount;
}

export interface SampledVerdict extends PrivacyVerdict {
  /** From each input. */
  readonly draws: number;
  readonly errorRate: number;
  readonly event: SampledEvent;
}

export function auditSamples<Output>(pair: SampledPair<Output>, claim: SampledClaim<Output>): SampledVerdict {
  const { epsilon, delta, errorRate } = sampledClaim.read(claim as SampledClaim<never>, "claim");
  requireKnownNames(pair, ["first", "second"], "pair");
  const directions = countedEvents(pair, claim).map((event) => ({
    event,
    ratio: certifiedLogRatio({ over: event.over, under: event.under, delta, errorRate: errorRate / 2 }),
  }));
  const { event, ratio } = directions[1].ratio > directions[0].ratio ? directions[1] : directions[0];
  return {
    ...judgeSampledEpsilon({ certified: Math.max(0, ratio), claimed: epsilon }),
    draws: Math.min(pair.first.length, pair.second.length),
    errorRate,
    event: sampledEvent(event),
  };
}

/** How a black box is drawn from: which inputs, how often, and how the event is chosen. */
export const DRAWN = {
  ...CHOSEN,
  inputs: made<readonly [unknown, unknown]>((value, name) => requireList(name, value, 2)),
  /** Draws from each input; half of them choose the event. With `until`, the most of them. */
  draws: integer(2),
  /** Asked after every 500 draws from each input: true ends the drawing. */
  until: optional(callable<() => boolean>()),
};

export interface DrawPlan<Input, Output> extends Omit<Given<typeof DRAWN>, "inputs" | "choose">, Chosen<Output> {
  readonly inputs: readonly [Input, Input];
}

export const releaseAudit = declare({ ...CLAIM, ...DRAWN });

export interface ReleaseAudit<Input, Output> extends PrivacyClaim, DrawPlan<Input, Output> {}

/** The same for a release function, which is all that a black box shows. */
export function auditRelease<Input, Output>(
  release: (input: Input, random: Stream) => Output,
  audit: ReleaseAudit<Input, Output>,
  random: Stream,
): SampledVerdict {
  const { epsilon, delta, errorRate } = releaseAudit.read(audit as ReleaseAudit<Input, never>, "audit");
  return auditSamples(drawPair(release, audit, random).pair, { epsilon, delta, errorRate, choose: audit.choose });
}

const BATCH = 500;

export function drawPair<Input, Output>(
  release: (input: Input, random: Stream) => Output,
  { inputs, draws, until }: Pick<DrawPlan<Input, Output>, "inputs" | "draws" | "until">,
  random: Stream,
): { readonly pair: SampledPair<Output>; readonly draws: number } {
  requireFunction({ release });
  requireParentStream(random);
  requireInteger({ draws }, 2);
  if (until !== undefined) requireFunction({ until });
  const sources = [random.child(0), random.child(1)] as const;
  const [first, second]: [Output[], Output[]] = [[], []];
  do {
    const end = until === undefined ? draws : Math.min(draws, first.length + BATCH);
    while (first.length < end) first.push(release(inputs[0], sources[0]));
    while (second.length < end) second.push(release(inputs[1], sources[1]));
  } while (until !== undefined && first.length < draws && !until());
  return { pair: { first, second }, draws: first.length };
}

/** An event chosen on one half, counted on the other. */
export interface CountedEvent<Output> {
  readonly likelier: "first" | "second";
  readonly event: Event<Output>;
  readonly over: EventCount;
  readonly under: EventCount;
}

/** One for each direction. */
export function countedEvents<Output>(
  pair: SampledPair<Output>,
  { choose, delta, errorRate, worth }: Omit<Training<Output>, "over" | "under"> & Pick<SampledClaim<Output>, "choose">,
): readonly [CountedEvent<Output>, CountedEvent<Output>] {
  requireFunction({ choose });
  const [first, second] = [halves("first", pair.first), halves("second", pair.second)];
  const direction = (likelier: "first" | "second", over: Halves<Output>, under: Halves<Output>) => {
    const training = { over: over.training, under: under.training, delta, errorRate: errorRate / 2 };
    const event = choose(worth === undefined ? training : { ...training, worth });
    requireFunction({ "what `choose` returns": event });
    const count = (outputs: readonly Output[]) => ({ successes: outputs.filter(event).length, trials: outputs.length });
    return { likelier, event, over: count(over.held), under: count(under.held) };
  };
  return [direction("first", first, second), direction("second", second, first)];
}

/** What a verdict shows of it: no function, which no file of results can hold. */
export function sampledEvent<Output>({ likelier, event, over, under }: CountedEvent<Output>): SampledEvent {
  return { likelier, ...(event.says === undefined ? {} : { says: event.says }), over, under };
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
