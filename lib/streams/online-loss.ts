/**
 * Losses of online learning: at each time one convex function of the point, of which a learner sees the gradient where it stands.
 *
 * `quadraticOnlineLoss`: (H/2) ||w - target||^2, H-strongly convex, with gradient H (w - target). On a set within distance r of every target it is
 * H r-Lipschitz, and replacing the target moves the gradient by H times the distance of both: often less than twice the Lipschitz constant.
 */
import { refuse, requireList, requirePositive } from "../numerics/requirements.ts";
import { requirePoint } from "./convex-set.ts";

export interface OnlineLoss {
  value(point: ArrayLike<number>): number;
  /** A subgradient, where there is no gradient. */
  gradient(point: ArrayLike<number>): ArrayLike<number>;
}

/** What a learner is fed: a loss, or a vector, which stands for the linear loss with that gradient everywhere. */
export type LossOrGradient = ArrayLike<number> | Pick<OnlineLoss, "gradient">;

export interface QuadraticOnlineLossParameters {
  readonly target: ArrayLike<number>;
  /** H. */
  readonly curvature: number;
}

export function quadraticOnlineLoss(parameters: QuadraticOnlineLossParameters): OnlineLoss {
  const { curvature } = parameters;
  requireList("target", parameters.target);
  if (parameters.target.length === 0) refuse("target", "of at least one coordinate", parameters.target);
  requirePoint("target", parameters.target, parameters.target.length);
  requirePositive({ curvature });
  const target = Float64Array.from(parameters.target);
  return {
    value: (point) => {
      requirePoint("point", point, target.length);
      // Each factor by itself, so that a tiny curvature of a huge square is no 0 times Infinity.
      return target.reduce((sum, centre, j) => sum + curvature * (point[j] - centre) * ((point[j] - centre) / 2), 0);
    },
    gradient: (point) => {
      requirePoint("point", point, target.length);
      return target.map((centre, j) => curvature * (point[j] - centre));
    },
  };
}

/** The gradient at a point of what a learner is fed. */
export function gradientAt(loss: LossOrGradient, point: Float64Array): ArrayLike<number> {
  return "gradient" in loss ? loss.gradient(point.slice()) : loss;
}
