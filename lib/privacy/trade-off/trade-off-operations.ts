/**
 * Operations on trade-off curves: swap the hypotheses, make symmetric, and compose (tensor product).
 *
 * - `invertTradeOff`: T(Q, P), the inverse function of T(P, Q).
 * - `symmetrise`: the highest curve that bounds a pair in both orders, the convex hull of the lower of f and its inverse.
 * - `tensor`: independent (or adaptive) releases, T(P1 x P2, Q1 x Q2). Gaussians compose to sqrt(mu1^2 + mu2^2), finite laws exactly
 *   outcome by outcome. The product of other kinds has no closed form and is refused: compose their loss distributions.
 * Source: Dong, Roth, Su (2022), proposition 2.4, definition 3.1, theorem 3.2 and corollary 3.3.
 * Limits: a product of more than 4e6 outcomes is refused; repeated factors merge their equal ratios, so k-fold randomized response
 * has k + 1 outcomes.
 */
import { exp } from "../../numerics/exponential.ts";
import { refuse, requireInteger } from "../../numerics/requirements.ts";
import { tradeOffOfMasses } from "./finite-trade-off.ts";
import { type FiniteTradeOff, gaussianTradeOff, requireTradeOff, type TradeOff } from "./trade-off.ts";
import { convexify, type TradeOffPoint } from "./trade-off-points.ts";

const MOST_OUTCOMES = 4e6;

export function invertTradeOff(tradeOff: TradeOff): TradeOff {
  requireTradeOff(tradeOff);
  if (tradeOff.kind !== "finite") return tradeOff; // symmetric
  return tradeOffOfMasses({ logNull: tradeOff.logAlternative, logAlternative: tradeOff.logNull });
}

export function symmetrise(tradeOff: TradeOff): TradeOff {
  requireTradeOff(tradeOff);
  if (tradeOff.kind !== "finite") return tradeOff;
  const points = vertices(tradeOff);
  return convexify([...points, ...points.map(({ alpha, beta }) => ({ alpha: beta, beta: alpha }))]);
}

/** @also f-dp composition */
export function tensor(first: TradeOff, second: TradeOff): TradeOff {
  requireTradeOff(first, "first");
  requireTradeOff(second, "second");
  if (first.kind === "gaussian" && second.kind === "gaussian") {
    return gaussianTradeOff(Math.sqrt(first.mu * first.mu + second.mu * second.mu));
  }
  if (first.kind === "finite" && second.kind === "finite") return tensorFinite(first, second);
  return refuse("the factors", "both finite or both gaussian", `${first.kind} and ${second.kind}`);
}

/** The k-fold product of a curve with itself. */
export function tensorPower(tradeOff: TradeOff, times: number): TradeOff {
  requireTradeOff(tradeOff);
  requireInteger({ times }, 1);
  if (tradeOff.kind === "gaussian") return gaussianTradeOff(Math.sqrt(times) * tradeOff.mu);
  let result: TradeOff | undefined;
  let power: TradeOff = tradeOff;
  for (let rest = times; ; power = tensor(power, power)) {
    if (rest % 2 === 1) result = result === undefined ? power : tensor(result, power);
    rest = Math.floor(rest / 2);
    if (rest === 0) break;
  }
  return result ?? tradeOff;
}

/** The vertices of a finite curve, from (0, T(0)) to (1, 0). */
export function vertices({ logNull, logAlternative }: FiniteTradeOff): TradeOffPoint[] {
  const betas = new Float64Array(logNull.length + 1);
  for (let k = logNull.length - 1; k >= 0; k--) betas[k] = betas[k + 1] + exp(logAlternative[k]);
  const points: TradeOffPoint[] = [];
  let alpha = 0;
  for (let k = 0; k <= logNull.length; k++) {
    const beta = Math.min(betas[k], 1 - alpha);
    points.push({ alpha, beta });
    if (k < logNull.length) alpha = Math.min(1, alpha + exp(logNull[k]));
  }
  return points;
}

function tensorFinite(first: FiniteTradeOff, second: FiniteTradeOff): FiniteTradeOff {
  const outcomes = first.logNull.length * second.logNull.length;
  if (outcomes > MOST_OUTCOMES) refuse("the product", `of at most ${MOST_OUTCOMES} outcomes`, outcomes);
  const logNull = new Float64Array(outcomes);
  const logAlternative = new Float64Array(outcomes);
  let at = 0;
  for (let i = 0; i < first.logNull.length; i++) {
    for (let j = 0; j < second.logNull.length; j++) {
      logNull[at] = first.logNull[i] + second.logNull[j];
      logAlternative[at++] = first.logAlternative[i] + second.logAlternative[j];
    }
  }
  return tradeOffOfMasses({ logNull, logAlternative });
}
