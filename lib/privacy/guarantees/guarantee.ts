/**
 * Guarantees as plain data, tagged by their kind. What follows from what is in the conversions beside this file.
 *
 * - `pure`: probabilities of any event differ by a factor e^epsilon at most.
 * - `approximate`: the same up to an additive delta.
 * - `zero-concentrated`: the Renyi divergence of every order a > 1 is at most rho a (Bun, Steinke 2016).
 * - `truncated-concentrated`: the same for the orders a from 1 to omega (Bun, Dwork, Rothblum, Steinke 2018).
 * - `renyi`: a curve, epsilon as a function of the order (Mironov 2017).
 * - `gaussian`: no test tells the neighbours apart better than N(0, 1) from N(mu, 1) (Dong, Roth, Su 2022).
 * - `trade-off`: no test between neighbours has errors below the curve (Dong, Roth, Su 2022).
 * - `privacy-loss`: no two neighbours have, at any epsilon, a larger delta than a dominating pair of laws (Zhu, Dong, Wang 2022).
 */
import { made, type RequiredParameter, requireKnownNames } from "../../numerics/parameters.ts";
import {
  refuse,
  requireFunction,
  requireMadeBy,
  requireNonNegative,
  requireProbability,
} from "../../numerics/requirements.ts";
import type { PldPair } from "../loss/privacy-loss.ts";
import type { TradeOff } from "../trade-off/trade-off.ts";

export interface PureGuarantee {
  readonly kind: "pure";
  readonly epsilon: number;
}

export interface ApproximateGuarantee {
  readonly kind: "approximate";
  readonly epsilon: number;
  readonly delta: number;
}

export interface ZeroConcentratedGuarantee {
  readonly kind: "zero-concentrated";
  readonly rho: number;
}

export interface TruncatedConcentratedGuarantee {
  readonly kind: "truncated-concentrated";
  readonly rho: number;
  /** The order to which the bound rho a holds; Infinity is zero-concentrated. */
  readonly omega: number;
}

export interface RenyiGuarantee {
  readonly kind: "renyi";
  /** The divergence bound at an order above 1. */
  epsilonAt(order: number): number;
}

export interface GaussianGuarantee {
  readonly kind: "gaussian";
  readonly mu: number;
}

export interface TradeOffGuarantee {
  readonly kind: "trade-off";
  readonly curve: TradeOff;
}

export interface PrivacyLossGuarantee {
  readonly kind: "privacy-loss";
  readonly loss: PldPair;
}

export type Guarantee =
  | PureGuarantee
  | ApproximateGuarantee
  | ZeroConcentratedGuarantee
  | TruncatedConcentratedGuarantee
  | RenyiGuarantee
  | GaussianGuarantee
  | TradeOffGuarantee
  | PrivacyLossGuarantee;

/** @also pure differential privacy, epsilon-dp */
export function pure(epsilon: number): PureGuarantee {
  requireNonNegative({ epsilon });
  return { kind: "pure", epsilon };
}

/**
 * @claim def-dp
 * @also approximate differential privacy, epsilon-delta dp
 * @also approximate differential privacy, (epsilon, delta)-dp
 */
export function approximate(epsilon: number, delta: number): ApproximateGuarantee {
  requireNonNegative({ epsilon });
  requireProbability({ delta });
  return { kind: "approximate", epsilon, delta };
}

/**
 * @claim zcdp
 * @also zcdp, concentrated differential privacy, cdp
 */
export function zeroConcentrated(rho: number): ZeroConcentratedGuarantee {
  requireNonNegative({ rho });
  return { kind: "zero-concentrated", rho };
}

/**
 * @claim zcdp
 * @also tcdp, truncated concentrated differential privacy
 */
export function truncatedConcentrated(rho: number, omega: number): TruncatedConcentratedGuarantee {
  requireNonNegative({ rho });
  if (!(typeof omega === "number" && omega > 1)) refuse("omega", "above 1", omega);
  return { kind: "truncated-concentrated", rho, omega };
}

/**
 * @claim fdp
 * @also gdp, mu-gdp, gaussian differential privacy
 */
export function gaussianDp(mu: number): GaussianGuarantee {
  requireNonNegative({ mu });
  return { kind: "gaussian", mu };
}

type OfKind<Kind extends Guarantee["kind"]> = Extract<Guarantee, { readonly kind: Kind }>;

/** A guarantee of one of the kinds, as a parameter; its numbers are checked. */
export function anyGuarantee<Kind extends Guarantee["kind"]>(
  ...kinds: readonly Kind[]
): RequiredParameter<OfKind<Kind>> {
  const words = kinds.map((kind) => JSON.stringify(kind)).join(" or ");
  return made<OfKind<Kind>>((value, name) => {
    const { kind } = Object(value) as { readonly kind?: unknown };
    if (!(kinds as readonly unknown[]).includes(kind)) refuse(`${name}.kind`, words, kind);
    requireGuarantee(value, name);
  });
}

/** A guarantee of any kind, whose numbers are right and which has no other names. */
export function requireGuarantee(guarantee: Guarantee, name = "guarantee"): void {
  requireGuaranteeNames(guarantee, name);
  (NUMBERS[guarantee.kind] as (guarantee: Guarantee, name: string) => unknown)(guarantee, name);
}

/** A guarantee of any kind without other names: a delta beside a pure guarantee says something that nothing reads. */
export function requireGuaranteeNames(guarantee: Guarantee, name: string): void {
  const { kind } = Object(guarantee) as { readonly kind?: unknown };
  if (typeof kind !== "string" || !Object.hasOwn(NAMES, kind))
    refuse(`${name}.kind`, `one of ${Object.keys(NAMES).join(", ")}`, kind);
  requireKnownNames(guarantee, NAMES[guarantee.kind], name);
}

const NAMES: { readonly [Kind in Guarantee["kind"]]: readonly string[] } = {
  pure: ["kind", "epsilon"],
  // The order at which a Renyi curve gives the least epsilon.
  approximate: ["kind", "epsilon", "delta", "order"],
  "zero-concentrated": ["kind", "rho"],
  "truncated-concentrated": ["kind", "rho", "omega"],
  gaussian: ["kind", "mu"],
  renyi: ["kind", "epsilonAt"],
  "trade-off": ["kind", "curve"],
  "privacy-loss": ["kind", "loss"],
};

/** What is asked of each kind. */
const NUMBERS: { readonly [Kind in Guarantee["kind"]]: (guarantee: OfKind<Kind>, name: string) => unknown } = {
  pure: ({ epsilon }) => pure(epsilon),
  approximate: ({ epsilon, delta }) => approximate(epsilon, delta),
  "zero-concentrated": ({ rho }) => zeroConcentrated(rho),
  "truncated-concentrated": ({ rho, omega }) => truncatedConcentrated(rho, omega),
  gaussian: ({ mu }) => gaussianDp(mu),
  renyi: ({ epsilonAt }, name) => requireFunction({ [`${name}.epsilonAt`]: epsilonAt }),
  "trade-off": ({ curve }, name) => requireMadeBy(`${name}.curve`, curve, "tradeOff", ["evaluate", "power"]),
  "privacy-loss": ({ loss }, name) =>
    requireMadeBy(`${name}.loss.remove`, Object(loss).remove, "gaussianPld", ["pieces"]),
};
