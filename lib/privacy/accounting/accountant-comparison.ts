/**
 * All accountants side by side: the epsilon that each gives to the same sequence of events at the same delta.
 *
 * Every accountant either has a row or is listed with the reason why it does not apply. The order that the rows must obey
 * (`accountant-order.ts`) is asserted before they are returned. Rows with `upperBound` false are estimates that may lie below the truth
 * and must not be reported as a guarantee. What each accountant takes for an event is in `event-knowledge.ts`, how the delta is shared
 * out in `accountants.ts`.
 * At delta 0 the rows are those of pure releases: their epsilons, or largest losses, add up.
 * Limits: the Renyi rows depend on `orders`, which is RENYI_ORDERS by default; the loss distribution takes about a second.
 */
import { refuse, requirePositive, requireProbabilityBelowOne } from "../../numerics/requirements.ts";
import { RENYI_ORDERS } from "../conversions/renyi-conversions.ts";
import { type AccountantRow, requireAccountantOrder } from "./accountant-order.ts";
import { ACCOUNTANTS, type Accountant, type AccountantOutcome, type AccountantQuestion } from "./accountants.ts";
import { knowledgeOf } from "./event-knowledge.ts";
import type { Releases } from "./privacy-event.ts";
import { type ReadEvent, readReleases } from "./read-event.ts";

export interface AccountantComparison {
  readonly rows: readonly AccountantRow[];
  readonly notApplicable: readonly { readonly accountant: Accountant; readonly reason: string }[];
  /** What one accountant says; an error with the reason where it does not apply. */
  epsilonOf(accountant: Accountant): number;
}

export interface ComparisonParameters {
  /** 1e-5 by default; 0 for the sum of pure epsilons. */
  readonly delta?: number;
  /** Of the Renyi rows. */
  readonly orders?: readonly number[];
  /** The width wanted of the certified interval. */
  readonly tolerance?: number;
}

export const ALL_ACCOUNTANTS = Object.keys(ACCOUNTANTS) as readonly Accountant[];

/** The others have no epsilon at delta 0: they trade delta for it. */
const AT_ZERO: ReadonlySet<Accountant> = new Set(["basic", "optimal (continuous)", "privacy-loss distribution"]);
const NOT_AT_ZERO = "it has an answer above delta 0 only";

export function compareAccountants(
  events: Releases,
  { delta = 1e-5, orders = RENYI_ORDERS, tolerance }: ComparisonParameters = {},
  accountants: readonly Accountant[] = ALL_ACCOUNTANTS,
): AccountantComparison {
  requireProbabilityBelowOne({ delta });
  if (tolerance !== undefined) requirePositive({ tolerance });
  for (const order of orders) if (!(order > 1 && order < Infinity)) refuse("orders", "all above 1 and finite", order);
  const known = merged(readReleases(events)).map(knowledgeOf);
  if (known.length === 0)
    return comparison([{ accountant: "exact", epsilon: 0, upperBound: true, note: "nothing is lost" }], []);
  const question = { events: known, delta, orders, ...(tolerance === undefined ? {} : { tolerance }) };
  const rows: AccountantRow[] = [];
  const notApplicable: { accountant: Accountant; reason: string }[] = [];
  for (const accountant of accountants) {
    const outcome = delta === 0 && !AT_ZERO.has(accountant) ? NOT_AT_ZERO : ask(accountant, question);
    if (typeof outcome === "string") notApplicable.push({ accountant, reason: outcome });
    else rows.push({ accountant, ...outcome });
  }
  requireAccountantOrder(rows);
  return comparison(rows, notApplicable);
}

function comparison(
  rows: AccountantComparison["rows"],
  notApplicable: AccountantComparison["notApplicable"],
): AccountantComparison {
  return {
    rows,
    notApplicable,
    epsilonOf(accountant) {
      const row = rows.find((each) => each.accountant === accountant);
      if (row !== undefined) return row.epsilon;
      const reason = notApplicable.find((each) => each.accountant === accountant)?.reason;
      return refuse("accountant", reason === undefined ? "one of the accountants" : `another: ${reason};`, accountant);
    },
  };
}

/** The events are good ones; what an accountant refuses is beyond that accountant, and its words are the reason. */
function ask(accountant: Accountant, question: AccountantQuestion): AccountantOutcome {
  try {
    return ACCOUNTANTS[accountant](question);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // Deep inside an accountant extreme numbers may lose their meaning; that is refused, in words that say nothing to the caller.
    return error.message.includes("NaN") ? "the numbers are beyond the range of this accountant" : error.message;
  }
}

/** Equal events become one, and those that lose nothing none. */
function merged(events: readonly ReadEvent[]): ReadEvent[] {
  const byKey = new Map<string, ReadEvent>();
  for (const [place, event] of events.entries()) {
    if (event.silent) continue;
    const { named, guarantee, samplingRate, batch, pair } = event;
    const key =
      named === undefined
        ? String(place)
        : JSON.stringify([Object.entries(named).sort(), guarantee, samplingRate, batch, pair?.attained]);
    const known = byKey.get(key);
    byKey.set(key, known === undefined ? event : { ...known, times: known.times + event.times });
  }
  return [...byKey.values()];
}
