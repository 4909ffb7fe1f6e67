/**
 * Renyi divergences of the basic mechanisms as curves of the order: the worst case over neighbours at the stated sensitivity.
 *
 * The order is above 1; 1 is the limit, the Kullback-Leibler divergence, and Infinity the largest privacy loss.
 * - Gaussian: order (sensitivity / sigma)^2 / 2.
 * - Laplace, with t = sensitivity / scale: log(a / (2a - 1) e^((a-1) t) + (a - 1) / (2a - 1) e^(-a t)) / (a - 1); as the linear terms of
 *   both exponentials cancel, each is taken without its own.
 * - Discrete Laplace, P(k) proportional to e^(-|k| / scale): with m(l) the mass of the loss l, whose opposite has mass m(l) e^-l,
 *   log(1 + sum over l > 0 of m(l) (e^((a-1) l) - 1) (1 - e^(-a l))) / (a - 1): positive terms only.
 * - Randomized response over k categories, which answers at random (uniformly) with probability `noise`: between two records, and
 *   between a record and the answer of pure noise (the larger of both directions), a mean of `moment-excess.ts`.
 * - Bounded range (the exponential mechanism of parameter epsilon, and only losses within an interval of length epsilon): the
 *   worst pair has two losses, t and t - epsilon; the divergence is largest at t = epsilon + h(a epsilon) - h((a - 1) epsilon), where
 *   h(x) = log((1 - e^-x) / x) (its derivative in e^t is linear).
 * Sources: Mironov, "Renyi differential privacy" (CSF 2017), table II; Dong, Durfee, Rogers, "Optimal differential privacy
 * composition for exponential mechanisms" (ICML 2020), lemma on bounded range.
 * Accuracy: 1e-12 relative, for losses down to 1e-9 and orders down to 1 + 1e-9 too: each is log(1 + excess), the excess a sum of
 * positive terms. (As the logarithm of the moment itself, the divergence of a small loss would be rounded away, even to 0.)
 * @claim rdp
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { largestOf } from "../../numerics/extremes.ts";
import { logAddExp, logOneMinusExp, logSumExp } from "../../numerics/log-sum.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { declare, integer, oneOf, openProbability, type ParametersOf, positive } from "../../numerics/parameters.ts";
import { refuse, requirePositive } from "../../numerics/requirements.ts";
import type { RenyiGuarantee } from "../guarantees/guarantee.ts";
import { discreteLaplacePld, wholeSensitivity } from "../loss/discrete-pld.ts";
import { entropyExcess, logMomentExcess } from "./moment-excess.ts";

export function requireOrder(order: number): void {
  if (!(typeof order === "number" && order >= 1)) refuse("order", "at least 1", order);
}

export const gaussianRenyiParameters = declare({ sigma: positive, sensitivity: positive });

/** @also rdp, renyi differential privacy, renyi dp */
export function gaussianRenyi(parameters: ParametersOf<typeof gaussianRenyiParameters>): RenyiGuarantee {
  const { sigma, sensitivity } = gaussianRenyiParameters.read(parameters);
  const ratio = sensitivity / sigma;
  return curve((order) => 0.5 * order * ratio * ratio);
}

export const laplaceRenyiParameters = declare({ scale: positive, sensitivity: positive });

export function laplaceRenyi(parameters: ParametersOf<typeof laplaceRenyiParameters>): RenyiGuarantee {
  const { scale, sensitivity } = laplaceRenyiParameters.read(parameters);
  const t = sensitivity / scale;
  return curve((order) => {
    if (order === Infinity) return t;
    if (order === 1) return t + expm1(-t);
    const weight = (order - 1) / (2 * order - 1);
    const gain = (order - 1) * t;
    if (gain > 0.5) return logAddExp(log1p(-weight) + gain, log(weight) - order * t) / (order - 1);
    return log1p((1 - weight) * curvedPart(gain) + weight * curvedPart(-order * t)) / (order - 1);
  });
}

export const discreteLaplaceRenyiParameters = declare({ scale: positive, sensitivity: wholeSensitivity });

export function discreteLaplaceRenyi(parameters: ParametersOf<typeof discreteLaplaceRenyiParameters>): RenyiGuarantee {
  const { scale, sensitivity } = discreteLaplaceRenyiParameters.read(parameters);
  const { atoms } = discreteLaplacePld({ scale, sensitivity }).remove.pieces(0);
  return symmetricRenyi(
    atoms.map(({ loss, mass }) => ({ loss, logMass: log(mass) })),
    sensitivity / scale,
  );
}

export const randomizedResponseRenyiParameters = declare({
  /** The probability that the answer is uniform noise. */
  noise: openProbability,
  categories: integer(2),
  /** `record`: two records that differ. `noise`: a record against no record, whose answer is all noise. */
  against: oneOf("record", "noise"),
});

export interface RandomizedResponseRenyi extends ParametersOf<typeof randomizedResponseRenyiParameters> {}

export function randomizedResponseRenyi(parameters: RandomizedResponseRenyi): RenyiGuarantee {
  const { noise, categories, against } = randomizedResponseRenyiParameters.read(parameters);
  const other = log(noise) - log(categories);
  const truth = logAddExp(log1p(-noise), other);
  if (against === "record") {
    const odds = ((1 - noise) / noise) * categories;
    const loss = odds < Infinity ? log1p(odds) : truth - other;
    return symmetricRenyi([{ loss, logMass: truth }], loss);
  }
  const kept = log1p((1 - noise) * (categories - 1));
  const rest = log(categories - 1);
  const forth = ratioRenyi([
    { loss: kept, logMass: -log(categories) },
    { loss: log(noise), logMass: rest - log(categories) },
  ]);
  const back = ratioRenyi([
    { loss: -kept, logMass: truth },
    { loss: -log(noise), logMass: rest + other },
  ]);
  return curve((order) => Math.max(forth(order), back(order)));
}

/** Binary randomized response that tells the truth with odds e^epsilon. */
export function binaryResponseRenyi(epsilon: number): RenyiGuarantee {
  requirePositive({ epsilon });
  return symmetricRenyi([{ loss: epsilon, logMass: -log1p(exp(-epsilon)) }], epsilon);
}

export function boundedRangeRenyi(epsilon: number): RenyiGuarantee {
  requirePositive({ epsilon });
  const range = -expm1(-epsilon);
  return curve((order) => {
    if (order * epsilon > 1e300) return epsilon;
    const best = epsilon + logShrinkage(order * epsilon) - logShrinkage((order - 1) * epsilon);
    const t = Math.min(epsilon, Math.max(0, best));
    const divergence = ratioRenyi([
      { loss: t, logMass: log(-expm1(t - epsilon) / range) - t },
      { loss: t - epsilon, logMass: log(-expm1(-t) / range) },
    ]);
    return Math.min(epsilon, divergence(order));
  });
}

/** log((1 - e^-x) / x), for x from 0 on. */
function logShrinkage(x: number): number {
  if (x > 0.1) return log(-expm1(-x) / x);
  const square = x * x;
  return -0.5 * x + square * (1 / 24 - square * (1 / 2880 - square / 181440));
}

/** e^x - 1 - x. */
function curvedPart(x: number): number {
  if (Math.abs(x) > 0.5) return expm1(x) - x;
  let term = 0.5 * x * x;
  let sum = 0;
  for (let k = 3; Math.abs(term) > 1e-18 * sum; k++) {
    sum += term;
    term *= x / k;
  }
  return sum;
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

interface LogAtom {
  readonly loss: number;
  readonly logMass: number;
}

/** Of a pair that looks the same from both sides: the masses are those of the first law. */
function symmetricRenyi(atoms: readonly LogAtom[], largest: number): RenyiGuarantee {
  const gains = atoms.filter(({ loss }) => loss > 0);
  return curve((order) => {
    if (order * largest > 1e300) return largest;
    if (order === 1) return gains.reduce((sum, { loss, logMass }) => sum - exp(logMass) * loss * expm1(-loss), 0);
    const terms = gains.map(
      ({ loss, logMass }) => logMass + logExpm1((order - 1) * loss) + logOneMinusExp(-order * loss),
    );
    return Math.min(largest, logAddExp(0, logSumExp(terms)) / (order - 1));
  });
}

/** Of all atoms of a pair: the masses are those of the second law. */
function ratioRenyi(atoms: readonly LogAtom[]): (order: number) => number {
  return (order) => {
    if (order === Infinity) return largestOf(atoms.map(({ loss }) => loss));
    if (order === 1) return atoms.reduce((sum, { loss, logMass }) => sum + exp(logMass) * entropyExcess(loss), 0);
    const terms = atoms.map(({ loss, logMass }) => logMass + logMomentExcess(order, { samplingRate: 1, loss }));
    return logAddExp(0, logSumExp(terms)) / (order - 1);
  };
}
