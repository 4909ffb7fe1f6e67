import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { domain, numberColumn } from "../../data/domain.ts";
import { jupyterDisplay } from "../../data/jupyter-display.ts";
import { tableFrom } from "../../data/table.ts";
import { tableRegression } from "../../learning/table-regression.ts";
import { noisyCount } from "../../mechanisms/statistics/noisy-count.ts";
import { noisyMean } from "../../mechanisms/statistics/noisy-mean.ts";
import { noisySum } from "../../mechanisms/statistics/noisy-sum.ts";
import { fillLaplace } from "../../random/laplace.ts";
import { secureRandom } from "../../random/secure.ts";
import { type Stream, stream } from "../../random/stream.ts";
import { gaussianDp, pure, zeroConcentrated } from "../guarantees/guarantee.ts";
import { type LedgerBudget, ledger } from "./ledger.ts";
import { approximateFilter, BudgetExceeded } from "./privacy-filter.ts";

const bounds = numberColumn({ lower: 0, upper: 10 });
const declared = domain({ columns: { x: bounds, y: bounds }, person: "row" });
const table = tableFrom({ x: [1, 2, 3], y: [3, 2, 1] }, declared);
const count = (epsilon: number) => noisyCount({ domain: declared, epsilon });
const mean = (epsilon: number) => noisyMean({ domain: declared, column: "x", epsilon });

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
    const [random, same] = [stream(3, "ledger"), stream(3, "ledger")];
    expect(book.release(count(0.25), random)).toBe(count(0.25).release(table, same));
    expect(book.release(mean(0.5), random)).toBe(mean(0.5).release(table, same));
    const mode = "reproducible";
    expect(book.entries).toEqual([
      { query: "count of rows", guarantee: pure(0.25), spent: { epsilon: 0.25, delta: 0 }, mode },
      { query: "mean of x", guarantee: pure(0.5), spent: { epsilon: 0.75, delta: 0 }, mode },
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
      "the cost of watched must be within what is left of epsilon 1, of which epsilon 0.75 is spent, " +
        "got epsilon 0.75; the release would spend (1.5, 0) of (1, 0): refused, unspent",
    );
    expect(watch.drawn).toBe(1);
    expect(book.entries).toHaveLength(1);
    expect([book.allows(count(0.25)), book.allows(count(0.2500001))]).toEqual([true, false]);
    book.release(count(0.25), stream(2));
    expect(() => book.release(count(1e-9), stream(3))).toThrow(BudgetExceeded);
  });

  it("counts budgets as the decimals they are written as: 0.1 and 0.2 are 0.3, and not 1e-17 more", () => {
    const thirds = ledger(table, { epsilon: 0.3 });
    thirds.release(count(0.1), stream(1));
    thirds.release(count(0.2), stream(2));
    expect(thirds.spent.epsilon).toBe(0.3);
    const crumb = watched(pure(1e-17));
    expect(thirds.allows(crumb)).toBe(false);
    expect(() => thirds.release(crumb, stream(3))).toThrow("would spend (0.30000000000000001, 0) of (0.3, 0)");
    expect(thirds.entries).toHaveLength(2);
  });

  it("spends nothing on what the query itself refuses: a source, or a table of another domain", () => {
    const book = ledger(table, { epsilon: 1 });
    // @ts-expect-error a mean takes a stream
    expect(() => book.release(mean(0.5), secureRandom())).toThrow("random must be a stream for a mean");
    const other = domain({ columns: { x: numberColumn({ lower: 0, upper: 5 }), y: bounds }, person: "row" });
    expect(() => book.release(noisyMean({ domain: other, column: "x", epsilon: 0.5 }) as never, stream(1))).toThrow(
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
    const outer = { ...watched(pure(0.9)), release: () => book.release(inner, stream(2)) };
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
    expect(() => both.release(line, stream(2))).toThrow("got epsilon 0.5, delta 0.000001");
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
    ["budget must be given as rho or order with epsilon or epsilon, got undefined", {}],
    ["delta must be between 0 and 1, got 2", { epsilon: 1, delta: 2 }],
    ["slack must be at most delta", { epsilon: 1, delta: 0, slack: 1e-6 }],
    ["rho must be non-negative and finite, got -1", { rho: -1 }],
    ["order must be above 1 and finite, got 1", { order: 1, epsilon: 1 }],
    ['budget must be among rho, got "epsilon"', { rho: 1, epsilon: 1 }],
    ['budget must be among order, epsilon, got "delta"', { order: 2, epsilon: 1, delta: 1 }],
    ['budget must be among rho, order, epsilon, delta, slack, got "rate"', { epsilon: 1, rate: 1 }],
    ['got "epsilom"; did you mean epsilon?', { epsilom: 1 }],
    ["budget must be an object", 1],
  ])("refuses a budget: %s", (message, budget) => {
    expect(() => ledger(table, budget as LedgerBudget)).toThrow(message);
  });

  it("prints what was spent on what, and no record", () => {
    const book = ledger(table, { epsilon: 1, delta: 1e-6 });
    book.release(count(0.1), stream(1));
    book.release(mean(0.2), stream(2));
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

describe("a ledger of seeded noise", () => {
  // The attack: noise of one scale on two columns, drawn from the same words, is gone from the difference.
  const columns = { x: [1, 2, 3, 4], y: [3, 2, 1, 9] };
  const people = tableFrom(columns, declared);
  const fewer = tableFrom({ x: [1, 2, 3], y: [3, 2, 1] }, declared);
  const sumOf = (column: "x" | "y") => noisySum({ domain: declared, column, epsilon: 0.01 });
  const example = () => stream(20261115, "example");
  const refusal =
    /^random must be secureRandom\(\), or one stream that goes on, got stream\(20261115, "example"\) at word 0, but the first \d+ words of that name were used before: equal noise cancels$/;

  it("refuses a stream used before, without which the exact difference of two sums comes out for 0.02", () => {
    const unguarded = (table: typeof people) =>
      sumOf("y").release(table, example()) - sumOf("x").release(table, example());
    expect(unguarded(people)).toBeCloseTo(5, 6);
    expect(unguarded(fewer)).toBeCloseTo(0, 6);
    const book = ledger(people, { epsilon: 1 });
    book.release(sumOf("x"), example());
    expect(() => book.release(sumOf("y"), example())).toThrow(refusal);
    expect([book.spent.epsilon, book.entries.length]).toEqual([0.01, 1]);
  });

  it("takes one stream that goes on, its children, other names, and the secure source every time", () => {
    const book = ledger(people, { epsilon: 1 });
    const random = example();
    for (const source of [random, random, random.child("a"), random.child("b"), stream(20261115), random])
      book.release(sumOf("x"), source);
    const secure = secureRandom();
    for (const source of [secure, secure, secureRandom()]) book.release(count(0.01), source);
    expect(book.entries.map(({ mode }) => mode)).toEqual([
      ...Array.from({ length: 6 }, () => "reproducible"),
      ...Array.from({ length: 3 }, () => "secure"),
    ]);
    // A child written out in full is the same child.
    expect(() => book.release(sumOf("y"), stream(20261115, "example", "a"))).toThrow("words of that name were used");
  });

  it("takes another stream of the same name where its words begin after those used, and nowhere else", () => {
    const book = ledger(people, { epsilon: 1 });
    const first = example();
    book.release(sumOf("x"), first);
    const behind = (words: number) => {
      const other = example();
      for (let word = 0; word < words; word++) other.next();
      return other;
    };
    expect(() => book.release(sumOf("y"), behind(first.position - 1))).toThrow("words of that name were used");
    book.release(sumOf("y"), behind(first.position));
    // Now the first one stands before what the other has used.
    expect(() => book.release(sumOf("y"), first)).toThrow("words of that name were used");
    expect(book.entries).toHaveLength(2);
  });

  it("counts the whole range of a release that fills many, and of one that fails", () => {
    const book = ledger(people, { epsilon: 1 });
    const many = { ...watched(pure(0.1)), release: (_: unknown, random: Stream) => fillMany(random) };
    const random = example();
    book.release(many, random);
    expect(random.position).toBeGreaterThanOrEqual(1000);
    const late = example();
    for (let word = 0; word < 999; word++) late.next();
    expect(() => book.release(many, late)).toThrow("at word 999, but the first 1000 words of that name were used");
    const failing = { ...watched(pure(0.1)), release: (_: unknown, source: Stream) => refuseLate(source.uint32()) };
    expect(() => book.release(failing, stream(7))).toThrow("late");
    expect(() => book.release(count(0.1), stream(7))).toThrow("got stream(7) at word 0, but the first 1 words");
  });

  it("refuses a release inside of a release that would draw what the outer one is about to draw", () => {
    const book = ledger(people, { epsilon: 1 });
    const outer = { ...watched(pure(0.1)), release: () => book.release(count(0.1), example()) };
    expect(() => book.release(outer, example())).toThrow("another of that name is in use");
    expect(book.entries).toHaveLength(1);
    const inside = { ...watched(pure(0.1)), release: (_: unknown, own: Stream) => book.release(count(0.1), own) };
    expect(Number.isInteger(book.release(inside, stream(8)))).toBe(true);
  });

  it("withholds an answer whose noise comes from a child that an earlier release made and drew from", () => {
    const book = ledger(people, { epsilon: 1 });
    const byChild = (name: string) => ({
      ...watched(pure(0.1)),
      release: (_: unknown, source: Stream) => source.uint32() + source.child(name).uint32(),
    });
    const random = example();
    book.release(byChild("a"), random);
    book.release(byChild("b"), random);
    expect(() => book.release(byChild("a"), random)).toThrow(
      'got one that drew from stream(20261115, "example", "a"), as an earlier one did: equal noise cancels',
    );
    const seeded = { ...watched(pure(0.1)), release: () => stream(3).uint32() };
    book.release(seeded, secureRandom());
    expect(() => book.release(seeded, secureRandom())).toThrow("got one that drew from stream(3)");
    expect(() => book.release(count(0.1), stream(3))).toThrow("got stream(3) at word 0, but the first 1 words");
    expect(book.spent.epsilon).toBe(0.5);
    const handedOn = {
      ...watched(pure(0.1)),
      release: (_: unknown, own: Stream) => book.release(count(0.1), own.child("c")),
    };
    expect(Number.isInteger(book.release(handedOn, random))).toBe(true);
  });

  it("uses up no words of a stream on a release that was refused for its cost", () => {
    const book = ledger(people, { epsilon: 1 });
    const random = example();
    random.next();
    expect(() => book.release(count(2), random)).toThrow(BudgetExceeded);
    expect(Number.isInteger(book.release(count(0.5), example()))).toBe(true);
  });

  it("refuses a source whose use it cannot follow, unspent", () => {
    const book = ledger(people, { epsilon: 1 });
    const copied = { mode: "reproducible", uint32: () => 7 } as const;
    expect(() => book.release(count(0.5), copied)).toThrow("whose use cannot be followed");
    expect(book.entries).toEqual([]);
  });
});

function fillMany(random: Stream): Float64Array {
  const out = new Float64Array(1000);
  fillLaplace(1, out, random);
  return out;
}

function refuseLate(_?: number): never {
  throw new RangeError("x must be early, got late");
}
