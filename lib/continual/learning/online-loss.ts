/**
 * Losses of online learning: at each time one convex function of the point, of which a learner sees the gradient where it stands.
 *
 * `quadraticOnlineLoss`: (H/2) ||w - target||^2, H-strongly convex, with gradient H (w - target). On a set within distance r of
 * every target it is H r-Lipschitz, and replacing the target moves the gradient by H times the distance of both: often less than
 * twice the Lipschitz constant.
 */
import { declare, made, type ParametersOf, positive } from "../../numerics/parameters.ts";
import { refuse, refuseKind, requireFunction, requireList } from "../../numerics/requirements.ts";
import { requirePoint } from "./convex-set.ts";

export interface OnlineLoss {
  value(point: ArrayLike<number>): number;
  /** A subgradient, where there is no gradient. */
  gradient(point: ArrayLike<number>): ArrayLike<number>;
}

/** What a learner is fed: a loss, or a vector, which stands for the linear loss with that gradient everywhere. */
export type LossOrGradient = ArrayLike<number> | Pick<OnlineLoss, "gradient">;

export const quadraticOnlineLossParameters = declare({
  target: made<ArrayLike<number>>((target, name) => {
    requireList(name, target);
    if (target.length === 0) refuse(name, "of at least one coordinate", target);
    requirePoint(name, target, target.length);
  }),
  /** H. */
  curvature: positive,
});

export interface QuadraticOnlineLossParameters extends ParametersOf<typeof quadraticOnlineLossParameters> {}

export function quadraticOnlineLoss(parameters: QuadraticOnlineLossParameters): OnlineLoss {
  const { curvature, ...given } = quadraticOnlineLossParameters.read(parameters);
  const target = Float64Array.from(given.target);
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
  if (typeof loss !== "object" || loss === null) refuseKind("a loss", "a gradient, or an object that has one", loss);
  if (!("gradient" in loss)) return loss;
  requireFunction({ "the gradient of a loss": loss.gradient });
  return loss.gradient(point.slice());
}
