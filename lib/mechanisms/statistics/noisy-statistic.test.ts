import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { integrate } from "../../numerics/quadrature.ts";
import { pure } from "../../privacy/guarantees/guarantee.ts";
import type { ContinuousLaw } from "../../privacy/loss/law.ts";
import { stream } from "../../random/stream.ts";
import { chiSquareTest } from "../../statistics/chi-square.ts";
import { kolmogorovSmirnov } from "../../statistics/kolmogorov-smirnov.ts";
import { laplaceLaw } from "../laws/laplace-law.ts";
import { densityEstimate, densityEstimateRisk } from "./density-estimate.ts";
import { histogram } from "./histogram.ts";
import { noisyCount } from "./noisy-count.ts";
import { noisyMean } from "./noisy-mean.ts";
import type { RecordNeighbours } from "./noisy-statistic.ts";
import { noisySum } from "./noisy-sum.ts";

const relations: readonly RecordNeighbours[] = ["swap", "add-remove"];
const grid = [-1, 0, 2];

/** Datasets of up to three records of the grid, with the neighbours of each. */
function neighbouringPairs(relation: RecordNeighbours, values = grid): [number[], number[]][] {
  const datasets: number[][] = [[]];
  for (const a of values) {
    datasets.push([a]);
    for (const b of values) {
      datasets.push([a, b]);
      for (const c of values) datasets.push([a, b, c]);
    }
  }
  return datasets.flatMap((data) =>
    relation === "add-remove"
      ? values.map((value): [number[], number[]] => [data, [...data, value]])
      : data.flatMap((_, i) => values.map((value): [number[], number[]] => [data, data.with(i, value)])),
  );
}

/** The largest log ratio of Laplace laws of one scale: at a kink, and beyond it. */
function laplacePld(first: ContinuousLaw, second: ContinuousLaw): number {
  const points = [...first.kinks, ...second.kinks].flatMap((kink) => [kink - 100, kink, kink + 100]);
  return Math.max(...points.map((x) => Math.abs(first.logDensity(x) - second.logDensity(x))));
}

const statistics = {
  count: (epsilon: number, neighbours: RecordNeighbours) =>
    noisyCount<number>({ epsilon, neighbours, counts: (x) => x > 0 }),
  sum: (epsilon: number, neighbours: RecordNeighbours) => noisySum({ epsilon, neighbours, lower: -1, upper: 2 }),
};

describe.each(Object.entries(statistics))("the noisy %s", (_, build) => {
  it.each(relations)("loses exactly epsilon on the worst neighbours under %s", (relation) => {
    const mechanism = build(0.7, relation);
    const losses = neighbouringPairs(relation).map(([x, y]) => laplacePld(mechanism.law(x), mechanism.law(y)));
    expect(Math.max(...losses)).toBeCloseTo(0.7, 12);
    expect(mechanism.guarantee).toEqual({ kind: "pure", epsilon: 0.7 });
    expect(mechanism.neighbours).toBe(relation);
  });

  it("draws from its law, and not from one 10 % wider", () => {
    const mechanism = build(0.7, "swap");
    const random = stream(1, "statistic");
    const draws = Float64Array.from({ length: 20000 }, () => mechanism.release([1, 2, -1], random));
    const pValueAt = (factor: number) =>
      kolmogorovSmirnov(draws, build(0.7 / factor, "swap").law([1, 2, -1]).cdf).pValue;
    expect(pValueAt(1)).toBeGreaterThan(1e-3);
    expect(pValueAt(1.1)).toBeLessThan(1e-4);
  });

  it("gives the same output for the same stream", () => {
    const release = () => build(0.7, "swap").release([1, 2], stream(9, "again"));
    expect(release()).toBe(release());
  });

  it.each([0, -1, NaN, Infinity])("refuses epsilon = %s", (epsilon) => {
    expect(() => build(epsilon, "swap")).toThrow(/^epsilon must be positive/);
  });

  it("refuses a relation whose sensitivity it does not know", () => {
    expect(() => build(1, "zero-out" as never)).toThrow(/^neighbours must be swap or add-remove/);
  });
});

describe("the noisy sum", () => {
  it("has sensitivity upper - lower under swap and the largest magnitude under add-remove", () => {
    const scale = (neighbours: RecordNeighbours, lower: number, upper: number) => {
      const law = noisySum({ epsilon: 1, neighbours, lower, upper }).law([0.5]);
      return exp(-law.logDensity(law.kinks[0])) / 2;
    };
    expect(scale("swap", -3, 2)).toBeCloseTo(5, 12);
    expect(scale("add-remove", -3, 2)).toBeCloseTo(3, 12);
    expect(scale("add-remove", 4, 6)).toBeCloseTo(6, 12);
  });

  it("clamps its records and refuses what is no number", () => {
    const mechanism = noisySum({ epsilon: 1, neighbours: "swap", lower: 0, upper: 1 });
    expect(mechanism.law([-5, 0.25, 7, Infinity]).kinks).toEqual([2.25]);
    expect(() => mechanism.release([NaN], stream(1))).toThrow(
      /^a record must be a number, got a value that is not shown/,
    );
  });

  it.each([
    [1, 1],
    [2, 1],
    [NaN, 1],
    [0, Infinity],
  ])("refuses the range from %s to %s", (lower, upper) => {
    expect(() => noisySum({ epsilon: 1, neighbours: "swap", lower, upper })).toThrow(RangeError);
    expect(() => noisyMean({ epsilon: 1, neighbours: "add-remove", lower, upper })).toThrow(RangeError);
  });
});

describe("the noisy mean", () => {
  it("loses exactly epsilon under swap, where the number of records is public", () => {
    const mechanism = noisyMean({ epsilon: 0.7, neighbours: "swap", lower: -1, upper: 2 });
    const losses = neighbouringPairs("swap").map(([x, y]) => laplacePld(mechanism.law(x), mechanism.law(y)));
    expect(Math.max(...losses)).toBeCloseTo(0.7, 12);
    expect(() => mechanism.release([], stream(1))).toThrow(/^the number of records must be at least 1, got 0/);
  });

  it("moves by half the range under add-remove, and not by the range (claim sensitivity, E53)", () => {
    const average = (data: readonly number[]) => data.reduce((a, b) => a + b, 0) / data.length;
    let largest = 0;
    for (let size = 1; size <= 6; size++) {
      for (let code = 0; code < 1 << size; code++) {
        const data = Array.from({ length: size }, (_, i) => (code >> i) & 1);
        for (const bit of [0, 1]) largest = Math.max(largest, Math.abs(average([...data, bit]) - average(data)));
      }
    }
    expect(largest).toBe(0.5);
  });

  it("splits epsilon between sum and count under add-remove, whose losses add up to at most epsilon", () => {
    const share = { epsilon: 0.35, neighbours: "add-remove" } as const;
    const total = noisySum({ ...share, lower: -1.5, upper: 1.5 });
    const size = noisyCount<number>({ ...share, counts: () => true });
    const losses = neighbouringPairs("add-remove").map(([x, y]) => {
      const loss = (mechanism: typeof total | typeof size, shift: number) =>
        laplacePld(mechanism.law(x.map((value) => value - shift)), mechanism.law(y.map((value) => value - shift)));
      return loss(total, 0.5) + loss(size, 0);
    });
    expect(Math.max(...losses)).toBeCloseTo(0.7, 12);
  });

  it("draws the ratio of noisy sum and noisy count under add-remove, and not of one with 10 % more noise", () => {
    const data = [2, 2, 1, 0, 2, -1, 1, 2, 2, 0];
    const [centre, half, epsilon] = [0.5, 1.5, 0.7];
    const mechanism = noisyMean({ epsilon, neighbours: "add-remove", lower: -1, upper: 2 });
    const random = stream(5, "ratio");
    const trials = 20000;
    const cuts = [-1, 0, 0.5, 0.75, 1, 1.25, 1.5, 1.9999];
    const observed = new Float64Array(cuts.length + 1);
    for (let i = 0; i < trials; i++) {
      const draw = mechanism.release(data, random);
      observed[cuts.filter((cut) => draw > cut).length]++;
    }
    const distances = data.reduce((total, x) => total + x - centre, 0);
    const pValue = (factor: number) => {
      const numerator = laplaceLaw(distances, (2 * factor * half) / epsilon);
      const denominator = laplaceLaw(data.length, (2 * factor) / epsilon);
      const below = cuts.map((cut) => {
        const f = (size: number) =>
          exp(denominator.logDensity(size)) * numerator.cdf((cut - centre) * Math.max(1, size));
        const atOne = denominator.cdf(1) * numerator.cdf(cut - centre);
        const above = integrate(f, { lower: 1, upper: 400, kinks: [data.length, 40, 120], absoluteTolerance: 1e-9 });
        return atOne + above.value;
      });
      const expected = [...below, 1].map((value, i) => trials * (value - (i === 0 ? 0 : below[i - 1])));
      return chiSquareTest({ observed, expected }).pValue;
    };
    expect(pValue(1)).toBeGreaterThan(1e-3);
    expect(pValue(1.1)).toBeLessThan(1e-4);
  });
});

describe("the noisy histogram", () => {
  const loss = (mechanism: ReturnType<typeof histogram>, x: readonly number[], y: readonly number[]) => {
    const [first, second] = [mechanism.law(x), mechanism.law(y)];
    return first.coordinates.reduce((total, law, i) => total + laplacePld(law, second.coordinates[i]), 0);
  };

  it.each(relations)("loses exactly epsilon on the worst neighbours under %s", (neighbours) => {
    const mechanism = histogram({ epsilon: 0.7, neighbours, bins: 3 });
    const losses = neighbouringPairs(neighbours, [0, 1, 2]).map(([x, y]) => loss(mechanism, x, y));
    expect(Math.max(...losses)).toBeCloseTo(0.7, 12);
  });

  it("loses twice epsilon under swap with the scale of add-remove", () => {
    const mechanism = histogram({ epsilon: 0.7, neighbours: "add-remove", bins: 3 });
    const losses = neighbouringPairs("swap", [0, 1, 2]).map(([x, y]) => loss(mechanism, x, y));
    expect(Math.max(...losses)).toBeCloseTo(1.4, 12);
  });

  it("draws each bin from its law, and not from one 10 % wider", () => {
    const random = stream(2, "histogram");
    const mechanism = histogram({ epsilon: 0.7, neighbours: "swap", bins: 4 });
    const draws = Array.from({ length: 20000 }, () => mechanism.release([0, 3, 3, 1], random));
    for (const [bin, centre] of [1, 1, 0, 2].entries()) {
      const values = Float64Array.from(draws, (noisy) => noisy[bin]);
      const pValueAt = (factor: number) => kolmogorovSmirnov(values, laplaceLaw(centre, (factor * 2) / 0.7).cdf).pValue;
      expect(pValueAt(1)).toBeGreaterThan(1e-3);
      expect(pValueAt(1.1)).toBeLessThan(1e-4);
    }
  });

  it("refuses bad parameters and records outside its bins", () => {
    const good = { epsilon: 1, neighbours: "swap", bins: 3 } as const;
    for (const epsilon of [0, -1, NaN, Infinity]) {
      expect(() => histogram({ ...good, epsilon })).toThrow(/^epsilon must be/);
    }
    for (const bins of [0, -1, 1.5, NaN]) expect(() => histogram({ ...good, bins })).toThrow(/^bins must be/);
    expect(() => histogram({ ...good, neighbours: "event" as never })).toThrow(/^neighbours must be/);
    for (const record of [-1, 3, 0.5, NaN]) {
      expect(() => histogram(good).release([record], stream(1))).toThrow(/^a record must be an integer from 0 to 2/);
    }
  });
});

describe("the private density estimate", () => {
  it("is the noisy histogram in heights: epsilon under swap, twice as much with Laplace(1 / epsilon)", () => {
    const mechanism = densityEstimate({ epsilon: 0.7, bins: 4 });
    const [x, y] = [mechanism.law([0, 0.3, 0.9]), mechanism.law([0.55, 0.3, 0.9])];
    const lost = x.coordinates.reduce((total, law, i) => total + laplacePld(law, y.coordinates[i]), 0);
    expect(lost).toBeCloseTo(0.7, 12);
    expect(x.coordinates.map(({ kinks }) => kinks[0])).toEqual([4 / 3, 4 / 3, 0, 4 / 3]);
    const halved = x.coordinates.reduce((total, law, i) => {
      const narrow = (centre: number) => laplaceLaw(centre, 4 / 3 / 0.7);
      return total + laplacePld(narrow(law.kinks[0]), narrow(y.coordinates[i].kinks[0]));
    }, 0);
    expect(halved).toBeCloseTo(1.4, 12);
  });

  it("has the mean integrated squared error of its formula for the density 2x, and not without the factor of bins", () => {
    const [size, bins, epsilon, trials] = [300, 8, 0.5, 4000];
    const random = stream(3, "density");
    const mechanism = densityEstimate({ epsilon, bins });
    // Bin averages of 2x, and the integral of (2x - average)^2: 1 / (3 m^2).
    const averages = Array.from({ length: bins }, (_, j) => (2 * j + 1) / bins);
    const squaredBias = 1 / (3 * bins * bins);
    const errors = Float64Array.from({ length: trials }, () => {
      const records = Array.from({ length: size }, () => Math.sqrt((random.uint32() + 0.5) / 4294967296));
      const heights = mechanism.release(records, random);
      return averages.reduce((total, f, j) => total + ((heights[j] - f) * (heights[j] - f)) / bins, squaredBias);
    });
    const average = errors.reduce((a, b) => a + b, 0) / trials;
    const variance = errors.reduce((a, b) => a + (b - average) * (b - average), 0) / trials;
    const risk = densityEstimateRisk({ epsilon, size, squaredBias, probabilities: averages.map((f) => f / bins) });
    const standardError = Math.sqrt(variance / trials);
    expect(Math.abs(average - risk)).toBeLessThan(4 * standardError);
    const noise = (8 * bins * bins) / (epsilon * size * epsilon * size);
    expect(Math.abs(average - (risk - noise + noise / bins))).toBeGreaterThan(20 * standardError);
  });

  it("refuses bad parameters, no records, and probabilities that are none", () => {
    expect(() => densityEstimate({ epsilon: 0, bins: 4 })).toThrow(/^epsilon must be/);
    expect(() => densityEstimate({ epsilon: 1, bins: 0 })).toThrow(/^bins must be/);
    expect(() => densityEstimate({ epsilon: 1, bins: 4 }).release([], stream(1))).toThrow(
      /^records must be at least one/,
    );
    const risk = { epsilon: 1, size: 10, squaredBias: 0, probabilities: [0.5, 0.5] };
    const { epsilon, ...rest } = risk;
    expect(densityEstimateRisk({ ...rest, guarantee: pure(epsilon) })).toBe(densityEstimateRisk(risk));
    expect(() => densityEstimateRisk({ ...risk, probabilities: [0.5, 0.6] })).toThrow(/^the sum of probabilities/);
    expect(() => densityEstimateRisk({ ...risk, probabilities: [] })).toThrow(/^probabilities must be/);
    expect(() => densityEstimateRisk({ ...risk, squaredBias: -1 })).toThrow(/^squaredBias must be/);
    expect(() => densityEstimateRisk({ ...risk, size: 0 })).toThrow(/^size must be/);
  });
});
