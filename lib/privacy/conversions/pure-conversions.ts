/**
 * What a pure guarantee implies: approximate, zero-concentrated, Renyi.
 *
 * Theorems: epsilon-private is (epsilon, 0)-private. Randomized response dominates every epsilon-private pair, so its divergences
 * bound theirs: D_a <= ln(1 + (e^((a-1) epsilon) - 1) (1 - e^(-a epsilon)) / (1 + e^-epsilon)) / (a - 1), with equality for it
 * (Kairouz, Oh, Viswanath 2015; Bun, Steinke 2016, in another form).
 * Hence epsilon tanh(epsilon / 2)-zero-concentrated, exactly for randomized response (Harrison, Manurangsi 2025), which is below
 * the classic epsilon^2 / 2 (Bun, Steinke 2016, proposition 1.4); the test checks both against the divergences themselves.
 * Accuracy: 1e-14 relative, for tiny epsilon too.
 * @example
 * ```ts
 * import { convert, pure } from "epsilab";
 * convert(pure(1), { to: "zero-concentrated" }); // => { kind: "zero-concentrated", rho: 0.4621... }
 * convert(pure(1), { to: "renyi" }).epsilonAt(2); // => 0.7353...
 * ```
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { tanh } from "../../numerics/hyperbolic-tangent.ts";
import { log1p } from "../../numerics/logarithm.ts";
import { refuse } from "../../numerics/requirements.ts";
import {
  type ApproximateGuarantee,
  approximate,
  type PureGuarantee,
  pure,
  type RenyiGuarantee,
  type ZeroConcentratedGuarantee,
  zeroConcentrated,
} from "../guarantees/guarantee.ts";

export function pureToApproximate({ epsilon }: PureGuarantee): ApproximateGuarantee {
  return approximate(epsilon, 0);
}

/** rho = epsilon tanh(epsilon / 2). */
export function pureToZeroConcentrated({ epsilon }: PureGuarantee): ZeroConcentratedGuarantee {
  pure(epsilon);
  return zeroConcentrated(epsilon * tanh(epsilon / 2));
}

/**
 * rho = epsilon^2 / 2, as in most papers.
 * @claim zcdp
 */
export function pureToZeroConcentratedClassic({ epsilon }: PureGuarantee): ZeroConcentratedGuarantee {
  pure(epsilon);
  return zeroConcentrated((epsilon * epsilon) / 2);
}

export function pureToRenyi({ epsilon }: PureGuarantee): RenyiGuarantee {
  pure(epsilon);
  return {
    kind: "renyi",
    epsilonAt: (order) => {
      if (!(order > 1)) refuse("order", "above 1", order);
      const reach = (order - 1) * epsilon;
      if (order === Infinity) return epsilon;
      // Beyond 500 the form above overflows; there ln(e^x - 1) is x, and the rest is as small as it looks.
      if (reach > 500) return Math.min(epsilon, epsilon - log1p(exp(-epsilon)) / (order - 1));
      return Math.min(epsilon, log1p((expm1(reach) * -expm1(-order * epsilon)) / (1 + exp(-epsilon))) / (order - 1));
    },
  };
}
