/**
 * Broken: selections that spend more than they say. Each law claims `epsilon`.
 *
 * - The exponential mechanism with the full exponent for a score that is not monotone: 1.14384 at epsilon = 1 over three-valued functions.
 * - Report noisy max with the scale for add-remove under swap: 1.839 at epsilon = 1 on (0, 0, 9) and (1, 0, 8), towards 2 epsilon.
 * - Noisy max that returns the value: m counts that move together need m epsilon.
 * - The same with exponential noise: below the largest count no output is possible, so no epsilon suffices.
 * - The majority rule that is an upper bound of all rules (`M-ub`): towards 2 epsilon.
 * - The best of k runs: k epsilon.
 * - One-time RAPPOR at half its cost: two values of h bits each differ in 2 h bits.
 */
import { majority } from "../../mechanisms/choice/majority.ts";
import { reportNoisyMax } from "../../mechanisms/choice/report-noisy-max.ts";
import { topK } from "../../mechanisms/choice/top-k.ts";
import { exp } from "../../numerics/exponential.ts";
import { largestOf } from "../../numerics/extremes.ts";
import { logOneMinusExp, logSumExp } from "../../numerics/log-sum.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { integrate } from "../../numerics/quadrature.ts";
import { requireInteger, requireOpenProbability, requirePositive } from "../../numerics/requirements.ts";
import { continuousLaw } from "../../privacy/loss/distribution.ts";
import type { ContinuousLaw, DiscreteLaw } from "../../privacy/loss/law.ts";
import { tabulatedLaw } from "../../privacy/loss/tabulated-law.ts";
import { productLaw } from "../composed-law.ts";
import { discreteEpsilon } from "../discrete-audit.ts";
import { worstPair } from "../worst-pair.ts";
import { brokenVariant, type Exhibit, pureClaim } from "./broken-variant.ts";

/** P(t) in proportion to e^(exponent * score): right with exponent epsilon / (2 sensitivity), broken with epsilon / sensitivity. */
export function exponentialChoice(scores: readonly number[], exponent: number): DiscreteLaw<number> {
  const logTotal = logSumExp(scores.map((score) => exponent * score));
  return tabulatedLaw(scores.map((score, k) => [k, exponent * score - logTotal] as const));
}

/** The law of the index of the largest count with Laplace noise of this scale, by quadrature to 1e-10. */
export function noisyMaxIndex(counts: readonly number[], scale: number): DiscreteLaw<number> {
  requirePositive({ scale });
  const below = (x: number) => (x < 0 ? exp(x / scale) / 2 : 1 - exp(-x / scale) / 2);
  const masses = counts.map((count, winner) => {
    const integrand = (x: number) => {
      let product = exp(-Math.abs(x - count) / scale) / (2 * scale);
      for (let k = 0; k < counts.length; k++) if (k !== winner) product *= below(x - counts[k]);
      return product;
    };
    return integrate(integrand, { lower: -Infinity, upper: Infinity, kinks: counts, relativeTolerance: 1e-11 }).value;
  });
  return tabulatedLaw(masses.map((mass, k) => [k, log(mass)] as const));
}

/** The largest of `count` equal counts with Laplace noise of scale 1 / epsilon, released with its value. */
export function noisyMaxValue(
  centre: number,
  { count, epsilon }: { readonly count: number; readonly epsilon: number },
): ContinuousLaw {
  requireInteger({ count }, 1);
  requirePositive({ epsilon });
  const logBelow = (x: number) => (x < 0 ? epsilon * x - Math.LN2 : log1p(-exp(-epsilon * x) / 2));
  return continuousLaw({
    logDensity: (x) =>
      log(count) + (count - 1) * logBelow(x - centre) + log(epsilon / 2) - epsilon * Math.abs(x - centre),
    cdf: (x) => exp(count * logBelow(x - centre)),
    kinks: [centre],
    range: [-Infinity, Infinity],
  });
}

/** The largest of `count` equal counts with exponential noise of this scale, released with its value. */
function exponentialMaxValue(
  centre: number,
  { count, scale }: { readonly count: number; readonly scale: number },
): ContinuousLaw {
  requireInteger({ count }, 1);
  requirePositive({ scale });
  const logBelow = (x: number) => (x > 0 ? logOneMinusExp(-x / scale) : -Infinity);
  return continuousLaw({
    logDensity: (x) =>
      x < centre ? -Infinity : log(count / scale) + (count - 1) * logBelow(x - centre) - (x - centre) / scale,
    cdf: (x) => exp(count * logBelow(x - centre)),
    kinks: [centre],
    range: [centre, Infinity],
  });
}

/** Whether any of `runs` randomized responses of one bit says 1: the best of them is reported. */
function bestOfRuns(
  bit: number,
  { runs, epsilon }: { readonly runs: number; readonly epsilon: number },
): DiscreteLaw<number> {
  requireInteger({ runs }, 1);
  const logZero = runs * (bit === 0 ? -log1p(exp(-epsilon)) : -log1p(exp(epsilon)));
  return tabulatedLaw([
    [0, logZero],
    [1, logOneMinusExp(logZero)],
  ]);
}

/** Bloom-filter bits through randomized response that lies with probability f / 2. */
export function oneTimeRappor(bits: readonly number[], f: number): DiscreteLaw<readonly number[]> {
  requireOpenProbability({ f });
  return productLaw(
    bits.map((bit) =>
      tabulatedLaw([
        [bit, log1p(-f / 2)],
        [1 - bit, log(f / 2)],
      ]),
    ),
  );
}

/** Over all neighbours among lists of bits: the loss of choosing a value of a function in proportion to e^(-exponent changes). */
function inverseLoss(table: readonly number[], size: number, exponent: number): number {
  const at = (bits: readonly number[]) => table[bits.reduce((place, bit) => 2 * place + bit, 0)];
  const law = (bits: readonly number[]) => {
    const distances = Array.from({ length: largestOf(table) + 1 }, () => Infinity);
    for (let other = 0; other < table.length; other++) {
      const bitsOf = Array.from({ length: size }, (_, k) => (other >> (size - 1 - k)) & 1);
      const changes = bitsOf.filter((bit, k) => bit !== bits[k]).length;
      distances[at(bitsOf)] = Math.min(distances[at(bitsOf)], changes);
    }
    return exponentialChoice(
      distances.map((changes) => -changes),
      exponent,
    );
  };
  return worstPair({ universe: [0, 1], size, neighbours: "swap" }, (x, y) =>
    discreteEpsilon({ first: law(x), second: law(y) }),
  ).loss;
}

/** Functions of bits for which the full exponent loses most at epsilon 1, by the number of their values: their values in order. */
export const WORST_FUNCTIONS = {
  3: "0112",
  4: "0200300020122320",
  6: "02443503225242033303142322505540",
} as const;

function fullExponent(values: keyof typeof WORST_FUNCTIONS, needs: number): Exhibit {
  const digits = [...WORST_FUNCTIONS[values]].map(Number);
  const size = 31 - Math.clz32(digits.length);
  return brokenVariant({
    name: `full-exponent-${values}-values`,
    claim: `the exponent epsilon score / sensitivity is epsilon-private for the changes to one of ${values} values`,
    source:
      "claims exponential-mechanism and ism-discrete; Asi, Duchi (NeurIPS 2020) for half the exponent; the function by search",
    claimed: pureClaim(1),
    needs,
    within: 5e-6,
    broken: () => inverseLoss(digits, size, 1),
    corrected: () => inverseLoss(digits, size, 0.5),
  });
}

const shareLaw = (ones: number, exponent: number) =>
  exponentialChoice(
    Array.from({ length: 201 }, (_, t) => -Math.abs(t - ones)),
    exponent,
  );
/** A majority rule of 20 and of 21 ones among 21 votes. */
function votes(rule: "exponential" | "upper-bound", epsilon: number) {
  const { law } = majority({ epsilon, size: 21, rule });
  const [first, second] = [20, 21].map((ones) => law(Array.from({ length: 21 }, (_, k) => (k < ones ? 1 : 0))));
  return { first, second };
}
const five = { count: 5, epsilon: 0.05 };
/** The index alone, of counts of which one falls and the others rise. */
function indices(noise: "laplace" | "exponential") {
  const shape = { epsilon: 0.1, sensitivity: 1, change: "general", options: 5, neighbours: "swap" } as const;
  const { law } = reportNoisyMax({ ...shape, noise });
  const [first, second] = [
    [1, 1, 1, 1, 1],
    [0, 2, 2, 2, 2],
  ].map((scores) => law(scores));
  return { first, second };
}

/** The best three of five counts in order, on counts of which three far behind rise and the others fall. */
function topThree(epsilon: number) {
  const { law } = topK({
    ...{ epsilon, delta: 0, k: 3, options: 5, sensitivity: 1, change: "general", neighbours: "swap" },
  });
  return { first: law([0, 0, 0, 99, 99]), second: law([1, 1, 1, 98, 98]) };
}

interface Privacy {
  readonly epsilon: number;
}

/** Counts of which one rises and another falls, far ahead, with noise of this scale. */
function swappedCounts(scale: number) {
  return { first: noisyMaxIndex([0, 0, 9], scale), second: noisyMaxIndex([1, 0, 8], scale) };
}

export const noisyMaxUnderSwap = brokenVariant({
  name: "noisy-max-under-swap",
  claim: "noisy max of counts with scale 1 / epsilon is epsilon-private under swap",
  source: "claim noisy-max; Dwork, Roth (2014), claim 3.9, for the right scales",
  at: { epsilon: 1 },
  claimed: pureClaim(1),
  needs: 1.839,
  within: 5e-4,
  broken: ({ epsilon }: Privacy) => swappedCounts(1 / epsilon),
  corrected: ({ epsilon }: Privacy) => swappedCounts(2 / epsilon),
});

interface Runs extends Privacy {
  readonly runs: number;
}

export const bestOfMany = brokenVariant({
  name: "best-of-20",
  claim: "the best of 20 runs at epsilon 0.1 is 0.1-private",
  source: "claim hyperparameter-tuning; Liu, Talwar (STOC 2019)",
  at: { runs: 20, epsilon: 0.1 },
  claimed: pureClaim(0.1),
  needs: 2,
  within: 1e-12,
  broken: (all: Runs) => ({ first: bestOfRuns(0, all), second: bestOfRuns(1, all) }),
  corrected: ({ runs, epsilon }: Runs) => {
    const each = { runs, epsilon: epsilon / runs };
    return { first: bestOfRuns(0, each), second: bestOfRuns(1, each) };
  },
});

export const SELECTION_VARIANTS: readonly Exhibit[] = [
  brokenVariant({
    name: "top-k-noise-of-one-choice",
    claim:
      "Gumbel noise of scale 2 / epsilon, that of one choice, makes the three largest of five counts epsilon-private",
    source: "Durfee, Rogers (NeurIPS 2019) for the mechanism: the scale must grow with the number of choices",
    claimed: pureClaim(1),
    needs: 3,
    within: 1e-9,
    broken: () => topThree(3),
    corrected: () => topThree(1),
  }),
  fullExponent(3, 1.14384),
  fullExponent(4, 1.28396),
  fullExponent(6, 1.46309),
  brokenVariant({
    name: "full-exponent-mean",
    claim: "the inverse-sensitivity mean of 200 bits is epsilon-private with the full exponent",
    source: "claim ism-mean",
    claimed: pureClaim(1),
    needs: 1.209,
    within: 5e-4,
    broken: () => ({ first: shareLaw(0, 1), second: shareLaw(1, 1) }),
    corrected: () => ({ first: shareLaw(0, 0.5), second: shareLaw(1, 0.5) }),
  }),
  brokenVariant({
    name: "majority-upper-bound",
    claim: "the bound on all symmetric majority rules (M-ub) is itself epsilon-private, here 21 votes",
    source: "claim majority",
    claimed: pureClaim(1),
    needs: 2,
    within: 5e-5,
    broken: () => votes("upper-bound", 1),
    corrected: () => votes("exponential", 1),
  }),
  brokenVariant({
    name: "majority-doubled",
    claim: "the exponential majority rule at 2 epsilon is epsilon-private, here epsilon = 0.3 and 21 votes",
    source: "claim majority",
    claimed: pureClaim(0.3),
    broken: () => votes("exponential", 0.6),
    corrected: () => votes("exponential", 0.3),
  }),
  noisyMaxUnderSwap,
  brokenVariant({
    name: "noisy-max-value",
    claim: "the largest of five counts with Laplace(2 / epsilon) noise is epsilon-private, value and all",
    source: "DP-Sniper's RNM3: Ding et al. (CCS 2018), algorithm 7",
    caughtBy: "density",
    needs: 0.25,
    within: 1e-9,
    claimed: pureClaim(0.1),
    broken: () => ({ first: noisyMaxValue(0, five), second: noisyMaxValue(1, five) }),
    corrected: () => indices("laplace"),
  }),
  brokenVariant({
    name: "exponential-max-value",
    claim: "the largest of five counts with exponential noise of mean 2 / epsilon is epsilon-private, value and all",
    source: "DP-Sniper's RNM4: Ding et al. (CCS 2018), algorithm 8",
    caughtBy: "density",
    needs: Infinity,
    claimed: pureClaim(0.1),
    broken: () => ({
      first: exponentialMaxValue(1, { count: 5, scale: 20 }),
      second: exponentialMaxValue(2, { count: 5, scale: 20 }),
    }),
    corrected: () => indices("exponential"),
  }),
  bestOfMany,
];
