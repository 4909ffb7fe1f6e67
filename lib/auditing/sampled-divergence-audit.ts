/**
 * Audits by sampling of Gaussian and Renyi claims: what a black box shows of mu, or of a curve of Renyi divergences.
 *
 * As `auditRelease`: half of the draws choose one event for each direction, the one that promises the largest bound, and the other
 * half count it. From the two counts of a direction come `certifiedMu` or `certifiedRenyi`, which hold at all orders together; each
 * direction has half of the error rate.
 * Theorem: with probability at least 1 - errorRate the lower bounds are at most what the two inputs have; a claim below is
 * violated. No number of draws shows that a claim holds.
 * Source: Dong, Roth, Su (JRSS B 2022); Mironov (CSF 2017); Clopper, Pearson (1934).
 * Limits: as `auditRelease`; one event shows a part of a divergence (see `certifiedRenyi`), so a claim that is a little too small
 * is not found by its
 * Renyi curve: audit its mu, or its (epsilon, delta).
 * @example
 * ```ts
 * import { sampleNormal, stream, type Stream } from "epsilab";
 * import { auditGaussianRelease, auditRenyiRelease, halfLineEvent } from "epsilab/auditing";
 * const release = (mean: number, random: Stream) => sampleNormal({ mean, sigma: 0.5 }, random); // mu = 2
 * const plan = { inputs: [0, 1] as const, draws: 20_000, errorRate: 0.01, choose: halfLineEvent((output: number) => output) };
 * auditGaussianRelease(release, { ...plan, mu: 1 }, stream(1, "mu")).lowerBound; // => 1.9561...
 * auditRenyiRelease(release, { ...plan, orders: [2, 4], epsilonAt: (order) => order / 2 }, stream(1, "rho")).verdict; // => "violated"
 * ```
 * @claim sampled-divergence-audit
 */
import { arrayOf, callable, declare, nonNegative } from "../numerics/parameters.ts";
import { requireNonNegative } from "../numerics/requirements.ts";
import { anyOrder } from "../privacy/conversions/renyi-conversions.ts";
import type { Stream } from "../random/stream.ts";
import { limitsOf, muBetween, renyiBetween } from "./certified-divergence.ts";
import {
  type CountedEvent,
  countedEvents,
  DRAWN,
  type DrawPlan,
  drawPair,
  type SampledVerdict,
  sampledEvent,
} from "./sampled-audit.ts";

export const gaussianReleaseAudit = declare({ ...DRAWN, mu: nonNegative });

export interface GaussianReleaseAudit<Input, Output> extends DrawPlan<Input, Output> {
  /** What is claimed. */
  readonly mu: number;
}

/** `lowerBound` is of mu. */
export function auditGaussianRelease<Input, Output>(
  release: (input: Input, random: Stream) => Output,
  audit: GaussianReleaseAudit<Input, Output>,
  random: Stream,
): SampledVerdict {
  const { mu } = gaussianReleaseAudit.read(audit as GaussianReleaseAudit<Input, never>, "audit");
  return judge(release, audit, random, muBetween, (lower, upper) => ({ bound: muBetween(lower, upper), claimed: mu }));
}

export const renyiReleaseAudit = declare({
  ...DRAWN,
  orders: arrayOf(anyOrder),
  epsilonAt: callable<(order: number) => number>(),
});

export interface RenyiReleaseAudit<Input, Output> extends DrawPlan<Input, Output> {
  readonly orders: readonly number[];
  /** What is claimed of the divergence at each order: `(order) => rho * order`, or the `epsilonAt` of a Renyi guarantee. */
  readonly epsilonAt: (order: number) => number;
}

export interface RenyiVerdict extends SampledVerdict {
  /** The order at which most more than claimed, or least less, was found; `lowerBound` is of the divergence there. */
  readonly order: number;
}

export function auditRenyiRelease<Input, Output>(
  release: (input: Input, random: Stream) => Output,
  audit: RenyiReleaseAudit<Input, Output>,
  random: Stream,
): RenyiVerdict {
  const { orders, epsilonAt } = renyiReleaseAudit.read(audit as RenyiReleaseAudit<Input, never>, "audit");
  const claims = orders.map((order) => {
    const claimed = epsilonAt(order);
    requireNonNegative({ [`epsilonAt(${order})`]: claimed });
    return { order, claimed };
  });
  const worst = (lower: number, upper: number) =>
    claims
      .map(({ order, claimed }) => ({ order, claimed, bound: renyiBetween(lower, upper, order) }))
      .reduce((most, each) => (each.bound - each.claimed > most.bound - most.claimed ? each : most));
  const worth = (lower: number, upper: number) => {
    const { bound, claimed } = worst(lower, upper);
    return bound - claimed;
  };
  return judge(release, audit, random, worth, worst);
}

interface Finding {
  readonly bound: number;
  readonly claimed: number;
}

/** The direction that shows most more than is claimed. */
function judge<Input, Output, Found extends Finding>(
  release: (input: Input, random: Stream) => Output,
  plan: DrawPlan<Input, Output>,
  random: Stream,
  worth: (lower: number, upper: number) => number,
  find: (lower: number, upper: number) => Found,
): SampledVerdict & Omit<Found, "bound" | "claimed"> {
  const { pair, draws } = drawPair(release, plan, random);
  const choice = { choose: plan.choose, errorRate: plan.errorRate, delta: 0, worth };
  const directions = countedEvents(pair, choice).map((event: CountedEvent<Output>) => {
    const { lower, upper } = limitsOf({ ...event, errorRate: plan.errorRate / 2 });
    return { event, found: find(lower, upper) };
  });
  const beyond = ({ found }: { readonly found: Finding }) => found.bound - found.claimed;
  const { event, found } = beyond(directions[1]) > beyond(directions[0]) ? directions[1] : directions[0];
  const { bound, claimed, ...rest } = found;
  const verdict = bound > claimed ? "violated" : "not-refuted";
  return { verdict, lowerBound: bound, draws, errorRate: plan.errorRate, event: sampledEvent(event), ...rest };
}
