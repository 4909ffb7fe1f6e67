import { describe, expect, it } from "vitest";
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import { stream } from "../../random/stream.ts";
import { treeSum } from "../counters/tree-sum.ts";
import { banditLowerBound } from "./bandit-lower-bound.ts";
import { banditRegret } from "./bandit-regret.ts";
import { bernoulliEpochLaw, droppedArms, endedBatches, runsOf } from "./elimination-law.ts";
import { laiRobbinsRate } from "./lai-robbins-rate.ts";
import { laplaceSumQuantile } from "./laplace-sum-tail.ts";
import type { AnyBandit } from "./private-bandit.ts";
import { privateElimination } from "./private-elimination.ts";
import { privateUpperConfidence } from "./private-upper-confidence.ts";
import { successiveElimination } from "./successive-elimination.ts";
import { upperConfidence } from "./upper-confidence.ts";

const given = { arms: 2, horizon: 2000 };
const BANDITS: readonly AnyBandit[] = [
  privateUpperConfidence({ ...given, epsilon: 1 }),
  privateElimination({ ...given, epsilon: 1, errorRate: 0.5 }),
  upperConfidence(given),
  successiveElimination({ ...given, errorRate: 0.5 }),
];

describe.each(BANDITS)("$name", (bandit) => {
  it("leaves session and randomness as they were when it refuses", () => {
    const [session, untouched] = [bandit.start(), bandit.start()];
    const [random, twin] = [stream(1, "bandit"), stream(1, "bandit")];
    for (let round = 0; round < 900; round++) {
      if (round % 100 === 7)
        for (const reward of [Number.NaN, Infinity, "1" as never, undefined as never]) {
          expect(() => session.observe(reward, random)).toThrow(
            new RangeError("the reward must be finite, got a value that is not shown"),
          );
          expect(random.position).toBe(twin.position);
        }
      expect(session.choose()).toBe(untouched.choose());
      const reward = (round % 3) / 2;
      session.observe(reward, random);
      untouched.observe(reward, twin);
      expect([session.time, session.committed, ...session.sums]).toEqual([
        untouched.time,
        untouched.committed,
        ...untouched.sums,
      ]);
    }
  });

  it("ends at the horizon, and refuses to go on by name", () => {
    const session = bandit.start();
    const random = stream(2, "bandit");
    while (session.time < bandit.horizon) {
      expect(session.committed).toBeGreaterThan(0);
      session.observe(session.choose(), random);
    }
    const [before, sums] = [random.position, session.sums];
    expect(session.committed).toBe(0);
    const refusal = new RangeError("the number of rounds must be at most the horizon, 2000, got 2001");
    expect(() => session.choose()).toThrow(refusal);
    expect(() => session.observe(1, random)).toThrow(refusal);
    expect([random.position, session.sums]).toEqual([before, sums]);
  });

  it("takes rewards outside [0, 1] for the nearest inside", () => {
    const played = (low: number, high: number) => {
      const [session, random] = [bandit.start(), stream(3, "bandit")];
      for (let round = 0; round < 1500; round++) session.observe(round % 2 === 0 ? low : high, random);
      return session.sums;
    };
    expect(played(-7, 1e9)).toEqual(played(0, 1));
  });

  it("says truly for how long an arm is certain", () => {
    for (let run = 0; run < 3; run++) {
      const [session, random] = [bandit.start(), stream(run, "certain")];
      while (session.time < bandit.horizon) {
        const [arm, rounds] = [session.choose(), session.committed];
        for (let round = 0; round < rounds; round++) {
          expect(session.choose()).toBe(arm);
          session.observe((run + session.time) % 2, random);
        }
      }
    }
  });

  it("pulls both arms of equal means, and stays below its bound on others", () => {
    expect(bandit.regretBound([0.4, 0.4])).toBe(0);
    const { pulls } = banditRegret({ bandit, means: [0.5, 0.5] }, stream(4, "bandit"));
    expect(pulls[0] + pulls[1]).toBe(2000);
    for (const pulled of pulls) expect(pulled).toBeGreaterThan(50);
    for (const means of [
      [0.9, 0.1],
      [0.1, 0.9],
    ]) {
      const { regret } = banditRegret({ bandit, means }, stream(5, "bandit"));
      expect(regret).toBeLessThanOrEqual(bandit.likelyRegret(means));
      expect(bandit.likelyRegret(means)).toBeLessThanOrEqual(bandit.regretBound(means));
    }
  });
});

describe("parameters", () => {
  it.each([
    [{ arms: 0 }, "arms must be an integer from 1 to 65536, got 0"],
    [{ arms: 2.5 }, "arms must be an integer from 1 to 65536, got 2.5"],
    [{ arms: 1e9, horizon: 1073741824 }, "arms must be an integer from 1 to 65536, got 1000000000"],
    [{ arms: 3000 }, "horizon must be at least the number of arms, 3000, got 2000"],
    [{ horizon: Number.NaN }, "horizon must be an integer from 1 to 1073741824, got NaN"],
    [{ horizon: 2147483648 }, "horizon must be an integer from 1 to 1073741824, got 2147483648"],
    [{ errorRate: 0 }, "errorRate must be between 1e-290 and 1, got 0"],
    [{ errorRate: 1.5 }, "errorRate must be between 1e-290 and 1, got 1.5"],
    [{ errorRate: 1e-310 }, "errorRate must be between 1e-290 and 1, got 1e-310"],
    [{ epsilon: 0 }, "epsilon must be positive and finite, got 0"],
    [{ epsilon: Infinity }, "epsilon must be positive and finite, got Infinity"],
  ])("%o are refused by name", (bad, message) => {
    for (const build of [privateUpperConfidence, privateElimination])
      expect(() => build({ ...given, epsilon: 1, ...bad })).toThrow(new RangeError(message));
    if ("epsilon" in bad) return;
    for (const build of [upperConfidence, successiveElimination])
      expect(() => build({ ...given, ...bad })).toThrow(new RangeError(message));
  });

  it("the least error rate is taken, at the longest horizon", () => {
    const most = { arms: 2, horizon: 1073741824, errorRate: 1e-290 };
    for (const { regretBound } of [privateUpperConfidence({ ...most, epsilon: 1 }), upperConfidence(most)])
      expect(regretBound([0.9, 0.1])).toBeLessThan(0.8 * 1073741824);
  });

  it("regrets are no larger than is possible, and known where each arm has one round", () => {
    const few = { arms: 50, horizon: 60 };
    const means = Array.from({ length: 50 }, (_, arm) => (arm === 49 ? 1 : 0.25));
    const all = (parameters: { arms: number; horizon: number }) => [
      privateUpperConfidence({ ...parameters, epsilon: 1 }),
      privateElimination({ ...parameters, epsilon: 1 }),
      upperConfidence(parameters),
      successiveElimination(parameters),
    ];
    for (const bandit of all(few)) {
      const { regret } = banditRegret({ bandit, means }, stream(9, "few"));
      expect(bandit.likelyRegret(means)).toBeGreaterThanOrEqual(regret);
      expect(bandit.regretBound(means)).toBeGreaterThanOrEqual(regret);
      expect(bandit.likelyRegret(means)).toBeLessThanOrEqual(45);
      expect(bandit.regretBound(means)).toBeLessThanOrEqual(45);
    }
    for (const { likelyRegret } of all({ arms: 50, horizon: 50 })) expect(likelyRegret(means)).toBe(49 * 0.75);
  });

  it("means outside [0, 1], too few of them, and tables that are none are refused", () => {
    const [bandit] = BANDITS;
    expect(() => bandit.regretBound([0.5, 1.1])).toThrow(new RangeError("means[1] must be between 0 and 1, got 1.1"));
    expect(() => bandit.regretBound([0.5])).toThrow("means must be of length 2");
    const { release, law } = privateElimination({ ...given, epsilon: 1 });
    const random = stream(1, "tables");
    expect(() => release([[0, 1], [0]], random)).toThrow("a row of rewards must be of length 2");
    expect(() => release(new Array(2001).fill([0, 1]), random)).toThrow("the number of rounds");
    expect(() =>
      release(
        [
          [0, 1],
          [0, Number.NaN],
        ],
        random,
      ),
    ).toThrow("the reward must be finite");
    expect(() => law([[0, 1]])).toThrow("the number of rounds must be the horizon, 2000, for a law");
    expect(() => privateElimination({ arms: 3, horizon: 3, epsilon: 1 }).law([])).toThrow("arms must be 2 for a law");
    expect(random.position).toBe(0);
  });
});

describe("upper confidence", () => {
  it("has the noise of a tree for the most pulls of an arm: 4 levels for 9", () => {
    expect(privateUpperConfidence({ arms: 2, horizon: 10, epsilon: 0.5 }).noise.scale).toBe(8);
    expect(privateUpperConfidence({ arms: 4, horizon: 10, epsilon: 0.5 }).noise.scale).toBe(6);
  });

  it("publishes the sums of a tree for every arm", () => {
    const bandit = privateUpperConfidence({ arms: 1, horizon: 50, epsilon: 1 });
    const [session, random] = [bandit.start(), stream(6, "tree")];
    const tree = treeSum({
      ...{ horizon: 50, records: { lower: 0, upper: 1 }, neighbours: "event" },
      guarantee: bandit.guarantee as never,
    });
    const [counter, twin] = [tree.start(), stream(6, "tree")];
    for (let round = 0; round < 50; round++) {
      session.observe(round % 2, random);
      expect(session.sums[0]).toBe(counter.push(round % 2, twin));
    }
  });

  it("chooses by the upper ends: the radius of Hoeffding after one and two pulls", () => {
    const session = upperConfidence({ arms: 2, horizon: 10 }).start();
    session.observe(1);
    session.observe(0);
    // Upper ends: 1 + r against r.
    expect(session.choose()).toBe(0);
    session.observe(0);
    // 1/2 + r / sqrt(2) against r, r = sqrt(ln(100) / 2) = 1.517: 1.573.
    expect(session.choose()).toBe(0);
    session.observe(0);
    // 1/3 + r / sqrt(3) = 1.209 against 1.517.
    expect(session.choose()).toBe(1);
  });

  it("bounds the pulls by the first number at which twice the radius is below the gap", () => {
    // ln(10000 * 10000) = 18.42; 2 sqrt(18.42 / (2 n)) < 0.2 from n = 922 on: 2 * 18.42 / 0.04 = 921.03.
    const bandit = upperConfidence({ arms: 2, horizon: 10_000 });
    expect(bandit.likelyRegret([0.5, 0.3])).toBeCloseTo(184.4, 9);
    expect(bandit.regretBound([0.5, 0.3])).toBeCloseTo(0.2 * (922 + 0.9999), 9);
  });
});

describe("private upper confidence", () => {
  it("bounds the pulls by the radius of rewards and of as many draws as n has ones, of scale 14", () => {
    const { likelyRegret, regretBound } = privateUpperConfidence({ arms: 2, horizon: 10_000, epsilon: 1 });
    // d = 1 / (2 * 10000 * 10000): T' + 1 = 10000 and error rate 1 / 10000.
    const exponent = log(2e8);
    const ones = (n: number) => [...n.toString(2)].filter((digit) => digit === "1").length;
    const radius = (n: number) => Math.sqrt(exponent / (2 * n)) + (14 * laplaceSumQuantile(ones(n), exponent)) / n;
    let pulls = 1;
    while (2 * radius(pulls) >= 0.2) pulls++;
    expect(pulls).toBe(6144);
    expect(likelyRegret([0.5, 0.3])).toBeCloseTo(0.2 * 6144, 9);
    expect(regretBound([0.3, 0.5])).toBeCloseTo(0.2 * 6144.9999, 9);
  });
});

describe("the tail of a sum of Laplace draws", () => {
  it("is above the exact quantile of one draw and of two", () => {
    for (const exponent of [1, 5, 20]) {
      // One draw: e^-y / 2. Two: (2 + y) e^-y / 4.
      const one = laplaceSumQuantile(1, exponent);
      expect(exp(-one) / 2).toBeLessThan(exp(-exponent));
      expect(exp(-one) / 2).toBeGreaterThan(exp(-exponent) / 200);
      const two = laplaceSumQuantile(2, exponent);
      expect(((2 + two) / 4) * exp(-two)).toBeLessThan(exp(-exponent));
      expect(((2 + two) / 4) * exp(-two)).toBeGreaterThan(exp(-exponent) / 200);
    }
  });

  it("is Chernoff's bound at the best rate", () => {
    for (const draws of [1, 7, 30]) {
      const y = laplaceSumQuantile(draws, 12);
      let best = 0;
      for (let rate = 0.0001; rate < 1; rate += 0.0001) best = Math.max(best, rate * y + draws * log(1 - rate * rate));
      expect(best).toBeCloseTo(12, 5);
    }
  });
});

describe("elimination", () => {
  it("has batches that are just long enough", () => {
    const { batches } = privateElimination({ arms: 3, horizon: 100_000, epsilon: 0.3, errorRate: 0.01 });
    expect(batches.length).toBeGreaterThan(2);
    batches.forEach(({ pulls, width }, i) => {
      const own = 0.01 / ((i + 1) * (i + 2));
      const at = (n: number) => Math.sqrt(log(12 / own) / (2 * n)) + log(6 / own) / (0.3 * n);
      expect(width).toBeCloseTo(at(pulls), 12);
      expect(at(pulls)).toBeLessThanOrEqual(0.25 / (2 << i));
      expect(at(pulls - 1)).toBeGreaterThan(0.25 / (2 << i));
    });
  });

  it("plays as its law says: arms pulled of runs against probabilities", () => {
    const bandit = privateElimination({ arms: 2, horizon: 1800, epsilon: 1, errorRate: 0.5 });
    const table = Array.from({ length: 1800 }, (_, round) => [round % 4 === 0 ? 1 : 0, round % 2]);
    const { support, logMass } = bandit.law(table);
    expect(support.reduce((sum, arms) => sum + exp(logMass(arms)), 0)).toBeCloseTo(1, 12);
    const runs = 400;
    const counts = new Map<string, number>();
    for (let run = 0; run < runs; run++) {
      const key = bandit.release(table, stream(run, "law")).join("");
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    for (const arms of support) {
      const [share, mass] = [(counts.get(arms.join("")) ?? 0) / runs, exp(logMass(arms))];
      counts.delete(arms.join(""));
      expect(Math.abs(share - mass)).toBeLessThan(4 * Math.sqrt((mass * (1 - mass)) / runs) + 1e-9);
    }
    expect(counts.size).toBe(0);
    // Not all of it on one outcome.
    expect(support.filter((arms) => exp(logMass(arms)) > 0.05).length).toBeGreaterThan(1);
  });

  it("has a law of mass 1 also where the last epoch ends with the rounds", () => {
    const [{ pulls }] = privateElimination({ arms: 2, horizon: 1800, epsilon: 1, errorRate: 0.5 }).batches;
    for (const horizon of [2 * pulls - 1, 2 * pulls, 2 * pulls + 1]) {
      const { law } = privateElimination({ arms: 2, horizon, epsilon: 1, errorRate: 0.5 });
      const { support, logMass } = law(new Array(horizon).fill([1, 0.75]));
      expect(support.length).toBe(horizon > 2 * pulls ? 2 : 1);
      expect(support.reduce((sum, arms) => sum + exp(logMass(arms)), 0)).toBeCloseTo(1, 12);
    }
  });

  it("has on Bernoulli arms the regret that its law says", () => {
    const [horizon, scale, means] = [6000, 1, [0.5, 0.35] as const];
    const bandit = privateElimination({ arms: 2, horizon, epsilon: 1 / scale, errorRate: 0.5 });
    const laws = endedBatches(bandit.batches, horizon).map((batch) => bernoulliEpochLaw(batch, means, { scale }));
    const law = droppedArms(laws).map((outcome) => ({
      mass: exp(outcome.logMass),
      regret: 0.15 * runsOf(outcome, bandit.batches, horizon).reduce((sum, run) => sum + run.arm * run.rounds, 0),
    }));
    expect(law.reduce((sum, { mass }) => sum + mass, 0)).toBeCloseTo(1, 12);
    const mean = law.reduce((sum, { mass, regret }) => sum + mass * regret, 0);
    const variance = law.reduce((sum, { mass, regret }) => sum + mass * (regret - mean) * (regret - mean), 0);
    const runs = 300;
    let sum = 0;
    for (let run = 0; run < runs; run++) sum += banditRegret({ bandit, means }, stream(run, "regret")).regret;
    expect(variance).toBeGreaterThan(100);
    expect(Math.abs(sum / runs - mean)).toBeLessThan(4 * Math.sqrt(variance / runs));
  });

  it("drops arms in the order of their gaps, and keeps the best", () => {
    const bandit = privateElimination({ arms: 4, horizon: 60_000, epsilon: 1 });
    const { pulls } = banditRegret({ bandit, means: [0.1, 0.9, 0.75, 0.4] }, stream(8, "four"));
    expect(pulls[1]).toBeGreaterThan(pulls[2]);
    expect(pulls[2]).toBeGreaterThan(pulls[3]);
    expect(pulls[3]).toBeGreaterThanOrEqual(pulls[0]);
  });
});

describe("lower bounds", () => {
  it("solve their equation, with the divergence and the private information by hand", () => {
    // kl(0.3, 0.7) = 0.4 ln(7 / 3) = 0.338919; 0.7 ln(1 / (1 - (4/7)(1 - e^-0.1))) = 0.039136.
    const open = banditLowerBound({ arms: 2, horizon: 100_000, mean: 0.5, gap: 0.2 });
    expect(8 * open).toBeCloseTo(20_000 * exp((-open * 0.4 * log(7 / 3)) / 0.2), 6);
    const tight = banditLowerBound({ arms: 3, horizon: 100_000, mean: 0.5, gap: 0.2, epsilon: 0.1 });
    const information = -0.7 * log(1 - (4 / 7) * (1 - exp(-0.1)));
    expect(8 * tight).toBeCloseTo(20_000 * exp((-tight * information) / 0.4), 6);
    expect(laiRobbinsRate([0.5, 0.3])).toBeCloseTo(0.2 / (0.3 * log(0.6) + 0.7 * log(1.4)), 12);
  });

  it("have the divergence of means however near: d^2 / (2 p (1 - p)) in the limit", () => {
    for (const gap of [1e-3, 1e-6, 1e-9, 1e-12]) expect(laiRobbinsRate([0.5, 0.5 - gap]) * gap).toBeCloseTo(0.5, 3);
  });

  it("grow like (K - 1) ln(T) / (2 epsilon) where epsilon is small", () => {
    const at = (horizon: number) => banditLowerBound({ arms: 5, horizon, mean: 0.5, gap: 0.1, epsilon: 0.01 });
    const [EARLY, LATE] = [1 << 20, 1 << 30];
    // A factor of 2^10 in T adds a little less than 4 (10 ln 2) / (2 epsilon) = 1386.
    expect(at(LATE) - at(EARLY)).toBeGreaterThan(1000);
    expect(at(LATE) - at(EARLY)).toBeLessThan(1400);
  });

  it("have a rate where the best mean is next to 1", () => {
    // kl(0.3, 1 - 2^-53) is 0.3 ln 0.3 + 0.7 ln 0.7 + 0.7 * 53 ln 2, but for 1e-16.
    const best = 1 - Number.EPSILON / 2;
    const divergence = 0.3 * log(0.3) + 0.7 * log(0.7) + 0.7 * 53 * Math.LN2;
    expect(laiRobbinsRate([best, 0.3])).toBeCloseTo(0.7 / divergence, 12);
    expect(laiRobbinsRate([0.3, best, best])).toBeCloseTo(0.7 / divergence, 12);
  });

  it("refuse arms that have no room for the gap", () => {
    expect(() => banditLowerBound({ arms: 2, horizon: 10, mean: 0.5, gap: 0.49999999999999994 })).toThrow(
      new RangeError("gap must be so small that the mean, 0.5, plus it is not rounded to 1, got 0.49999999999999994"),
    );
    expect(() => banditLowerBound({ arms: 2, horizon: 10, mean: 0.3, gap: 0.4 })).toThrow("gap must be below the mean");
    expect(() => banditLowerBound({ arms: 2, horizon: 10, mean: 0.7, gap: 0.4 })).toThrow("gap must be below 1 - mean");
    expect(() => banditLowerBound({ arms: 1, horizon: 10, mean: 0.7, gap: 0.1 })).toThrow("arms must be");
    expect(() => laiRobbinsRate([1, 0.5])).toThrow("means[0] must be strictly between 0 and 1, got 1");
  });
});
