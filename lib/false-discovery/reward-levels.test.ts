/** Levels under a gamma that falls fast: the sum is then far below the rounding of the transforms that it is made with. */
import { describe, expect, it } from "vitest";
import { stream } from "../random/stream.ts";
import { givenSequence } from "./gamma-sequence.ts";
import { lord } from "./lord.ts";
import { privateLord } from "./private-lord.ts";

const falling = () => {
  const values = [0.3];
  for (let j = 1; j < 700; j++) values.push(values[j - 1] * 0.7);
  return values;
};
const EARLY = [3, 4, 5, 6];

describe("levels of a gamma sequence that falls fast", () => {
  it("are those of the formula, hundreds of tests after the rejections, before and after a pause", () => {
    const gamma = falling();
    const rule = lord({ alpha: 0.1, wealth: 0.02, gamma: givenSequence(gamma) });
    let session = rule.start();
    for (let t = 1; t <= 700; t++) {
      let formula = 0.02 * gamma[t - 1];
      EARLY.filter((tau) => tau < t).forEach((tau, i) => {
        formula += (i === 0 ? 0.1 - 0.02 : 0.1) * gamma[t - tau - 1];
      });
      expect(Math.abs(session.level / formula - 1)).toBeLessThan(1e-3);
      session.next(EARLY.includes(t) ? 0 : 1);
      if (t === 200) session = rule.resume(JSON.parse(JSON.stringify(session.save())));
    }
  });

  it("keep a private session going, whose rule takes their logarithm", () => {
    const rule = privateLord({
      epsilon: 1,
      alpha: 0.05,
      mostRejections: 4,
      sensitivity: 0.01,
      floor: 1e-300,
      noiseError: 0.001,
      neighbours: "swap",
      gamma: givenSequence(falling()),
    });
    const session = rule.start(stream(1, "falling"));
    for (let t = 1; t <= 700; t++) session.next(t >= 4 && t <= 6 ? 1e-200 : 0.5);
    expect(session.tests).toBe(700);
    expect(session.rejections).toBe(3);
  });

  it("may be 0, and then a private rule rejects nothing, in its law as in its releases", () => {
    const rule = privateLord({
      epsilon: 1,
      alpha: 0.05,
      mostRejections: 2,
      sensitivity: 0.01,
      floor: 1e-300,
      noiseError: 0.001,
      neighbours: "swap",
      gamma: givenSequence([1, 0, 0]),
    });
    // After a rejection the level is alpha gamma_1 once, then 0.
    expect([...rule.law([1, 1e-200, 1e-200]).support].sort()).toEqual(["++", "+--", "---"]);
    expect(rule.release([1, 1e-200, 1e-200], stream(5, "zero"))).toBe("---");
  });
});
