/**
 * Estimators of the share of ones, and their exact mean absolute errors: a sum over the number of ones, no sampling.
 *
 * Given s ones among n the error of each has a closed form: |a + Laplace(b)| has mean |a| + b e^(-|a|/b); clipping to [0, 1] leaves
 * integrals of the distribution function; the two-sided geometric sums are geometric; inverse sensitivity's are two recursions over
 * s; a sum of randomized responses is itself binomial; |a + normal| is the folded normal.
 */
import { binomialMean } from "../../lib/bounds/binomial-mean.ts";
import { exp, expm1 } from "../../lib/numerics/exponential.ts";
import { tanh } from "../../lib/numerics/hyperbolic-tangent.ts";
import { normalCdf, normalDensity } from "../../lib/numerics/normal.ts";

export const PRIVATE_ESTIMATORS = [
  "laplace",
  "clipped-laplace",
  "geometric",
  "inverse-sensitivity",
  "local-response",
] as const;

export type PrivateEstimator = (typeof PRIVATE_ESTIMATORS)[number];

export interface Setting {
  readonly size: number;
  readonly epsilon: number;
  /** The share of ones in the population. */
  readonly theta: number;
}

/** Mean absolute error of an epsilon-private estimator. */
export function privateRisk(estimator: PrivateEstimator, { size, epsilon, theta }: Setting): number {
  const scale = 1 / (size * epsilon);
  switch (estimator) {
    case "laplace":
      return laplaceRisk({ size, theta, scale });
    case "clipped-laplace":
      return overOnes({ size, theta }, (share) => {
        const inside = laplaceIntegral(theta - share, scale) + laplaceIntegral(share - theta, scale);
        return inside - laplaceIntegral(-share, scale) - laplaceIntegral(share - 1, scale);
      });
    case "geometric": {
      const decay = exp(-epsilon);
      return overOnes({ size, theta }, (share) => {
        const away = Math.abs(share - theta) * size;
        const next = Math.floor(away) + 1;
        const beyond = (exp(-epsilon * next) / (1 + decay)) * (next - away + decay / -expm1(-epsilon));
        return (away + 2 * beyond) / size;
      });
    }
    case "inverse-sensitivity":
      return inverseSensitivityRisk({ size, epsilon, theta });
    case "local-response": {
      const lie = 1 / (1 + exp(epsilon));
      const stretch = tanh(epsilon / 2);
      const yes = { trials: size, probability: lie + theta * stretch };
      return binomialMean(yes, (answers) => Math.abs((answers / size - lie) / stretch - theta));
    }
  }
}

/** Without privacy. */
export function sampleMeanRisk({ size, theta }: Pick<Setting, "size" | "theta">): number {
  return overOnes({ size, theta }, (share) => Math.abs(share - theta));
}

/** The mean with Laplace noise of any scale. */
export function laplaceRisk({ size, theta, scale }: Omit<Setting, "epsilon"> & { readonly scale: number }): number {
  return overOnes({ size, theta }, (share) => {
    const away = Math.abs(share - theta);
    return away + scale * exp(-away / scale);
  });
}

/** The mean with normal noise of any standard deviation. */
export function gaussianRisk({
  size,
  theta,
  deviation,
}: Omit<Setting, "epsilon"> & { readonly deviation: number }): number {
  return overOnes({ size, theta }, (share) => {
    const away = Math.abs(share - theta);
    const ratio = away / deviation;
    return 2 * deviation * normalDensity(ratio) + away * (1 - 2 * normalCdf(-ratio));
  });
}

function overOnes({ size, theta }: Pick<Setting, "size" | "theta">, error: (share: number) => number): number {
  return binomialMean({ trials: size, probability: theta }, (ones) => error(ones / size));
}

/** The integral of the Laplace distribution function up to x. */
function laplaceIntegral(x: number, scale: number): number {
  return Math.max(0, x) + (scale / 2) * exp(-Math.abs(x) / scale);
}

/** With weights a^|j - s| on j from 0 to n: sums from above and from below follow from those of the neighbour s. */
function inverseSensitivityRisk({ size, epsilon, theta }: Setting): number {
  const decay = exp(-epsilon / 2);
  const away = (ones: number) => Math.abs(ones / size - theta);
  const above = new Float64Array(size + 1);
  const weightAbove = new Float64Array(size + 1);
  for (let ones = size, sum = 0, weight = 0; ones >= 0; ones--) {
    sum = away(ones) + decay * sum;
    weight = 1 + decay * weight;
    above[ones] = sum;
    weightAbove[ones] = weight;
  }
  const errors = new Float64Array(size + 1);
  for (let ones = 0, below = 0, weight = 0; ones <= size; ones++) {
    errors[ones] = (above[ones] + below) / (weightAbove[ones] + weight);
    below = decay * (below + away(ones));
    weight = decay * (weight + 1);
  }
  return binomialMean({ trials: size, probability: theta }, (ones) => errors[ones]);
}
