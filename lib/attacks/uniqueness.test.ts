import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { domain, flagColumn, integerColumn } from "../data/domain.ts";
import { tableFrom } from "../data/table.ts";
import { sampleBinomial } from "../random/binomial.ts";
import { aliasTable, sampleCategorical } from "../random/categorical.ts";
import { sampleGamma } from "../random/gamma.ts";
import { type Stream, stream } from "../random/stream.ts";
import { matchRisk, populationUniqueness } from "./population-uniqueness.ts";
import { expectedUniqueness, uniqueness } from "./uniqueness.ts";

const people = domain({ columns: { year: integerColumn({ lower: 0, upper: 4 }), woman: flagColumn() }, person: "row" });
const register = fc.array(fc.record({ year: fc.integer({ min: 0, max: 4 }), woman: fc.boolean() }), {
  minLength: 1,
  maxLength: 15,
});

describe("uniqueness in a table", () => {
  it("is what comparing everybody with everybody gives", () => {
    fc.assert(
      fc.property(register, (records) => {
        const doubles = records.map(
          (one) => records.filter((two) => one.year === two.year && one.woman === two.woman).length,
        );
        const found = uniqueness(tableFrom(records, people), ["year", "woman"]);
        expect(found.unique).toBe(doubles.filter((count) => count === 1).length);
        expect(found.people).toBe(records.length);
        expect(found.frequencies.slice(1)).toEqual(
          Array.from(
            { length: Math.max(...doubles) },
            (_, j) => doubles.filter((count) => count === j + 1).length / (j + 1),
          ),
        );
      }),
    );
  });
});

/** The mean share of people alone over all ways in which they can fall, each with its probability. */
function byEnumeration(size: number, probabilities: readonly number[]): number {
  let expected = 0;
  const visit = (left: number, mass: number, counts: readonly number[]) => {
    if (left === 0) expected += (mass * counts.filter((count) => count === 1).length) / size;
    else for (const [c, p] of probabilities.entries()) visit(left - 1, mass * p, counts.with(c, counts[c] + 1));
  };
  visit(
    size,
    1,
    probabilities.map(() => 0),
  );
  return expected;
}

describe("expected uniqueness", () => {
  it.each([
    [1, [0.5, 0.3, 0.2]],
    [4, [0.5, 0.3, 0.2]],
    [5, [0.25, 0.25, 0.25, 0.25]],
    [6, [1, 0]],
    [7, [0.9, 0.1]],
  ])("of %i people in cells of %j is the mean over all outcomes", (size, probabilities) => {
    expect(expectedUniqueness({ size: size, probabilities })).toBeCloseTo(byEnumeration(size, probabilities), 13);
  });

  it("is (1 - 1/K)^(N - 1) for equal cells, about e^(-N/K)", () => {
    expect(expectedUniqueness({ size: 3, cells: 2 })).toBeCloseTo(0.25, 15);
    expect(expectedUniqueness({ size: 100, cells: 100 })).toBeCloseTo(0.3697296376497268, 14);
    expect(expectedUniqueness({ size: 1e6, cells: 1e6 })).toBeCloseTo(0.36787962535, 9);
    expect(expectedUniqueness({ size: 1, cells: 1 })).toBe(1);
    expect(expectedUniqueness({ size: 2, cells: 1 })).toBe(0);
  });

  it("refuses probabilities that do not sum to 1, and nobody", () => {
    expect(() => expectedUniqueness({ size: 2, probabilities: [0.5, 0.4] })).toThrow(
      "the sum of probabilities must be 1, got 0.9",
    );
    expect(() => expectedUniqueness({ size: 0, cells: 3 })).toThrow("size must be an integer of at least 1, got 0");
    expect(() => expectedUniqueness({ size: 2, cells: 0 })).toThrow("cells must be an integer of at least 1, got 0");
  });
});

function gammaWeights(shape: number, random: Stream): Float64Array {
  return Float64Array.from({ length: 20_000 }, () => sampleGamma({ shape, scale: 1 }, random));
}

/** How many of this many people fall into each cell. */
function populationOf(weights: Float64Array, size: number, random: Stream): Float64Array {
  const table = aliasTable(weights);
  const cells = new Float64Array(weights.length);
  for (let k = 0; k < size; k++) cells[sampleCategorical(table, random)]++;
  return cells;
}

/** A sample of the people in the cells, and its pairs of a row that is alone in it and a person with the same values. */
function sampledFrequencies(cells: Float64Array, rate: number, random: Stream) {
  const frequencies: number[] = [0];
  let [rightPairs, allPairs] = [0, 0];
  for (const count of cells) {
    const seen = sampleBinomial({ trials: count, probability: rate }, random);
    while (frequencies.length <= seen) frequencies.push(0);
    if (seen > 0) frequencies[seen]++;
    if (seen !== 1) continue;
    rightPairs++;
    allPairs += count;
  }
  return { frequencies, rightPairs, allPairs };
}

describe("uniqueness estimated from a sample", () => {
  /** The mean of an estimate and of the truth over simulated populations and samples. */
  const simulated = (weights: (run: number) => Float64Array, size: number, rate: number, runs: number) => {
    const sums = { risk: 0, rightPairs: 0, allPairs: 0, share: 0, unique: 0 };
    for (let run = 0; run < runs; run++) {
      const random = stream(20261115, "population-uniqueness", run);
      const cells = populationOf(weights(run), size, random);
      const { frequencies, rightPairs, allPairs } = sampledFrequencies(cells, rate, random);
      const parameters = { frequencies, samplingRate: rate };
      sums.risk += matchRisk(parameters) / runs;
      sums.rightPairs += rightPairs;
      sums.allPairs += allPairs;
      sums.share += populationUniqueness({ ...parameters, cells: cells.length }) / runs;
      sums.unique += cells.filter((count) => count === 1).length / size / runs;
    }
    return { ...sums, truth: sums.rightPairs / sums.allPairs };
  };

  it.each([0.05, 0.3])("says how many matches are right in any population, at a rate of %f", (rate) => {
    // Cells of very unequal weights, of no family: every tenth a hundred times as likely.
    const weights = Float64Array.from({ length: 4000 }, (_, c) => (c % 10 === 0 ? 100 : 1 + (c % 7)));
    const { risk, truth } = simulated(() => weights, 8000, rate, 20);
    expect(Math.abs(risk / truth - 1)).toBeLessThan(0.05);
  });

  it.each([
    { shape: 0.5, rate: 0.1 },
    { shape: 2, rate: 0.1 },
    { shape: 2, rate: 0.02 },
  ])("says how many are alone in a population of gamma weights: %j", ({ shape, rate }) => {
    const found = simulated((run) => gammaWeights(shape, stream(7, "gamma", run)), 30_000, rate, 20);
    expect(Math.abs(found.share / found.unique - 1)).toBeLessThan(0.06);
  });

  it("knows it for equal cells, where the shape is infinite", () => {
    const found = simulated(() => new Float64Array(5000).fill(1), 5000, 0.2, 20);
    expect(Math.abs(found.share / found.unique - 1)).toBeLessThan(0.05);
    expect(Math.abs(found.unique / expectedUniqueness({ size: 5000, cells: 5000 }) - 1)).toBeLessThan(0.02);
  });

  it("is misled by cells that nobody can be in, as its limits say", () => {
    const weights = Float64Array.from({ length: 5000 }, (_, c) => (c % 10 === 0 ? 1 : 0));
    const found = simulated(() => weights, 5000, 0.2, 5);
    expect(found.share).toBeGreaterThan(100 * found.unique);
  });

  it("is what the whole population says at a rate of 1", () => {
    expect(matchRisk({ frequencies: [0, 3, 9], samplingRate: 1 })).toBe(1);
  });

  it("refuses samples without anybody alone, rates beyond 1 and more cells than there are", () => {
    expect(() => matchRisk({ frequencies: [0, 0, 4], samplingRate: 0.1 })).toThrow("frequencies[1] must be at least 1");
    expect(() => matchRisk({ frequencies: [0, 3], samplingRate: 0 })).toThrow(
      "samplingRate must be above 0 and at most 1, got 0",
    );
    expect(() => populationUniqueness({ frequencies: [0, 3], samplingRate: 0.1, cells: 2 })).toThrow(
      "at most cells (2)",
    );
    expect(() => populationUniqueness({ frequencies: [0, 0.5], samplingRate: 0.1, cells: 2 })).toThrow(
      new RangeError("frequencies[1] must be an integer of at least 0, got a value that is not shown"),
    );
  });
});
