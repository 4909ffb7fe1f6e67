/**
 * What a Gaussian guarantee implies: approximate by its exact profile, zero-concentrated and Renyi.
 *
 * Theorems: mu-Gaussian is (epsilon, delta)-private exactly for delta >= Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu)
 * (Dong, Roth, Su 2022, corollary 2.13); its divergence of order a is at most a mu^2 / 2, that of N(mu, 1) from N(0, 1), since a
 * post-processing of that pair simulates any other; so it is (mu^2 / 2)-zero-concentrated.
 * The way back does not exist: a Renyi or zero-concentrated guarantee does not give a Gaussian one.
 * @example
 * ```ts
 * import { convert, gaussianDp } from "epsilab";
 * convert(gaussianDp(1), { to: "approximate", delta: 1e-5 }).epsilon; // => 4.3771...
 * convert(gaussianDp(1), { to: "zero-concentrated" }); // => { kind: "zero-concentrated", rho: 0.5 }
 * ```
 */
import { refuse } from "../../numerics/requirements.ts";
import {
  type ApproximateGuarantee,
  approximate,
  type GaussianGuarantee,
  gaussianDp,
  type RenyiGuarantee,
  type ZeroConcentratedGuarantee,
  zeroConcentrated,
} from "../guarantees/guarantee.ts";
import { gaussianEpsilon } from "../loss/gaussian-profile.ts";

/** The exact epsilon at delta; delta 0 is refused unless mu is 0. */
export function gaussianToApproximate({ mu }: GaussianGuarantee, delta: number): ApproximateGuarantee {
  return approximate(gaussianEpsilon({ delta, mu }), delta);
}

export function gaussianToZeroConcentrated({ mu }: GaussianGuarantee): ZeroConcentratedGuarantee {
  gaussianDp(mu);
  return zeroConcentrated((mu * mu) / 2);
}

export function gaussianToRenyi({ mu }: GaussianGuarantee): RenyiGuarantee {
  gaussianDp(mu);
  return {
    kind: "renyi",
    epsilonAt: (order) => (order > 1 ? (order * mu * mu) / 2 : refuse("order", "above 1", order)),
  };
}
