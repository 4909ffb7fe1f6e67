/**
 * Ledger: the budget of one table. Every release is paid for before it is drawn, and the one that would overspend is refused.
 *
 * `ledger(table, { epsilon, delta? })` adds up epsilons and deltas; with `slack` the epsilons compose like those of advanced
 * composition; `{ rho }` and `{ order, epsilon }` add up rhos, or divergences of one order. Underneath are the filters of
 * privacy-filter.ts.
 * Theorem: whatever was asked, in whatever order, each query and its epsilon chosen from the answers so far, all answers together
 * have the guarantee of the budget.
 * Source: Rogers, Roth, Ullman, Vadhan (NeurIPS 2016) for sums; Whitehouse, Ramdas, Rogers, Wu (ICML 2023) with slack; Feldman,
 * Zrnic (NeurIPS 2021) for rho and a Renyi order. A refusal is a `BudgetExceeded`: nothing is drawn and nothing is spent. A query
 * that fails after it was paid for stays paid. The theorem asks for independent noise: a release from a stream whose words were
 * used before in the same ledger is refused, unspent. One stream that goes on from release to release is fine. Seeded noise is for
 * study, `secureRandom()` for release: two ledgers, or one over a table with a person fewer, that draw from the same seed have the
 * same noise, and their answers together give it away. Budgets and costs count as the decimals they are written as, and their sums
 * are exact: 0.1 and 0.2 are 0.3, and nothing is too small to count.
 * A ledger that lasts, in a folder that several processes spend from, is `openLedger` of `epsilab/files`.
 * Limits: what is released without the ledger is not counted, nor is a second ledger or table of the same persons.
 * @example
 * ```ts
 * import { irisTable, ledger, stream, noisyCount } from "epsilab";
 * const flowers = irisTable();
 * const book = ledger(flowers, { epsilon: 1 });
 * const count = noisyCount({ domain: flowers.domain, epsilon: 0.75 });
 * book.release(count, stream(20261115, "iris")); // => 154
 * book.allows(count); // => false
 * book.entries.map(({ query }) => query); // => ["count of rows"]
 * ```
 * @also privacy budget, budget tracking
 */
import { jupyterDisplay, nodeInspect, type ShownTable, shownTable } from "../../data/jupyter-display.ts";
import { Table } from "../../data/table.ts";
import {
  declareForms,
  nonNegative,
  openProbability,
  optional,
  type ParametersOf,
  probability,
} from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";
import type { Random } from "../../random/random.ts";
import { sha256Hex } from "../../random/sha256.ts";
import { Stream } from "../../random/stream.ts";
import { UsedStreams } from "../../random/used-streams.ts";
import type { Guarantee } from "../guarantees/guarantee.ts";
import type { Mechanism } from "../guarantees/mechanism.ts";
import type { Neighbours } from "../guarantees/neighbours.ts";
import {
  approximateFilter,
  BudgetExceeded,
  basicFilter,
  concentratedBudget,
  type PrivacyFilter,
  renyiBudget,
  renyiFilter,
  zeroConcentratedFilter,
} from "./privacy-filter.ts";
import { readReleases } from "./read-event.ts";
import type { Payable } from "./release-charges.ts";

export const ledgerBudget = declareForms(concentratedBudget.declared, renyiBudget.declared, {
  epsilon: nonNegative,
  delta: optional(probability, 0),
  slack: optional(openProbability),
});

export type LedgerBudget = ParametersOf<typeof ledgerBudget>;

/** What a ledger reads of a mechanism. */
export interface LedgerQuery<Input, Output, Source>
  extends Pick<Mechanism<Input, Output, Source>, "name" | "neighbours" | "guarantee" | "release"> {
  /** What is asked, in words; its name by default. */
  readonly query?: string;
  /** Refuses a table or a source that it does not take, before anything is spent. */
  check?(table: Input, random: Random): void;
}

export interface LedgerEntry {
  readonly query: string;
  readonly guarantee: Guarantee;
  /** What had been spent when this was paid. */
  readonly spent: Spent;
  /** The source of its noise: `secure`, or `reproducible`, which is for study and not for release. */
  readonly mode: Random["mode"];
}

/** A release as it is kept outside the process that draws it. */
export interface RecordedRelease extends Pick<LedgerEntry, "query" | "guarantee" | "mode"> {
  /** Of seeded noise: what names its stream without giving the noise away. */
  readonly stream?: string;
}

/** Where releases are kept for all who spend from one budget: `openLedger` of `epsilab/files`. */
interface LedgerRecord {
  /** What others have released since it was last asked for, in order. */
  news(): readonly RecordedRelease[];
  /** Keeps a release for good, as the next one; false if another has come first, which `news` then gives. */
  append(release: RecordedRelease): boolean;
}

/** A total, by the kind of the budget. */
export type Spent = Readonly<Record<string, number>>;

type AnyFilter = PrivacyFilter<Payable<Guarantee>, object>;

/** Made by `ledger`. */
export class Ledger<Input extends Table> {
  readonly budget: Spent;
  readonly #table: Input;
  readonly #filter: AnyFilter;
  readonly #entries: LedgerEntry[] = [];
  readonly #streams = new UsedStreams();
  readonly #record: LedgerRecord | undefined;
  /** Streams whose noise others have had. */
  readonly #elsewhere = new Set<string>();

  /** @internal Use `ledger(...)`. */
  constructor(table: Input, budget: Spent, filter: AnyFilter, record?: LedgerRecord) {
    this.budget = budget;
    this.#table = table;
    this.#filter = filter;
    this.#record = record;
    Object.freeze(this);
    this.#hear();
  }

  /**
   * Pays for the release, then draws it; refuses it, unpaid and undrawn, where it would overspend, and where its stream has given
   * noise to an earlier one.
   * A stream is for study: what is published takes its noise from `secureRandom()`.
   */
  release<Output, Source extends Random>(mechanism: LedgerQuery<Input, Output, Source>, random: Source): Output {
    const { query, guarantee } = readQuery(mechanism);
    mechanism.check?.(this.#table, random);
    this.#streams.requireFresh(random);
    this.#spend(query, guarantee, random);
    return this.#streams.use(random, () => mechanism.release(this.#table, random));
  }

  /** Whether the release still fits, or all of an event or a list of releases together; nothing is spent. */
  allows(release: LedgerQuery<Input, unknown, never> | Payable<Guarantee>): boolean {
    this.#hear();
    if (isQuery(release)) return this.#filter.allows(readQuery(release).guarantee);
    // A guarantee by itself speaks of whatever relation is meant.
    for (const { neighbours = "add-remove" } of readReleases(release)) requireTableRelation(neighbours);
    return this.#filter.allows(release);
  }

  get spent(): Spent {
    this.#hear();
    return spentOf(this.#filter.spent(), this.budget);
  }

  /** What was paid for, in order. */
  get entries(): readonly LedgerEntry[] {
    this.#hear();
    return Object.freeze([...this.#entries]);
  }

  #spend(query: string, guarantee: Guarantee, random: Random): void {
    const release = { query, guarantee, mode: random.mode };
    if (this.#record !== undefined) this.#writeDown(release, random, this.#record);
    this.#pay(release);
  }

  /** Keeps the release where others see it, once all that they have released is known and it still fits. */
  #writeDown(release: RecordedRelease, random: Random, record: LedgerRecord): void {
    const stream = Stream.isStream(random) ? { stream: sha256Hex(random.key) } : {};
    do {
      this.#hear();
      if (Stream.isStream(random) && this.#elsewhere.has(`${stream.stream}`))
        throw new RangeError(
          `random must be secureRandom(), or a stream that no other session had, got ${random.name}: equal noise cancels`,
        );
      if (!this.#filter.allows(release.guarantee)) this.#pay(release);
    } while (!record.append({ ...release, ...stream }));
  }

  /** Enters what others have released meanwhile. */
  #hear(): void {
    for (const { stream, ...release } of this.#record?.news() ?? []) {
      if (stream !== undefined) this.#elsewhere.add(stream);
      this.#pay(release);
    }
  }

  #pay({ query, guarantee, mode }: RecordedRelease): void {
    const before = this.#filter.spent();
    try {
      this.#filter.spend(guarantee);
    } catch (error) {
      if (!(error instanceof BudgetExceeded)) throw error;
      const left = `what is left of ${words(this.budget)}, of which ${words(spentOf(before, this.budget))} is spent`;
      // The filter says what the total would be, to the last digit.
      throw new BudgetExceeded(
        `the cost of ${query} must be within ${left}, got ${costWords(guarantee)}; ${error.message}`,
      );
    }
    const spent = spentOf(this.#filter.spent(), this.budget);
    this.#entries.push(Object.freeze({ query, guarantee, spent, mode }));
  }

  toJSON(): { readonly budget: Spent; readonly spent: Spent; readonly entries: readonly LedgerEntry[] } {
    return { budget: this.budget, spent: this.spent, entries: this.entries };
  }

  toString(): string {
    return this[jupyterDisplay]()["text/plain"];
  }

  [nodeInspect](): string {
    return this.toString();
  }

  [jupyterDisplay](): ShownTable {
    return shownTable({
      caption: `Ledger: ${words(this.spent, 6)} spent of ${words(this.budget, 6)}`,
      titles: ["query", "cost", "spent after it"],
      rows: this.#entries.map(({ query, guarantee, spent }) => [query, costWords(guarantee, 6), words(spent, 6)]),
    });
  }
}

export function ledger<Input extends Table>(table: Input, budget: LedgerBudget): Ledger<Input> {
  return recordedLedger(table, budget);
}

/** The ledger of a table whose releases are kept elsewhere too, if a record is given. */
export function recordedLedger<Input extends Table>(
  table: Input,
  budget: LedgerBudget,
  record?: LedgerRecord,
): Ledger<Input> {
  Table.keptOf(table);
  const [own, filter] = filterFor(budget);
  return new Ledger(table, Object.freeze(own), filter, record);
}

/** What releases cost, one after the other; the first that does not fit is refused. */
export function entriesOf(budget: LedgerBudget, releases: readonly RecordedRelease[]): readonly LedgerEntry[] {
  const [own, filter] = filterFor(budget);
  return releases.map(({ query, guarantee, mode }) => {
    const spent = spentOf(filter.spend(guarantee), own);
    return { query, guarantee, spent, mode };
  });
}

function filterFor(budget: LedgerBudget): readonly [Spent, AnyFilter] {
  const read = ledgerBudget.read(budget, "budget");
  if ("rho" in read) return [read, zeroConcentratedFilter(read) as unknown as AnyFilter];
  if ("order" in read) return [read, renyiFilter(read) as unknown as AnyFilter];
  const { slack, ...sums } = read;
  return [
    sums,
    (slack === undefined ? basicFilter(sums) : approximateFilter({ ...sums, slack })) as unknown as AnyFilter,
  ];
}

/** The parts of the mechanism, each read once. */
function readQuery(mechanism: LedgerQuery<never, unknown, never>): { query: string; guarantee: Guarantee } {
  if (typeof mechanism !== "object" || mechanism === null || typeof mechanism.release !== "function")
    refuse("mechanism", "a mechanism that takes the table", typeof mechanism);
  const { name, query = name, neighbours, guarantee } = mechanism;
  requireTableRelation(neighbours);
  if (typeof guarantee !== "object" || guarantee === null)
    refuse("guarantee", "what the mechanism guarantees", guarantee);
  return { query, guarantee: Object.freeze({ ...guarantee }) };
}

function isQuery<Query extends LedgerQuery<never, unknown, never>>(release: Query | object): release is Query {
  return typeof release !== "object" || release === null || ("release" in release && !("remove" in release));
}

function requireTableRelation(neighbours: Neighbours): void {
  if (neighbours !== "add-remove")
    refuse("neighbours", "add-remove, one person more or less, as for all of a table", neighbours);
}

/** The fields of a total that the budget has too. */
function spentOf(total: object, budget: Spent): Spent {
  const fields = Object.entries(total).filter(([name]) => Object.hasOwn(budget, name));
  return Object.freeze(Object.fromEntries(fields));
}

function words(total: Spent, digits = 17): string {
  const shown = Object.entries(total).filter(([name, value]) => name !== "delta" || value !== 0);
  return shown.map(([name, value]) => `${name} ${short(value, digits)}`).join(", ");
}

function costWords(guarantee: Guarantee, digits = 17): string {
  switch (guarantee.kind) {
    case "pure":
      return words({ epsilon: guarantee.epsilon }, digits);
    case "approximate":
      return words({ epsilon: guarantee.epsilon, delta: guarantee.delta }, digits);
    case "zero-concentrated":
      return words({ rho: guarantee.rho }, digits);
    case "gaussian":
      return words({ mu: guarantee.mu }, digits);
    default:
      return `a ${guarantee.kind} guarantee`;
  }
}

function short(value: number, digits: number): string {
  return `${digits >= 17 ? value : Number(value.toPrecision(digits))}`;
}
