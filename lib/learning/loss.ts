/**
 * Losses of linear models: how much a prediction <w, x> costs beside the label y, with the constants that privacy and optimisation need.
 *
 * - `logisticLoss`: log(1 + e^(-y p)), labels -1 and 1; 1-Lipschitz, curvature at most 1/4.
 * - `hingeLoss`: max(0, 1 - y p), labels -1 and 1; 1-Lipschitz, not smooth.
 * - `huberHingeLoss(h)`: the hinge rounded by a parabola on [1 - h, 1 + h] of the margin; 1-Lipschitz, curvature at most 1 / (2 h).
 * - `linearLoss`: -y p, labels -1 and 1; 1-Lipschitz, no curvature: the loss on which bounds are attained.
 * - `squaredLoss(r)`: (p - y)^2 / 2, labels in [-1, 1]; curvature 1, (r + 1)-Lipschitz while |p| <= r, which a projection must ensure.
 * The gradient in w is the derivative times x, the Hessian the curvature times x x^T: for ||x|| <= 1 the constants bound their norms.
 * Sources: Chaudhuri, Monteleoni, Sarwate (JMLR 12, 2011) for the constants and the Huber hinge; Bach (EJS 4, 2010) for self-concordance.
 * Accuracy: logistic value, derivative and curvature to 4 units in the last place, far margins included.
 */
import { exp } from "../numerics/exponential.ts";
import { log1p } from "../numerics/logarithm.ts";
import { requirePositive } from "../numerics/requirements.ts";
import { logisticBatch } from "./logistic-batch.ts";
import { type LossBatch, pointwise } from "./loss-batch.ts";

export interface LossCurve {
  value(prediction: number, label: number): number;
  /** With respect to the prediction; at a kink of the hinge, the slope to its right in the margin: 0. */
  derivative(prediction: number, label: number): number;
  curvature(prediction: number, label: number): number;
}

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
}

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
  ...pointwise({
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
    ...pointwise({
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

export const linearLoss: Loss = {
  name: "linear",
  labels: "signs",
  lipschitz: 1,
  reach: Infinity,
  smoothness: 0,
  selfConcordance: 0,
  ...pointwise({
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
    ...pointwise({
      value: (prediction, label) => (prediction - label) * ((prediction - label) / 2),
      derivative: (prediction, label) => prediction - label,
      curvature: () => 1,
    }),
  };
}
