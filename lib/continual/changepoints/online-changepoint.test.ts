import { describe, expect, it } from "vitest";
import { discreteEpsilon } from "../../auditing/discrete-audit.ts";
import { worstPair } from "../../auditing/worst-pair.ts";
import { exp } from "../../numerics/exponential.ts";
import { largestOf } from "../../numerics/extremes.ts";
import { integrate } from "../../numerics/quadrature.ts";
import { sampleBernoulli } from "../../random/bernoulli.ts";
import { sampleLaplace } from "../../random/laplace.ts";
import { stream } from "../../random/stream.ts";
import { clopperPearson } from "../../statistics/proportion-interval.ts";
import { alarmDelay, alarmNoiseTail, alarmThresholdFor } from "./alarm-noise.ts";
import { onlineChangepoint } from "./online-changepoint.ts";
import { SlidingScores } from "./sliding-scores.ts";

const model = { kind: "bernoulli", before: 0.2, after: 0.8 } as const;

describe("the sliding window", () => {
  it.each([2, 3, 7, 64])("of %d has the largest sum and all sums of its last ratios, exactly", (window) => {
    const scores = new SlidingScores(window);
    const random = stream(20261116, "sliding", window);
    const ratios: number[] = [];
    for (let t = 0; t < 500; t++) {
      const ratio = Math.round(sampleLaplace(1e8, random));
      ratios.push(ratio);
      scores.push(ratio);
      const last = ratios.slice(-window);
      const sums = last.map((_, k) => last.slice(k).reduce((sum, x) => sum + x, 0));
      expect(scores.scores()).toEqual(sums);
      expect(scores.largest()).toBe(largestOf(sums));
    }
  });

  it("stays exact when prefix sums leave the integers that float64 holds", () => {
    const scores = new SlidingScores(3);
    const large = 1073741823; // 2^30 - 1
    for (let t = 0; t < 5_000_000; t++) scores.push(large);
    scores.push(-1);
    expect(scores.scores()).toEqual([2 * large - 1, large - 1, -1]);
    for (let t = 0; t < 9_000_000; t++) scores.push(-large);
    scores.push(7);
    expect(scores.largest()).toBe(7);
    expect(scores.scores()).toEqual([7 - 2 * large, 7 - large, 7]);
  });
});

describe("a session", () => {
  const watch = onlineChangepoint({ epsilon: 1, model, window: 5, threshold: -1e6 });

  it("is quiet until the window is full, raises one alarm inside it, and ends", () => {
    const [session, random] = [watch.start(), stream(1, "session")];
    for (let t = 0; t < 4; t++) expect(session.push(1, random)).toBe("quiet");
    const alarm = session.push(1, random);
    expect(alarm).toMatchObject({ time: 4 });
    expect(session.ended).toBe(true);
    expect(() => session.push(0, random)).toThrow("records must be pushed before the alarm, got one after it");
  });

  it("is left as it was by a bad record, which is not shown", () => {
    const [session, twin] = [watch.start(), watch.start()];
    const [random, other] = [stream(2, "bad"), stream(2, "bad")];
    for (const record of [1, 0, 0.5, 1, Number.NaN, 1, 2, "1", undefined, 0]) {
      if (record === 0 || record === 1) expect(session.push(record, random)).toEqual(twin.push(record, other));
      else expect(() => session.push(record as number, random)).toThrow(/^a record must be .* not shown$/);
    }
    expect(session.ended).toBe(true);
  });

  it("refuses a stream with a bad record before any draw, wherever the alarm would be", () => {
    const watch = onlineChangepoint({ epsilon: 1, model, window: 2, threshold: -1e6 });
    const [random, untouched] = [stream(3, "refused"), stream(3, "refused")];
    expect(() => watch.release([0, 1, 0, 7], random)).toThrow(
      new RangeError("a record must be an integer from 0 to 1, got a value that is not shown"),
    );
    expect(random.position).toEqual(untouched.position);
  });

  it("refuses a window longer than the data", () => {
    expect(() => watch.release([0, 1], stream(1))).toThrow(
      "the number of records must be at least the window's 5, got 2",
    );
    expect(() => watch.law([0, 1])).toThrow("window");
  });

  it("says the same as a release of the whole stream", () => {
    const quiet = onlineChangepoint({ epsilon: 4, model, window: 50, threshold: 40 });
    const random = stream(3, "records");
    const records = Array.from({ length: 400 }, (_, t) => sampleBernoulli(t < 200 ? 0.2 : 0.8, random));
    const answer = quiet.release(records, stream(4));
    const [session, noise] = [quiet.start(), stream(4)];
    expect(records.map((record) => (session.ended ? "quiet" : session.push(record, noise)))).toContainEqual(answer);
    expect(answer).not.toBe("quiet");
  });
});

describe("the law of the alarm", () => {
  it("keeps epsilon on all pairs of short streams, and loses less than 7/8 of it", () => {
    for (const threshold of [-30, 0, 10]) {
      const { law } = onlineChangepoint({ epsilon: 1, model, window: 3, threshold });
      const known = new Map<string, ReturnType<typeof law>>();
      const lawOf = (records: readonly number[]) => {
        const key = records.join();
        if (!known.has(key)) known.set(key, law(records));
        return known.get(key) as ReturnType<typeof law>;
      };
      const { loss } = worstPair({ universe: [0, 1], size: 5, neighbours: "event" }, (first, second) =>
        discreteEpsilon({ first: lawOf(first), second: lawOf(second) }),
      );
      expect(loss).toBeLessThan(7 / 8);
      expect(loss).toBeGreaterThan(0.3);
    }
  });

  it("loses towards 3/4 of epsilon on its worst pair", () => {
    const mechanism = onlineChangepoint({ epsilon: 1, model, window: 10, threshold: -200 });
    const [first, second] = mechanism.worstPair().map(mechanism.law);
    const loss = discreteEpsilon({ first, second });
    expect(loss).toBeGreaterThan(0.7);
    expect(loss).toBeLessThan(0.75);
  });
});

describe("the noise of a test", () => {
  const noise = { epsilon: 0.5, width: 3 };

  it("exceeds x as often as a convolution of the two Laplace laws says", () => {
    const [query, threshold] = [48, 24];
    for (const x of [-60, 0, 5, 80]) {
      const density = (y: number) => exp(-Math.abs(y) / threshold) / (2 * threshold);
      const above = (y: number) => (y < 0 ? 1 - exp(y / query) / 2 : exp(-y / query) / 2);
      const exact = integrate((y) => density(y) * above(x + y), { lower: -2000, upper: 2000, kinks: [0, -x] }).value;
      expect(alarmNoiseTail(noise, x)).toBeCloseTo(exact, 9);
    }
  });

  it("is kept from false alarms by the threshold, and a change is seen within the delay", () => {
    const shift = { epsilon: 4, model } as const;
    const [tests, falseAlarm, window, beta] = [100, 0.1, 200, 0.1];
    const threshold = alarmThresholdFor({ ...shift, tests, falseAlarm });
    const delay = alarmDelay({ ...shift, window, threshold, errorRate: beta });
    const watch = onlineChangepoint({ ...shift, window, threshold });
    const random = stream(20261116, "alarms");
    const trials = 1500;
    let [alarms, unseen] = [0, 0];
    for (let i = 0; i < trials; i++) {
      const clean = Array.from({ length: window + tests - 1 }, () => sampleBernoulli(0.2, random));
      if (watch.release(clean, random) !== "quiet") alarms++;
      const changed = Array.from({ length: window }, (_, t) => sampleBernoulli(t < window - delay ? 0.2 : 0.8, random));
      if (watch.release(changed, random) === "quiet") unseen++;
    }
    expect(clopperPearson({ successes: alarms, trials, errorRate: 1e-3 }).upper).toBeLessThan(falseAlarm);
    expect(clopperPearson({ successes: unseen, trials, errorRate: 1e-3 }).upper).toBeLessThan(beta);
    // The threshold is not far above what is needed: half of it would raise more alarms than are allowed.
    const lower = onlineChangepoint({ ...shift, window, threshold: 0.5 * threshold });
    let many = 0;
    for (let i = 0; i < 300; i++) {
      const clean = Array.from({ length: window + tests - 1 }, () => sampleBernoulli(0.2, random));
      if (lower.release(clean, random) !== "quiet") many++;
    }
    expect(clopperPearson({ successes: many, trials: 300, errorRate: 1e-3 }).lower).toBeGreaterThan(falseAlarm);
  });

  it("refuses what cannot be kept", () => {
    expect(() => alarmDelay({ epsilon: 1, model, window: 20, threshold: 200, errorRate: 0.05 })).toThrow("window");
    expect(() => alarmThresholdFor({ epsilon: 1, model, tests: 0, falseAlarm: 0.05 })).toThrow("tests");
    expect(() => alarmNoiseTail(noise, Number.NaN)).toThrow("x must be");
  });
});
