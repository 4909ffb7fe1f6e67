/**
 * The price of hyperparameter tuning: the guarantee of running a private training several times and releasing the best run.
 *
 * The best is by a total order of the outcomes. With f the generating function of the number of runs K and q the probability that a run
 * is not better than the outcome, the law of the best is a difference of f(q); hence, by convexity,
 * e^((a-1) D_a) of the whole <= P(K = 0) + e^((a-1) D_a of one run) * sup f'(q)^a f'(q')^(1-a), q and q' being probabilities of one event
 * under the two laws of one run. Each number of runs has its own bound for the supremum:
 * - `fixed`, k runs: k times the price of one; for randomized response that is the truth, not an artefact.
 * - `truncated-negative-binomial` with shape n > -1 and stopping rate g (P(K = k) proportional to (1 - g)^k prod over l < k of
 *   (l + n) / (l + 1), k >= 1; shape 1 is the geometric law, 0 the logarithmic one): pure (2 + n) epsilon, so 3 epsilon for the geometric
 *   law; Renyi r(a) + (1 + n) (1 - 1/b) r(b) + (1 + n) ln(1/g) / b + ln(E K) / (a - 1) for any order b, the least over a list.
 * - `poisson` with mean m (no run at all gives an answer that says nothing): pure epsilon + m tanh(epsilon / 2); Renyi
 *   ln(e^-m + m e^((a-1) (r(a) + m d))) / (a - 1), where d is the delta of one run at epsilon = ln(1 + 1 / (a - 1)).
 * Sources: Liu, Talwar (STOC 2019) for random stopping; Papernot, Steinke (ICLR 2022) for these laws and their Renyi bounds. The term
 * e^-m, for the case of no run, comes from the derivation above; the test enumerates the exact laws.
 * Limits: all runs must have the same guarantee; the number of runs must be drawn from its law and kept secret.
 * @claim hyperparameter-tuning
 */
import { expm1 } from "../../numerics/exponential.ts";
import { tanh } from "../../numerics/hyperbolic-tangent.ts";
import { logAddExp } from "../../numerics/log-sum.ts";
import { log } from "../../numerics/logarithm.ts";
import {
  arrayOf,
  callable,
  count,
  declare,
  declareKinds,
  group,
  number,
  optional,
  type ParametersOf,
  positive,
} from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";
import { anyOrder, RENYI_ORDERS, renyiDelta } from "../conversions/renyi-conversions.ts";
import { anyGuarantee, type PureGuarantee, pure, type RenyiGuarantee } from "../guarantees/guarantee.ts";

export const runCount = declareKinds({
  fixed: { runs: count },
  "truncated-negative-binomial": {
    /** Above -1: 1 for the geometric law, 0 for the logarithmic one. */
    shape: number({ expected: "above -1 and finite", least: Number.EPSILON / 2 - 1, most: Number.MAX_VALUE }),
    /** Strictly between 0 and 1; small for many runs. */
    stoppingRate: number({
      expected: "at least 1e-300 and below 1",
      least: 1e-300,
      most: 1 - Number.EPSILON / 2,
    }),
  },
  poisson: { mean: positive },
});

export type RunCount = ParametersOf<typeof runCount>;

export function expectedRuns(law: RunCount): number {
  const count = runCount.read(law, "count");
  if (count.kind === "fixed") return count.runs;
  if (count.kind === "poisson") return count.mean;
  const { shape, stoppingRate } = count;
  const odds = (1 - stoppingRate) / stoppingRate;
  const logRate = log(stoppingRate);
  const reach = shape * logRate;
  // Where the shape underflows beside 0 the law is the logarithmic one.
  const runs = Math.max(1, Math.abs(reach) < 1e-290 ? odds / -logRate : (odds * shape) / -expm1(reach));
  return runs < Infinity ? runs : refuse("stoppingRate", "so large that the expected runs are finite", stoppingRate);
}

export function tunePure(guarantee: PureGuarantee, law: RunCount): PureGuarantee {
  const { epsilon } = anyGuarantee("pure").read(guarantee, "guarantee");
  const count = runCount.read(law, "count");
  if (count.kind === "fixed") return pure(count.runs * epsilon);
  if (count.kind === "poisson") return pure(epsilon + count.mean * tanh(epsilon / 2));
  return pure((2 + count.shape) * epsilon);
}

export const renyiTuning = declare({
  count: group(runCount),
  /** The orders b over which the price of a random number of runs is minimised. */
  orders: optional(arrayOf(anyOrder), RENYI_ORDERS),
  /** The delta of one run at an epsilon, for a Poisson number of runs; from the curve by default. */
  deltaAt: optional(callable<(epsilon: number) => number>()),
});

export interface RenyiTuning extends ParametersOf<typeof renyiTuning> {}

/** @also private selection, hyperparameter tuning */
export function tuneRenyi(base: RenyiGuarantee, tuning: RenyiTuning): RenyiGuarantee {
  anyGuarantee("renyi").read(base, "base");
  const { count, orders, ...given } = renyiTuning.read(tuning);
  const logRuns = log(expectedRuns(count));
  const deltaAt = given.deltaAt ?? ((epsilon: number) => renyiDelta(base, { epsilon, orders }));
  const priceAt = (order: number): number => {
    const once = base.epsilonAt(order);
    if (count.kind === "fixed") return count.runs * once;
    if (count.kind === "poisson") {
      const delta = deltaAt(-log(1 - 1 / order));
      const grown = logRuns + (order - 1) * (once + count.mean * delta);
      return logAddExp(-count.mean, grown) / (order - 1);
    }
    const { shape, stoppingRate } = count;
    let least = Infinity;
    for (const other of orders) {
      least = Math.min(least, (1 - 1 / other) * base.epsilonAt(other) - log(stoppingRate) / other);
    }
    return once + (1 + shape) * least + logRuns / (order - 1);
  };
  return {
    kind: "renyi",
    epsilonAt: (order) =>
      order > 1 && order < Infinity ? Math.max(0, priceAt(order)) : refuse("order", "above 1 and finite", order),
  };
}
