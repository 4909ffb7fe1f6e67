/**
 * Stated upper bounds: is what the accountants of other libraries state at least the lower end of a certified interval?
 *
 * A bound that is stated below the lower end is none. A negative epsilon counts as 0. Where it is not below, what is kept says how
 * loose it is. `exact`, by closed forms in 60 digits of mpmath, must lie in the certified interval, which is thereby judged too.
 * Controls: bounds of which it is public that they are none, and a lower bound sold as an upper one.
 */
import { atLeast, atMost, axis, type Check, exactStudy, type PartDraft, variant, z } from "../kit.ts";
import { replacedRecordStudy } from "./replaced-record.ts";
import {
  type Account,
  accountAt,
  accountAxes,
  CENTRAL_LIMIT,
  certified,
  MISSED,
  OPTIMISTIC,
  type StatedAccount,
  UPPER_BOUNDS,
} from "./stated-table.ts";

/** What is stated by some accountants, at this account, as checks by their names. */
function statedChecks({ stated }: StatedAccount, names: readonly string[], lower: number): Record<string, Check> {
  const finite = names.flatMap((name): [string, number][] => {
    const epsilon = stated.get(name);
    return epsilon === undefined || epsilon === Infinity ? [] : [[name, Math.max(0, epsilon)]];
  });
  return Object.fromEntries(finite.map(([name, epsilon]) => [name, atLeast(epsilon, lower)]));
}

function statedAt(account: Account): StatedAccount {
  const found = accountAt(account);
  if (found === undefined) throw new RangeError(`account must be one of the table, got ${JSON.stringify(account)}`);
  return found;
}

const finiteBounds = (account: StatedAccount) =>
  UPPER_BOUNDS.filter((name) => Number.isFinite(account.stated.get(name) ?? Infinity));

const boundsStudy = exactStudy({
  axes: accountAxes,
  where: (cell) => {
    const account = accountAt(cell);
    return account !== undefined && finiteBounds(account).length > 0;
  },
  exact: (cell) => {
    const { lower, upper } = certified(cell);
    const account = statedAt(cell);
    const checks = statedChecks(account, UPPER_BOUNDS, lower);
    const unbounded = UPPER_BOUNDS.filter((name) => account.stated.get(name) === Infinity);
    const centralLimit = account.stated.get(CENTRAL_LIMIT);
    return { checks, values: { lower, upper, unbounded, ...(centralLimit !== undefined && { centralLimit }) } };
  },
});

const intervalStudy = exactStudy({
  axes: accountAxes,
  where: (cell) => accountAt(cell)?.exact !== undefined,
  exact: (cell) => {
    const { lower, upper } = certified(cell);
    const { exact = Number.NaN } = statedAt(cell);
    return { checks: { "at-least-lower": atLeast(exact, lower), "at-most-upper": atMost(exact, upper) } };
  },
});

/** One accountant alone, at the lower end of the certified interval. */
const judged = (name: string) => (cell: Account) => ({
  checks: statedChecks(statedAt(cell), [name], certified(cell).lower),
});

const one = (value: number, means: string) => axis(z.literal(value), { means, quick: [value] });

export const upperBoundsPart: PartDraft = {
  claim: "stated-upper-bounds",
  asks: "Is what accountants of other libraries state as an upper bound of epsilon at least the certified lower end?",
  study: boundsStudy,
  controls: {
    "optimistic-end": {
      says: "the optimistic estimate of dp-accounting, a lower bound, sold as an upper one",
      study: variant(boundsStudy, {
        over: { rate: [0.01], noise: [1], steps: { quick: [100], full: [100, 1000] }, delta: [1e-5] },
        exact: judged(OPTIMISTIC),
      }),
    },
    "central-limit": {
      says: "the central-limit estimate of Opacus, of which the library itself warns that it can underestimate (opacus#384)",
      study: variant(boundsStudy, {
        over: { rate: [0.01], noise: [1], steps: { quick: [100], full: [100, 1000] }, delta: [1e-5] },
        exact: judged(CENTRAL_LIMIT),
      }),
    },
    "tiny-rate": {
      says: "the pessimistic estimates of dp-accounting 0.6.0 and jax-privacy 2.0.0 at the tiny rate of bench/questions.md",
      study: exactStudy({
        axes: {
          rate: one(MISSED.rate, "sampling rate"),
          noise: one(MISSED.noise, "noise over sensitivity"),
          steps: one(MISSED.steps, "releases"),
          delta: one(MISSED.delta, "delta"),
        },
        exact: (cell) => ({ checks: statedChecks(statedAt(cell), UPPER_BOUNDS, certified(cell).lower) }),
      }),
    },
    "replaced-record": {
      says: "the Renyi accountant of dp-accounting 0.6.0 where a record is replaced, as google/differential-privacy#378 reports",
      study: replacedRecordStudy,
    },
  },
};

export const closedFormsPart: PartDraft = {
  claim: "pld",
  asks: "Does the certified interval hold the epsilon that mpmath gives by closed forms, of one release or without samples?",
  study: intervalStudy,
  controls: {
    "one-percent-more-noise": {
      says: "the interval of noise that is 1 % larger",
      study: variant(intervalStudy, {
        over: { rate: [0.01, 1], noise: [1], steps: [1], delta: [1e-5] },
        exact: (cell) => {
          const { exact = Number.NaN } = statedAt(cell);
          return { checks: { "at-most-upper": atMost(exact, certified({ ...cell, noise: 1.01 * cell.noise }).upper) } };
        },
      }),
    },
  },
};
