/**
 * The accountants that answer one question: which epsilon has this sequence of events at this delta. Each gives an answer or a reason.
 *
 * Basic, advanced and optimal composition need an (epsilon, delta) of every release. Where it is not stated, the delta that remains
 * after the stated ones is shared out: a part is kept as the slack of advanced composition (1, 10, 50, 90 or 99 percent), the rest
 * goes to the releases in equal parts, or to the events in equal parts and from there to their releases; the least total over these
 * splits counts. Any split is valid, so a finer search could only lower these rows. All of it is 1e-12 less than it might be, so that
 * rounding cannot make the parts exceed the whole.
 * Optimal composition (Kairouz, Oh, Viswanath 2015) is for releases with one and the same (epsilon, delta): it is optimal for all
 * mechanisms with that guarantee, not for the mechanism at hand, of which more may be known.
 * Sources: those of the files that each accountant calls.
 */

import { leastOf } from "../../numerics/extremes.ts";
import { composeRenyi, repeatRenyi } from "../conversions/composition.ts";
import { renyiToApproximate, renyiToApproximateClassic } from "../conversions/renyi-conversions.ts";
import {
  zeroConcentratedToApproximate,
  zeroConcentratedToApproximateClassic,
} from "../conversions/zero-concentrated-conversions.ts";
import { type RenyiGuarantee, zeroConcentrated } from "../guarantees/guarantee.ts";
import { gaussianEpsilon } from "../loss/gaussian-profile.ts";
import { type CertifiedInterval, pldEpsilon } from "../loss/pld-accountant.ts";
import { basicComposition, mixedAdvancedComposition, type RepeatedBudget } from "./advanced-composition.ts";
import type { EventKnowledge } from "./event-knowledge.ts";
import { optimalCompositionEpsilon, optimalCompositionGridEpsilon } from "./optimal-composition.ts";

export type Accountant =
  | "basic"
  | "advanced (DRV)"
  | "advanced (tight)"
  | "optimal (grid)"
  | "optimal (continuous)"
  | "zero-concentrated classic"
  | "zero-concentrated tight"
  | "renyi classic"
  | "renyi"
  | "privacy-loss distribution"
  | "exact"
  | "central-limit estimate";

export interface AccountantAnswer {
  readonly epsilon: number;
  readonly upperBound: boolean;
  readonly note: string;
  /** Of the loss distribution, whose `upper` is the epsilon. */
  readonly interval?: CertifiedInterval;
}

export interface AccountantQuestion {
  readonly events: readonly EventKnowledge[];
  readonly delta: number;
  readonly orders: readonly number[];
  /** The width wanted of the certified interval; see `pldEpsilon`. */
  readonly tolerance?: number;
}

/** An answer, or the reason why there is none. */
export type AccountantOutcome = AccountantAnswer | string;

const SLACK_SHARES = [0.01, 0.1, 0.5, 0.9, 0.99];

interface Split {
  readonly budgets: readonly RepeatedBudget[];
  readonly slack: number;
}

export const ACCOUNTANTS: Readonly<Record<Accountant, (question: AccountantQuestion) => AccountantOutcome>> = {
  basic: (question) => fromSplits(question, leastBasic, "the epsilons add up"),
  "advanced (DRV)": (question) =>
    fromSplits(question, (splits) => leastAdvanced(splits, "drv"), "mean loss epsilon (e^epsilon - 1), or basic"),
  "advanced (tight)": (question) =>
    fromSplits(question, (splits) => leastAdvanced(splits, "tight"), "mean loss epsilon tanh(epsilon / 2), or basic"),
  "optimal (grid)": (question) => optimal(question, optimalCompositionGridEpsilon, "on the grid k, k - 2, k - 4, ..."),
  "optimal (continuous)": (question) => optimal(question, optimalCompositionEpsilon, "the profile inverted exactly"),
  "zero-concentrated classic": ({ events, delta }) =>
    concentrated(
      events,
      "classic",
      (rho) => zeroConcentratedToApproximateClassic(zeroConcentrated(rho), delta).epsilon,
    ),
  "zero-concentrated tight": ({ events, delta }) =>
    concentrated(events, "tight", (rho) => zeroConcentratedToApproximate(zeroConcentrated(rho), delta).epsilon),
  "renyi classic": (question) => renyi(question, renyiToApproximateClassic),
  renyi: (question) => renyi(question, renyiToApproximate),
  "privacy-loss distribution": privacyLoss,
  exact: ({ events, delta }) => {
    if (events.some(({ mu }) => mu === undefined)) return "not all events are Gaussian noise without sampling";
    const mu = Math.sqrt(events.reduce((sum, { mu = 0, times }) => sum + times * mu * mu, 0));
    return bound(gaussianEpsilon({ delta, mu }), `the profile of one Gaussian with mu ${mu}`);
  },
  "central-limit estimate": ({ events, delta }) => {
    if (events.every(({ centralLimitMu }) => centralLimitMu === undefined)) return "no event is sampled Gaussian noise";
    let squares = 0;
    for (const { mu, centralLimitMu, times } of events) {
      const total = centralLimitMu === undefined ? Math.sqrt(times) * (mu ?? Infinity) : centralLimitMu();
      squares += total * total;
    }
    if (squares === Infinity) return "not all events are Gaussian noise";
    const epsilon = gaussianEpsilon({ delta, mu: Math.sqrt(squares) });
    return { epsilon, upperBound: false, note: "the limit of many steps: NOT an upper bound" };
  },
};

function bound(epsilon: number, note: string): AccountantAnswer {
  return { epsilon, upperBound: true, note };
}

function fromSplits(
  question: AccountantQuestion,
  least: (splits: readonly Split[]) => number,
  note: string,
): AccountantOutcome {
  const splits = splitsOf(question);
  return typeof splits === "string" ? splits : bound(least(splits), note);
}

/** The splits without slack first. */
function splitsOf({ events, delta }: AccountantQuestion): readonly Split[] | string {
  const stated = events.reduce((sum, event) => sum + (event.stated ? event.times * event.stated.delta : 0), 0);
  const room = (delta - stated) * (1 - 1e-12);
  if (stated > delta) return `the deltas of the releases add up to ${stated}, more than delta`;
  const open = events.filter((event) => event.stated === undefined);
  if (open.length > 0 && !(room > 0)) return "no delta remains for the releases whose epsilon depends on it";
  const releases = open.reduce((sum, { times }) => sum + times, 0);
  const partsOf = [() => 1 / releases, (times: number) => 1 / (open.length * times)];
  const shares = [0, ...(open.length > 0 ? SLACK_SHARES : [1])].filter((share) => share === 0 || share * room > 0);
  return shares.flatMap((share) =>
    partsOf.slice(0, Math.max(1, Math.min(open.length, 2))).map((part) => ({
      slack: share * room,
      budgets: events.map(({ times, stated: budget, epsilonAt }) => {
        if (budget) return { ...budget, times };
        const granted = (1 - share) * room * part(times);
        return { epsilon: epsilonAt(granted), delta: granted, times };
      }),
    })),
  );
}

function leastBasic(splits: readonly Split[]): number {
  return leastOf(splits.filter(({ slack }) => slack === 0).map(({ budgets }) => basicComposition(budgets).epsilon));
}

function leastAdvanced(splits: readonly Split[], constant: "drv" | "tight"): number {
  const advanced = splits
    .filter(({ slack }) => slack > 0)
    .map(({ budgets, slack }) => mixedAdvancedComposition(budgets, { slack, constant }).epsilon);
  return Math.min(leastBasic(splits), ...advanced);
}

function optimal(
  question: AccountantQuestion,
  epsilonOf: typeof optimalCompositionEpsilon,
  note: string,
): AccountantOutcome {
  const { events, delta } = question;
  const [first] = events;
  const same = events.every(
    ({ stated }) => stated?.epsilon === first.stated?.epsilon && stated?.delta === first.stated?.delta,
  );
  if (!same || (events.length > 1 && first.stated === undefined))
    return "the releases do not share one (epsilon, delta)";
  const splits = splitsOf(question);
  if (typeof splits === "string") return splits;
  const times = events.reduce((sum, { times }) => sum + times, 0);
  const totals = splits.map(({ budgets: [budget] }) =>
    epsilonOf({ epsilon: budget.epsilon, delta: budget.delta, times, totalDelta: delta }),
  );
  return bound(leastOf(totals), note);
}

function concentrated(
  events: readonly EventKnowledge[],
  way: "classic" | "tight",
  convert: (rho: number) => number,
): AccountantOutcome {
  let total = 0;
  for (const { name, rho, times } of events) {
    if (rho === undefined) return `no finite rho is known of ${name}`;
    total += times * rho[way];
  }
  return bound(convert(total), `rho ${total}`);
}

function renyi({ events, delta, orders }: AccountantQuestion, convert: typeof renyiToApproximate): AccountantOutcome {
  const curves: RenyiGuarantee[] = [];
  for (const { name, renyi: curve, times } of events) {
    if (curve === undefined) return `no finite Renyi curve is known of ${name}`;
    curves.push(repeatRenyi(curve, times));
  }
  const { epsilon, order } = convert(composeRenyi(curves), { delta, orders });
  return bound(epsilon, `order ${order}, the best of ${orders.length}`);
}

function privacyLoss({ events, delta, tolerance }: AccountantQuestion): AccountantOutcome {
  const losses = [];
  let reached = true;
  for (const { name, loss, times } of events) {
    if (loss === undefined) return `${name} has no privacy-loss distribution of its own`;
    losses.push({ loss, times });
    reached &&= loss.attained;
  }
  const found = pldEpsilon({ events: losses, delta, ...(tolerance === undefined ? {} : { tolerance }) });
  if (found.upper === Infinity && delta === 0) return "some release has no largest loss";
  if (found.upper === Infinity) return "delta is not certainly above the mass of infinite losses";
  // Pairs that no neighbours reach bound from above only.
  const interval = reached ? found : { lower: 0, estimate: found.upper, upper: found.upper };
  return { ...bound(interval.upper, `certified: from ${interval.lower} to ${interval.upper}`), interval };
}
