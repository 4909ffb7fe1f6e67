/**
 * Privacy loss of bounded-range mechanisms: on every two neighbours all losses lie in some interval of length epsilon.
 *
 * The exponential mechanism is one. A pair of range epsilon is epsilon-private, but it cannot lose epsilon in both directions at
 * once, so it is dominated by far less than randomized response.
 * Theorem: among all pairs with losses in [t - epsilon, t] the profile is largest for the two-point pair with these two losses, as a
 * convex function of a ratio with a given mean is; the largest of these over t, at t = (x + epsilon) / 2, is
 * delta(x) = (1 - e^((x - epsilon) / 2))^2 / (1 - e^-epsilon) for |x| <= epsilon, and it is the profile of a pair in its own right,
 * the same in both orders: a loss of density e^((x - epsilon) / 2) / (2 (1 - e^-epsilon)) on [-epsilon, epsilon].
 * Source: Dong, Durfee, Rogers (ICML 2020), "Optimal differential privacy composition for exponential mechanisms", for bounded range and
 * its two-point pairs; the density follows by differentiating the profile twice.
 * Limits: each value of delta is reached by some two-point pair, all of them by no single one. epsilon at most 500.
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { refuse, requireFinite, requirePositive } from "../../numerics/requirements.ts";
import type { PldPair, PrivacyLoss } from "./privacy-loss.ts";

/** The profile in closed form; `range` is the epsilon of the mechanism. */
export function boundedRangeDelta({ range, epsilon }: { readonly range: number; readonly epsilon: number }): number {
  requirePositive({ range });
  requireFinite({ epsilon });
  if (epsilon >= range) return 0;
  if (epsilon <= -range) return -expm1(epsilon);
  const gap = expm1((epsilon - range) / 2);
  return (gap * gap) / -expm1(-range);
}

export function boundedRangePld(range: number): PldPair {
  requirePositive({ range });
  if (range > 500) refuse("range", "at most 500", range);
  if (range < 1e-300) refuse("range", "at least 1e-300", range);
  const peak = 0.5 / -expm1(-range);
  const density = {
    from: -range,
    to: range,
    density: (x: number) => peak * exp(0.5 * (x - range)),
    loss: (x: number) => x,
    locate: (loss: number) => Math.min(range, Math.max(-range, loss)),
    panel: 0.5,
  };
  const loss: PrivacyLoss = {
    pieces: () => ({ atoms: [], densities: [density], infinite: 0, beneath: 0, beyond: 0 }),
  };
  const release = { kind: "bounded-range", epsilon: range } as const;
  return { remove: loss, add: loss, release };
}
