/**
 * Privacy loss as data: the law of log(P(x) / Q(x)) for x from P, of one ordered pair of output laws that dominates all neighbours.
 *
 * A loss is made of atoms and of densities along a coordinate in which the loss does not decrease. What a description leaves out is
 * stated: `beneath` is the mass whose loss is below every loss listed, `beyond` the mass above them, `infinite` the mass that the
 * second law cannot produce. A pair of losses holds both directions, since they differ for sampled mechanisms.
 * Source: Sommer, Meiser, Mohammadi, "Privacy loss classes" (PoPETs 2019); Zhu, Dong, Wang (AISTATS 2022) on dominating pairs.
 */
import { refuse } from "../../numerics/requirements.ts";

export interface PrivacyLossAtom {
  readonly loss: number;
  readonly mass: number;
}

export interface PrivacyLossDensity {
  /** The ends of the coordinate. */
  readonly from: number;
  readonly to: number;
  /** The density of the first law. */
  density(x: number): number;
  /** Non-decreasing in x. */
  loss(x: number): number;
  /** Where the loss is reached, an end if nowhere. */
  locate(loss: number): number;
  /** The width over which eight Gauss points integrate `density` and its products with smooth functions of the loss to 1e-15. */
  readonly panel: number;
}

export interface PrivacyLossPieces {
  readonly atoms: readonly PrivacyLossAtom[];
  readonly densities: readonly PrivacyLossDensity[];
  readonly infinite: number;
  readonly beneath: number;
  readonly beyond: number;
  /**
   * The logarithm of a bound on E e^(tilt loss) over what is beyond, where that is finite; for compositions whose tails float64
   * cannot cut far enough out.
   */
  logBeyond?(tilt: number): number;
  /** A bound on the relative error of every mass and density; 5e-13 if it is not given. */
  readonly massError?: number;
}

export function hasFiniteLoss({ atoms, densities }: PrivacyLossPieces): boolean {
  return densities.length > 0 || atoms.some(({ mass }) => mass > 0);
}

export interface PrivacyLoss {
  /** All but a mass of about `tail` on either side. */
  pieces(tail: number): PrivacyLossPieces;
  /** Every loss is a multiple of this number. */
  readonly lattice?: number;
  /** No loss is larger, and none infinite, wherever tails are cut. */
  readonly largest?: number;
}

/**
 * What is released, by its kind; its parameters stand beside it. Accountants that know more of the kind than its loss make use of
 * that (`accounting/releases/`).
 */
export interface ReleaseName {
  readonly kind: string;
}

export interface PldPair {
  /** P is the law with the record, for a relation that has such a side. */
  readonly remove: PrivacyLoss;
  /** P is the law without the record; the same object where both directions agree. */
  readonly add: PrivacyLoss;
  /** Whose loss it is, where that has a name. */
  readonly release?: ReleaseName;
  /** The rate of the Poisson sample on which that release is made, if it is made on one. */
  readonly samplingRate?: number;
}

export function requirePair(pair: PldPair, name: string): void {
  if (typeof pair !== "object" || pair === null) refuse(name, "a privacy-loss distribution", pair);
  for (const side of ["remove", "add"] as const)
    if (typeof pair[side]?.pieces !== "function") refuse(side, "a privacy loss", pair[side]);
  const { release } = pair;
  if (release !== undefined && typeof Object(release).kind !== "string")
    refuse(`${name}.release`, "an object with the kind of the release", release);
}
