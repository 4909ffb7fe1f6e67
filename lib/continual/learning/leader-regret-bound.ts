/**
 * Regret bound of the approximate leader, with and without privacy, with its constants.
 *
 * Theorem: with G = Lip + H diam(C), the regret of `followTheLeader` after T losses is at most (G^2 / H) sum over t <= T of 1 / (t -
 * 1/2). If noise n_t is added to the sum of the gradients at time t, the next point is moved by at most ||n_t|| / (H t), so that
 * the expected regret grows by at most (G / H) sum over t < T of E ||n_t|| / t; for the tree with noise of density exp(-||g|| / b)
 * on R^d at each node, E ||n_t||^2 = popcount(t) d (d + 1) b^2.
 * Proof: the quadratics that touch the losses from below at w_t are G-Lipschitz on C; the regret against them bounds the regret; be
 * the leader (Kalai, Vempala 2005), whose next point is G / (H (t - 1/2)) away, and the noise as said.
 * Source: our own constants; the rate O(d (Lip + H diam)^2 log^2.5(T) / (epsilon H)) is that of Smith, Thakurta (NIPS 2013), theorem 3.
 * @example
 * ```ts
 * import { leaderRegretBound } from "epsilab/continual";
 * const losses = { horizon: 1024, dimension: 2, curvature: 1, lipschitz: 2, diameter: 2 };
 * leaderRegretBound(losses); // => 142.3...
 * leaderRegretBound({ ...losses, scale: 44 }); // => 5475.4...
 * ```
 * @claim pftal
 */
import { count, declare, nonNegative, optional, type ParametersOf, positive } from "../../numerics/parameters.ts";
import { popcount } from "../../numerics/popcount.ts";
import { requireNonNegative } from "../../numerics/requirements.ts";
import { anyHorizon } from "../horizon.ts";

export const leaderRegretBoundParameters = declare({
  /** T: how many losses there are. */
  horizon: anyHorizon,
  dimension: count,
  /** H. */
  curvature: positive,
  /** The largest norm of a gradient on the set. */
  lipschitz: positive,
  /** Of the set. */
  diameter: nonNegative,
  /** b: of the noise at each node of the tree; 0, that is no noise, unless it is given. */
  scale: optional(nonNegative, 0),
});

export interface LeaderRegretBoundParameters extends ParametersOf<typeof leaderRegretBoundParameters> {}

export function leaderRegretBound(parameters: LeaderRegretBoundParameters): number {
  const { horizon, dimension, curvature, lipschitz, diameter, scale } = leaderRegretBoundParameters.read(parameters);
  const slope = lipschitz + curvature * diameter;
  let [learning, noise] = [0, 0];
  for (let t = horizon; t >= 1; t--) {
    learning += 1 / (t - 0.5);
    if (t < horizon) noise += Math.sqrt(popcount(t)) / t;
  }
  const bound =
    (slope / curvature) * (slope * learning + scale * Math.sqrt(dimension) * Math.sqrt(dimension + 1) * noise);
  requireNonNegative({ "the regret bound": bound });
  return bound;
}
