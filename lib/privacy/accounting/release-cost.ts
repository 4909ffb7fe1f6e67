/**
 * What a release costs a budget, as an exact decimal.
 *
 * A parameter counts as the decimal it is written as: an epsilon of 0.1 is one tenth. Sums of them are exact, and so are mu^2 / 2
 * and order times rho. What a pure guarantee costs a rho or a divergence is irrational. It is computed in float64, to 8e-16 and
 * 1e-14 relative, and raised by more than that, against the user; for an epsilon so small that it would vanish it is epsilon^2 / 2
 * or order epsilon^2 / 2, which are exact, and above by a part in 1e14 at most.
 */
import { type Decimal, decimalOf, productOf } from "../../numerics/decimal.ts";
import { refuse, requireNonNegative, requireProbability } from "../../numerics/requirements.ts";
import { pureToRenyi, pureToZeroConcentrated } from "../conversions/pure-conversions.ts";
import type {
  ApproximateGuarantee,
  GaussianGuarantee,
  PureGuarantee,
  RenyiGuarantee,
  ZeroConcentratedGuarantee,
} from "../guarantees/guarantee.ts";

export type BoundedRelease = PureGuarantee | ApproximateGuarantee;
export type ConcentratedRelease = PureGuarantee | ZeroConcentratedGuarantee | GaussianGuarantee;

/** A float64 whose relative error is below this, as a decimal that is not below the exact value. */
export function raised(computed: number, error = 2e-14): Decimal {
  return decimalOf(computed * (1 + error));
}

export interface BoundedCost {
  readonly epsilon: Decimal;
  readonly delta: Decimal;
}

export function boundedCost(release: BoundedRelease): BoundedCost {
  const { kind, epsilon } = release;
  if (kind !== "pure" && kind !== "approximate") refuse("release.kind", '"pure" or "approximate"', kind);
  const delta = kind === "pure" ? 0 : release.delta;
  requireNonNegative({ epsilon });
  requireProbability({ delta });
  return { epsilon: decimalOf(epsilon), delta: decimalOf(delta) };
}

/** The rho of a release; a pure one has epsilon tanh(epsilon / 2). */
export function rhoCost(release: ConcentratedRelease): Decimal {
  switch (release.kind) {
    case "pure":
      return pureRho(release.epsilon);
    case "zero-concentrated":
      requireNonNegative({ rho: release.rho });
      return decimalOf(release.rho);
    case "gaussian":
      requireNonNegative({ mu: release.mu });
      return halfSquare(decimalOf(release.mu));
    default:
      return refuse("release.kind", '"pure", "zero-concentrated" or "gaussian"', (release as { kind: unknown }).kind);
  }
}

/** The Renyi divergence of an order above 1. */
export function divergenceCost(release: ConcentratedRelease | RenyiGuarantee, order: number): Decimal {
  switch (release.kind) {
    case "renyi": {
      const divergence = release.epsilonAt(order);
      if (!(divergence >= 0)) refuse(`epsilonAt(${order})`, "at least 0", divergence);
      return decimalOf(divergence);
    }
    case "pure": {
      const { epsilon } = release;
      requireNonNegative({ epsilon });
      if (order * epsilon < TINY) return productOf(decimalOf(order), halfSquare(decimalOf(epsilon)));
      const computed = pureToRenyi(release).epsilonAt(order);
      // No divergence is above epsilon.
      return computed < LEAST_NORMAL ? decimalOf(epsilon) : raised(computed);
    }
    default:
      return productOf(decimalOf(order), rhoCost(release));
  }
}

/** Of an epsilon, or order times epsilon, below it the exact bound is within 1e-14 of the cost. */
const TINY = 1e-14;
/** Below it float64 has fewer digits. */
const LEAST_NORMAL = 1e-300;

export function pureRho(epsilon: number): Decimal {
  requireNonNegative({ epsilon });
  if (epsilon < TINY) return halfSquare(decimalOf(epsilon));
  // tanh to 4.5e-16, one product, and an epsilon that may be half a unit in the last place from its decimal.
  return raised(pureToZeroConcentrated({ kind: "pure", epsilon }).rho, 1e-15);
}

/** x^2 / 2, exactly: 5 x^2 / 10. */
function halfSquare(x: Decimal): Decimal {
  return productOf(productOf(x, x), { coefficient: 5n, exponent: -1 });
}
