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

import { exp } from "../../numerics/exponential.ts";
import { logOneMinusExp, logSumExp } from "../../numerics/log-sum.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { integrate } from "../../numerics/quadrature.ts";
import { requireInteger, requireOpenProbability, requirePositive } from "../../numerics/requirements.ts";
import { continuousLaw } from "../../privacy/loss/distribution.ts";
import type { ContinuousLaw, DiscreteLaw } from "../../privacy/loss/law.ts";
import { productLaw } from "../composed-law.ts";
import { tabulatedLaw } from "../tabulated-law.ts";

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
export function exponentialMaxValue(
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

/** One with probability 1 / (1 + e^(-rate (2 s - n))): right at most with rate epsilon / 2, broken with epsilon. */
export function majorityVote(
  ones: number,
  { votes, rate }: { readonly votes: number; readonly rate: number },
): DiscreteLaw<number> {
  const lead = rate * (2 * ones - votes);
  const logSigmoid = (x: number) => (x > 0 ? -log1p(exp(-x)) : x - log1p(exp(x)));
  return tabulatedLaw([
    [1, logSigmoid(lead)],
    [0, logSigmoid(-lead)],
  ]);
}

/** Whether any of `runs` randomized responses of one bit says 1: the best of them is reported. */
export function bestOfRuns(
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
