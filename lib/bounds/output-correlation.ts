/**
 * Output correlation: how much the output of a private mechanism can have to do with one record, given the others.
 *
 * Let X be a record of any law, Y the output, P the law of the outputs averaged over X.
 * Theorem (`correlation`): E[f(Y) s(X)] <= r sqrt(E f(Y)^2 E s(X)^2) for every s of mean 0, with r^2 = tanh^2(epsilon / 2) for pure
 * privacy, delta + (1 - delta) tanh^2(epsilon / 2) for approximate, and chi^2 / 4, at most 1, for the others. Proof: for fixed s,
 * r^2 E s^2 - E (E[s | Y])^2 is concave in the law of X among laws under which s has mean 0, so it is least at laws on two points;
 * there it is that of two neighbouring outputs, of which (leaky) randomized response with equal weights has the largest
 * correlation; b (1 - b) times the integral of (p - q)^2 / (b p + (1 - b) q) is at most chi^2 / 4. Theorem (`alignment`): let
 * S_1(X), ..., S_d(X) be uncorrelated, of mean 0 and variance at most 1, and F_j any functions. Then E sum F_j(Y) S_j(X) <= c
 * sqrt(E |F(Y)|^2) + lost E sup_F |sum F_j S_j|, with c = sinh(epsilon / 2), lost = 0 for pure privacy; c = 2 sinh(epsilon / 2),
 * lost = 2 delta for approximate; c = sqrt(chi^2), lost = 0 for the others. Proof: by Bessel's inequality c^2 is at most the mean
 * chi-square divergence of the output given X from P. Pure: densities given X lie between m and e^epsilon m, so their variance is
 * at most (e^epsilon - 1)^2 g (1 - g) / (1 + (e^epsilon - 1) g)^2 of their mean squared for some g, at most sinh^2(epsilon / 2).
 * Approximate: the outputs given X and P are (epsilon, delta)-close, so both are mixtures of delta of anything and 1 - delta of
 * laws within e^epsilon, whose chi-square divergence is at most e^epsilon + e^-epsilon - 2. Others: chi-square is convex. chi^2
 * is that of neighbouring outputs: e^(2 rho) - 1 under zero-concentrated privacy, e^(mu^2) - 1 under Gaussian.
 * Source: Ordentlich, Polyanskiy (IEEE Transactions on Information Theory 2021) for two points; Kairouz, Oh, Viswanath (ICML 2015);
 * the constants are our own derivation.
 * Limits: neighbours that differ by `swap`.
 */
import { expm1 } from "../numerics/exponential.ts";
import { tanh } from "../numerics/hyperbolic-tangent.ts";
import type { BoundedGuarantee } from "./indistinguishability.ts";

/** The square of the largest correlation with one record. */
export function squaredCorrelation(guarantee: BoundedGuarantee): number {
  if (guarantee.kind === "pure" || guarantee.kind === "approximate") {
    const contrast = tanh(guarantee.epsilon / 2);
    const delta = guarantee.kind === "approximate" ? guarantee.delta : 0;
    return delta + (1 - delta) * contrast * contrast;
  }
  return Math.min(1, chiSquare(guarantee) / 4);
}

interface Alignment {
  readonly factor: number;
  readonly lost: number;
}

export function alignment(guarantee: BoundedGuarantee): Alignment {
  if (guarantee.kind === "pure" || guarantee.kind === "approximate") {
    const { epsilon } = guarantee;
    const delta = guarantee.kind === "approximate" ? guarantee.delta : 0;
    // Capped where nothing can be told from an infinite one.
    const half = Math.min(epsilon / 2, 300);
    const sinh = (expm1(half) - expm1(-half)) / 2;
    return delta === 0 ? { factor: sinh, lost: 0 } : { factor: 2 * sinh, lost: 2 * delta };
  }
  return { factor: Math.sqrt(chiSquare(guarantee)), lost: 0 };
}

function chiSquare(guarantee: BoundedGuarantee): number {
  if (guarantee.kind === "zero-concentrated") return expm1(Math.min(600, 2 * guarantee.rho));
  return guarantee.kind === "gaussian" ? expm1(Math.min(600, guarantee.mu * guarantee.mu)) : 0;
}
