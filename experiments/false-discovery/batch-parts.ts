/**
 * What a p-value is, and the rule of Benjamini and Hochberg, all exact.
 *
 * `p-values`: the law of binomial p-values, tails by the incomplete beta function against masses by Loader's formula; the
 * likelihood of the sample (erratum E57) is the control. `twenty-nulls`: the number of false discoveries among true nulls. `bh`:
 * the false discovery rate by counting from above against q m0 / m. `bh-enumerated`: the same for the rule of the library over all
 * outcomes on a grid, where the rate is also exactly q m0 / m, and for binomial tests, where it is at most that.
 */
import { benjaminiHochberg } from "../../lib/false-discovery/batch-rules.ts";
import { binomialPValue } from "../../lib/false-discovery/p-values.ts";
import { superUniformity } from "../../lib/false-discovery/super-uniformity.ts";
import { binomialLogMass, binomialUpperTail } from "../../lib/numerics/binomial.ts";
import { exp, expm1 } from "../../lib/numerics/exponential.ts";
import { log1p } from "../../lib/numerics/logarithm.ts";
import { atMost, axis, equal, exactStudy, type PartDraft, z } from "../kit.ts";
import { enumeratedRate, type PValueLaw, powerAt, stepUpRate } from "./batch-laws.ts";

const SUMMED = 1e-9;

const trials = axis(z.int().min(1).max(2000), {
  means: "trials of a binomial test",
  quick: [1, 10, 100],
  full: [1, 2, 5, 10, 20, 50, 100, 500, 1000, 2000],
});
const probability = axis(z.number().min(0.01).max(0.99), {
  means: "probability of a success under the null",
  quick: [0.3, 0.5],
  full: [0.01, 0.1, 0.3, 0.5, 0.9],
});

function binomialLaw(test: { readonly trials: number; readonly probability: number }): PValueLaw {
  const counts = Array.from({ length: test.trials + 1 }, (_, successes) => ({ ...test, successes }));
  return {
    values: counts.map(binomialPValue),
    probabilities: counts.map((count) => exp(binomialLogMass(count))),
  };
}

const pValues: PartDraft = {
  claim: "p-values",
  asks: "Is P(p <= u) <= u for all u, for the p-values of a binomial test?",
  study: exactStudy({
    axes: { trials, probability },
    exact: (cell) => {
      const { excess, at } = superUniformity(binomialLaw(cell));
      return { checks: { excess: atMost(excess, 0, { absolute: 1e-12 }) }, values: { at } };
    },
  }),
  controls: {
    "likelihood-of-the-sample": {
      says:
        "the lecture notes' p-value, the likelihood of the sample under the null: " +
        "where it is at most u has a probability of more than u",
      refutes: ["E57"],
      study: exactStudy({
        axes: { trials, probability },
        exact: (cell) => {
          const { probabilities } = binomialLaw(cell);
          const { excess, at } = superUniformity({ values: probabilities, probabilities });
          return { checks: { probability: atMost(at + excess, at) } };
        },
      }),
    },
  },
};

const twentyNulls: PartDraft = {
  claim: "p-values",
  asks: "How many of so many true nulls are rejected on average, and is any, with which probability?",
  study: exactStudy({
    axes: {
      tests: axis(z.int().min(1).max(1000), { means: "true nulls", quick: [20], full: [1, 20, 100, 1000] }),
      level: axis(z.number().min(0.001).max(0.5), { means: "level", quick: [0.05], full: [0.01, 0.05, 0.1] }),
    },
    exact: ({ tests, level }) => {
      let mean = 0;
      for (let k = 1; k <= tests; k++)
        mean += k * exp(binomialLogMass({ trials: tests, successes: k, probability: level }));
      const any = binomialUpperTail({ trials: tests, successes: 1, probability: level });
      return {
        checks: {
          mean: equal(mean, tests * level, { share: SUMMED }),
          any: equal(any, -expm1(tests * log1p(-level)), { share: SUMMED }),
        },
      };
    },
  }),
  controls: {
    "mean-for-probability": {
      says: "the mean number of false discoveries, at most 1, taken for the probability of any",
      study: exactStudy({
        axes: {
          tests: axis(z.int().min(2).max(100), { means: "true nulls", quick: [2, 20] }),
          level: axis(z.number().min(0.01).max(0.1), { means: "level", quick: [0.05] }),
        },
        exact: ({ tests, level }) => {
          const any = binomialUpperTail({ trials: tests, successes: 1, probability: level });
          return { checks: { any: equal(any, Math.min(1, tests * level), { share: 1e-6 }) } };
        },
      }),
    },
  },
};

const level = axis(z.number().min(0.01).max(0.5), { means: "level q", quick: [0.1], full: [0.05, 0.1, 0.2] });
const tests = axis(z.int().min(1).max(40), { means: "hypotheses m", quick: [10, 20], full: [2, 10, 20, 40] });
const nullShare = axis(z.number().min(0).max(1), {
  means: "share of true nulls",
  quick: [0.5, 0.9, 1],
  full: [0, 0.1, 0.25, 0.5, 0.7, 0.8, 0.9, 1],
});
const shift = axis(z.number().min(0).max(6), {
  means: "mean of the statistic of an alternative",
  quick: [2],
  full: [0, 1, 2, 3],
});

const EXAMPLE = [0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205, 0.212, 0.216];

const bh: PartDraft = {
  claim: "bh",
  asks: "Is the false discovery rate of independent p-values exactly q m0 / m?",
  study: exactStudy({
    axes: { tests, "null-share": nullShare, shift, level },
    exact: ({ tests: size, "null-share": share, shift: mean, level: q }) => {
      const nulls = Math.round(share * size);
      const { rate, power } = stepUpRate({ nulls, alternatives: size - nulls, shift: mean }, q);
      return {
        checks: {
          rate: equal(rate, (q * nulls) / size, { share: SUMMED, absolute: 1e-13 }),
          example: equal(benjaminiHochberg(EXAMPLE, 0.05).rejections, 2),
        },
        values: { power, uncorrected: uncorrectedRate({ nulls, alternatives: size - nulls, shift: mean }, q) },
      };
    },
  }),
  controls: {
    "fixed-number": {
      says:
        "the k smallest p-values with a k that is fixed in advance, which the notes leave open (erratum E09), " +
        "over all outcomes of true nulls: every rejection is false",
      refutes: ["E09"],
      study: exactStudy({
        axes: {
          smallest: axis(z.int().min(1).max(4), { means: "rejections k", quick: [1, 2, 4] }),
          level: axis(z.number().min(0.01).max(0.5), { means: "level q claimed", quick: [0.1] }),
        },
        exact: ({ smallest, level: q }) => {
          const laws = Array.from({ length: 4 }, () => gridLaw(8));
          const rate = enumeratedRate(laws, 4, (found) => fixedNumber(found, smallest));
          return { checks: { rate: atMost(rate, q) } };
        },
      }),
    },
    uncorrected: {
      says: "p <= q for every test, without correction, among true nulls",
      study: exactStudy({
        axes: { tests: axis(z.int().min(2).max(1000), { means: "hypotheses m", quick: [2, 20] }), level },
        exact: ({ tests: size, level: q }) => ({
          checks: { rate: atMost(uncorrectedRate({ nulls: size, alternatives: 0, shift: 0 }, q), q) },
        }),
      }),
    },
  },
};

/** E V / max(R, 1) of p <= q: both numbers are binomial. */
function uncorrectedRate(
  {
    nulls,
    alternatives,
    shift: mean,
  }: { readonly nulls: number; readonly alternatives: number; readonly shift: number },
  q: number,
): number {
  const mass = (size: number, successes: number, chance: number) =>
    exp(binomialLogMass({ trials: size, successes, probability: chance }));
  let rate = 0;
  for (let v = 1; v <= nulls; v++) {
    for (let s = 0; s <= alternatives; s++) {
      rate += (mass(nulls, v, q) * mass(alternatives, s, powerAt(q, mean)) * v) / (v + s);
    }
  }
  return rate;
}

/** Uniform on 1/size, 2/size, ..., 1. */
function gridLaw(size: number): PValueLaw {
  return {
    values: Array.from({ length: size }, (_, k) => (k + 1) / size),
    probabilities: Array.from({ length: size }, () => 1 / size),
  };
}

function fixedNumber(found: Float64Array, smallest: number): Uint8Array {
  const order = Array.from(found, (_, i) => i).sort((i, j) => found[i] - found[j] || i - j);
  const rejected = new Uint8Array(found.length);
  for (const i of order.slice(0, smallest)) rejected[i] = 1;
  return rejected;
}

const bhEnumerated: PartDraft = {
  claim: "bh",
  asks: "Does the rule of the library have that rate over all outcomes, exactly on a grid, at most that for binomial tests?",
  study: exactStudy({
    axes: {
      tests: axis(z.literal([1, 2, 4]), { means: "hypotheses m", quick: [2, 4], full: [1, 2, 4] }),
      nulls: axis(z.int().min(0).max(4), { means: "true nulls, at most m", quick: [1, 4], full: [0, 1, 2, 3, 4] }),
      level: axis(z.literal([0.25, 0.5]), { means: "level q", quick: [0.5], full: [0.25, 0.5] }),
    },
    where: ({ tests: size, nulls }) => nulls <= size,
    exact: ({ tests: size, nulls, level: q }) => {
      // The thresholds i q / m are on the grid, and so P(p <= i q / m) is i q / m; all numbers are multiples of powers of two.
      const grid = gridLaw(size / q);
      const small = { ...grid, probabilities: grid.probabilities.map((_, k) => (k < 2 ? 0.5 : 0)) };
      const coins = binomialLaw({ trials: 3, probability: 0.5 });
      const likely = { ...coins, probabilities: binomialLaw({ trials: 3, probability: 0.9 }).probabilities };
      const rateOf = (null_: PValueLaw, alternative: PValueLaw) =>
        enumeratedRate(
          Array.from({ length: size }, (_, i) => (i < nulls ? null_ : alternative)),
          nulls,
          (found) => benjaminiHochberg(found, q).rejected,
        );
      return {
        checks: {
          grid: equal(rateOf(grid, small), (q * nulls) / size, { share: SUMMED, absolute: 1e-13 }),
          binomial: atMost(rateOf(coins, likely), (q * nulls) / size, { share: SUMMED, absolute: 1e-13 }),
        },
      };
    },
  }),
  controls: {
    "rank-from-zero": {
      says: "thresholds (i + 1) q / m, one rank too many, among true nulls on the grid",
      study: exactStudy({
        axes: { level: axis(z.literal([0.25, 0.5]), { means: "level q", quick: [0.25, 0.5] }) },
        exact: ({ level: q }) => {
          const laws = Array.from({ length: 2 }, () => gridLaw(4 / q));
          const rate = enumeratedRate(laws, 2, (found) => {
            const sorted = [...found].sort((a, b) => a - b);
            const last = sorted.findLastIndex((p, i) => p <= ((i + 2) * q) / 2);
            return Uint8Array.from(found, (p) => (last >= 0 && p <= sorted[last] ? 1 : 0));
          });
          return { checks: { rate: atMost(rate, q) } };
        },
      }),
    },
  },
};

export const batchParts = { "p-values": pValues, "twenty-nulls": twentyNulls, bh, "bh-enumerated": bhEnumerated };
