/**
 * What an attacker reads off a trade-off curve: true-positive rate, advantage, accuracy, area, and the Gaussian that covers it.
 *
 * - `truePositiveRate`: the best at a false-positive rate.
 * - `advantage`: the largest 1 - alpha - T(alpha), the total variation distance of the two laws, and delta at epsilon 0.
 * - `bestBalancedAccuracy`: (1 + advantage) / 2, the best guess with even odds: e^epsilon / (1 + e^epsilon) for randomized response,
 *   1 - e^(-epsilon/2) / 2 for Laplace, Phi(mu / 2) for Gaussian noise.
 * - `areaUnderCurve`: of the true-positive over the false-positive rate (the ROC curve); 1/2 is perfect privacy.
 * - `coveringMu`: the least mu whose Gaussian curve lies below this one everywhere; Infinity where some outcome gives a hypothesis
 *   away. Of the curve of a composition or of a loss distribution, that of the losses themselves, from above
 *   (`covering-gaussian.ts`).
 * Source: Dong, Roth, Su (2022), section 2; for the Laplace curve the largest distance is at its fixed point alpha = T(alpha),
 * since along alpha T(alpha) = constant the sum of two normal quantiles, concave in log alpha, is largest in the middle.
 * @example
 * ```ts
 * import { advantage, laplace, tradeOff, truePositiveRate } from "epsilab";
 * const curve = tradeOff(laplace({ epsilon: 1, sensitivity: 1, neighbours: "swap" }));
 * advantage(curve); // => 0.3934...
 * truePositiveRate(curve, 0.01); // => 0.0271...
 * ```
 * @claim mia-exact-tradeoffs
 */

import { erf } from "../../numerics/error-function.ts";
import { exp, expm1 } from "../../numerics/exponential.ts";
import { normalCdf } from "../../numerics/normal.ts";
import { normalUpperQuantile } from "../../numerics/normal-quantile.ts";
import { requireProbability } from "../../numerics/requirements.ts";
import { type FiniteTradeOff, requireTradeOff, type TradeOff } from "./trade-off.ts";

export function truePositiveRate(tradeOff: TradeOff, falsePositiveRate: number): number {
  requireTradeOff(tradeOff);
  requireProbability({ falsePositiveRate });
  return tradeOff.power(falsePositiveRate);
}

export function advantage(tradeOff: TradeOff): number {
  requireTradeOff(tradeOff);
  if (tradeOff.kind === "gaussian") return erf((tradeOff.mu / 2) * Math.SQRT1_2);
  if (tradeOff.kind === "laplace") return -expm1(-tradeOff.epsilon / 2);
  let sum = 0;
  for (let k = 0; k < tradeOff.logNull.length; k++) {
    const [p, q] = [tradeOff.logNull[k], tradeOff.logAlternative[k]];
    if (q > p) sum += exp(q) * -expm1(p - q);
  }
  return Math.min(1, sum);
}

export function bestBalancedAccuracy(tradeOff: TradeOff): number {
  return (1 + advantage(tradeOff)) / 2;
}

export function areaUnderCurve(tradeOff: TradeOff): number {
  requireTradeOff(tradeOff);
  if (tradeOff.kind === "gaussian") return normalCdf(tradeOff.mu * Math.SQRT1_2);
  if (tradeOff.kind === "laplace") return 1 - (exp(-tradeOff.epsilon) * (2 + tradeOff.epsilon)) / 4;
  let area = 0;
  let reached = 0;
  for (let k = 0; k < tradeOff.logNull.length; k++) {
    const gained = exp(tradeOff.logAlternative[k]);
    area += exp(tradeOff.logNull[k]) * (reached + gained / 2);
    reached += gained;
  }
  return Math.min(1, area);
}

export function coveringMu(tradeOff: TradeOff): number {
  requireTradeOff(tradeOff);
  if (tradeOff.kind === "gaussian") return tradeOff.mu;
  if (tradeOff.kind === "laplace") return 2 * normalUpperQuantile(exp(-tradeOff.epsilon / 2) / 2);
  return Math.min(muOfVertices(tradeOff), tradeOff.coveringMu?.() ?? Infinity);
}

function muOfVertices({ logNull, logAlternative }: FiniteTradeOff): number {
  if (logNull[0] === -Infinity || logAlternative[logNull.length - 1] === -Infinity) return Infinity;
  const nullAfter = suffixSums(logNull);
  const missFrom = suffixSums(logAlternative);
  let mu = 0;
  let alpha = 0;
  let power = 0;
  for (let k = 0; k + 1 < logNull.length; k++) {
    alpha += exp(logNull[k]);
    power += exp(logAlternative[k]);
    mu = Math.max(mu, upperQuantile(alpha, nullAfter[k + 1]) + upperQuantile(missFrom[k + 1], power));
  }
  return mu;
}

/** The upper quantile of a probability known together with its complement: the smaller of the two is the accurate one. */
function upperQuantile(probability: number, complement: number): number {
  return probability <= complement ? normalUpperQuantile(probability) : -normalUpperQuantile(complement);
}

function suffixSums(logMasses: Float64Array): Float64Array {
  const sums = new Float64Array(logMasses.length + 1);
  for (let k = logMasses.length - 1; k >= 0; k--) sums[k] = sums[k + 1] + exp(logMasses[k]);
  return sums;
}
