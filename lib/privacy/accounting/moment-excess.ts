/**
 * The excess of a moment: (1 + u)^a - 1 - a u for u = rate (e^loss - 1), of which Renyi divergences are sums.
 *
 * If e^loss is the ratio of two laws, u has mean 0 under the second, so that e^((a-1) D_a) - 1 is the mean of this excess: positive terms
 * only, where 1 and a u would have cancelled.
 * Method: a series where (a + 1) u is small, else (1 + u) (e^((a-1) log(1 + u)) - 1) - (a - 1) u, which keeps its digits as a tends to 1.
 * Accuracy: 1e-14 relative for orders from 1 + 1e-12 on.
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";

interface SampledRatio {
  /** The probability of the record's being in the sample; 1 without sampling. */
  readonly samplingRate: number;
  readonly loss: number;
}

/** The logarithm of the excess; -Infinity where it is 0. */
export function logMomentExcess(order: number, { samplingRate, loss }: SampledRatio): number {
  if (loss > 700) return order * (log(samplingRate) + loss);
  const u = samplingRate * expm1(loss);
  if (Math.abs(u) * (order + 1) < 0.5) {
    let term = 0.5 * order * (order - 1) * u * u;
    let sum = 0;
    for (let k = 3; Math.abs(term) > 1e-18 * sum; k++) {
      sum += term;
      term *= ((order - k + 1) / k) * u;
    }
    return sum > 0 ? log(sum) : -Infinity;
  }
  const growth = order * log1p(u);
  if (growth > 40) return growth + log1p(-(1 + order * u) * exp(-growth));
  return log((1 + u) * expm1((order - 1) * log1p(u)) - (order - 1) * u);
}

/** The excess over a - 1 as a tends to 1, without sampling: e^z z - (e^z - 1), the share of a loss z in the Kullback-Leibler divergence. */
export function entropyExcess(loss: number): number {
  if (Math.abs(loss) > 0.5) return exp(loss) * (loss - 1) + 1;
  let power = 0.5 * loss * loss;
  let sum = 0;
  for (let k = 2; Math.abs(power) > 1e-18 * sum; k++) {
    sum += (k - 1) * power;
    power *= loss / (k + 1);
  }
  return sum;
}
