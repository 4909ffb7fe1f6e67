import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { binomialLowerTail, binomialUpperTail } from "../numerics/binomial.ts";
import { stream } from "../random/stream.ts";
import { sampleUniform } from "../random/uniform.ts";
import { coverageTail } from "./coverage.ts";
import type { Interval } from "./interval.ts";
import {
  clopperPearson,
  clopperPearsonLower,
  clopperPearsonUpper,
  type ProportionSample,
  wilson,
} from "./proportion-interval.ts";

const samples = fc
  .record({
    trials: fc.integer({ min: 1, max: 100_000 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    errorRate: fc.double({ min: 1e-12, max: 0.5, noNaN: true }),
  })
  .map(({ trials, share, errorRate }) => ({ trials, successes: Math.round(share * trials), errorRate }));

describe("clopperPearson", () => {
  it.each([
    // Reference value F5 of the project, recomputed by mpmath 1.3 at 60 digits.
    [0, 1000, 0.05, 0.0029912495450952962],
    [10, 1000, 0.05, 0.016903175120562504],
    [50, 100, 0.025, 0.601678870496699],
    [1, 100, 0.05, 0.04655981145353894],
  ])("has the upper limit of %d in %d at %d", (successes, trials, errorRate, expected) => {
    expect(Math.abs(clopperPearsonUpper({ successes, trials, errorRate }) / expected - 1)).toBeLessThan(1e-14);
  });

  it.each([
    // mpmath 1.3 at 40 digits: roots of the two binomial tails at errorRate / 2.
    [3, 20, 0.05, 0.03207093718546371, 0.37892682654531396],
    [0, 50, 0.01, 0, 0.1005450833747626],
    [1, 1, 0.05, 0.025, 1],
    [5, 10, 1e-6, 0.018460385879261614, 0.9815396141207384],
    [500, 1000, 0.01, 0.458852553307045, 0.541147446692955],
    [1, 1e6, 1e-9, 5.000000001249999e-16, 0.00002466110921331985],
    [999, 1000, 0.001, 0.9900461856590492, 0.9999994998750834],
    [30_000, 1e6, 1e-5, 0.029252253106870626, 0.030760299384354328],
    [7, 1e9, 1e-12, 5.954700545047887e-11, 4.689136072769637e-8],
    [250_000_000, 1e9, 1e-6, 0.24993302205334472, 0.2500669860894535],
  ])("is exact for %d in %d at %d", (successes, trials, errorRate, lower, upper) => {
    const interval = clopperPearson({ successes, trials, errorRate });
    expect(Math.abs(interval.lower - lower)).toBeLessThanOrEqual(1e-12 * lower);
    expect(Math.abs(interval.upper - upper)).toBeLessThanOrEqual(1e-12 * upper);
  });

  it("ends where the tails have exactly the error rate", () => {
    fc.assert(
      fc.property(samples, ({ successes, trials, errorRate }) => {
        const lower = clopperPearsonLower({ successes, trials, errorRate });
        const upper = clopperPearsonUpper({ successes, trials, errorRate });
        // A tail is at least its mass at the count, so its logarithm moves with that of the limit by at most `successes` for the lower
        // and failures * upper / (1 - upper) for the upper limit; each limit is rounded, to a unit or two in its last place.
        if (successes > 0) {
          const rounding = 4 * Number.EPSILON * successes;
          const tail = binomialUpperTail({ trials, successes, probability: lower });
          expect(Math.abs(tail / errorRate - 1)).toBeLessThan(1e-12 + rounding);
        }
        if (successes < trials) {
          const rounding = (4 * Number.EPSILON * (trials - successes) * upper) / (1 - upper);
          const tail = binomialLowerTail({ trials, successes, probability: upper });
          expect(Math.abs(tail / errorRate - 1)).toBeLessThan(1e-12 + rounding);
        }
      }),
    );
  });

  it("has the exact ends 0 and 1, and contains the share", () => {
    fc.assert(
      fc.property(samples, (sample) => {
        const { lower, upper } = clopperPearson(sample);
        const share = sample.successes / sample.trials;
        expect(lower <= share && share <= upper).toBe(true);
        expect(lower === 0).toBe(sample.successes === 0);
        expect(upper === 1).toBe(sample.successes === sample.trials);
      }),
    );
  });

  it("is a mirror image under exchange of success and failure", () => {
    const { lower, upper } = clopperPearson({ successes: 13, trials: 77, errorRate: 0.03 });
    const mirrored = clopperPearson({ successes: 64, trials: 77, errorRate: 0.03 });
    expect(mirrored.lower).toBeCloseTo(1 - upper, 14);
    expect(mirrored.upper).toBeCloseTo(1 - lower, 14);
  });
});

describe("wilson", () => {
  it.each([
    // mpmath 1.3 at 40 digits; 15 of 148 is Newcombe's (1998) example, 0.0624 to 0.1605.
    [0, 10, 0.05, 0, 0.27753279986288926],
    [3, 20, 0.05, 0.0523687458962166, 0.36041886474075696],
    [10, 10, 0.05, 0.7224672001371107, 1],
    [263, 1000, 0.01, 0.22878484710655136, 0.30033936505766345],
    [1, 1e6, 0.001, 7.843673338910835e-8, 0.00001274899054745594],
    [15, 148, 0.05, 0.06238639953073628, 0.16048724172330803],
  ])("knows %d of %d at %d", (successes, trials, errorRate, lower, upper) => {
    const interval = wilson({ successes, trials, errorRate });
    expect(Math.abs(interval.lower - lower)).toBeLessThanOrEqual(1e-13 * lower);
    expect(Math.abs(interval.upper - upper)).toBeLessThanOrEqual(1e-13 * upper);
  });

  it("is shorter than the exact interval", () => {
    const sample = { successes: 30, trials: 100, errorRate: 0.05 };
    const [short, exact] = [wilson(sample), clopperPearson(sample)];
    expect(short.upper - short.lower).toBeLessThan(exact.upper - exact.lower);
  });
});

/** The exact probability, over the binomial law, that the interval misses the proportion: one for each of the proportions. */
function missProbabilities(
  interval: (sample: ProportionSample) => Interval,
  trials: number,
  proportions: readonly number[],
): number[] {
  const intervals = Array.from({ length: trials + 1 }, (_, successes) =>
    interval({ successes, trials, errorRate: 0.05 }),
  );
  return proportions.map((proportion) => {
    let missed = 0;
    for (const [successes, { lower, upper }] of intervals.entries()) {
      if (proportion < lower || proportion > upper) {
        const below =
          successes === 0 ? 0 : binomialLowerTail({ trials, successes: successes - 1, probability: proportion });
        missed += binomialLowerTail({ trials, successes, probability: proportion }) - below;
      }
    }
    return missed;
  });
}

const shrunk = (interval: (sample: ProportionSample) => Interval) => (sample: ProportionSample) => {
  const { lower, upper } = interval(sample);
  const share = sample.successes / sample.trials;
  return { lower: share - 0.9 * (share - lower), upper: share + 0.9 * (upper - share) };
};

describe("coverage by enumeration", () => {
  const grid = Array.from({ length: 199 }, (_, i) => (i + 1) / 200);

  it("Clopper-Pearson never misses more often than it says; 10 % narrower it does", () => {
    for (const trials of [1, 7, 40]) {
      const worst = Math.max(...missProbabilities(clopperPearson, trials, grid));
      expect(worst).toBeLessThanOrEqual(0.05);
    }
    expect(Math.max(...missProbabilities(shrunk(clopperPearson), 40, grid))).toBeGreaterThan(0.05);
  });

  it("Wilson's misses as often as it says on average, and for some proportions more often", () => {
    const misses = missProbabilities(wilson, 40, grid);
    const average = misses.reduce((sum, miss) => sum + miss, 0) / misses.length;
    expect(Math.abs(average - 0.05)).toBeLessThan(0.005);
    expect(Math.max(...misses)).toBeGreaterThan(0.07);
  });
});

describe("coverage by simulation", () => {
  // 20 000 intervals of 200 trials each, convicted at a level of 1e-6. The proportion is just above the upper limit of
  // 50 successes, where Clopper-Pearson's upper limit misses with probability 0.05 almost exactly.
  const [trials, errorRate, intervals] = [200, 0.05, 20_000];
  const proportion = clopperPearsonUpper({ successes: 50, trials, errorRate }) * (1 + 1e-9);
  /** How often each number of successes came. */
  const counts = (() => {
    const random = stream(20261115, "proportion-interval coverage");
    const times = new Array<number>(trials + 1).fill(0);
    for (let repetition = 0; repetition < intervals; repetition++) {
      let successes = 0;
      for (let i = 0; i < trials; i++) if (sampleUniform(random) < proportion) successes++;
      times[successes]++;
    }
    return times;
  })();
  const tailOf = (covers: (sample: ProportionSample) => boolean) => {
    const misses = counts.reduce(
      (sum, times, successes) => (times === 0 || covers({ successes, trials, errorRate }) ? sum : sum + times),
      0,
    );
    return coverageTail({ misses, intervals, errorRate });
  };

  it("acquits the one-sided limit and the two-sided interval", () => {
    expect(tailOf((sample) => proportion <= clopperPearsonUpper(sample))).toBeGreaterThan(1e-6);
    expect(
      tailOf((sample) => {
        const { lower, upper } = clopperPearson(sample);
        return lower <= proportion && proportion <= upper;
      }),
    ).toBeGreaterThan(1e-6);
  });

  it("convicts a limit 10 % nearer, and two one-sided limits passed off as an interval", () => {
    expect(
      tailOf((sample) => {
        const share = sample.successes / trials;
        return proportion <= share + 0.9 * (clopperPearsonUpper(sample) - share);
      }),
    ).toBeLessThan(1e-6);
    expect(
      tailOf((sample) => clopperPearsonLower(sample) <= proportion && proportion <= clopperPearsonUpper(sample)),
    ).toBeLessThan(1e-6);
  });
});

describe("refusals", () => {
  it("names the argument", () => {
    for (const interval of [clopperPearson, clopperPearsonLower, clopperPearsonUpper, wilson]) {
      expect(() => interval({ successes: 3, trials: 2, errorRate: 0.1 })).toThrow(
        "successes must be at most trials = 2, got 3",
      );
      expect(() => interval({ successes: 0, trials: 0, errorRate: 0.1 })).toThrow(
        "trials must be an integer of at least 1",
      );
      expect(() => interval({ successes: 0.5, trials: 2, errorRate: 0.1 })).toThrow("successes must be an integer");
      expect(() => interval({ successes: 1, trials: 2, errorRate: 0 })).toThrow(
        /^errorRate must be (strictly between 0|at least 1e-300) and .*1, got 0$/,
      );
    }
  });
});
