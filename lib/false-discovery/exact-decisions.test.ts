/**
 * Every decision is the one of the exact level: the formulas of the articles in integers, beside the rules, on p-values at and
 * beside the level.
 */
import { describe, expect, it } from "vitest";
import { addis } from "./addis.ts";
import { exactlyAtMost } from "./exact-level.ts";
import { type GammaSequence, givenSequence, logarithmicSequence, powerSequence } from "./gamma-sequence.ts";
import { generalisedAlphaInvesting } from "./generalised-alpha-investing.ts";
import { lord } from "./lord.ts";
import { saffron } from "./saffron.ts";

const word = new DataView(new ArrayBuffer(8));
/** A float64 as a whole multiple of 2^-1074, by doubling until it is an integer. */
function whole(value: number): bigint {
  let [scaled, halvings] = [value, 1074];
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    halvings--;
  }
  return BigInt(scaled) << BigInt(halvings);
}
function moved(value: number, units: bigint): number {
  word.setFloat64(0, value);
  word.setBigInt64(0, word.getBigInt64(0) + units);
  return word.getFloat64(0);
}

interface History {
  readonly pValues: number[];
  /** Tests, from 1, that were rejected. */
  readonly rejections: number[];
}

/** Indices of gamma in the sum for the next test: for the wealth, then for each rejection, as the article writes them. */
type Indices = (history: History) => readonly number[];

const count = (values: readonly number[], from: number, keep: (p: number) => boolean) =>
  values.slice(from).filter(keep).length;
const lordIndices: Indices = ({ pValues, rejections }) => {
  const t = pValues.length + 1;
  return [t, ...rejections.map((tau) => t - tau)];
};
const saffronIndices: Indices = ({ pValues, rejections }) => {
  const t = pValues.length + 1;
  return [0, ...rejections].map((tau) => t - tau - count(pValues, tau, (p) => p <= 0.5));
};
const addisIndices: Indices = ({ pValues, rejections }) =>
  [0, ...rejections].map(
    (tau) => count(pValues, tau, (p) => p <= 0.5) - count(pValues, tau, (p) => p <= 0.25) + 1, // gamma from 0 there
  );
const investingIndices: Indices = ({ pValues, rejections }) => {
  const t = pValues.length + 1;
  return [0, ...rejections].map((tau) => t - tau - rejections.filter((other) => other > tau).length);
};

const alpha = 0.1;
const DYADIC = givenSequence((j) => (j <= 1000 ? 1 / 1024 : 0), { horizon: 2000 });

const CASES = (gamma: GammaSequence) => [
  { rule: lord({ alpha, wealth: 0.0125, gamma }), indices: lordIndices, wealth: 0.0125, reward: alpha, most: 1 },
  { rule: saffron({ alpha, gamma }), indices: saffronIndices, wealth: 0.025, reward: 0.05, most: 0.5 },
  { rule: addis({ alpha, gamma }), indices: addisIndices, wealth: 0.0125, reward: 0.025, most: 0.25 },
  {
    rule: generalisedAlphaInvesting({ alpha, gamma }),
    indices: investingIndices,
    wealth: 0.05,
    reward: alpha,
    most: 1,
  },
];

describe.each([
  ["logarithmic", logarithmicSequence()],
  ["power", powerSequence({ exponent: 1.6 })],
  ["dyadic, whose levels are float64", DYADIC],
])("with the %s gamma", (_, gamma) => {
  it.each(CASES(gamma))(
    "$rule.name decides as exact arithmetic on p-values at and beside its level",
    ({ rule, indices, wealth, reward, most }) => {
      const session = rule.start();
      const history: History = { pValues: [], rejections: [] };
      const scaled = new Map<number, bigint>();
      const gammaUnits = (j: number) => {
        const known = scaled.get(j) ?? whole(gamma.at(j));
        scaled.set(j, known);
        return known;
      };
      const weights = [wealth, reward - wealth, reward].map(whole);
      let near = 0;
      for (let t = 0; t < 420; t++) {
        const { level } = session;
        const h = Math.imul(Math.imul(t + 1, 0x9e3779b1) ^ (t >>> 4), 0x85ebca6b) >>> 0;
        const steps = [-2n, -1n, 0n, 1n, 2n][h % 5];
        const p = h % 3 === 0 ? h / 4294967296 : h % 3 === 1 ? level / 4 : moved(level, steps);
        if (h % 3 === 2) near++;
        let sum = 0n;
        indices(history).forEach((j, i) => {
          sum += weights[Math.min(i, 2)] * gammaUnits(j);
        });
        const one = 1n << 1074n;
        const isOdds = rule.name === "generalised-alpha-investing";
        const isBelow = isOdds ? whole(p) * one * one <= (one - whole(p)) * sum : whole(p) * one <= sum;
        const { rejected, level: used } = session.next(p);
        expect(rejected).toBe(isBelow && p <= most);
        expect(Math.abs(used - level)).toBeLessThan(1e-12);
        history.pValues.push(p);
        if (rejected) history.rejections.push(t + 1);
      }
      expect(near).toBeGreaterThan(100);
    },
  );
});

describe("on a long stream", () => {
  it.each(
    CASES(powerSequence({ exponent: 1.6 }))
      .concat(CASES(logarithmicSequence()))
      .filter((_, i) => i % 4 < 3),
  )(
    "$rule.name with $rule.parameters.gamma has the levels of the direct sum and decides by them",
    ({ rule, wealth, reward, most }) => {
      const size = 12_000;
      const waits = {
        lord: () => false,
        saffron: (p: number) => p <= 0.5,
        addis: (p: number) => p <= 0.25 || p > 0.5,
      }[rule.name] as (p: number) => boolean;
      const gamma = rule.parameters.gamma === "logarithmic" ? logarithmicSequence() : powerSequence({ exponent: 1.6 });
      const values = gamma.upTo(size + 1);
      const pValues = Float64Array.from({ length: size }, (_, t) => {
        const h = Math.imul(Math.imul(t + 1, 0x9e3779b1) ^ (t >>> 5), 0x85ebca6b) >>> 0;
        return ((h + 0.5) / 4294967296) * (t % 8 === 0 ? 1e-5 : 1);
      });
      const { levels, rejected } = rule.decide(pValues);
      const starts: number[] = [];
      let time = 1;
      for (let t = 0; t < size; t++) {
        let sum = wealth * values[time - 1];
        for (let i = 0; i < starts.length; i++)
          sum += (i === 0 ? reward - wealth : reward) * values[time - 1 - starts[i]];
        const level = Math.min(most, sum);
        if (!(Math.abs(levels[t] - level) < 1e-13)) throw new Error(`level ${t} is ${levels[t]}, not ${level}`);
        if ((rejected[t] === 1) !== pValues[t] <= level) throw new Error(`test ${t} is decided otherwise`);
        if (!waits(pValues[t])) time++;
        if (rejected[t] === 1) starts.push(time - 1);
      }
      expect(starts.length).toBeGreaterThan(1000);
    },
  );
});

describe("the exact comparison", () => {
  const sum = {
    single: [[0.5, 0.25] as const],
    later: 0.25,
    counts: Float64Array.of(2, 0, 1),
    scale: "level" as const,
  };
  // 1/8 + 1/4 (2 gamma_3 + gamma_1) = 1/8 + 1/4 (1/4 + 1/2) = 5/16
  const gamma = Float64Array.of(0.5, 0.25, 0.125);

  it("knows equality from one unit above, on both scales", () => {
    expect(exactlyAtMost(0.3125, { ...sum, gamma })).toBe(true);
    expect(exactlyAtMost(moved(0.3125, 1n), { ...sum, gamma })).toBe(false);
    // On the scale of odds the level is 5/21: the float64 below it is rejected and the one above is not.
    const level = 5 / 21;
    const isAbove = whole(level) * 21n > 5n << 1074n;
    expect(exactlyAtMost(isAbove ? moved(level, -1n) : level, { ...sum, gamma, scale: "odds" })).toBe(true);
    expect(exactlyAtMost(isAbove ? level : moved(level, 1n), { ...sum, gamma, scale: "odds" })).toBe(false);
  });

  it("holds for the least numbers there are", () => {
    const tiny = { ...sum, single: [[1e-300, 1e-24] as const], later: 0, gamma };
    expect(exactlyAtMost(0, tiny)).toBe(true);
    expect(exactlyAtMost(5e-324, tiny)).toBe(false);
    expect(exactlyAtMost(5e-324, { ...tiny, single: [[1e-300, 5e-24] as const] })).toBe(true);
  });
});
