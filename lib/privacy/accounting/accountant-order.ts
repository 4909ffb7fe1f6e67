/**
 * The order that accountants must obey on one sequence of events, and an error that names two rows that break it.
 *
 * - The lower end of the certified interval is at most every upper bound: exact, optimal, Renyi, ..., and the upper end of the interval
 *   itself; the exact value, where one is known, is at most every upper bound.
 * - The upper end is at most Renyi, up to the width of the interval: where Renyi is almost exact, it may lie inside.
 * - Optimal <= its grid; optimal <= advanced (tight) <= advanced (DRV) <= basic; the tight conversions <= the classic ones.
 * - A row that is not an upper bound is in no order at all.
 * Allowance: 1e-9 of the larger value and 1e-12 for rounding. A violation is a fault of this library, never of the caller.
 */
import type { Accountant, AccountantAnswer } from "./accountants.ts";

export interface AccountantRow extends AccountantAnswer {
  readonly accountant: Accountant;
}

const ORDERS: readonly (readonly [Accountant, Accountant])[] = [
  ["privacy-loss distribution", "renyi"],
  ["optimal (continuous)", "optimal (grid)"],
  ["optimal (continuous)", "advanced (tight)"],
  ["advanced (tight)", "advanced (DRV)"],
  ["advanced (DRV)", "basic"],
  ["zero-concentrated tight", "zero-concentrated classic"],
  ["renyi", "renyi classic"],
];

export function requireAccountantOrder(rows: readonly AccountantRow[]): void {
  const row = (accountant: Accountant) => rows.find((candidate) => candidate.accountant === accountant);
  const [loss, exact] = [row("privacy-loss distribution"), row("exact")];
  for (const larger of rows.filter(({ upperBound }) => upperBound)) {
    if (loss?.interval) requireAtMost(`the lower end of ${loss.accountant}`, loss.interval.lower, larger);
    if (exact && larger !== exact) requireAtMost(exact.accountant, exact.epsilon, larger);
  }
  for (const [first, second] of ORDERS) {
    const [smaller, larger] = [row(first), row(second)];
    if (!smaller || !larger) continue;
    const width = smaller.interval ? smaller.interval.upper - smaller.interval.lower : 0;
    requireAtMost(first, smaller.epsilon - width, larger);
  }
}

function requireAtMost(name: string, value: number, larger: AccountantRow): void {
  if (value <= larger.epsilon + 1e-9 * Math.abs(larger.epsilon) + 1e-12) return;
  throw new Error(
    `the accountants disagree: ${name}, ${value}, must be at most ${larger.accountant}, ${larger.epsilon}; this is a fault of the library`,
  );
}
