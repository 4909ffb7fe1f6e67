/**
 * Losses of linear models: how much a prediction <w, x> costs beside the label y, with the constants that privacy and optimisation need.
 *
 * - `logisticLoss`: log(1 + e^(-y p)), labels -1 and 1; 1-Lipschitz, curvature at most 1/4.
 * - `hingeLoss`: max(0, 1 - y p), labels -1 and 1; 1-Lipschitz, not smooth.
 * - `huberHingeLoss(h)`: the hinge rounded by a parabola on [1 - h, 1 + h] of the margin; 1-Lipschitz, curvature at most 1 / (2 h).
 * - `linearLoss`: -y p, labels -1 and 1; 1-Lipschitz, no curvature: the loss on which bounds are attained.
 * - `squaredLoss(r)`: (p - y)^2 / 2, labels in [-1, 1]; curvature 1, (r + 1)-Lipschitz while |p| <= r, which a projection must ensure.
 * The gradient in w is the derivative times x, the Hessian the curvature times x x^T: for ||x|| <= 1 the constants bound their norms.
 * The range is what the exponential mechanism must hide. A loss phi(y p) that falls with the margin has phi(-r) - phi(r) on |p| <= r:
 * 2 r for the linear loss, r for the logistic one. For the squared loss y^2 / 2 is the same for every w, and the rest, p^2 / 2 - p y, is at
 * most r^2 / 2 + r and at least -1/2, at p = y = 1, or r^2 / 2 - r where r < 1: so its range is (r + 1)^2 / 2 from r = 1 on and 2 r below.
 * Sources: Chaudhuri, Monteleoni, Sarwate (JMLR 12, 2011) for the constants and the Huber hinge; Bach (EJS 4, 2010) for self-concordance.
 * Accuracy: logistic value, derivative and curvature to 4 units in the last place, far margins included.
 */
import { exp } from "../numerics/exponential.ts";
import { log1p } from "../numerics/logarithm.ts";
import { made } from "../numerics/parameters.ts";
import { kindOf, requirePositive } from "../numerics/requirements.ts";
import { logisticBatch } from "./logistic-batch.ts";
import { type LossBatch, type LossCurve, pointwise } from "./loss-batch.ts";

export interface Loss extends LossCurve, LossBatch {
  readonly name: string;
  /** Labels are -1 and 1, or anything in [-1, 1]. */
  readonly labels: "signs" | "interval";
  /** The largest |derivative| at predictions within `reach`. */
  readonly lipschitz: number;
  /** Infinity where the constant holds for every prediction. */
  readonly reach: number;
  /** The largest curvature; Infinity where the derivative jumps. */
  readonly smoothness: number;
  /** The largest |third derivative| / curvature; Infinity where there is none. */
  readonly selfConcordance: number;
  /**
   * How far apart the losses of two records can be while predictions lie within [-reach, reach], each without what no prediction changes:
   * the largest value less the smallest.
   */
  range(reach: number): number;
}

const METHODS = ["value", "derivative", "curvature", "range", "fillSlopes", "fillAll"] as const;

/** A loss, as a parameter. */
export const anyLoss = made<Loss>((loss, name) => {
  const isLoss = typeof loss === "object" && loss !== null && METHODS.every((each) => typeof loss[each] === "function");
  if (!isLoss) throw new RangeError(`${name} must be a loss, such as \`logisticLoss\`, got ${kindOf(loss)}`);
});

/** The linear loss, known by its name: the one loss on which the bounds are attained. */
export interface LinearLoss extends Loss {
  readonly name: "linear";
}

/** The range of a loss that falls with the margin, by a slope of at most 1; rounded up where the difference loses digits. */
const rangeOfMargin =
  ({ value }: LossCurve): Loss["range"] =>
  (reach) => {
    const [most, least] = [value(-reach, 1), value(reach, 1)];
    if (most - least > 0.5 * Math.abs(most)) return most - least;
    // Values next to each other: the slope, at most 1, bounds the difference too.
    return Math.min(2 * reach, most - least + 4 * Number.EPSILON * Math.abs(most));
  };

/** What a loss made of three functions has besides its constants. */
const marginLoss = (curve: LossCurve) => ({ ...pointwise(curve), range: rangeOfMargin(curve) });

const logistic: LossCurve = {
  value(prediction, label) {
    const margin = prediction * label;
    return Math.max(0, -margin) + log1p(exp(-Math.abs(margin)));
  },
  derivative(prediction, label) {
    const margin = prediction * label;
    const far = exp(-Math.abs(margin));
    return -label * (margin >= 0 ? far / (1 + far) : 1 / (1 + far));
  },
  curvature(prediction, label) {
    const far = exp(-Math.abs(prediction * label));
    return far / ((1 + far) * (1 + far));
  },
};

export const logisticLoss: Loss = {
  name: "logistic",
  labels: "signs",
  lipschitz: 1,
  reach: Infinity,
  smoothness: 0.25,
  selfConcordance: 1,
  range: rangeOfMargin(logistic),
  ...logistic,
  ...logisticBatch,
};

export const hingeLoss: Loss = {
  name: "hinge",
  labels: "signs",
  lipschitz: 1,
  reach: Infinity,
  smoothness: Infinity,
  selfConcordance: Infinity,
  ...marginLoss({
    value: (prediction, label) => Math.max(0, 1 - prediction * label),
    derivative: (prediction, label) => (prediction * label < 1 ? -label : 0),
    curvature: () => 0,
  }),
};

/** The hinge rounded over a width of 2 `halfWidth` in the margin. */
export function huberHingeLoss(halfWidth: number): Loss {
  requirePositive({ halfWidth });
  const smoothness = 1 / (2 * halfWidth);
  requirePositive({ "1 / (2 halfWidth)": smoothness });
  return {
    name: "huber-hinge",
    labels: "signs",
    lipschitz: 1,
    reach: Infinity,
    smoothness,
    selfConcordance: Infinity,
    ...marginLoss({
      value(prediction, label) {
        const short = 1 - prediction * label;
        if (short <= -halfWidth) return 0;
        return short >= halfWidth ? short : ((short + halfWidth) / 2) * ((short + halfWidth) / (2 * halfWidth));
      },
      derivative(prediction, label) {
        const short = 1 - prediction * label;
        if (short <= -halfWidth) return 0;
        return short >= halfWidth ? -label : (-label * (short + halfWidth)) / (2 * halfWidth);
      },
      curvature: (prediction, label) => (Math.abs(1 - prediction * label) <= halfWidth ? smoothness : 0),
    }),
  };
}

export const linearLoss: LinearLoss = {
  name: "linear",
  labels: "signs",
  lipschitz: 1,
  reach: Infinity,
  smoothness: 0,
  selfConcordance: 0,
  ...marginLoss({
    value: (prediction, label) => -prediction * label,
    derivative: (_, label) => -label,
    curvature: () => 0,
  }),
};

/** `largestPrediction` bounds |<w, x>|: the radius of the set of weights, for features of norm 1 at most. */
export function squaredLoss(largestPrediction: number): Loss {
  requirePositive({ largestPrediction });
  return {
    name: "squared",
    labels: "interval",
    lipschitz: largestPrediction + 1,
    reach: largestPrediction,
    smoothness: 1,
    selfConcordance: 0,
    range: (reach) => (reach < 1 ? 2 * reach : ((reach + 1) / 2) * (reach + 1)),
    ...pointwise({
      value: (prediction, label) => (prediction - label) * ((prediction - label) / 2),
      derivative: (prediction, label) => prediction - label,
      curvature: () => 1,
    }),
  };
}
