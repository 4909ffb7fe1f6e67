import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { largestLoss } from "../../../../testing/contract/audit.ts";
import { powerOfTwo } from "../../../../testing/contract/power-of-two.ts";
import { exp } from "../../../numerics/exponential.ts";
import { log } from "../../../numerics/logarithm.ts";
import { allLists } from "../../../oracles/all-lists.ts";
import type { DiscreteLaw } from "../../../privacy/loss/law.ts";
import { secureRandom } from "../../../random/secure.ts";
import { stream } from "../../../random/stream.ts";
import { grid } from "../../noise/grid.ts";
import { exponentialMechanism } from "../exponential-mechanism.ts";
import { permuteAndFlip } from "../permute-and-flip.ts";
import { reportNoisyMax } from "../report-noisy-max.ts";
import type { GridSelectionParameters } from "./grid-selection.ts";
import type { ScoreChange } from "./selection.ts";

type Build = (parameters: GridSelectionParameters) => {
  law(scores: readonly number[]): DiscreteLaw<number>;
  worstPair(): readonly [readonly number[], readonly number[]];
};
const noisyMax =
  (noise: "laplace" | "exponential" | "gumbel"): Build =>
  (parameters) =>
    reportNoisyMax({ ...parameters, noise });
const mechanisms: readonly [string, Build, readonly ScoreChange[]][] = [
  ["exponentialMechanism", exponentialMechanism, ["general", "monotone", "range"]],
  ["permuteAndFlip", permuteAndFlip, ["general", "monotone"]],
  ["reportNoisyMax with discrete Laplace noise", noisyMax("laplace"), ["general", "monotone"]],
  ["reportNoisyMax with discrete exponential noise", noisyMax("exponential"), ["general", "monotone"]],
];
const common = { epsilon: 1, options: 3, neighbours: "swap" } as const;

describe("the grid", () => {
  const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  const exponent = fc.integer({ min: -40, max: 12 });

  it("rounds to the nearest multiple, halves up, as integers do it", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(1n << 52n), max: 1n << 52n }), fc.integer({ min: 0, max: 60 }), (whole, bits) => {
        // whole / 2^60 to steps of 2^(bits - 60): floor((whole + half) / 2^bits).
        const half = bits === 0 ? 0n : 1n << BigInt(bits - 1);
        const { placeOf } = grid(powerOfTwo(bits - 60));
        expect(placeOf(Number(whole) / Number(1n << 60n))).toBe((whole + half) >> BigInt(bits));
      }),
    );
  });

  it("moves a value by the whole steps below or above its own move", () => {
    fc.assert(
      fc.property(value, value, exponent, (from, to, k) => {
        const { placeOf, stepsOf } = grid(powerOfTwo(k));
        const moved = placeOf(to) - placeOf(from);
        // The difference of two float64 values may be rounded up or down by one part in 2^53.
        const bound = stepsOf(Math.abs(to - from) * (1 + 4 * Number.EPSILON) + Number.MIN_VALUE);
        expect((moved < 0n ? -moved : moved) <= bound).toBe(true);
        if (from <= to) expect(moved >= 0n).toBe(true);
      }),
    );
  });

  it("takes values of any size", () => {
    expect(grid(powerOfTwo(-500)).placeOf(Number.MAX_VALUE)).toBe(BigInt(Number.MAX_VALUE) << 500n);
    expect(grid(powerOfTwo(500)).placeOf(5e-324)).toBe(0n);
    expect(grid(powerOfTwo(500)).stepsOf(5e-324)).toBe(1n);
    expect([-0.5, 0.5, 0.49999999999999994].map(grid(powerOfTwo(0)).placeOf)).toEqual([0n, 1n, 0n]);
  });

  it("has the step of a power of two, in lowest terms or not, and no other", () => {
    expect(grid({ numerator: 6, denominator: 12 }).step).toBe(0.5);
    expect(grid({ numerator: 12n, denominator: 3n }).step).toBe(4);
    for (const [numerator, denominator] of [
      [1, 10],
      [3, 1],
      [3, 4],
      [4, 7],
    ])
      expect(() => grid({ numerator, denominator })).toThrow(
        `step must be a power of two from 2^-500 to 2^500, got "${numerator}/${denominator}"`,
      );
    for (const exponent of [501, -501]) expect(() => grid(powerOfTwo(exponent))).toThrow("step must be a power of two");
    expect(() => grid({ numerator: 0, denominator: 1 })).toThrow("the numerator of step must be");
    expect(() => grid(-1 as never)).toThrow("step must be a fraction { numerator, denominator }, got -1");
  });
});

describe.each(mechanisms)("%s on a grid", (_, build, changes) => {
  // Scores in quarters, steps of a half, and a sensitivity of three quarters, which is two steps.
  const parameters = { ...common, sensitivity: 0.75, step: powerOfTwo(-1) };
  const quarters = [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5];
  const moves = [-0.75, -0.5, 0, 0.25, 0.75];
  const allowed: Readonly<Record<ScoreChange, (move: readonly number[]) => boolean>> = {
    general: () => true,
    monotone: (move) => move.every((one) => one >= 0),
    range: (move) => Math.max(...move) - Math.min(...move) <= 0.75,
  };

  it.each(changes)("keeps epsilon on all neighbours with %s scores, in quarters", (change) => {
    const { law } = build({ ...parameters, change });
    const known = new Map<string, DiscreteLaw<number>>();
    const lawOf = (scores: readonly number[]) => {
      const found = known.get(scores.join()) ?? law(scores);
      known.set(scores.join(), found);
      return found;
    };
    const shifts = allLists(moves, 3).filter((move) => allowed[change](move));
    let worst = 0;
    for (const [first, second] of allLists([0, ...quarters.filter((_, i) => i % 3 === 1)], 2)) {
      const scores = [first, second, 0.25];
      for (const move of shifts) {
        const moved = scores.map((score, i) => score + move[i]);
        const loss = largestLoss(lawOf(scores), lawOf(moved));
        expect(loss).toBeLessThanOrEqual(1 + 1e-11);
        worst = Math.max(worst, loss);
      }
    }
    expect(worst).toBeGreaterThan(0.4);
  });

  it.each(changes)("attains epsilon on its worst pair with %s scores, which noise a tenth short exceeds", (change) => {
    for (const [sensitivity, exponent] of [
      [0.75, -1],
      [1, -3],
      [3, 0],
      [0.3, -4],
      [1e-3, 0],
    ]) {
      const made = build({ ...common, change, sensitivity, step: powerOfTwo(exponent) });
      const [first, second] = made.worstPair();
      const loss = largestLoss(made.law(first), made.law(second));
      expect(loss).toBeLessThanOrEqual(1 + 1e-9);
      expect(loss).toBeGreaterThan(0.97);
      const short = build({ ...common, epsilon: 1 / 0.9, change, sensitivity, step: powerOfTwo(exponent) });
      expect(largestLoss(short.law(first), short.law(second))).toBeGreaterThan(1.05);
    }
  });

  it.each(changes)("has a worst pair of %s scores for every step in which float64 sees the sensitivity", (change) => {
    for (const [sensitivity, exponent, least] of [
      [1, 30, 0.97],
      [0.3, 44, 0.97],
      [0.3, 48, 0.6],
      [1, 49, 0.6],
      [1, 51, 0.6],
      [1e-3, 40, 0.6],
    ]) {
      const made = build({ ...common, change, sensitivity, step: powerOfTwo(exponent) });
      const [first, second] = made.worstPair();
      const moves = first.map((score, i) => second[i] - score);
      const spread = Math.max(...moves) - Math.min(...moves);
      expect(change === "general" ? Math.max(...moves.map(Math.abs)) : spread).toBeLessThanOrEqual(sensitivity);
      const loss = largestLoss(made.law(first), made.law(second));
      expect(loss, `${sensitivity} ${exponent}`).toBeGreaterThan(least);
      expect(loss).toBeLessThanOrEqual(1 + 1e-9);
    }
  });

  it("can choose every option on every input, so that no output tells neighbours apart", () => {
    for (const scores of [
      [0, 0, 0],
      [-30, 10, 0.1],
      [1e3, 1e3 + 0.25, 999.9],
    ]) {
      expect(build({ ...parameters, change: "general" }).law(scores).support).toEqual([0, 1, 2]);
    }
  });

  it("has the law of the rounded scores", () => {
    const { law } = build({ ...parameters, change: "general" });
    expect(largestLoss(law([0.3, 1.1, -0.2]), law([0.5, 1, 0]))).toBe(0);
    expect(largestLoss(law([0.3, 1.1, -0.2]), law([0.5, 1, -0.5]))).toBeGreaterThan(0.01);
  });
});

describe("the discrete noise of reportNoisyMax", () => {
  const rules = { ...common, change: "general", sensitivity: 1, step: powerOfTwo(0) } as const;

  /** P(option wins), by going through the noise of all, equal ones winning in turn. */
  function byNoise(scores: readonly number[], masses: ReadonlyMap<number, number>): number[] {
    const wins = scores.map(() => 0);
    const go = (noisy: readonly number[], mass: number) => {
      if (noisy.length < scores.length) {
        for (const [k, one] of masses) go([...noisy, scores[noisy.length] + k], mass * one);
        return;
      }
      const best = Math.max(...noisy);
      const ties = noisy.filter((one) => one === best).length;
      for (let i = 0; i < scores.length; i++) if (noisy[i] === best) wins[i] += mass / ties;
    };
    go([], 1);
    return wins;
  }

  it.each([[[0, 1, 2]], [[3, 3, 0]], [[0, 0, 0]], [[-4, 0, -1]]])("has the law of its definition at %j", (scores) => {
    // epsilon 4, general scores: scale 1/2, of which all but e^-36 is within 17.
    const [ratio, places] = [exp(-2), Array.from({ length: 35 }, (_, k) => k - 17)];
    const laplace = new Map(places.map((k) => [k, ((1 - ratio) / (1 + ratio)) * exp(-2 * Math.abs(k))]));
    const oneSided = new Map(places.filter((k) => k >= 0).map((k) => [k, (1 - ratio) * exp(-2 * k)]));
    for (const [noise, masses] of [
      ["laplace", laplace],
      ["exponential", oneSided],
    ] as const) {
      const law = reportNoisyMax({ ...rules, epsilon: 4, noise }).law(scores);
      byNoise(scores, masses).forEach((mass, option) => {
        expect(Math.abs(exp(law.logMass(option)) / mass - 1)).toBeLessThan(1e-11);
      });
    }
  });

  it("is permute-and-flip where it is exponential and the exponential mechanism where it is Gumbel", () => {
    const scores = [2, 5, 4];
    const flip = permuteAndFlip(rules).law(scores);
    const soft = exponentialMechanism(rules).law(scores);
    expect(largestLoss(reportNoisyMax({ ...rules, noise: "exponential" }).law(scores), flip)).toBe(0);
    expect(largestLoss(reportNoisyMax({ ...rules, noise: "gumbel" }).law(scores), soft)).toBe(0);
  });

  it("tends to the law of continuous noise as the step does to 0", () => {
    const scores = [0, 3, 2.5];
    const { law } = reportNoisyMax({
      epsilon: 1,
      sensitivity: 1,
      options: 3,
      change: "general",
      neighbours: "swap",
      noise: "laplace",
    });
    const losses = [-2, -4, -6].map((exponent) =>
      largestLoss(law(scores), reportNoisyMax({ ...rules, step: powerOfTwo(exponent), noise: "laplace" }).law(scores)),
    );
    expect(losses[1]).toBeLessThan(losses[0] / 8);
    expect(losses[2]).toBeLessThan(losses[1] / 8);
  });

  it("refuses a law that is too long, and does not show the scores", () => {
    const choose = reportNoisyMax({ ...rules, epsilon: 1e-6, noise: "laplace" });
    expect(() => choose.law([-271828, 0, 1])).toThrow("got a value that is not shown");
    expect([0, 1, 2]).toContain(choose.release([-271828, 0, 1], stream(1)));
  });
});

describe("exact selection and its source", () => {
  it("takes the secure source, which selection in float64 refuses by type", () => {
    const exact = { ...common, change: "general", sensitivity: 1, step: powerOfTwo(0) } as const;
    const { step: _, ...simulated } = exact;
    for (const made of [
      exponentialMechanism(exact),
      permuteAndFlip(exact),
      reportNoisyMax({ ...exact, noise: "laplace" }),
      reportNoisyMax({ ...exact, noise: "exponential" }),
      reportNoisyMax({ ...exact, noise: "gumbel" }),
    ])
      expect(made.release([0, 1000, 0], secureRandom())).toBe(1);
    // @ts-expect-error: float64 probabilities are for study.
    const refused = () => exponentialMechanism(simulated).release([0, 1, 0], secureRandom());
    expect(refused).toBeTypeOf("function");
  });

  it("uses an epsilon that is no short fraction exactly, and scores far apart", () => {
    const random = stream(7, "exact");
    const soft = exponentialMechanism({
      ...common,
      epsilon: 0.1,
      change: "monotone",
      sensitivity: 1,
      options: 2,
      step: powerOfTwo(-2),
    });
    // Twenty units apart: e^-2 against 1.
    let low = 0;
    for (let i = 0; i < 4000; i++) low += 1 - soft.release([0, 20], random);
    const expected = 1 / (1 + exp(2));
    expect(Math.abs(low / 4000 - expected)).toBeLessThan(5 * Math.sqrt((expected * (1 - expected)) / 4000));
    expect(Math.abs(soft.law([0, 20]).logMass(0) - log(expected))).toBeLessThan(1e-12);
    expect(soft.release([-1e308, 1e308], random)).toBe(1);
    expect(
      exponentialMechanism({
        ...common,
        epsilon: 5e-5,
        change: "range",
        sensitivity: 1e-9,
        step: powerOfTwo(-300),
      }).release([0, 1, 0], random),
    ).toBe(1);
  });
});
