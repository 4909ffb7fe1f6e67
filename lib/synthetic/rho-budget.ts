/**
 * Budget of zero-concentrated privacy that is spent in parts: the parts add up to the whole exactly, in float64.
 *
 * Every part is a whole number of units, the unit being the last binary digit of the budget, so that no sum of parts rounds. Noise
 * is rounded up and epsilon down: what a part really costs is never more than what is written down for it.
 * Theorem: Gaussian noise of deviation sigma on a query of l2 sensitivity D costs D^2 / (2 sigma^2). The exponential mechanism
 * exp(epsilon score / (2 D)) has losses within a range of epsilon and costs epsilon^2 / 8. (Permute-and-flip does not: its losses
 * reach from -epsilon to epsilon.) Costs add up.
 * Source: Bun, Steinke (TCC 2016), propositions 1.6 and 1.7; Cesar, Rogers (ALT 2021), lemma 3.4, arXiv:2004.07223.
 */
import { POWER_OFFSET, powersOfTwo } from "../numerics/float64.ts";
import { lowerUntil, raiseUntil } from "../numerics/outward-rounding.ts";
import { refuse, requirePositive } from "../numerics/requirements.ts";
import { zeroConcentratedRhoFor } from "../privacy/conversions/zero-concentrated-conversions.ts";
import type { GuaranteeOf } from "../privacy/guarantees/budget.ts";
import type { SynthesiserNeighbours } from "./synthesiser.ts";

export interface RhoBudget {
  readonly total: number;
  /** What has not been spent, exactly. */
  readonly left: number;
  /** Spends an amount, rounded down to whole units; all that is left if it is not given. */
  spend(amount?: number): number;
}

export function rhoBudget(total: number): RhoBudget {
  requirePositive({ rho: total });
  let unit = powersOfTwo[POWER_OFFSET - 1022];
  while (unit * 9007199254740992 < total) unit *= 2; // 2^53 units
  let left = total;
  return {
    total,
    get left() {
      return left;
    },
    spend: (amount = left) => {
      const part = Math.floor(Math.min(amount, left) / unit) * unit;
      left -= part;
      return part;
    },
  };
}

/** The kinds that a budget may be given by: an (epsilon, delta) becomes the largest rho that implies it. */
export const RHO_KINDS = ["zero-concentrated", "approximate"] as const;

export type RhoGuarantee = GuaranteeOf<(typeof RHO_KINDS)[number]>;

const LEAST_RHO = 1e-100;
/** Beyond, the noise is below the rounding of the counts, and the fit is not to be trusted. */
const LARGEST_RHO = 1e12;

const RANGE = `between ${LEAST_RHO} and ${LARGEST_RHO}`;

/** The rho of a guarantee that was read: of (epsilon, delta) the largest that implies it. */
export function rhoOf(guarantee: RhoGuarantee): number {
  if (guarantee.kind === "zero-concentrated") return modelRho(guarantee.rho);
  const { epsilon, delta } = guarantee;
  const rho = zeroConcentratedRhoFor({ epsilon, delta });
  if (!(rho >= LEAST_RHO && rho <= LARGEST_RHO))
    refuse("epsilon", `such that with delta it gives a rho ${RANGE}`, epsilon);
  return rho;
}

/** A rho that a model can be made of. */
export function modelRho(rho: number): number {
  if (!(rho >= LEAST_RHO && rho <= LARGEST_RHO)) refuse("rho", RANGE, rho);
  return rho;
}

/** How far the counts of one marginal move between neighbours: a record that comes or goes changes one cell by 1, a swap two. */
export function movedCells(neighbours: SynthesiserNeighbours): 1 | 2 {
  return neighbours === "swap" ? 2 : 1;
}

/** The squared l2 sensitivity of a marginal: all rows of a person may be in one cell. */
export function movedSquare(neighbours: SynthesiserNeighbours, rows = 1): number {
  return movedCells(neighbours) * rows * rows;
}

/** The least deviation of noise on all counts of a marginal that costs no more than rho, for persons with the given number of rows. */
export function marginalSigma(rho: number, neighbours: SynthesiserNeighbours, rows = 1): number {
  return gaussianSigma(rho, movedSquare(neighbours, rows));
}

/** The least deviation that costs no more than rho for a query of this squared l2 sensitivity. */
export function gaussianSigma(rho: number, square: number): number {
  return raiseUntil(Math.sqrt(square / (2 * rho)), (sigma) => square / (2 * sigma * sigma) <= rho);
}

/** What noise of this deviation on a marginal costs. */
export function marginalRho(sigma: number, neighbours: SynthesiserNeighbours, rows = 1): number {
  return movedSquare(neighbours, rows) / (2 * sigma * sigma);
}

/** The epsilon of an exponential mechanism that costs no more than rho. */
export function selectionEpsilon(rho: number): number {
  return lowerUntil(Math.sqrt(8 * rho), (epsilon) => (epsilon * epsilon) / 8 <= rho);
}
