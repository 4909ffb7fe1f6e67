/**
 * Laws: the exact distribution of an output, as data that audits, attacks and trade-off curves read.
 *
 * Masses and densities are logarithms, each from its own closed form (never as log(1 - p)), and -Infinity only where an outcome is
 * impossible, so that ratios far in the tails are right.
 */
import { distinctValues } from "./value-map.ts";

export interface DiscreteLaw<Output> {
  readonly kind: "discrete";
  /** Every outcome that has mass, or, for an infinite support, all but `neglected` of the mass. */
  readonly support: readonly Output[];
  logMass(output: Output): number;
  /** The mass outside `support`: 0 for a finite law. */
  readonly neglected: number;
}

/** Every outcome that one of two laws lists, once each. */
export function commonSupport<Output>(first: DiscreteLaw<Output>, second: DiscreteLaw<Output>): Output[] {
  return distinctValues([...first.support, ...second.support]);
}

/** A law by its name and parameters, for those who have a closed form for it. */
export type LawFamily =
  | { readonly kind: "normal"; readonly centre: number; readonly scale: number }
  | { readonly kind: "laplace"; readonly centre: number; readonly scale: number };

export interface ContinuousLaw {
  readonly kind: "continuous";
  readonly family?: LawFamily;
  logDensity(x: number): number;
  cumulative(x: number): number;
  /** Where the density, or a derivative of it, jumps. */
  readonly kinks: readonly number[];
  /** The smallest closed interval that has all the mass. */
  readonly range: readonly [number, number];
}

/** A vector of independent coordinates. */
export interface ProductLaw {
  readonly kind: "product";
  readonly coordinates: readonly ContinuousLaw[];
}

/** Numbers are discrete or continuous, float64 vectors are products, anything else is discrete. */
export type Law<Output> = [Output] extends [number]
  ? DiscreteLaw<Output> | ContinuousLaw
  : [Output] extends [Float64Array]
    ? ProductLaw
    : DiscreteLaw<Output>;

/** A law of whatever output, to be told apart by its kind. */
export type AnyLaw = DiscreteLaw<unknown> | ContinuousLaw | ProductLaw;
