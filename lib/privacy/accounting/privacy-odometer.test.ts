import { describe, expect, it } from "vitest";
import { log } from "../../numerics/logarithm.ts";
import { normalCdf } from "../../numerics/normal.ts";
import { approximate, gaussianDp, pure, zeroConcentrated } from "../guarantees/guarantee.ts";
import { gaussianDelta } from "../loss/gaussian-profile.ts";
import { concentratedOdometer, pureOdometer } from "./privacy-odometer.ts";
import { bestAnalystGain } from "./reference/best-analyst.ts";

describe("concentratedOdometer", () => {
  const settings = [
    { slack: 0.05, rounds: 40, menu: { unit: 0.1, multiples: [1, 3] } },
    { slack: 0.2, rounds: 300, menu: { unit: 0.05, multiples: [1] } },
  ];

  /** The probability that the best analyst ever sees a loss above the reading. */
  function overrun({ rounds, menu }: (typeof settings)[number], reading: (counts: readonly number[]) => number) {
    const readings = new Map<string, number>();
    const readAt = (counts: readonly number[]) => {
      const key = counts.join();
      const known = readings.get(key) ?? reading(counts);
      readings.set(key, known);
      return known;
    };
    const passed = (loss: number, counts: readonly number[]) => (loss > readAt(counts) + 1e-12 ? 1 : 0);
    return bestAnalystGain({
      ...menu,
      allows: (counts) => counts.reduce((sum, count) => sum + count) < rounds,
      gain: passed,
    });
  }

  it("is never passed with a probability above its slack, at any time, by any adaptive analyst", () => {
    for (const setting of settings) {
      for (const tunedRho of [0.1, 1]) {
        const probability = overrun(setting, (counts) => {
          const odometer = concentratedOdometer({ slack: setting.slack, tunedRho });
          for (const [k, count] of counts.entries())
            for (let round = 0; round < count; round++)
              odometer.spend(pure(setting.menu.multiples[k] * setting.menu.unit));
          return odometer.reading().epsilon;
        });
        expect(probability).toBeGreaterThan(0);
        expect(probability).toBeLessThanOrEqual(setting.slack);
      }
    }
  });

  it("would be caught with the bound for one fixed time in its place: 0.0558 at 0.05 and 0.2935 at 0.2", () => {
    const [first, second] = settings.map((setting) =>
      overrun(setting, (counts) => {
        let [rho, sum] = [0, 0];
        for (const [k, count] of counts.entries()) {
          const epsilon = setting.menu.multiples[k] * setting.menu.unit;
          rho += (count * epsilon * epsilon) / 2;
          sum += count * epsilon;
        }
        return Math.min(sum, rho + 2 * Math.sqrt(rho * -log(setting.slack)));
      }),
    );
    expect(first).toBeCloseTo(0.0558, 4);
    expect(second).toBeCloseTo(0.2935, 4);
  });

  it("reads nothing before the first release, then the sum while that is less, and adds up deltas", () => {
    const odometer = concentratedOdometer({ slack: 1e-6, tunedRho: 0.5 });
    expect(odometer.reading()).toEqual({ kind: "approximate", epsilon: 0, delta: 1e-6 });
    expect(odometer.spend(pure(0.1)).epsilon).toBe(0.1);
    expect(odometer.spend(approximate(0.1, 1e-7)).delta).toBeCloseTo(1.1e-6, 20);
    expect(odometer.spend(gaussianDp(0.1)).epsilon).toBeGreaterThan(0.2);
  });

  it("is V / 2 + sqrt((V + s) (ln((V + s) / s) + 2 ln(1 / slack))), s from the tuned rho", () => {
    const odometer = concentratedOdometer({ slack: 1e-6, tunedRho: 0.5 });
    const surprise = 2 * log(1e6);
    const spread = 1 / (surprise + log(1 + surprise));
    odometer.spend(gaussianDp(0.6));
    const variance = 0.36;
    const expected = 0.18 + Math.sqrt((variance + spread) * (log((variance + spread) / spread) + surprise));
    expect(odometer.reading().epsilon).toBeCloseTo(expected, 13);
  });

  it("costs little at the rho it is tuned for: within 15 percent of the bound for that time alone", () => {
    const odometer = concentratedOdometer({ slack: 1e-6, tunedRho: 0.5 });
    for (let round = 0; round < 100; round++) odometer.spend(zeroConcentrated(0.005));
    const alone = 0.5 + 2 * Math.sqrt(0.5 * log(1e6));
    expect(odometer.reading().epsilon).toBeGreaterThan(alone);
    expect(odometer.reading().epsilon).toBeLessThan(1.15 * alone);
  });

  it("bounds the tail of a Gaussian loss stated as such, and only its delta where it is stated as (epsilon, delta)", () => {
    const delta = gaussianDelta({ epsilon: 1, mu: 1 });
    const tailAbove = (epsilon: number) => normalCdf(0.5 - epsilon);
    const told = concentratedOdometer({ slack: 0.01, tunedRho: 0.5 }).spend(gaussianDp(1));
    expect(tailAbove(told.epsilon)).toBeLessThan(told.delta);
    const stated = concentratedOdometer({ slack: 0.01, tunedRho: 0.5 }).spend(approximate(1, delta));
    expect(stated.epsilon).toBe(1);
    expect(stated.delta).toBeCloseTo(0.01 + delta, 15);
    expect(tailAbove(stated.epsilon)).toBeCloseTo(0.308538, 6);
  });

  it("adds up rhos and deltas as they are written, whatever the order", () => {
    const read = (...releases: readonly ReturnType<typeof approximate>[]) => {
      const odometer = concentratedOdometer({ slack: 1e-6, tunedRho: 0.5 });
      for (const release of releases) odometer.spend(release);
      return odometer.reading();
    };
    const [small, large] = [approximate(0.1, 1e-6), approximate(0.2, 2e-6)];
    expect(read(small, large)).toEqual({ kind: "approximate", epsilon: 0.3, delta: 4e-6 });
    expect(read(large, small)).toEqual(read(small, large));
    expect(read(large, approximate(0, 1e-30)).delta).toBeGreaterThan(3e-6);
  });

  it("refuses bad parameters and releases", () => {
    expect(() => concentratedOdometer({ slack: 0, tunedRho: 1 })).toThrow("slack");
    expect(() => concentratedOdometer({ slack: 0.1, tunedRho: 0 })).toThrow("tunedRho");
    expect(() => concentratedOdometer({ slack: 0.1, tunedRho: 1 }).spend({ kind: "pure", epsilon: -1 })).toThrow(
      "epsilon",
    );
  });
});

describe("pureOdometer", () => {
  it("adds up what is written, in any order, and never reads less than the sum", () => {
    const read = (...epsilons: readonly number[]) => {
      const odometer = pureOdometer();
      for (const epsilon of epsilons) odometer.spend(pure(epsilon));
      return odometer.reading().epsilon;
    };
    expect([read(0.1, 0.2), read(0.2, 0.1), read(...Array.from({ length: 10 }, () => 0.1))]).toEqual([0.3, 0.3, 1]);
    expect(read(1, 1e-17)).toBeGreaterThan(1);
    expect(read(1e-17, 1)).toBe(read(1, 1e-17));
  });

  it("reads the sum of the epsilons", () => {
    const odometer = pureOdometer();
    expect(odometer.reading().epsilon).toBe(0);
    odometer.spend(pure(0.5));
    expect(odometer.spend(pure(0.25)).epsilon).toBe(0.75);
    expect(() => odometer.spend(approximate(1, 0.1) as never)).toThrow('release.kind must be "pure"');
    expect(() => odometer.spend({ kind: "pure", epsilon: Infinity })).toThrow("epsilon");
    expect(odometer.reading().epsilon).toBe(0.75);
  });
});
