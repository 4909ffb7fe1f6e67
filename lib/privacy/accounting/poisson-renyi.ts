/**
 * Renyi curve of any mechanism on a Poisson sample: each record enters with probability q. Relation: `add-remove`.
 *
 * Theorem: if D_k between neighbours, in both orders, is at most e(k), then at integer orders a >= 2 that of the mechanism on the
 * sample, in both orders, is at most log(1 + sum over k from 2 to a of C(a, k) (1 - q)^(a - k) q^k (e^((k - 1) e(k)) - 1)) / (a -
 * 1). Between integers by convexity (`log-moments.ts`). Nothing else is asked of the mechanism: no condition on its odd moments,
 * and no factor 3.
 * Proof: the moment is jointly convex, so that one sample T of the other records matters: Q = M(T) and P = M(T with the record), r =
 * P / Q, and the pair is Q and (1 - q) Q + q P. With u = 1 - q + q r and v = 1 - q + q / r let F = u^a - 1 - a q (r - 1) and G = r
 * v^a - 1 - (1 - a q)(r - 1). As r has mean 1 under Q, the means of F under Q are those of the moments of (1 - q) Q + q P from Q
 * and of (1 - q) P + q Q from P, less 1: the binomial theorem bounds both by the sum above. The other order needs the mean of H =
 * u^(1 - a) - 1 + (a - 1) q (r - 1). Let t = (2a - 1) q / (3 (1 - q) + (2a - 1) q). Then H <= (1 - t) F + t G at every r > 0: both
 * sides and their slopes are 0 at r = 1, and the second derivative of the difference, over a (a - 1) q^2 u^(-a-1), is (1 - t)
 * u^(2a-1) + t w^(a-2) (u / r)^(a+1) - 1 with w = q + (1 - q) r. By the inequality of means this is at least 0 if 3 (1 - q) log u +
 * q ((a - 2) log w + (a + 1) log(u / r)) is; it is 0 at r = 1, and its derivative has the sign of a parabola in r with the root 1,
 * a leading coefficient (1 - q) (3 (1 - q) + (a - 2) q) that is not negative, and the value -(a + 1) q (1 - q) at 0, so that no
 * other root is positive.
 * Source: Zhu, Wang, "Poisson subsampled Renyi differential privacy" (ICML 2019), theorems 5 (with the factor 3) and 6 (without it,
 * under a condition).
 * Accuracy: relative 1e-12. For Gaussian noise it is exact at integers. Of a pure guarantee the curve of the amplified epsilon is
 * taken where it is less.
 * Limits: the guarantee must be one under `add-remove`, of a mechanism that takes samples of any size. Orders to 1e6.
 * @example
 * ```ts
 * import { laplaceRenyi, poissonRenyi } from "epsilab/accounting";
 * const guarantee = laplaceRenyi({ scale: 1, sensitivity: 1 });
 * const sampled = poissonRenyi({ guarantee, samplingRate: 0.01, neighbours: "add-remove" });
 * sampled.epsilonAt(8); // => 0.000349...
 * ```
 * @claim rdp, subsampling-amplification
 */
import { logBinomialCoefficient } from "../../numerics/binomial.ts";
import { logOneMinusExp, logSumExp } from "../../numerics/log-sum.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { declare, type ParametersOf } from "../../numerics/parameters.ts";
import { pureToRenyi } from "../conversions/pure-conversions.ts";
import { anyGuarantee, pure, type RenyiGuarantee } from "../guarantees/guarantee.ts";
import { amplifyPoisson, poissonSample } from "./amplification.ts";
import { curveOfMoments, integerMoments, lesserRenyi, logOnePlusExp } from "./log-moments.ts";

export const poissonRenyiParameters = declare({
  ...poissonSample.declared,
  /** Of the mechanism without sampling. */
  guarantee: anyGuarantee("renyi", "pure"),
});

export interface PoissonRenyi extends ParametersOf<typeof poissonRenyiParameters> {}

export function poissonRenyi(parameters: PoissonRenyi): RenyiGuarantee {
  const { guarantee, samplingRate, neighbours } = poissonRenyiParameters.read(parameters);
  if (guarantee.kind === "pure") {
    const { epsilon } = amplifyPoisson({ guarantee, samplingRate, neighbours });
    const curve = poissonRenyi({ guarantee: pureToRenyi(guarantee), samplingRate, neighbours });
    return lesserRenyi(curve, pureToRenyi(pure(epsilon)));
  }
  if (samplingRate === 1) return guarantee;
  const moment = integerMoments(guarantee);
  const [logRate, logRest] = [log(samplingRate), log1p(-samplingRate)];
  return curveOfMoments((order) => {
    const terms = new Float64Array(order - 1);
    for (let k = 2; k <= order; k++) {
      const whole = moment(k);
      if (whole === Infinity) return whole;
      const weight = logBinomialCoefficient(order, k) + k * logRate + (order - k) * logRest;
      terms[k - 2] = weight + whole + logOneMinusExp(-whole);
    }
    return logOnePlusExp(logSumExp(terms));
  }, guarantee);
}
