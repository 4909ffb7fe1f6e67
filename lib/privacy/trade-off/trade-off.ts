/**
 * Trade-off curves: for each false-positive rate alpha the least false-negative rate of any test of P (null) against Q (alternative).
 *
 * `evaluate(alpha)` is T(P, Q)(alpha): convex, falling, at most 1 - alpha. Better attacks lie lower; 1 - alpha is perfect privacy.
 * Three kinds: `finite` (two laws on finitely many outcomes, so every piecewise linear curve: `finite-trade-off.ts`), and here
 * `gaussian`, N(0, 1) against N(mu, 1): Phi(Phi^-1(1 - alpha) - mu), and `laplace`, two Laplace laws epsilon scales apart:
 * 1 - e^epsilon alpha below e^-epsilon / 2, e^-epsilon / (4 alpha) up to 1/2, e^-epsilon (1 - alpha) beyond.
 * Source: Dong, Roth, Su (JRSS B 2022), definition 2.1.
 * Accuracy: 1e-14 relative, for `power` too, which is computed from its own side and not as 1 - evaluate.
 * @claim fdp, mia-exact-tradeoffs
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { normalCdf } from "../../numerics/normal.ts";
import { normalQuantile } from "../../numerics/normal-quantile.ts";
import { kindOf, requireNonNegative, requireProbability } from "../../numerics/requirements.ts";

interface Curve {
  /** The least false-negative rate at a false-positive rate of alpha. */
  evaluate(alpha: number): number;
  /** The largest true-positive rate at a false-positive rate of alpha. */
  power(alpha: number): number;
}

export interface FiniteTradeOff extends Curve {
  readonly kind: "finite";
  /** Log masses under the null, by falling likelihood ratio, outcomes of equal ratio merged. */
  readonly logNull: Float64Array;
  readonly logAlternative: Float64Array;
  /**
   * Of a curve that bounds composed losses from below: a mu that covers them, where the curve alone ends in what float64 cannot
   * tell from 0.
   */
  coveringMu?(): number;
}

export interface GaussianTradeOff extends Curve {
  readonly kind: "gaussian";
  readonly mu: number;
}

export interface LaplaceTradeOff extends Curve {
  readonly kind: "laplace";
  readonly epsilon: number;
}

export type TradeOff = FiniteTradeOff | GaussianTradeOff | LaplaceTradeOff;

/** Refuses what is no curve: readers of one ask its kind and its masses. */
export function requireTradeOff(tradeOff: TradeOff, name = "tradeOff"): void {
  const { evaluate, power } = Object(tradeOff) as TradeOff;
  const isCurve = typeof evaluate === "function" && typeof power === "function" && hasShape(tradeOff);
  if (!isCurve) throw new RangeError(`${name} must be a curve, as \`tradeOff(...)\` makes it, got ${kindOf(tradeOff)}`);
}

/** Whether it has what its kind is read by. */
function hasShape(tradeOff: TradeOff): boolean {
  if (tradeOff.kind === "gaussian") return typeof tradeOff.mu === "number";
  if (tradeOff.kind === "laplace") return typeof tradeOff.epsilon === "number";
  const { kind, logNull, logAlternative } = tradeOff;
  return kind === "finite" && logNull instanceof Float64Array && logAlternative instanceof Float64Array;
}

/** @also f-dp, trade-off function, gdp */
export function gaussianTradeOff(mu: number): GaussianTradeOff {
  requireNonNegative({ mu });
  return {
    kind: "gaussian",
    mu,
    evaluate: (alpha) => normalCdf(-normalQuantile(checked(alpha)) - mu),
    power: (alpha) => normalCdf(normalQuantile(checked(alpha)) + mu),
  };
}

export function laplaceTradeOff(epsilon: number): LaplaceTradeOff {
  requireNonNegative({ epsilon });
  const shrink = exp(-epsilon);
  return {
    kind: "laplace",
    epsilon,
    evaluate: (alpha) => {
      if (checked(alpha) > 0.5) return shrink * (1 - alpha);
      if (alpha === 0) return 1; // e^-epsilon may be 0 too
      return alpha < shrink / 2 ? 1 - alpha / shrink : shrink / (4 * alpha);
    },
    power: (alpha) => {
      if (checked(alpha) > 0.5) return alpha * shrink - expm1(-epsilon);
      if (alpha === 0) return 0;
      return alpha < shrink / 2 ? alpha / shrink : 1 - shrink / (4 * alpha);
    },
  };
}

function checked(alpha: number): number {
  if (!(alpha >= 0 && alpha <= 1)) requireProbability({ alpha });
  return alpha;
}
