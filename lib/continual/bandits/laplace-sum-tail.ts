/**
 * How far a sum of independent Laplace draws can be from 0: Chernoff's bound, in scales, turned round.
 *
 * Of m draws of scale 1, E e^(l X) = (1 - l^2)^-m for 0 <= l < 1, so that P(X > y) <= exp(-l y - m ln(1 - l^2)). The best l has y =
 * 2 m l / (1 - l^2); then the exponent is I(l) = m (2 l^2 / (1 - l^2) + ln(1 - l^2)), which grows with l. The answer is the y whose
 * I is ln(1 / level). For m = 1 it is above the exact quantile, ln(1 / (2 level)), by some units.
 */
import { log1p } from "../../numerics/logarithm.ts";
import { findRoot } from "../../numerics/root.ts";

/** y with P(X > y) <= e^-exponent, for the sum of this many draws of scale 1; the exponent is positive. */
export function laplaceSumQuantile(draws: number, exponent: number): number {
  const rate = exponent / draws;
  // In s = l^2 / (1 - l^2), so that 1 - l^2 = 1 / (1 + s): I = m (2 s - ln(1 + s)), at least m s.
  const root = findRoot((s) => 2 * s - log1p(s) - rate, { lower: 0, upper: rate });
  // Rounded up.
  const s = root * (1 + 1e-12);
  return 2 * draws * Math.sqrt(s * (1 + s));
}
