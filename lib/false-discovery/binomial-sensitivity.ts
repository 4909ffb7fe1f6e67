/**
 * Multiplicative sensitivity of the one-sided binomial test: by how much one record can move ln max(p, mu).
 *
 * The test counts the records of n that are successes, t, and has p(t) = P(K >= t) for K ~ Binomial(n, theta0), or P(K <= t) for
 * the alternative "less". A swapped record moves t by one at most, so eta(mu) is the largest ln max(p(t), mu) - ln max(p(t + 1),
 * mu).
 *
 * Theorem: p is log-concave in t, so that the ratio of next p-values grows with t: the largest is that of the last two p-values
 * above mu, or the one between the last of them and mu. `binomialSensitivityBound` is the simple safe value, the ratio of the last
 * p-value above mu and the next.
 * Source: Dwork, Su, Zhang (2018) for the definition; log-concavity of tails of log-concave laws: Bagnoli, Bergstrom (2005).
 * Accuracy: exact up to the rounding up that `multiplicative-sensitivity.ts` states. About 2 sqrt(2 ln(1 / mu) / n) for theta0 =
 * 1/2; the value sqrt(ln n / n) that is in use is too small: .0831 at n = 1000, where mu = 0.1 needs .1068.
 * Limits: for `swap`, where n is public. Under `add-remove` n is private too, and no useful eta holds: from no record to one p
 * moves from 1 to theta0, whatever the number of records that one has.
 * @example
 * ```ts
 * import { binomialSensitivity } from "epsilab/false-discovery";
 * binomialSensitivity({ size: 1000, probability: 0.5, floor: 1e-3, alternative: "greater" }); // => 0.2103...
 * ```
 * @claim mult-sensitivity
 */
import { binomialLogLowerTail, binomialLogUpperTail } from "../numerics/binomial.ts";
import { log } from "../numerics/logarithm.ts";
import { declare, integer, oneOf, openProbability, type ParametersOf } from "../numerics/parameters.ts";
import { FLOOR, roundedUp } from "./multiplicative-sensitivity.ts";

/** The accuracy of the tails is stated up to here. */
const MOST_RECORDS = 1e12;

export const binomialSensitivityParameters = declare({
  /** How many records there are, n. */
  size: integer(1, MOST_RECORDS),
  /** The chance of a success under the null, theta0. */
  probability: openProbability,
  ...FLOOR,
  alternative: oneOf("greater", "less"),
});

export interface BinomialSensitivityParameters extends ParametersOf<typeof binomialSensitivityParameters> {}

export function binomialSensitivity(test: BinomialSensitivityParameters): number {
  const { logPValue, last, logFloor } = readTest(test);
  const before = last > 0 ? logPValue(last - 1) - logPValue(last) : 0;
  const across = last < test.size ? logPValue(last) - logFloor : 0;
  return roundedUp(Math.max(before, across), test.floor);
}

/** The largest ln p(t) - ln p(t + 1) over the p-values p(t) above the floor: never less than the exact value. */
export function binomialSensitivityBound(test: BinomialSensitivityParameters): number {
  const { logPValue, last } = readTest(test);
  const from = Math.min(last, test.size - 1);
  const eta = logPValue(from) - logPValue(from + 1);
  return eta + 1e-13 * (1 - logPValue(from + 1));
}

/** The p-values by how extreme the count is, and the last of them above the floor. */
function readTest(test: BinomialSensitivityParameters) {
  const { size, probability, floor, alternative } = binomialSensitivityParameters.read(test);
  const logPValue = (extreme: number) =>
    alternative === "greater"
      ? binomialLogUpperTail({ trials: size, successes: extreme, probability })
      : binomialLogLowerTail({ trials: size, successes: size - extreme, probability });
  const logFloor = log(floor);
  let last = 0;
  let after = size + 1;
  while (after - last > 1) {
    const middle = Math.floor((last + after) / 2);
    if (logPValue(middle) > logFloor) last = middle;
    else after = middle;
  }
  return { logPValue, last, logFloor };
}
