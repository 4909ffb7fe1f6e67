import { describe, expect, it } from "vitest";
import { powerOfTwo } from "../../testing/contract/power-of-two.ts";
import { discreteEpsilon } from "../auditing/discrete-audit.ts";
import { exp } from "../numerics/exponential.ts";
import { allLists } from "../oracles/all-lists.ts";
import type { DiscreteLaw } from "../privacy/loss/law.ts";
import { drawDiscreteLaplace } from "../random/exact-discrete-laplace.ts";
import type { Rational } from "../random/rational.ts";
import { secureRandom } from "../random/secure.ts";
import { stream } from "../random/stream.ts";
import { chiSquareTest } from "../statistics/chi-square.ts";
import { aboveThreshold } from "./above-threshold.ts";
import { logGridProbability } from "./grid-comparison.ts";
import { numericSparse, numericSparsePrivacyLoss } from "./numeric-sparse.ts";
import { sparseVector } from "./sparse-vector.ts";

const common = { epsilon: 1, sensitivity: 1, threshold: 0, neighbours: "swap" } as const;
const lossOf = <Output>(
  { law }: { law(values: readonly number[]): DiscreteLaw<Output> },
  [first, second]: readonly [readonly number[], readonly number[]],
) => discreteEpsilon({ first: law(first), second: law(second) });

describe("the probability of comparisons on a grid", () => {
  const mass = (k: number, scale: number) => {
    const ratio = exp(-1 / scale);
    return ((1 - ratio) / (1 + ratio)) * exp(-Math.abs(k) / scale);
  };

  it.each([
    [[0], [true]],
    [
      [1, -2],
      [false, true],
    ],
    [
      [3, 0, 1],
      [true, false, false],
    ],
  ])("is that of going through all noise, for gaps %j and answers %j", (gaps, above) => {
    const [thresholdScale, queryScale] = [0.8, 0.5];
    const places = Array.from({ length: 61 }, (_, k) => k - 30);
    let total = 0;
    for (const y of places) {
      const each = gaps.map((gap, i) =>
        places.reduce((sum, z) => sum + (gap + z > y === above[i] ? mass(z, queryScale) : 0), 0),
      );
      total += each.reduce((product, one) => product * one, mass(y, thresholdScale));
    }
    const found = exp(logGridProbability({ thresholdScale, queryScale }, gaps, above));
    expect(Math.abs(found / total - 1)).toBeLessThan(1e-12);
  });

  it("tends to that of continuous noise as the step does to 0", () => {
    const values = [0.5, -1, 2];
    const exact = aboveThreshold(common).law(values);
    const losses = [-1, -3, -5].map((exponent) =>
      discreteEpsilon({ first: aboveThreshold({ ...common, step: powerOfTwo(exponent) }).law(values), second: exact }),
    );
    expect(losses[1]).toBeLessThan(losses[0] / 3);
    expect(losses[2]).toBeLessThan(losses[1] / 3);
  });
});

describe("above-threshold on a grid", () => {
  it.each([
    [1, 0],
    [0.75, -1],
    [0.3, -2],
    [1e-3, 0],
  ])(
    "attains epsilon on its worst pair for sensitivity %f and steps of 2^%i, noise a tenth short more",
    (sensitivity, exponent) => {
      const made = aboveThreshold({ ...common, sensitivity, step: powerOfTwo(exponent) });
      const pair = made.worstPair();
      const loss = lossOf(made, pair);
      expect(loss).toBeLessThanOrEqual(1 + 1e-9);
      expect(loss).toBeGreaterThan(1 - 1e-6);
      const short = aboveThreshold({ ...common, epsilon: 1 / 0.9, sensitivity, step: powerOfTwo(exponent) });
      expect(lossOf(short, pair)).toBeGreaterThan(1.1);
      // A sensitivity of 3/4 counted as one half, which is one step: twice the loss.
      if (sensitivity === 0.75)
        expect(
          lossOf(aboveThreshold({ ...common, sensitivity: 0.5, step: powerOfTwo(exponent) }), pair),
        ).toBeGreaterThan(1.9);
    },
  );

  it.each([
    [1, 46],
    [1, 49],
    [0.3, 47],
  ])(
    "has a worst pair for sensitivity %f and steps of 2^%i, as far off as float64 sees it",
    (sensitivity, exponent) => {
      const made = aboveThreshold({ ...common, sensitivity, step: powerOfTwo(exponent) });
      const loss = lossOf(made, made.worstPair());
      expect(loss).toBeLessThanOrEqual(1 + 1e-9);
      expect(loss).toBeGreaterThan(0.4);
    },
  );

  it("draws from its law, and a law a tenth off is told apart", () => {
    const values = [1, -3, 2.5, 0];
    const made = aboveThreshold({ ...common, step: powerOfTwo(-1) });
    const draws = made.releaseMany(values, new Float64Array(20_000), stream(5, "grid"));
    const pValue = (law: DiscreteLaw<number>) => {
      const observed = [0, 1, 2, 3, 4].map((k) => draws.filter((draw) => draw === k).length);
      return chiSquareTest({ observed, expected: [0, 1, 2, 3, 4].map((k) => 20_000 * exp(law.logMass(k))) }).pValue;
    };
    expect(pValue(made.law(values))).toBeGreaterThan(1e-3);
    expect(pValue(aboveThreshold({ ...common, epsilon: 1.1, step: powerOfTwo(-1) }).law(values))).toBeLessThan(1e-3);
  });
});

describe("sparse vector on a grid", () => {
  it.each([true, false])(
    "keeps epsilon on all neighbours of short lists, resampling %s, and no output tells them apart",
    (resample) => {
      const made = sparseVector({ ...common, epsilon: 3, sensitivity: 1.5, aboves: 2, resample, step: powerOfTwo(0) });
      const known = new Map<string, DiscreteLaw<string>>();
      const lawOf = (values: readonly number[]) => {
        const law = known.get(values.join()) ?? made.law(values);
        known.set(values.join(), law);
        return law;
      };
      let worst = 0;
      for (const values of allLists([-6, 0.25, 7], 3))
        for (const move of allLists([-1.5, 1.5], 3)) {
          const [first, second] = [lawOf(values), lawOf(values.map((value, i) => value + move[i]))];
          worst = Math.max(worst, discreteEpsilon({ first, second }));
          expect(first.support).toEqual(second.support);
        }
      expect(worst).toBeLessThanOrEqual(3);
      expect(worst).toBeGreaterThan(0.8);
    },
  );

  it("attains nearly epsilon with one threshold noise, where noise a tenth short spends more", () => {
    // Belows at high queries force the threshold up; then come two aboves from far below.
    const pair = [
      [...new Array<number>(8).fill(150), -149, -149],
      [...new Array<number>(8).fill(151), -150, -150],
    ] as const;
    const rules = { ...common, aboves: 2, resample: false, step: powerOfTwo(0) };
    const lastOf = (epsilon: number) => {
      const { law } = sparseVector({ ...rules, epsilon });
      const [first, second] = pair.map((values) => law(values).logMass("--------++"));
      return first - second;
    };
    expect(lastOf(1)).toBeLessThanOrEqual(1 + 1e-9);
    expect(lastOf(1)).toBeGreaterThan(0.98);
    expect(lastOf(1 / 0.9)).toBeGreaterThan(1.05);
  });
});

describe("numeric sparse on a grid", () => {
  const rules = { comparisons: 0.6, values: 0.4, sensitivity: 1, threshold: 0, aboves: 2, resample: false } as const;

  it("keeps the sum of both epsilons, which is not rounded down", () => {
    const made = numericSparse({ ...rules, comparisons: 0.1, values: 0.2, neighbours: "swap", step: powerOfTwo(0) });
    expect(made.guarantee.epsilon).toBeGreaterThanOrEqual(0.1 + 0.2);
    expect(made.guarantee.epsilon).toBeLessThan(0.1 + 0.2 + 1e-15);
    let worst = 0;
    for (const values of allLists([-6, 0, 7], 2))
      for (const move of allLists([-1, 1], 2)) {
        const moved = values.map((value, i) => value + move[i]);
        worst = Math.max(worst, numericSparsePrivacyLoss({ ...rules, step: powerOfTwo(0) }, [values, moved]));
      }
    expect(worst).toBeLessThanOrEqual(1);
    expect(worst).toBeGreaterThan(0.5);
  });

  it("releases multiples of the step, every one of which is possible", () => {
    const made = numericSparse({ ...rules, neighbours: "swap", step: powerOfTwo(-2) });
    const random = stream(9, "numeric");
    const answers = Array.from({ length: 300 }, () => made.release([100.13, -100, 99.9], random)).flat();
    const numbers = answers.filter((answer) => answer !== "below");
    expect(numbers.length).toBeGreaterThan(500);
    expect(numbers.every((answer) => Number.isInteger(4 * answer))).toBe(true);
    // Noise of scale 2 * 1 / 0.4 = 5: its standard error over 600 is below 0.3.
    expect(Math.abs(numbers.reduce((sum, one) => sum + one, 0) / numbers.length - 100)).toBeLessThan(1.5);
    // Noise that float64 does not show beside so large a value.
    expect(made.release([1e308, Number.MAX_VALUE], random)).toEqual([1e308, Number.MAX_VALUE]);
  });

  it.each([-500, -60])("releases values of their own size in steps of 2^%i", (exponent) => {
    const made = numericSparse({ ...rules, neighbours: "swap", step: powerOfTwo(exponent) });
    const random = stream(9, "fine steps");
    const answers = Array.from({ length: 300 }, () => made.release([100.13, -100, 99.9], random)).flat();
    const numbers = answers.filter((answer) => answer !== "below");
    expect(Math.abs(numbers.reduce((sum, one) => sum + one, 0) / numbers.length - 100)).toBeLessThan(1.5);
  });
});

describe("exact comparisons and their source", () => {
  it("take the secure source, which float64 noise refuses by type", () => {
    const exact = { ...common, step: powerOfTwo(0) };
    expect(aboveThreshold(exact).release([-500, 500], secureRandom())).toBe(1);
    expect(aboveThreshold(exact).start(secureRandom()).ask(500)).toBe("above");
    expect(sparseVector({ ...exact, aboves: 1, resample: true }).release([-500, 500], secureRandom())).toBe("-+");
    // @ts-expect-error: float64 noise is for study.
    const refused = () => aboveThreshold(common).release([0], secureRandom());
    expect(refused).toBeTypeOf("function");
    expect(typeof drawDiscreteLaplace({ numerator: 1n, denominator: 1n }, secureRandom())).toBe("bigint");
  });

  it("have a law where the noise is next to none", () => {
    const made = aboveThreshold({ ...common, epsilon: 1e300, sensitivity: 1e-3, step: powerOfTwo(0) });
    // Every answer is possible still, if barely.
    expect([0, 1, 2].map(made.law([0, 5]).logMass).map((mass) => mass > -1e-9)).toEqual([false, true, false]);
    expect(made.law([0, 5]).support).toEqual([0, 1, 2]);
    expect(made.release([0, 5], stream(1))).toBe(1);
  });

  it("refuse a law that is too long, and do not show the values", () => {
    expect(() => aboveThreshold({ ...common, step: powerOfTwo(-20) }).law([271828, 1])).toThrow("not shown");
  });

  it("refuse a step that is no power of two, by its name and value", () => {
    const build = (step: Rational) => () => sparseVector({ ...common, aboves: 1, resample: true, step });
    const expected = "step must be a power of two from 2^-500 to 2^500, got";
    expect(build({ numerator: 2, denominator: 6 })).toThrow(`${expected} "1/3"`);
    for (const exponent of [-501, 501]) expect(build(powerOfTwo(exponent))).toThrow(expected);
    expect(build(0.5 as never)).toThrow("step must be a fraction { numerator, denominator }, got 0.5");
  });
});
