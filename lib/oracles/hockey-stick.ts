/**
 * The delta of two laws at an epsilon by its definition: the sum, or the integral, of (P - e^epsilon Q)+.
 */
import { exp } from "../numerics/exponential.ts";
import { type Integration, integrate } from "../numerics/quadrature.ts";

type Masses = readonly number[];
type Density = (x: number) => number;

/** Of masses of the same outcomes. */
export function listedDelta(first: Masses, second: Masses, epsilon: number): number {
  return first.reduce((sum, mass, k) => sum + Math.max(0, mass - exp(epsilon) * second[k]), 0);
}

/** The larger of both orders. */
export function largerListedDelta(first: Masses, second: Masses, epsilon: number): number {
  return Math.max(listedDelta(first, second, epsilon), listedDelta(second, first, epsilon));
}

/** Of densities, by adaptive quadrature. */
export function integratedDelta(first: Density, second: Density, epsilon: number, over: Integration): number {
  return integrate((x) => Math.max(0, first(x) - exp(epsilon) * second(x)), over).value;
}

/** The larger of both orders. */
export function largerIntegratedDelta(first: Density, second: Density, epsilon: number, over: Integration): number {
  return Math.max(integratedDelta(first, second, epsilon, over), integratedDelta(second, first, epsilon, over));
}
