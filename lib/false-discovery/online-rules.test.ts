import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addis } from "./addis.ts";
import { alphaInvesting } from "./alpha-investing.ts";
import { givenSequence, logarithmicSequence, powerSequence } from "./gamma-sequence.ts";
import { generalisedAlphaInvesting } from "./generalised-alpha-investing.ts";
import { lond } from "./lond.ts";
import { lord } from "./lord.ts";
import type { OnlineRule, SavedSession } from "./online-rule.ts";
import { saffron } from "./saffron.ts";

const alpha = 0.05;
const RULES: readonly OnlineRule[] = [
  alphaInvesting({ alpha }),
  generalisedAlphaInvesting({ alpha }),
  lond({ alpha }),
  lond({ alpha, dependence: "any" }),
  lord({ alpha }),
  saffron({ alpha }),
  addis({ alpha }),
];
const named = RULES.map((rule) => [`${rule.name} ${rule.parameters.dependence ?? ""}`.trim(), rule] as const);

/** Without a pattern; one in `signals` is tiny. */
function pValuesOf(length: number, signals: number): Float64Array {
  return Float64Array.from({ length }, (_, t) => {
    const h = Math.imul(Math.imul(t + 1, 0x9e3779b1) ^ (t >>> 5), 0x85ebca6b) >>> 0;
    return ((h + 0.5) / 4294967296) * (t % signals === 0 ? 1e-6 : 1);
  });
}

describe("the rules", () => {
  it.each([
    ["saffron", saffron({ alpha })],
    ["addis", addis({ alpha })],
    ["generalised alpha-investing", generalisedAlphaInvesting({ alpha })],
  ])("%s rejects 1, 2 and 4 of the example in the tests of R's onlineFDR", (_, rule) => {
    expect([...rule.decide([1e-7, 3e-4, 0.1, 6e-4]).rejected]).toEqual([1, 1, 0, 1]);
  });

  it("Foster and Stine's wealth by hand: half of it, a third, a half of what is earned", () => {
    const session = alphaInvesting({ alpha: 0.1 }).start();
    const first = 0.09 / 2;
    expect(session.next(0.5)).toEqual({ level: expect.closeTo(first, 16), rejected: false });
    const wealth = 0.09 - first / (1 - first);
    expect(session.next(0.01)).toEqual({ level: expect.closeTo(wealth / 3, 16), rejected: true });
    expect(session.level).toBeCloseTo((wealth + 0.1) / 2, 16);
  });

  it("alpha-investing never overdraws, even where W / (1 + j) alone would", () => {
    const session = alphaInvesting({ alpha: 0.5 }).start();
    for (let i = 0; i < 10; i++) session.next(0);
    const { wealth } = session.save().state as { wealth: number };
    expect(wealth).toBe(5.25);
    expect(session.level).toBe(5.25 / 6.25);
    // The rule of the article would risk 5.25 / 2, which is no level.
    for (let i = 0; i < 50; i++) session.next(1);
    expect(session.save().state.wealth).toBeGreaterThanOrEqual(0);
    expect(session.level).toBeGreaterThanOrEqual(0);
  });

  it("LOND by hand: alpha gamma_t (D + 1), and over the harmonic sum under any dependence", () => {
    const gamma = givenSequence([0.5, 0.25, 0.125]);
    expect([...lond({ alpha: 0.1, gamma }).decide([0.04, 0.05, 0.9]).levels]).toEqual(
      [0.05, 0.05, 0.0375].map((level) => expect.closeTo(level, 16)),
    );
    expect([...lond({ alpha: 0.1, gamma, dependence: "any" }).decide([0.04, 0.05, 0.9]).levels]).toEqual(
      [0.05, 0.05 / 1.5, 0.025 / (11 / 6)].map((level) => expect.closeTo(level, 16)),
    );
  });

  it("ADDIS with tau = 1 is SAFFRON", () => {
    const pValues = pValuesOf(3000, 7);
    expect(addis({ alpha, lambda: 0.4, tau: 1 }).decide(pValues)).toEqual(
      saffron({ alpha, lambda: 0.4 }).decide(pValues),
    );
  });

  it.each(named)("%s decides in a batch as one by one, and by its level", (_, rule) => {
    const pValues = pValuesOf(1000, 5);
    const { levels, rejected } = rule.decide(pValues);
    const session = rule.start();
    pValues.forEach((p, t) => {
      expect(Math.abs(session.level - levels[t])).toBeLessThan(1e-12);
      expect(session.next(p)).toEqual({ level: levels[t], rejected: rejected[t] === 1 });
      expect(p <= levels[t]).toBe(rejected[t] === 1);
    });
    expect([session.tests, session.rejections]).toEqual([1000, rejected.reduce((sum, flag) => sum + flag, 0)]);
    expect(session.rejections).toBeGreaterThan(150);
  });

  it.each(named)("%s is monotone: smaller p-values never lower a later level", (_, rule) => {
    if (rule.name === "addis") return; // a p-value that is no longer discarded lets time go by
    const pValues = pValuesOf(400, 6);
    const smaller = pValues.map((p, t) => (t % 3 === 0 ? p / 8 : p));
    const [before, after] = [rule.decide(pValues).levels, rule.decide(smaller).levels];
    before.forEach((level, t) => {
      expect(after[t]).toBeGreaterThanOrEqual(level * (1 - 1e-12));
    });
  });
});

describe("what the proofs need, at every time", () => {
  const streams = [pValuesOf(2000, 4), pValuesOf(2000, 50), new Float64Array(300), new Float64Array(300).fill(1)];

  it.each([
    ["lord", lord({ alpha }), (level: number) => level],
    ["saffron", saffron({ alpha }), (level: number, p: number) => (p > 0.5 ? level / 0.5 : 0)],
    ["addis", addis({ alpha }), (level: number, p: number) => (p > 0.25 && p <= 0.5 ? level / 0.25 : 0)],
    [
      "generalised alpha-investing",
      generalisedAlphaInvesting({ alpha }),
      (level: number, p: number) => (p > level ? level / (1 - level) : 0),
    ],
  ])("%s: the estimated false discovery proportion is at most alpha", (_, rule, spent) => {
    for (const pValues of streams) {
      const { levels, rejected } = rule.decide(pValues);
      let [sum, rejections] = [0, 0];
      levels.forEach((level, t) => {
        sum += spent(level, pValues[t]);
        rejections += rejected[t];
        expect(sum / Math.max(1, rejections)).toBeLessThanOrEqual(alpha * (1 + 1e-12));
      });
    }
  });
});

describe("a session", () => {
  it.each(named)("of %s continues from its saved state with the same bits", (_, rule) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 2, max: 9 }), (stop, signals) => {
        const pValues = pValuesOf(1000, signals);
        const { levels, rejected } = rule.decide(pValues);
        const before = rule.start();
        for (const p of pValues.subarray(0, stop)) before.next(p);
        const resumed = rule.resume(JSON.parse(JSON.stringify(before.save())) as SavedSession);
        expect([resumed.level, resumed.tests, resumed.rejections]).toEqual([
          before.level,
          before.tests,
          before.rejections,
        ]);
        pValues.subarray(stop).forEach((p, k) => {
          expect(resumed.next(p)).toEqual({ level: levels[stop + k], rejected: rejected[stop + k] === 1 });
        });
      }),
      { numRuns: 12 },
    );
  });

  it.each(named)("of %s refuses a p-value that is none, unshown, and is as it was", (_, rule) => {
    const session = rule.start();
    for (const p of pValuesOf(100, 5)) session.next(p);
    const before = JSON.stringify([session.save(), session.level]);
    for (const bad of [-0.1, 1.5, Number.NaN, Infinity, "0.5" as never]) {
      expect(() => session.next(bad)).toThrow("p must be between 0 and 1, got a value that is not shown");
    }
    expect(JSON.stringify([session.save(), session.level])).toBe(before);
    expect(() => rule.decide([0.5, 2])).toThrow("pValues[1] must be between 0 and 1, got a value that is not shown");
  });

  it("refuses a test beyond the horizon of gamma, and is as it was", () => {
    for (const rule of [
      lord({ alpha, gamma: logarithmicSequence({ horizon: 130 }) }),
      lond({ alpha, gamma: logarithmicSequence({ horizon: 130 }) }),
    ]) {
      const session = rule.start();
      for (let t = 0; t < 130; t++) session.next(t % 3 === 0 ? 1e-9 : 0.7);
      const before = JSON.stringify(session.save());
      expect(() => session.next(0.5)).toThrow("tests must be at most 130, where gamma ends, got 131");
      expect(() => session.level).toThrow("tests must be at most 130");
      expect(JSON.stringify(session.save())).toBe(before);
    }
  });

  it("refuses a gamma of one's own that turns out to grow before the state is touched", () => {
    const gamma = givenSequence((j) => (j === 200 ? 0.01 : 0.0001));
    const session = lord({ alpha, gamma }).start();
    let done = 0;
    expect(() => {
      for (; done < 200; done++) session.next(0.9);
    }).toThrow("gamma at 200");
    expect(session.tests).toBe(done);
  });

  it("refuses a state of another rule, of other parameters, of another gamma, or spoiled", () => {
    const session = lord({ alpha }).start();
    for (const p of pValuesOf(100, 5)) session.next(p);
    const saved = session.save();
    const resume =
      (rule: OnlineRule, changed: object = {}) =>
      () =>
        rule.resume({ ...saved, ...changed });
    expect(resume(saffron({ alpha }))).toThrow('rule of the saved session must be "saffron", got "lord"');
    expect(resume(lord({ alpha: 0.1 }))).toThrow("alpha of the saved session must be 0.1, got 0.05");
    expect(resume(lord({ alpha, wealth: 0.01 }))).toThrow("wealth of the saved session must be 0.01");
    expect(resume(lord({ alpha, gamma: powerSequence({ exponent: 1.6 }) }))).toThrow(
      'gamma of the saved session must be power 1.6, got "logarithmic"',
    );
    for (const parameters of [undefined, null, 5])
      expect(resume(lord({ alpha }), { parameters })).toThrow("parameters of the saved session must be an object, got");
    expect(resume(lord({ alpha }), { version: 2 })).toThrow("version of the saved session must be 1, got 2");
    expect(resume(lord({ alpha }), { tests: 0.5 })).toThrow("tests of the saved session must be an integer");
    expect(resume(lord({ alpha }), { rejections: 3 })).toThrow(
      "rewards of the saved session must be a list of 3 times",
    );
    expect(resume(lord({ alpha }), { state: { ...saved.state, time: 1000 } })).toThrow("time of the saved session");
    const spoiled = [...(saved.state.rewards as number[])].reverse();
    expect(resume(lord({ alpha }), { state: { ...saved.state, rewards: spoiled } })).toThrow(
      "rewards of the saved session must be times in order, before the present one, got a value that is not shown",
    );
    const [one, other] = [givenSequence([0.5, 0.2, 0.1]), givenSequence([0.5, 0.3, 0.1])];
    const given = lord({ alpha, gamma: one }).start();
    given.next(0.5);
    given.next(0.5);
    expect(() => lord({ alpha, gamma: other }).resume(given.save())).toThrow("gamma of the saved session must be the");
    expect(lord({ alpha, gamma: one }).resume(given.save()).level).toBe(given.level);
  });
});

describe("a saved purse of alpha-investing", () => {
  it("is refused if it has more than rejections can have earned, or more tests since the last than there were", () => {
    const rule = alphaInvesting({ alpha });
    const session = rule.start();
    for (const p of [0, 0, 0.9]) session.next(p);
    const saved = session.save();
    const resume = (state: object) => () => rule.resume({ ...saved, state: { ...saved.state, ...state } });
    expect(resume({ wealth: 0.148 })).toThrow("wealth of the saved session must be non-negative, and at most what");
    expect(resume({ since: 5 })).toThrow(
      "tests since the last rejection of the saved session must be an integer from 1",
    );
    expect(resume({})().level).toBe(session.level);
  });
});

describe("the builders", () => {
  it.each([
    ["alpha must be strictly between 0 and 1, got 0", () => lord({ alpha: 0 })],
    ["alpha must be strictly between 0 and 1, got 1", () => saffron({ alpha: 1 })],
    ["alpha must be strictly between 0 and 1, got NaN", () => lond({ alpha: Number.NaN })],
    ["wealth must be above 0 and below alpha = 0.05, got 0.05", () => lord({ alpha, wealth: 0.05 })],
    ["wealth must be above 0 and below (1 - lambda) alpha = 0.025, got 0.03", () => saffron({ alpha, wealth: 0.03 })],
    ["wealth must be above 0 and below (tau - lambda) alpha = 0.0125, got 0.02", () => addis({ alpha, wealth: 0.02 })],
    ["wealth must be above 0 and at most alpha (1 - alpha)", () => alphaInvesting({ alpha, wealth: 0.05 })],
    ["reward must be above 0 and at most alpha = 0.05, got 0.06", () => alphaInvesting({ alpha, reward: 0.06 })],
    ["lambda must be strictly between 0 and 1, got 1", () => saffron({ alpha, lambda: 1 })],
    ["tau must be above lambda = 0.25 and at most 1, got 0.25", () => addis({ alpha, tau: 0.25 })],
    ["wealth must be positive and finite, got null", () => saffron({ alpha, wealth: null as never })],
    ["wealth must be positive and finite, got 0", () => addis({ alpha, wealth: 0 })],
    ['dependence must be positive or any, got "none"', () => lond({ alpha, dependence: "none" as never })],
  ])("refuse: %s", (message, call) => {
    expect(call).toThrow(message);
  });

  it.each([lord, lond, saffron, addis, generalisedAlphaInvesting])(
    "refuse a gamma that is no sequence: %o",
    (build) => {
      for (const gamma of [[0.5, 0.25], () => 0.1, "log", null, {}])
        expect(() => build({ alpha, gamma: gamma as never })).toThrow(
          "gamma must be a gamma sequence, as givenSequence makes of a list or a function, got",
        );
    },
  );
});
