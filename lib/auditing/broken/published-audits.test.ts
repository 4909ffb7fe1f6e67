/** Rows F13 and F14: what DP-Sniper found, explained by exact powers at its level, and found again by the audits of this library. */
import { describe, expect, it } from "vitest";
import { releaseFloatLaplace } from "../../attacks/float-laplace.ts";
import { laplace } from "../../mechanisms/noise/laplace.ts";
import { logBinomialCoefficient } from "../../numerics/binomial.ts";
import { exp } from "../../numerics/exponential.ts";
import { upperGamma } from "../../numerics/incomplete-gamma.ts";
import { log } from "../../numerics/logarithm.ts";
import { pow } from "../../numerics/power.ts";
import { integrate } from "../../numerics/quadrature.ts";
import { findRoot } from "../../numerics/root.ts";
import { type Stream, stream } from "../../random/stream.ts";
import { discreteEpsilon } from "../discrete-audit.ts";
import { cellEvent } from "../event-choice.ts";
import { auditRelease } from "../sampled-audit.ts";
import { tabulatedLaw } from "../tabulated-law.ts";
import { PUBLISHED_ERROR_RATE } from "./published-audits.ts";
import { blackBoxAudits, row } from "./reference/black-box-audits.ts";
import { type SparseVariant, sparseLaw, sparseProbability, sparseVariant } from "./sparse-vector.ts";

/** The probability under the second input of the events that DP-Sniper counts. */
const LEVEL = 0.01;
/** Its counts of about 2e6 in 2e8 draws have deviations of at most 7e-4; two of them, three times. */
const NOISE = 3 * Math.sqrt(2) * 7e-4;

const laplaceBelow = (x: number) => (x < 0 ? exp(x) / 2 : 1 - exp(-x) / 2);
const laplaceDensity = (x: number) => exp(-Math.abs(x)) / 2;

/** Queries less their threshold: the pairs that DP-Sniper took, where those of the rows are others. */
const [level, halved] = [new Array<number>(10).fill(0), new Array<number>(10).fill(1).fill(-1, 5)];
const sniperPairs: Readonly<Record<string, readonly (readonly number[])[]>> = {
  SVT3: [level, halved],
  SVT4: [level, halved],
  SVT5: [halved, level],
  SVT6: [level.toSpliced(5, 5, -1, -1, -1, -1, -1), [-1, -1, -1, -1, -1, 0, 0, 0, 0, 0]],
};

/** log(power / level) of the best test between two finite laws, cells taken by their ratio, the last one in part. */
function bestFind(cells: readonly (readonly [first: number, second: number])[]): number {
  const sorted = cells.filter(([first]) => first > 0).sort((a, b) => b[0] * a[1] - a[0] * b[1]);
  let [power, left] = [0, LEVEL];
  for (const [first, second] of sorted) {
    const share = second <= left ? 1 : left / second;
    power += share * first;
    left -= share * second;
    if (left <= 0) break;
  }
  return log(power / LEVEL);
}

/** The answers of variants 4 and 5. */
function sparseFind(variant: SparseVariant, name: string): number {
  const [first, second] = sniperPairs[name].map((queries) => sparseLaw(variant, queries));
  const answers = new Set([...first.support, ...second.support]);
  return bestFind([...answers].map((answer) => [exp(first.logMass(answer)), exp(second.logMass(answer))]));
}

/** Variant 6 by how many of the first five and of the last five are above: all patterns of one pair of numbers are alike. */
function countFind(): number {
  const variant = sparseVariant(6, { epsilon: 0.1, positives: 1 });
  const cells: [number, number][] = [];
  for (let front = 0; front <= 5; front++) {
    for (let back = 0; back <= 5; back++) {
      const above = Array.from({ length: 10 }, (_, k) => (k < 5 ? k < front : k - 5 < back));
      const ways = exp(logBinomialCoefficient(5, front) + logBinomialCoefficient(5, back));
      const [first, second] = sniperPairs.SVT6.map((queries) => ways * sparseProbability(variant, queries, above));
      cells.push([first, second]);
    }
  }
  expect(Math.abs(cells.reduce((sum, [first]) => sum + first, 0) - 1)).toBeLessThan(1e-9);
  return bestFind(cells);
}

/** Variant 3 by the place of the positive answer and its value in cells of width 1: the density at the middle of each, in units of 20. */
function valueFind(): number {
  const scale = 20;
  const cellsOf = (queries: readonly number[]) => {
    const cells: number[] = [];
    for (let place = 0; place < queries.length; place++) {
      // P(threshold below v, all before it below the threshold), added up as v grows.
      let before = 0;
      for (let value = -400; value < 400; value++) {
        const middle = value + 0.5;
        const threshold = (t: number) => {
          let product = laplaceDensity(t / scale) / scale;
          for (let k = 0; k < place; k++) product *= laplaceBelow((t - queries[k]) / scale);
          return product;
        };
        // Simpson's rule over half a cell before and after the middle.
        const half = (from: number) => (threshold(from) + 4 * threshold(from + 0.25) + threshold(from + 0.5)) / 12;
        before += half(value);
        cells.push((before * laplaceDensity((middle - queries[place]) / scale)) / scale);
        before += half(value + 0.5);
      }
    }
    const none = integrate(
      (t) =>
        queries.reduce(
          (product, query) => product * laplaceBelow((t - query) / scale),
          laplaceDensity(t / scale) / scale,
        ),
      { lower: -Infinity, upper: Infinity, kinks: [-1, 0, 1] },
    ).value;
    return [...cells, none];
  };
  const [first, second] = sniperPairs.SVT3.map(cellsOf);
  expect(Math.abs(first.reduce((sum, mass) => sum + mass, 0) - 1)).toBeLessThan(2e-4);
  return bestFind(first.map((mass, k) => [mass, second[k]]));
}

/** Ten Laplace coordinates by the sum of their losses, on a grid of 1/200 of the largest: nearest points, so to about 1e-3. */
function productFind(): number {
  const [epsilon, half] = [0.1, 100];
  const step = epsilon / half;
  // Under the first law the loss is epsilon with probability 1/2, -epsilon with e^-epsilon / 2, and has a density between.
  let one = Array.from({ length: 2 * half + 1 }, (_, k) => {
    const loss = (k - half) * step;
    const below = (x: number) => (x >= epsilon ? 1 : x < -epsilon ? 0 : exp((x - epsilon) / 2) / 2);
    const upper = k === 2 * half ? 1 : below(loss + step / 2);
    return upper - (k === 0 ? 0 : below(loss - step / 2));
  });
  const single = one;
  for (let count = 1; count < 10; count++) {
    const longer = new Array<number>(one.length + 2 * half).fill(0);
    one.forEach((mass, i) => {
      single.forEach((other, j) => {
        longer[i + j] += mass * other;
      });
    });
    one = longer;
  }
  return bestFind(one.map((mass, k) => [mass, mass * exp(-(k - 10 * half) * step)]));
}

/**
 * The same by the last sum alone, which is where the linear classifier put its weight: a sum of ten Laplace draws, in units of
 * their scale.
 */
function sumFind(): number {
  const n = 10;
  const above = (x: number): number => {
    if (x < 0) return 1 - above(-x);
    let sum = 0;
    for (let k = 0; k < n; k++) {
      // The density is e^-x sum_k C(n-1+k, k) 2^-(n+k) x^(n-1-k) / (n-1-k)!.
      const weight = exp(logBinomialCoefficient(n - 1 + k, k) - (n + k) * Math.LN2);
      sum += weight * upperGamma(n - k, x);
    }
    return sum;
  };
  expect(Math.abs(above(0) - 0.5)).toBeLessThan(1e-14);
  const border = findRoot((x) => above(x) - LEVEL, { lower: 0, upper: 40 });
  return log(above(border - 1) / LEVEL);
}

describe("what DP-Sniper found (row F13)", () => {
  const fifth = pow(LEVEL, 1 / 5);
  const one = { epsilon: 0.1, positives: 1 };
  const powers: readonly (readonly [string, "attained" | "bounded", () => number])[] = [
    ["Laplace", "attained", () => 0.1],
    // The event x < t has probability e^((t - 1) / 0.1) / 2 around 1.
    ["NoisyHist2", "attained", () => log((1 - exp(-10 - log(2 * LEVEL)) / 2) / LEVEL)],
    ["RNM3", "attained", () => 5 * 0.05],
    // Ties of its rounded classifier cost it 0.007.
    ["RNM4", "bounded", () => 5 * log((1 - (1 - fifth) * exp(-1 / 20)) / fifth)],
    ["SVT3", "bounded", valueFind],
    ["SVT4", "attained", () => sparseFind(sparseVariant(4, one), "SVT4")],
    // No probability of 1 - e^-0.05 under the second input, and a like share of the rest.
    ["SVT5", "attained", () => log((1 - exp(-0.05) + LEVEL * exp(-0.05)) / LEVEL)],
    ["SVT6", "bounded", countFind],
    ["PrefixSum", "attained", sumFind],
    ["OneTimeRappor", "attained", () => 6 * log(0.525 / 0.475)],
  ];

  it.each(powers)("in %s is %s by the exact power at its level", (name, relation, exact) => {
    const { found, limit } = row(name);
    expect(found).toBeLessThanOrEqual(exact() + NOISE);
    if (relation === "attained") expect(Math.abs(found - exact())).toBeLessThan(NOISE);
    expect(found - limit).toBeLessThan(NOISE);
  });

  it("in SVT5 is the same by quadrature, and in PrefixSum below what all sums tell", () => {
    const variant = sparseVariant(5, { epsilon: 0.1, positives: 1 });
    expect(Math.abs(sparseFind(variant, "SVT5") - row("SVT5").found)).toBeLessThan(NOISE);
    expect(productFind()).toBeGreaterThan(row("PrefixSum").found + 0.2);
  });
});

describe("the black-box audit", () => {
  // Two more seeds: `published-audits.long.test.ts`.
  it.each(blackBoxAudits)("%s", (_, check) => check(1));
});

describe("float64 Laplace noise at epsilon 0.1 (row F14)", () => {
  /** How fine a number is: its binary exponent and the zeros at the end of its significand, as the bits show them. */
  const view = new DataView(new ArrayBuffer(8));
  const fineness = (y: number) => {
    view.setFloat64(0, y);
    const [high, low] = [view.getUint32(0), view.getUint32(4)];
    const zeros = low === 0 ? 32 : 31 - Math.clz32(low & -low);
    return `${(high >>> 20) & 2047} ${Math.min(zeros, 12)}`;
  };
  const claim = { inputs: [1, 0], epsilon: 0.1, delta: 0, errorRate: PUBLISHED_ERROR_RATE } as const;

  it("audits to more than the published 0.2542 by the low-order bits, in 100 000 draws", () => {
    const release = (centre: number, random: Stream) => releaseFloatLaplace({ centre, scale: 10 }, random);
    for (const seed of [1, 2, 3]) {
      const audit = { ...claim, draws: 100_000, choose: cellEvent(fineness) };
      const { verdict, lowerBound } = auditRelease(release, audit, stream(seed, "float"));
      expect(verdict).toBe("violated");
      expect(lowerBound).toBeGreaterThan(0.2542);
    }
  });

  it("is not refuted on a grid, by the same bits or by its values", () => {
    const epsilon = { numerator: 1, denominator: 10 };
    const { release } = laplace({
      epsilon,
      sensitivity: 1,
      step: { numerator: 1, denominator: 16 },
      neighbours: "swap",
    });
    for (const choose of [cellEvent(fineness), cellEvent((y: number) => Math.floor(y))]) {
      const audit = { ...claim, draws: 20_000, choose };
      expect(auditRelease(release, audit, stream(4, "grid")).verdict).toBe("not-refuted");
    }
  });

  it("is 0.1-private when snapped to multiples of 16 and clamped to 100, which explains the published 0.1001", () => {
    // Mironov (CCS 2012): scale (1 + 100 * 2^-49) / epsilon, the step being the next power of two.
    const scale = (1 + 100 / 562949953421312) / 0.1;
    const law = (centre: number) => {
      const places = [-100, -96, -80, -64, -48, -32, -16, 0, 16, 32, 48, 64, 80, 96, 100];
      const below = (x: number) => laplaceBelow((x - centre) / scale);
      return tabulatedLaw(
        places.map((place) => {
          // Multiples beyond 100 are clamped: 112 - 8 is the border of the last cell.
          const upper = place === 100 ? 1 : place === 96 ? below(104) : place === -100 ? below(-104) : below(place + 8);
          const lower =
            place === -100 ? 0 : place === 100 ? below(104) : place === -96 ? below(-104) : below(place - 8);
          return [place, log(upper - lower)] as const;
        }),
      );
    };
    const found = discreteEpsilon({ first: law(0), second: law(1) });
    expect(found).toBeLessThanOrEqual(0.1 + 1e-12);
    expect(Math.abs(found - 0.1001)).toBeLessThan(NOISE);
  });
});
