/**
 * Largest noise: the law of the largest of many independent Laplace errors, as the cells of a noisy histogram have.
 *
 * Theorem: P(max |Z_i| <= x) = (1 - e^(-x / scale))^m for m independent Laplace variables. So x = scale ln(m / beta) is exceeded
 * with probability 1 - (1 - beta / m)^m, at most beta and near 1 - e^-beta: the largest error grows like scale ln m, whatever the
 * number of records.
 * Source: Dwork, Roth (2014), theorem 3.8, for the bound; the law is elementary.
 * @example
 * ```ts
 * import { largestNoise } from "epsilab/synthetic";
 * const { tail, quantile } = largestNoise({ cells: 1000, scale: 2 });
 * quantile(0.95); // => 19.7559...
 * tail(quantile(0.95)); // => 0.0500...
 * ```
 * @claim max-error
 */
import { exp, expm1 } from "../numerics/exponential.ts";
import { log, log1p } from "../numerics/logarithm.ts";
import { scale as anyScale, count, declare, type ParametersOf } from "../numerics/parameters.ts";
import { requireNonNegative, requireOpenProbability } from "../numerics/requirements.ts";

export const largestNoiseParameters = declare({
  cells: count,
  /** Of the Laplace noise of each cell. */
  scale: anyScale,
});

export interface LargestNoiseParameters extends ParametersOf<typeof largestNoiseParameters> {}

export interface LargestNoise {
  /** The probability that the largest error is above. */
  tail(error: number): number;
  /** The error that the largest one does not exceed with this probability. */
  quantile(probability: number): number;
}

export function largestNoise(parameters: LargestNoiseParameters): LargestNoise {
  const { cells, scale } = largestNoiseParameters.read(parameters);
  return {
    tail: (error) => {
      requireNonNegative({ error });
      const x = error / scale;
      // The logarithm of 1 - e^-x, without loss at either end.
      const within = x > 0.5 ? log1p(-exp(-x)) : log(-expm1(-x));
      return x === 0 ? 1 : -expm1(cells * within);
    },
    quantile: (probability) => {
      requireOpenProbability({ probability });
      return -scale * log(-expm1(log(probability) / cells));
    },
  };
}
