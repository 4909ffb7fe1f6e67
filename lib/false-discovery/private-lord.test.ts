import { describe, expect, it } from "vitest";
import { logAnswersProbability } from "../adaptive/comparison-law.ts";
import { discreteEpsilon } from "../auditing/discrete-audit.ts";
import { exp } from "../numerics/exponential.ts";
import { BudgetExceeded } from "../privacy/accounting/privacy-filter.ts";
import { stream } from "../random/stream.ts";
import { sampleUniform } from "../random/uniform.ts";
import { lord } from "./lord.ts";
import { privateLord } from "./private-lord.ts";
import { noiseRejects, rejectionNoise, rejectionShift } from "./private-rejections.ts";

const rules = {
  epsilon: 1,
  alpha: 0.1,
  mostRejections: 3,
  sensitivity: 0.05,
  floor: 1e-40,
  noiseError: 0.01,
  neighbours: "swap" as const,
};

describe("the shift of private rejections", () => {
  it("keeps the chance that noise alone rejects at its error, where a quarter of it gives .21 for .01", () => {
    const { epsilon, sensitivity, mostRejections } = rules;
    const noise = { epsilon, sensitivity, mostRejections };
    for (const noiseError of [0.3, 0.01, 1e-6]) {
      const shift = rejectionShift(noise, noiseError);
      expect(noiseRejects(noise, shift)).toBeLessThanOrEqual(noiseError);
      expect(noiseRejects(noise, shift)).toBeGreaterThan(0.8 * noiseError);
      // The same by quadrature over the noise of the threshold.
      const exact = exp(logAnswersProbability(rejectionNoise(noise), [-shift], [true]));
      expect(Math.abs(noiseRejects(noise, shift) / exact - 1)).toBeLessThan(1e-10);
    }
    // claim paprika.
    expect(Math.abs(noiseRejects(noise, rejectionShift(noise, 0.01) / 4) - 0.21)).toBeLessThan(5e-3);
    expect(Math.abs(noiseRejects(noise, 0) - 0.5)).toBeLessThan(1e-15);
  });
});

describe("private LORD++", () => {
  it("tests at the levels of LORD++ after the same rejections", () => {
    const session = privateLord(rules).start(stream(7, "levels"));
    const plain = lord({ alpha: 0.1 }).start();
    for (const p of [0.5, 1e-39, 0.2, 1e-39, 0.9]) {
      expect(session.level).toBe(plain.level);
      const { level, rejected } = session.next(p);
      expect(level).toBe(plain.level);
      plain.next(rejected ? 0 : 1);
    }
    expect(session.rejections).toBe(2);
    expect(session.left).toBe(1);
  });

  it("keeps epsilon exactly, on its worst pair and on random neighbours", () => {
    const random = stream(11, "pairs");
    const rule = privateLord({ ...rules, mostRejections: 2 });
    for (let trial = 0; trial < 6; trial++) {
      const first = Array.from({ length: 4 }, () => exp(-20 * sampleUniform(random)));
      const second = first.map((p) => Math.min(1, p * exp(sampleUniform(random) < 0.5 ? -0.05 : 0.05)));
      const loss = discreteEpsilon({ first: rule.law(first), second: rule.law(second) });
      expect(loss).toBeLessThanOrEqual(1 + 1e-9);
      expect(loss).toBeGreaterThan(0);
    }
    const [first, second] = rule.worstPair().map(rule.law);
    expect(Math.abs(discreteEpsilon({ first, second }) - 1)).toBeLessThan(1e-6);
  });

  it("goes on after a pause with the same bits, from JSON that has no noise in it", () => {
    const rule = privateLord({ ...rules, mostRejections: 6 });
    const pValues = [0.3, 1e-30, 0.01, 0.6, 1e-12, 1e-6, 0.9];
    const whole = rule.start(stream(3, "pause"));
    const decisions = pValues.map((p) => whole.next(p));
    for (let cut = 0; cut <= pValues.length; cut++) {
      const first = rule.start(stream(3, "pause"));
      const before = pValues.slice(0, cut).map((p) => first.next(p));
      const saved = JSON.parse(JSON.stringify(first.save()));
      const later = rule.resume(saved, stream(3, "pause"));
      expect(later.tests).toBe(cut);
      const after = pValues.slice(cut).map((p) => later.next(p));
      expect([...before, ...after]).toEqual(decisions);
      expect(later.save()).toEqual(whole.save());
    }
  });

  it("has fresh noise in every session from one stream", () => {
    const rule = privateLord({ ...rules, sensitivity: 1 });
    const random = stream(5, "sessions");
    const answers = Array.from({ length: 40 }, () => {
      const session = rule.start(random);
      return session.next(1e-25).rejected;
    });
    expect(new Set(answers).size).toBe(2);
  });

  it("refuses to go on with another stream, another rule or another state", () => {
    const rule = privateLord(rules);
    const session = rule.start(stream(3, "pause"));
    session.next(0.5);
    const saved = session.save();
    expect(() => rule.resume(saved, stream(4, "pause"))).toThrow(
      /^random must be the stream that the session was started/,
    );
    expect(() => privateLord({ ...rules, epsilon: 2 }).resume(saved, stream(3, "pause"))).toThrow(
      /^epsilon of the saved session must be 2, got 1/,
    );
    expect(() => rule.resume({ ...saved, rejections: 4, tests: 4 }, stream(3, "pause"))).toThrow(
      /^rejections of the saved/,
    );
    expect(() => rule.resume({ ...saved, rule: "lord" }, stream(3, "pause"))).toThrow(/^rule of the saved session/);
    // Noise of as many tests is drawn again: more than there were would never end.
    expect(() => rule.resume({ ...saved, tests: 9e15 }, stream(3, "pause"))).toThrow(
      /^time of the saved session must be tests \+ 1/,
    );
    const { stream: _, ...without } = saved;
    expect(() => rule.resume(without as typeof saved, stream(3, "pause"))).toThrow(/^stream of the saved session/);
  });

  it("refuses bad p-values without showing them, and tests after the end, and is then as it was", () => {
    const rule = privateLord({ ...rules, mostRejections: 1 });
    const session = rule.start(stream(3, "bad"));
    session.next(0.5);
    const before = session.save();
    for (const p of [Number.NaN, -0.1, 1.5, Infinity, "0.5" as unknown as number])
      expect(() => session.next(p)).toThrow("p must be between 0 and 1, got a value that is not shown");
    expect(session.save()).toEqual(before);
    expect(session.next(0).rejected).toBe(true);
    const ended = session.save();
    expect(() => session.next(0.5)).toThrow(BudgetExceeded);
    expect(() => session.next(0.5)).toThrow("tests must be made before the last rejection, got one after all 1");
    expect(session.save()).toEqual(ended);
    expect(rule.resume(ended, stream(3, "bad")).left).toBe(0);
  });
});
