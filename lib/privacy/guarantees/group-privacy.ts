/**
 * Group privacy: what a guarantee for one record is worth for k of them, for every kind.
 *
 * Theorems: pure: k epsilon. Approximate: (k epsilon, delta (e^(k epsilon) - 1) / (e^epsilon - 1)), exactly; the common
 * k e^((k-1) epsilon) delta is larger, and (k epsilon, k delta) is false (Vadhan 2017, lemma 2.2).
 * Zero-concentrated: k^2 rho (Bun, Steinke 2016, proposition 1.9). Gaussian: k mu (Dong, Roth, Su 2022, theorem 2.14).
 * Truncated concentrated: (k^2 rho, omega / k), for omega above k (Bun, Dwork, Rothblum, Steinke 2018). Proof, by induction on k:
 * with R one record from Q and k - 1 from P, Hoelder's inequality with exponents b / a and (k a - 1) / (a - 1), b = (k a - 1) / (k -
 * 1), gives D_a(P, Q) <= k a / (k a - 1) D_b(P, R) + D_ka(R, Q), which is at most k a (k - 1) rho + k a rho = k^2 rho a; the orders
 * used are below omega / (k - 1) and omega if a is below omega / k. Trade-off: see `group-trade-off.ts`. A loss distribution says
 * nothing of groups.
 * Renyi: 3^c times the curve at the order 2^c a, for groups of 2^c records and orders a >= 2 (Mironov 2017, proposition 2);
 * other sizes are rounded up to a power of two, lower orders to 2, which divergences, growing in the order, allow.
 * @claim group-privacy
 * @also user-level privacy
 */
import { expm1 } from "../../numerics/exponential.ts";
import { refuse, requireInteger } from "../../numerics/requirements.ts";
import { groupTradeOff } from "../trade-off/group-trade-off.ts";
import {
  type ApproximateGuarantee,
  approximate,
  type Guarantee,
  gaussianDp,
  pure,
  type RenyiGuarantee,
  requireGuarantee,
  truncatedConcentrated,
  zeroConcentrated,
} from "./guarantee.ts";

export function groupPrivacy<Kind extends Guarantee>(
  guarantee: Kind,
  size: number,
): Extract<Guarantee, { kind: Kind["kind"] }>;
export function groupPrivacy(guarantee: Guarantee, size: number): Guarantee {
  requireInteger({ size }, 1);
  if (typeof guarantee !== "object" || guarantee === null) refuse("guarantee", "a guarantee", guarantee);
  requireGuarantee(guarantee);
  switch (guarantee.kind) {
    case "pure":
      return pure(size * guarantee.epsilon);
    case "approximate":
      return approximateGroup(guarantee, size);
    case "zero-concentrated":
      return zeroConcentrated(size * size * guarantee.rho);
    case "truncated-concentrated": {
      const { rho, omega } = guarantee;
      if (!(omega > size)) refuse("omega", `above the size of the group, ${size}`, omega);
      return truncatedConcentrated(size * size * rho, omega / size);
    }
    case "gaussian":
      return gaussianDp(size * guarantee.mu);
    case "renyi":
      return renyiGroup(guarantee, size);
    case "trade-off":
      return { kind: "trade-off", curve: groupTradeOff(guarantee.curve, size) };
    case "privacy-loss":
      return refuse("guarantee", "of a kind that groups have (its trade-off curve is one: convert)", guarantee.kind);
  }
}

function approximateGroup({ epsilon, delta }: ApproximateGuarantee, size: number): ApproximateGuarantee {
  approximate(epsilon, delta);
  const factor = epsilon === 0 ? size : expm1(size * epsilon) / expm1(epsilon);
  // A huge factor may be Infinity, or Infinity over Infinity: then any delta above 0 covers everything.
  const total = delta === 0 ? 0 : factor * delta < 1 ? factor * delta : 1;
  return approximate(size * epsilon, total);
}

function renyiGroup({ epsilonAt }: RenyiGuarantee, size: number): RenyiGuarantee {
  let factor = 1;
  let reach = 1;
  for (; reach < size; reach *= 2) factor *= 3;
  return {
    kind: "renyi",
    epsilonAt: (order) => {
      if (!(order > 1)) refuse("order", "above 1", order);
      return size === 1 ? epsilonAt(order) : factor * epsilonAt(reach * Math.max(2, order));
    },
  };
}
