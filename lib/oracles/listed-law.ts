/**
 * What is read from the masses of a law, term by term.
 */
import { logSumExp } from "../numerics/log-sum.ts";
import { log } from "../numerics/logarithm.ts";

/** The Renyi divergence: log of the sum of P^order Q^(1 - order), over order - 1. */
export function listedRenyi(first: readonly number[], second: readonly number[], order: number): number {
  return logSumExp(first.map((p, k) => order * log(p) + (1 - order) * log(second[k]))) / (order - 1);
}

/** The masses that come out when each outcome is replaced by a draw from its row. */
export function mappedMasses(masses: readonly number[], rows: readonly (readonly number[])[]): number[] {
  return rows[0].map((_, outcome) => masses.reduce((sum, mass, k) => sum + mass * rows[k][outcome], 0));
}

/** Total mass and second moment of a law on integers. */
export function listedMoments(places: readonly number[], mass: (place: number) => number) {
  return {
    total: places.reduce((sum, place) => sum + mass(place), 0),
    variance: places.reduce((sum, place) => sum + place * place * mass(place), 0),
  };
}
