import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { domain, numberColumn } from "../../data/domain.ts";
import { jupyterDisplay } from "../../data/jupyter-display.ts";
import { tableFrom } from "../../data/table.ts";
import { tableRegression } from "../../learning/table-regression.ts";
import { tableCount } from "../../mechanisms/table-count.ts";
import { tableMean } from "../../mechanisms/table-mean.ts";
import { secureRandom } from "../../random/secure.ts";
import { stream } from "../../random/stream.ts";
import { gaussianDp, pure, zeroConcentrated } from "../guarantees/guarantee.ts";
import { type LedgerBudget, ledger } from "./ledger.ts";
import { approximateFilter, BudgetExceeded } from "./privacy-filter.ts";

const bounds = numberColumn({ lower: 0, upper: 10 });
const declared = domain({ columns: { x: bounds, y: bounds }, person: "row" });
const table = tableFrom({ x: [1, 2, 3], y: [3, 2, 1] }, declared);
const count = (epsilon: number) => tableCount({ domain: declared, epsilon });
const mean = (epsilon: number) => tableMean({ domain: declared, column: "x", epsilon });

/** A mechanism that says whether it was drawn from. */
function watched(guarantee = pure(0.5)) {
  const watch = { drawn: 0 };
  const release = () => {
    watch.drawn++;
    return 1;
  };
  return { ...watch, watch, name: "watched", neighbours: "add-remove", guarantee, release } as const;
}

describe("a ledger", () => {
  it("gives what the mechanism gives, and writes down what was paid", () => {
    const book = ledger(table, { epsilon: 1 });
    const random = () => stream(3, "ledger");
    expect(book.release(count(0.25), random())).toBe(count(0.25).release(table, random()));
    expect(book.release(mean(0.5), random())).toBe(mean(0.5).release(table, random()));
    expect(book.entries).toEqual([
      { query: "count of rows", guarantee: pure(0.25), spent: { epsilon: 0.25, delta: 0 } },
      { query: "mean of x", guarantee: pure(0.5), spent: { epsilon: 0.75, delta: 0 } },
    ]);
    expect(book.spent).toEqual({ epsilon: 0.75, delta: 0 });
  });

  it("refuses the release that would overspend before anything is drawn, and spends nothing on it", () => {
    const book = ledger(table, { epsilon: 1 });
    const { watch, ...mechanism } = watched(pure(0.75));
    book.release(mechanism, stream(1));
    expect(watch.drawn).toBe(1);
    const again = () => book.release(mechanism, stream(1));
    expect(again).toThrow(BudgetExceeded);
    expect(again).toThrow(
      "the cost of watched must be within what is left of epsilon 1, of which epsilon 0.75 is spent, got epsilon 0.75; the release would spend (1.5, 0) of (1, 0): refused, unspent",
    );
    expect(watch.drawn).toBe(1);
    expect(book.entries).toHaveLength(1);
    expect([book.allows(count(0.25)), book.allows(count(0.2500001))]).toEqual([true, false]);
    book.release(count(0.25), stream(1));
    expect(() => book.release(count(1e-9), stream(1))).toThrow(BudgetExceeded);
    // What is too much by a rounding is said with all its digits.
    const thirds = ledger(table, { epsilon: 0.3 });
    thirds.release(count(0.1), stream(1));
    expect(() => thirds.release(count(0.2), stream(1))).toThrow("would spend (0.30000000000000004, 0) of (0.3, 0)");
  });

  it("spends nothing on what the query itself refuses: a source, or a table of another domain", () => {
    const book = ledger(table, { epsilon: 1 });
    // @ts-expect-error a mean takes a stream
    expect(() => book.release(mean(0.5), secureRandom())).toThrow("random must be a stream for a mean");
    const other = domain({ columns: { x: numberColumn({ lower: 0, upper: 5 }), y: bounds }, person: "row" });
    expect(() => book.release(tableMean({ domain: other, column: "x", epsilon: 0.5 }) as never, stream(1))).toThrow(
      "table must be of the domain",
    );
    expect(book.entries).toEqual([]);
    expect(Number.isInteger(book.release(count(0.5), secureRandom()))).toBe(true);
  });

  it("spends nothing where no source is given", () => {
    const book = ledger(table, { epsilon: 1 });
    expect(() => book.release(count(0.5), undefined as never)).toThrow("random must be a source");
    expect(book.spent).toEqual({ epsilon: 0, delta: 0 });
  });

  it("counts releases inside of releases, and refuses one while the cost of another is computed", () => {
    const book = ledger(table, { order: 2, epsilon: 1 });
    const inner = { ...watched(pure(0.9)), release: () => 1 };
    const outer = { ...watched(pure(0.9)), release: () => book.release(inner, stream(1)) };
    expect(() => book.release({ ...outer, guarantee: pure(1.2) }, stream(1))).toThrow(BudgetExceeded);
    expect(book.entries).toHaveLength(1);
    const fresh = ledger(table, { order: 2, epsilon: 1 });
    const epsilonAt = () => {
      fresh.release(inner, stream(1));
      return 0.1;
    };
    const asking = { ...watched(), guarantee: { kind: "renyi", epsilonAt } as const };
    expect(() => fresh.release(asking, stream(1))).toThrow("a release must not spend while its own cost is computed");
    expect([fresh.entries.length, asking.watch.drawn]).toEqual([1, 0]);
    expect(fresh.spent.epsilon).toBeGreaterThan(0.1);
  });

  it("keeps what was paid for a query that fails later", () => {
    const book = ledger(table, { epsilon: 1 });
    const failing = { ...watched(), release: () => refuseLate() };
    expect(() => book.release(failing, stream(1))).toThrow("late");
    expect(book.spent.epsilon).toBe(0.5);
  });

  it("adds up deltas, composes with slack as the filter does, and takes budgets of rho and of a Renyi order", () => {
    const given = { domain: declared, from: ["x"], to: "y", epsilon: 0.5, delta: 1e-6 } as const;
    const line = tableRegression(given);
    const both = ledger(table, { epsilon: 1, delta: 1e-6 });
    both.release(line, stream(1));
    expect(both.spent).toEqual({ epsilon: 0.5, delta: 1e-6 });
    expect(() => both.release(line, stream(1))).toThrow("got epsilon 0.5, delta 0.000001");
    expect(() => ledger(table, { epsilon: 1 }).release(line, stream(1))).toThrow(BudgetExceeded);

    const [slack, filter] = [
      { epsilon: 1, delta: 1e-6, slack: 1e-6 },
      { epsilon: 1, delta: 1e-6, slack: 1e-6 },
    ];
    const [many, alone] = [ledger(table, slack), approximateFilter(filter)];
    let releases = 0;
    for (; many.allows(count(0.02)); releases++) {
      many.release(count(0.02), stream(releases));
      alone.spend(pure(0.02));
    }
    expect(releases).toBe(121);
    expect(many.spent.epsilon).toBe(alone.spent().epsilon);

    const byRho = ledger(table, { rho: 0.5 });
    byRho.release(watched(zeroConcentrated(0.25) as never), stream(1));
    byRho.release(watched(gaussianDp(0.5) as never), stream(1));
    expect(byRho.spent).toEqual({ rho: 0.375 });
    expect(() => byRho.release(line, stream(1))).toThrow(
      'release.kind must be "pure", "zero-concentrated" or "gaussian"',
    );
    const byOrder = ledger(table, { order: 2, epsilon: 1 });
    byOrder.release(watched(zeroConcentrated(0.25) as never), stream(1));
    expect(byOrder.spent).toEqual({ order: 2, epsilon: 0.5 });
  });

  it("refuses other neighbours, what is no mechanism, and what is no table", () => {
    const book = ledger(table, { epsilon: 1 });
    const swapped = { ...watched(), neighbours: "swap" } as const;
    expect(() => book.release(swapped, stream(1))).toThrow(
      'neighbours must be add-remove, one person more or less, as for all of a table, got "swap"',
    );
    expect(() => book.release(undefined as never, stream(1))).toThrow(
      "mechanism must be a mechanism that takes the table",
    );
    expect(() => book.release({ ...watched(), guarantee: undefined as never }, stream(1))).toThrow("guarantee must be");
    expect(() => ledger({ domain: declared } as never, { epsilon: 1 })).toThrow(
      "table must be a table made by `tableFrom`",
    );
    expect(book.entries).toEqual([]);
  });

  it.each<[string, unknown]>([
    ["epsilon must be non-negative and finite, got -1", { epsilon: -1 }],
    ["epsilon must be non-negative and finite, got NaN", {}],
    ["delta must be between 0 and 1, got 2", { epsilon: 1, delta: 2 }],
    ["slack must be at most delta", { epsilon: 1, delta: 0, slack: 1e-6 }],
    ["rho must be non-negative and finite, got -1", { rho: -1 }],
    ["order must be above 1 and finite, got 1", { order: 1, epsilon: 1 }],
    [
      'budget must be { epsilon, delta?, slack? }, { rho } or { order, epsilon }, got "epsilon"',
      { rho: 1, epsilon: 1 },
    ],
    ['budget must be { epsilon, delta?, slack? }, { rho } or { order, epsilon }, got "rate"', { epsilon: 1, rate: 1 }],
    ["budget must be an object", 1],
  ])("refuses a budget: %s", (message, budget) => {
    expect(() => ledger(table, budget as LedgerBudget)).toThrow(message);
  });

  it("prints what was spent on what, and no record", () => {
    const book = ledger(table, { epsilon: 1, delta: 1e-6 });
    book.release(count(0.1), stream(1));
    book.release(mean(0.2), stream(1));
    expect(String(book)).toBe(
      [
        "Ledger: epsilon 0.3 spent of epsilon 1, delta 0.000001",
        "  query          cost         spent after it",
        "  count of rows  epsilon 0.1  epsilon 0.1",
        "  mean of x      epsilon 0.2  epsilon 0.3",
      ].join("\n"),
    );
    expect(inspect(book)).toBe(String(book));
    expect(book[jupyterDisplay]()["text/html"]).toContain('<td style="text-align:left">mean of x</td>');
    expect(Object.keys(JSON.parse(JSON.stringify(book)))).toEqual(["budget", "spent", "entries"]);
  });
});

function refuseLate(): never {
  throw new RangeError("x must be early, got late");
}
