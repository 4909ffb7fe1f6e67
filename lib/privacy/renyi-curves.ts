/**
 * Renyi divergences of the basic mechanisms as curves of the order: the worst case over neighbours at the stated sensitivity.
 *
 * The order is above 1; 1 is the limit, the Kullback-Leibler divergence, and Infinity the largest privacy loss.
 * - Gaussian: order (sensitivity / sigma)^2 / 2.
 * - Laplace, with t = sensitivity / scale: log(a / (2a - 1) e^((a-1) t) + (a - 1) / (2a - 1) e^(-a t)) / (a - 1).
 * - Discrete Laplace, P(k) proportional to e^(-parameter |k|): with m(l) the mass of the loss l, whose opposite has mass m(l) e^-l,
 *   log(1 + sum over l > 0 of m(l) (e^((a-1) l) - 1) (1 - e^(-a l))) / (a - 1): positive terms only.
 * - Randomized response over k categories, which answers at random (uniformly) with probability `noise`: between two records, and
 *   between a record and the answer of pure noise (the larger of both directions).
 * - Bounded range (the exponential mechanism of parameter epsilon, and only losses within an interval of length epsilon): the
 *   worst pair has two losses, t and t - epsilon; the divergence is maximised over t.
 * Sources: Mironov, "Renyi differential privacy" (CSF 2017), table II; Dong, Durfee, Rogers, "Optimal differential privacy
 * composition for exponential mechanisms" (ICML 2020), lemma on bounded range.
 * Accuracy: 1e-12 relative against quadrature and direct sums; the divergences are evaluated as log(1 + excess) where they are small.
 */
import { exp, expm1 } from "../numerics/exponential.ts";
import { logAddExp, logOneMinusExp, logSumExp } from "../numerics/log-sum.ts";
import { log, log1p } from "../numerics/logarithm.ts";
import { goldenSection } from "../numerics/minimum.ts";
import { refuse, requireInteger, requireOpenProbability, requirePositive } from "../numerics/requirements.ts";
import { discreteLaplaceLoss } from "./discrete-loss.ts";
import type { RenyiGuarantee } from "./guarantee.ts";

const LEAST_ORDER = 1 + 1e-6;

export function requireOrder(order: number): void {
  if (!(typeof order === "number" && order >= 1)) refuse("order", "at least 1", order);
}

export function gaussianRenyi(parameters: { readonly sigma: number; readonly sensitivity: number }): RenyiGuarantee {
  const { sigma, sensitivity } = parameters;
  requirePositive({ sigma, sensitivity });
  const ratio = sensitivity / sigma;
  return curve((order) => 0.5 * order * ratio * ratio);
}

export function laplaceRenyi(parameters: { readonly scale: number; readonly sensitivity: number }): RenyiGuarantee {
  const { scale, sensitivity } = parameters;
  requirePositive({ scale, sensitivity });
  const t = sensitivity / scale;
  return curve((order) => {
    if (order === Infinity) return t;
    if (order === 1) return t + expm1(-t);
    const weight = (order - 1) / (2 * order - 1);
    const gain = (order - 1) * t;
    if (gain > 0.5) return logAddExp(log1p(-weight) + gain, log(weight) - order * t) / (order - 1);
    return Math.max(0, log1p((1 - weight) * expm1(gain) + weight * expm1(-order * t)) / (order - 1));
  });
}

export function discreteLaplaceRenyi(parameters: {
  readonly parameter: number;
  readonly sensitivity: number;
}): RenyiGuarantee {
  const { atoms } = discreteLaplaceLoss(parameters).remove.pieces(0);
  const largest = parameters.parameter * parameters.sensitivity;
  const gains = atoms.filter(({ loss }) => loss > 0);
  return curve((order) => {
    if (order === Infinity) return largest;
    if (order === 1) return gains.reduce((sum, { loss, mass }) => sum - mass * loss * expm1(-loss), 0);
    const terms = gains.map(
      ({ loss, mass }) => log(mass) + logExpm1((order - 1) * loss) + logOneMinusExp(-order * loss),
    );
    return Math.min(largest, logAddExp(0, logSumExp(terms)) / (order - 1));
  });
}

export interface RandomizedResponseRenyi {
  /** The probability that the answer is uniform noise. */
  readonly noise: number;
  readonly categories: number;
  /** `record`: two records that differ. `noise`: a record against no record, whose answer is all noise. */
  readonly against: "record" | "noise";
}

export function randomizedResponseRenyi({ noise, categories, against }: RandomizedResponseRenyi): RenyiGuarantee {
  requireOpenProbability({ noise });
  requireInteger({ categories }, 2);
  const other = log(noise) - log(categories);
  const truth = logAddExp(log1p(-noise), other);
  if (against === "record") {
    return discreteRenyi([truth, other], [other, truth], logRest(categories - 2, other));
  }
  if (against !== "noise") refuse("against", '"record" or "noise"', against);
  const uniform = -log(categories);
  const rest = log(categories - 1);
  const record = [truth, other + rest];
  const nothing = [uniform, uniform + rest];
  const [forth, back] = [discreteRenyi(record, nothing, -Infinity), discreteRenyi(nothing, record, -Infinity)];
  return curve((order) => Math.max(forth.epsilonAt(order), back.epsilonAt(order)));
}

/** Binary randomized response that tells the truth with odds e^epsilon. */
export function binaryResponseRenyi(epsilon: number): RenyiGuarantee {
  requirePositive({ epsilon });
  const lie = -logAddExp(0, epsilon);
  return discreteRenyi([lie + epsilon, lie], [lie, lie + epsilon], -Infinity);
}

export function boundedRangeRenyi(epsilon: number): RenyiGuarantee {
  requirePositive({ epsilon });
  const range = -expm1(-epsilon);
  return curve((asked) => {
    if (asked === Infinity) return epsilon;
    // The divergence grows with the order, and nearer to 1 rounding would take over.
    const order = asked === 1 ? 1 : Math.max(asked, LEAST_ORDER);
    // The loss t has probability w, and t - epsilon the rest, under the second law.
    const divergence = (t: number) => {
      const likely = -expm1(t - epsilon) / range;
      const w = likely * exp(-t);
      if (order === 1) return likely * t + (1 - w) * exp(t - epsilon) * (t - epsilon);
      if (order * epsilon < 0.5)
        return log1p(w * expm1(order * t) + (1 - w) * expm1(order * (t - epsilon))) / (order - 1);
      return logAddExp(log(likely) + (order - 1) * t, log1p(-w) + order * (t - epsilon)) / (order - 1);
    };
    const inside = { lower: epsilon * 1e-9, upper: epsilon * (1 - 1e-9), tolerance: epsilon * 1e-9 };
    return Math.max(0, Math.min(epsilon, -goldenSection((t) => -divergence(t), inside).value));
  });
}

function logExpm1(x: number): number {
  return x > 1 ? x + logOneMinusExp(-x) : log(expm1(x));
}

function curve(epsilonAt: (order: number) => number): RenyiGuarantee {
  return {
    kind: "renyi",
    epsilonAt(order) {
      requireOrder(order);
      return epsilonAt(order);
    },
  };
}

/** From log-masses; `unchanged` is the log-mass on which both laws agree. */
function discreteRenyi(first: readonly number[], second: readonly number[], unchanged: number): RenyiGuarantee {
  return curve((order) => {
    if (order === Infinity) return Math.max(...first.map((value, k) => value - second[k]));
    if (order === 1) return first.reduce((sum, value, k) => sum + exp(value) * (value - second[k]), 0);
    const terms = first.map((value, k) => second[k] + order * (value - second[k]));
    return Math.max(0, logSumExp([...terms, unchanged])) / (order - 1);
  });
}

function logRest(count: number, each: number): number {
  return count === 0 ? -Infinity : log(count) + each;
}
