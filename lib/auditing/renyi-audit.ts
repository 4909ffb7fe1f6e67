/**
 * Renyi audit: the divergence of two discrete laws at an order, and a claim of zero-concentrated privacy against it.
 *
 * Theorem: D(P || Q) = log(sum P^order Q^(1 - order)) / (order - 1), the expectation of (P / Q)^order being under Q; rho-zero-concentrated
 * privacy says that D is at most rho times the order for every order above 1, both ways.
 * Source: Mironov (CSF 2017); Bun, Steinke (TCC 2016).
 * Limits: all terms are positive, so what a law with `neglected` mass leaves out can only raise D: the value is then a lower bound.
 * Finitely many orders are tried, so that a claim is `violated` or `not-refuted`, never said to hold.
 */
import { largestOf } from "../numerics/extremes.ts";
import { logSumExp } from "../numerics/log-sum.ts";
import { arrayOf, declare, nonNegative, optional, type ParametersOf } from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import { anyOrder } from "../privacy/conversions/renyi-conversions.ts";
import { commonSupport } from "../privacy/loss/law.ts";
import type { PrivacyVerdict } from "../statistics/privacy-verdict.ts";
import { type LawPair, requireLaws } from "./discrete-audit.ts";

/** Of `first` from `second`; Infinity where `first` has mass that `second` has not. */
export function discreteRenyi<Output>(pair: LawPair<Output>, order: number): number {
  requireLaws(pair);
  const { first, second } = pair;
  if (!(typeof order === "number" && order > 1 && order < Infinity)) refuse("order", "above 1 and finite", order);
  const terms: number[] = [];
  for (const output of commonSupport(first, second)) {
    const logFirst = first.logMass(output);
    if (logFirst === -Infinity) continue;
    const logSecond = second.logMass(output);
    if (logSecond === -Infinity) return Infinity;
    terms.push(order * logFirst + (1 - order) * logSecond);
  }
  return logSumExp(terms) / (order - 1);
}

const LOG_ERROR = 1e-14;
const depthOf = (logMass: number) => (logMass === -Infinity ? 0 : -logMass);

export const AUDIT_ORDERS: readonly number[] = [1.25, 1.5, 2, 3, 4, 8, 16, 32, 64];

export const concentratedClaim = declare({ rho: nonNegative, orders: optional(arrayOf(anyOrder), AUDIT_ORDERS) });

/** `lowerBound` is the least rho that the orders tried allow. */
export function auditZeroConcentrated<Output>(
  pair: LawPair<Output>,
  claim: ParametersOf<typeof concentratedClaim>,
): PrivacyVerdict {
  requireLaws(pair);
  const { first, second } = pair;
  const { rho, orders } = concentratedClaim.read(claim, "claim");
  const deepest = commonSupport(first, second).reduce(
    (most, output) => Math.max(most, largestOf([first, second].map((law) => depthOf(law.logMass(output))))),
    0,
  );
  let [lowerBound, certain] = [0, 0];
  for (const order of orders) {
    const there = discreteRenyi({ first, second }, order);
    const back = discreteRenyi({ first: second, second: first }, order);
    const found = Math.max(there, back) / order;
    lowerBound = Math.max(lowerBound, found);
    // The logarithm of a sum of powers is off by as much as the powers are: some units in the last place of order times a log-mass.
    certain = Math.max(certain, found - (LOG_ERROR * (1 + deepest)) / (order - 1));
  }
  return { verdict: certain > rho * (1 + 8 * Number.EPSILON) ? "violated" : "not-refuted", lowerBound };
}
