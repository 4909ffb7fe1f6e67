/**
 * What the accountants of other libraries state as upper bounds of epsilon, as a table, and the interval that ours certifies.
 *
 * An account is a number of releases of Gaussian noise on Poisson samples (rate 1 is no sampling) with a delta. The table is made by
 * `reference/stated_epsilons.py`, which names the versions and settings; nothing of the libraries runs here.
 * Limits: the settings of the table and no others, which are a choice and no sample of all: docs/libraries.md says how they were
 * chosen.
 */
import { gaussianPld } from "../../lib/privacy/loss/gaussian-pld.ts";
import { pldEpsilon } from "../../lib/privacy/loss/pld-accountant.ts";
import { axis, z } from "../kit.ts";
import table from "./stated-epsilons.json" with { type: "json" };

export interface Account {
  readonly rate: number;
  readonly noise: number;
  readonly steps: number;
  readonly delta: number;
}

export interface StatedAccount extends Account {
  /** By mpmath, where there is a closed form. */
  readonly exact: number | undefined;
  /** By accountant; infinite where it states that there is no bound. */
  readonly stated: ReadonlyMap<string, number>;
}

type Entry = number | string | null;
type Line = readonly [number, number, number, number, number | null, readonly Entry[]];

/** The rest of the accountants state no upper bounds: one is a lower bound, one an estimate with a warning. */
export const OPTIMISTIC = "dp-accounting-optimistic";
export const CENTRAL_LIMIT = "opacus-gdp";
/** A bound of which bench/questions.md publishes that it is none. */
export const MISSED: Account = { rate: 1e-5, noise: 0.6, steps: 1_000_000, delta: 1e-10 };

export const UPPER_BOUNDS: readonly string[] = table.accountants.filter(
  (name) => name !== OPTIMISTIC && name !== CENTRAL_LIMIT,
);

const keyOf = ({ rate, noise, steps, delta }: Account) => `${rate} ${noise} ${steps} ${delta}`;

function readLine([rate, noise, steps, delta, exact, entries]: Line): StatedAccount {
  const stated = entries.flatMap((entry, k): [string, number][] => {
    if (entry === null) return [];
    return [[table.accountants[k], entry === "infinite" ? Infinity : Number(entry)]];
  });
  return { rate, noise, steps, delta, exact: exact ?? undefined, stated: new Map(stated) };
}

const accounts = new Map(
  (table.accounts as unknown as readonly Line[]).map(readLine).map((account) => [keyOf(account), account]),
);

const judgedAccounts = [...accounts.values()].filter((account) => keyOf(account) !== keyOf(MISSED));

export function accountAt(account: Account): StatedAccount | undefined {
  return accounts.get(keyOf(account));
}

export function certified({ rate, noise, steps, delta }: Account) {
  const loss = gaussianPld({ sigma: noise, sensitivity: 1, samplingRate: rate });
  return pldEpsilon({ events: [{ loss, times: steps }], delta });
}

/** The values of the table on an axis; the quick ones are among them. */
function axisOf(name: keyof Account, means: string, quick: readonly number[]) {
  const own = judgedAccounts.map((account) => account[name]);
  const full = [...new Set(own)].toSorted((a, b) => a - b);
  return axis(z.number().positive(), { means, quick, full });
}

export const accountAxes = {
  rate: axisOf("rate", "sampling rate; 1 is no sampling", [0.01, 1]),
  noise: axisOf("noise", "noise over sensitivity", [1, 30]),
  steps: axisOf("steps", "releases", [1, 100]),
  delta: axisOf("delta", "delta", [0.01, 1e-5]),
};
