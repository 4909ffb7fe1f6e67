/**
 * Budget of Gaussian noise: the mu that a wanted guarantee allows.
 *
 * mu-Gaussian privacy is mu^2/2-zero-concentrated, and no less noise meets (epsilon, delta) than its exact profile asks for.
 * Source: Dong, Roth, Su (JRSS B 2022); Bun, Steinke (TCC 2016); Balle, Wang (ICML 2018), theorem 8.
 */
import { refuse, requirePositive } from "../../numerics/requirements.ts";
import type { ApproximateGuarantee, GaussianGuarantee, ZeroConcentratedGuarantee } from "../guarantees/guarantee.ts";
import { gaussianMuFor } from "./gaussian-calibration.ts";

/** Guarantees that Gaussian noise gives. */
type GaussianBudget = ZeroConcentratedGuarantee | GaussianGuarantee | ApproximateGuarantee;

export function budgetMu(guarantee: GaussianBudget): number {
  switch (guarantee.kind) {
    case "zero-concentrated":
      requirePositive({ rho: guarantee.rho });
      return Math.sqrt(2 * guarantee.rho);
    case "gaussian":
      return guarantee.mu;
    case "approximate":
      return gaussianMuFor({ epsilon: guarantee.epsilon, delta: guarantee.delta });
    default:
      return refuse("guarantee", "zero-concentrated, gaussian or approximate", (guarantee as { kind: unknown }).kind);
  }
}
