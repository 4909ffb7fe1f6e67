/**
 * Renyi curve of any mechanism on a batch drawn without replacement: `batch` of `records`, all such batches alike. Relation: `swap`.
 *
 * Theorem: with g = batchSize / size, if D_k between neighbours, in both orders, is at most e(k), then at integer orders a >= 2
 * that of the mechanism on the batch is at most log(1 + g^2 C(a, 2) min(4 (e^e(2) - 1), c_2 e^e(2)) + sum over j from 3 to a of g^j
 * C(a, j) c_j e^((j - 1) e(j))) / (a - 1), where c_j is 2, or the lesser of 2 and (e^epsilon - 1)^j if the mechanism is
 * epsilon-private. Between integers by convexity (`log-moments.ts`).
 * Proof: a batch without the changed record and the same batch with it in another's place are neighbours. As the moment is jointly
 * convex, one triple of laws matters, N (without it), M and M' (with it, before and after), neighbours of each other: P = (1 - g) N +
 * g M, Q = (1 - g) N + g M'. The moment is the mean under Q of (1 + g (M - M') / Q)^a: 1, a term of mean 0, and g^j C(a, j) times
 * at most the integral of |M - M'|^j Q^(1-j), which is convex in Q and so at most that with N or M' in the place of Q. Now |M -
 * M'|^j <= M^j + M'^j gives 2 e^((j-1) e(j)); (M - M')^2 <= 2 (M - N)^2 + 2 (M' - N)^2 gives 4 (e^e(2) - 1); and |M - M'| <=
 * (e^epsilon - 1) M the last.
 * Source: Wang, Balle, Kasiviswanathan, "Subsampled Renyi differential privacy and analytical moments accountant" (AISTATS 2019),
 * theorem 9.
 * Accuracy: relative 1e-12. An upper bound: about 4 times the divergence of Gaussian noise at a small rate, where the worst triple
 * is not known. Of a pure guarantee the curve of the amplified epsilon is taken where it is less.
 * Limits: the guarantee must be one under `swap`, for datasets of `batchSize` records: Gaussian noise needs the sensitivity of a
 * swap. Orders to 1e6.
 * @example
 * ```ts
 * import { gaussianRenyi, withoutReplacementRenyi } from "epsilab/accounting";
 * const guarantee = gaussianRenyi({ sigma: 4, sensitivity: 1 });
 * const sampled = withoutReplacementRenyi({ guarantee, batchSize: 10, size: 1000, neighbours: "swap" });
 * sampled.epsilonAt(8); // => 0.000122...
 * ```
 * @claim rdp, subsampling-amplification
 */
import { logBinomialCoefficient } from "../../numerics/binomial.ts";
import { expm1 } from "../../numerics/exponential.ts";
import { logOneMinusExp, logSumExp } from "../../numerics/log-sum.ts";
import { log } from "../../numerics/logarithm.ts";
import { declare, type ParametersOf } from "../../numerics/parameters.ts";
import { pureToRenyi } from "../conversions/pure-conversions.ts";
import { anyGuarantee, pure, type RenyiGuarantee } from "../guarantees/guarantee.ts";
import { requireBatch } from "../loss/without-replacement-pld.ts";
import { amplifyWithoutReplacement, fixedSample } from "./amplification.ts";
import { curveOfMoments, integerMoments, lesserRenyi, logOnePlusExp } from "./log-moments.ts";

export const withoutReplacementRenyiParameters = declare(
  {
    ...fixedSample.declared,
    /** Of the mechanism on a dataset of `batchSize` records. */
    guarantee: anyGuarantee("renyi", "pure"),
  },
  requireBatch,
);

export interface WithoutReplacementRenyi extends ParametersOf<typeof withoutReplacementRenyiParameters> {}

export function withoutReplacementRenyi(sample: WithoutReplacementRenyi): RenyiGuarantee {
  const { guarantee, batchSize, size, neighbours } = withoutReplacementRenyiParameters.read(sample);
  const rate = batchSize / size;
  if (guarantee.kind === "pure") {
    const { epsilon } = amplifyWithoutReplacement({ guarantee, batchSize, size, neighbours });
    const curve = batchCurve(pureToRenyi(guarantee), rate, log(expm1(guarantee.epsilon)));
    return lesserRenyi(curve, pureToRenyi(pure(epsilon)));
  }
  return batchCurve(guarantee, rate, Infinity);
}

/** `logReach` is log(e^epsilon - 1) for an epsilon-private mechanism. */
function batchCurve(guarantee: RenyiGuarantee, rate: number, logReach: number): RenyiGuarantee {
  if (rate === 1) return guarantee;
  const moment = integerMoments(guarantee);
  const logRate = log(rate);
  return curveOfMoments((order) => {
    const terms = new Float64Array(order - 1);
    for (let j = 2; j <= order; j++) {
      const whole = moment(j);
      if (whole === Infinity) return whole;
      const centred = j === 2 ? 2 * Math.LN2 + logOneMinusExp(-whole) : Infinity;
      const weight = j * logRate + logBinomialCoefficient(order, j);
      terms[j - 2] = weight + whole + Math.min(centred, Math.LN2, j * logReach);
    }
    return logOnePlusExp(logSumExp(terms));
  }, guarantee);
}
