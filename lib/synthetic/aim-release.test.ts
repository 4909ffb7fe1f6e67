/** AIM for release: paid from a ledger, over persons of several rows and missing values, from the secure source. */
import { describe, expect, it } from "vitest";
import { categoryColumn, domain, flagColumn } from "../data/domain.ts";
import { exactCount, type Table, tableFrom } from "../data/table.ts";
import { discreteGaussian } from "../mechanisms/noise/discrete-gaussian.ts";
import { ledger } from "../privacy/accounting/ledger.ts";
import { BudgetExceeded } from "../privacy/accounting/privacy-filter.ts";
import { approximate, zeroConcentrated } from "../privacy/guarantees/guarantee.ts";
import { sampleExactDiscreteGaussian } from "../random/exact-discrete-gaussian.ts";
import { exactFraction } from "../random/rational.ts";
import { secureRandom } from "../random/secure.ts";
import { stream } from "../random/stream.ts";
import { aim } from "./aim.ts";
import { distance } from "./aim-candidates.ts";
import { attributeSpace, codedRecords } from "./attribute-space.ts";
import { exactChoice, exactNoisyMarginal, wholeAnswer, wholeParts } from "./exact-draws.ts";
import { independentMarginals } from "./independent-marginals.ts";
import { countedMarginal, marginalQuery } from "./marginal.ts";
import { privatePgm } from "./private-pgm.ts";
import { marginalSigma, movedSquare } from "./rho-budget.ts";
import { totalSpent } from "./synthesiser.ts";

const columns = { pet: categoryColumn(["cat", "dog"], { missing: "drop" }), old: flagColumn() };
const persons = domain({ columns, person: { column: "who", atMost: 2, keep: "first" } });
type Pets = Table<typeof columns>;
const CONTENTS = [
  { pet: "cat", old: true },
  { pet: "dog", old: false },
  { pet: null, old: true },
];
const rowsOf = (who: string) => CONTENTS.map((content) => ({ who, ...content }));
const workload = [["pet", "old"]];
const guarantee = zeroConcentrated(0.5);
const given = { domain: persons, workload, neighbours: "add-remove" } as const;
const space = attributeSpace({ domain: persons });
const many = tableFrom(
  Array.from({ length: 300 }, (_, k) => ({ who: `p${k % 170}`, ...CONTENTS[k % 7 === 0 ? 2 : k % 2] })),
  persons,
);

/** All neighbours of few rows: up to three rows of p, three of q, and the same without p. */
function neighbours(): (readonly [Pets, Pets])[] {
  const lists = (who: string) => {
    const rows = rowsOf(who);
    const one = rows.map((row) => [row]);
    const two = one.flatMap((list) => rows.map((row) => [...list, row]));
    return [[], ...one, ...two, ...two.flatMap((list) => rows.map((row) => [...list, row]))];
  };
  return lists("p").flatMap((own) =>
    lists("q")
      .slice(0, 13)
      .map((rest) => [tableFrom([...own, ...rest], persons), tableFrom(rest, persons)] as const),
  );
}

const PAIRS = neighbours();
const countsOf = (table: Pets, names: readonly string[]) =>
  countedMarginal(codedRecords(space, table), marginalQuery(space, names));

describe("the sensitivity of AIM over persons of several rows, some of them dropped", () => {
  it("is attained by some neighbours and passed by none: of marginals in the l2 norm, of distances in the l1 norm", () => {
    const squares = PAIRS.flatMap(([first, second]) =>
      [["pet"], ["pet", "old"]].map((names) => {
        const other = countsOf(second, names);
        return countsOf(first, names).reduce((sum, count, k) => sum + (count - other[k]) * (count - other[k]), 0);
      }),
    );
    expect(Math.max(...squares)).toBe(movedSquare("add-remove", 2));
    // The twin with noise for one row a person is caught.
    expect(Math.max(...squares)).toBeGreaterThan(movedSquare("add-remove"));
    const shares = Float64Array.of(0.3, 0.2, 0.4, 0.1);
    const expected = wholeAnswer(shares, 2.7);
    const moves = PAIRS.map(([first, second]) => {
      const names = ["pet", "old"];
      return Math.abs(distance(countsOf(first, names), expected) - distance(countsOf(second, names), expected));
    });
    expect(Math.max(...moves)).toBe(2);
  });

  it("is what the opening states, exactly on its worst pair", () => {
    const { opening } = aim({ ...given, guarantee });
    const [first, second] = opening.worstPair().map((table) => opening.law(table).coordinates);
    expect(exactCount(opening.worstPair()[1], "rows")).toBe(2);
    const shift = first.reduce((sum, law, k) => {
      const move = (law.family?.centre ?? 0) - (second[k].family?.centre ?? 0);
      return sum + move * move;
    }, 0);
    expect(opening.guarantee.kind === "gaussian" && opening.guarantee.mu / Math.sqrt(shift)).toBeCloseTo(1, 12);
  });
});

describe("the exact draws of AIM", () => {
  it("keep epsilon on all small neighbours, and would lose twice as much with noise for one row a person", () => {
    // A model that expects far too many of the first moves its score down where the others go up.
    const options = [
      { names: ["pet"], weight: 2.3, expected: wholeAnswer(Float64Array.of(0.5, 0.5), 40.3) },
      { names: ["old"], weight: 1.3, expected: wholeAnswer(Float64Array.of(0.5, 0.5), 0) },
      { names: ["pet", "old"], weight: 2.3, expected: wholeAnswer(Float64Array.of(0.1, 0.2, 0.3, 0.4), 0) },
    ];
    const scores = (table: Pets) =>
      options.map(
        ({ names, weight, expected }) => weight * (distance(countsOf(table, names), expected) - wholeParts(0.77)),
      );
    const worst = (sensitivity: number) => {
      const { law } = exactChoice({ epsilon: 0.5, sensitivity, options: 3, neighbours: "add-remove" });
      return Math.max(
        ...PAIRS.map(([first, second]) => {
          const [p, q] = [law(scores(first)), law(scores(second))];
          return Math.max(...p.support.map((choice) => Math.abs(p.logMass(choice) - q.logMass(choice))));
        }),
      );
    };
    expect(worst(2 * 2.3)).toBeLessThanOrEqual(0.5);
    expect(worst(2 * 2.3)).toBeGreaterThan(0.49);
    expect(worst(2.3)).toBeGreaterThan(0.98);
  });

  it("have noise of the discrete Gaussian law of that rho, drawn cell by cell", () => {
    const query = marginalQuery(space, ["pet", "old"]);
    const codes = codedRecords(space, many);
    const square = movedSquare("add-remove", 2);
    const noisy = exactNoisyMarginal(codes, query, { rho: 0.1, square }, stream(3, "exact"));
    const { numerator, denominator } = exactFraction(0.1);
    const twin = stream(3, "exact");
    const variance = { numerator: 4n * denominator, denominator: 2n * numerator };
    const expected = countedMarginal(codes, query).map(
      (count) => count + Number(sampleExactDiscreteGaussian(variance, twin)),
    );
    expect([...noisy.counts]).toEqual([...expected]);
    expect(noisy.sigma).toBe(marginalSigma(0.1, "add-remove", 2));
    // A sensitivity of 2 at that rho: an independent statement of the same noise.
    const { law } = discreteGaussian({ rho: 0.1, sensitivity: 2, neighbours: "add-remove" });
    const ratio = law(0).logMass(0) - law(0).logMass(3);
    expect(ratio).toBeCloseTo(9 / (2 * (4 / 0.2)), 9);
  });

  it("add answers and counts without rounding, whatever a model says", () => {
    const answers = wholeAnswer(Float64Array.of(0.5, 0.25, 1e-9, 0.25), 1e300);
    expect(answers.every((each) => Number.isInteger(each * 1024) && each <= 1099511627776)).toBe(true);
    expect(wholeParts(Infinity)).toBe(1099511627776);
  });
});

describe("AIM", () => {
  it("releases from the secure source what costs the whole budget, and whole counts", () => {
    const synthesis = aim({ ...given, guarantee, rounds: 4 });
    const { spent, columns: drawn, table, model } = synthesis.release(many, secureRandom());
    expect(totalSpent(spent)).toEqual(guarantee);
    for (const part of spent) if (part.kind === "measurement") expect(part.values.every(Number.isInteger)).toBe(true);
    expect(drawn.pet.length).toBe(exactCount(table, "persons"));
    expect(new Set(drawn.pet).size).toBe(2);
    // 258 of 300 rows have a value, at most two a person: all of them. The noise of a count is below 60 but once in 1e9.
    expect(Math.abs(model.size - 257)).toBeLessThan(60);
    expect(() => synthesis.release(many, { mode: "reproducible", uint32: () => 7 } as never)).toThrow(
      "random must be a stream made by stream(seed, ...names) or secureRandom()",
    );
  });

  it("is paid from a ledger of epsilons and deltas as it was asked, and from one of rhos by its rho", () => {
    const asked = approximate(0.75, 1e-6);
    for (const synthesis of [
      aim({ ...given, guarantee: asked, rounds: 4 }),
      privatePgm({ domain: persons, neighbours: "add-remove", marginals: workload, guarantee: asked }),
    ]) {
      const book = ledger(many, { epsilon: 1, delta: 2e-6 });
      const { guarantee: stated } = book.release(synthesis, stream(4, synthesis.name));
      expect(stated).toEqual(asked);
      expect(book.spent).toEqual({ epsilon: 0.75, delta: 1e-6 });
      expect(() => book.release(synthesis, stream(5, synthesis.name))).toThrow(BudgetExceeded);
    }
    const rhos = ledger(many, { rho: 0.5 });
    rhos.release(aim({ ...given, guarantee, rounds: 4 }), secureRandom());
    expect(rhos.spent).toEqual({ rho: 0.5 });
    expect(rhos.entries[0].mode).toBe("secure");
  });

  it("refuses persons of several rows and dropped rows where the number of records is public, and says who takes them", () => {
    const swapped = { domain: persons, workload, guarantee, neighbours: "swap", size: 3 } as const;
    expect(() => aim(swapped)).toThrow(
      'person must be "row" here; `aim` and `privatePgm` under add-remove take others',
    );
    const rows = domain({ columns, person: "row" });
    expect(() => aim({ ...swapped, domain: rows })).toThrow('columns["pet"].missing must be "refuse" or { as } here');
    expect(() => independentMarginals({ domain: rows, guarantee, neighbours: "add-remove" })).toThrow(
      'columns["pet"].missing must be',
    );
    expect(() =>
      aim({ ...given, guarantee })
        .firstChoice(many)
        .worstPair(),
    ).toThrow('person must be "row"');
  });
});
