/**
 * The axes that parts of the harness share, and epsilon from them.
 */
import { axis, z } from "../kit.ts";

const SIZES = [100, 316, 1000, 3162, 10_000, 31_623, 100_000];

export const size = axis(z.int().min(1).max(1_000_000), {
  means: "records",
  quick: [100, 1000, 10_000],
  full: SIZES,
});

/** Where the asymptotic price is compared, to within 1 %. */
export const largeSize = axis(z.int().min(1).max(1_000_000), {
  means: "records",
  quick: [1000, 10_000],
  full: SIZES.filter((records) => records >= 1000),
});

export function kappaOf(quick: readonly number[], full: readonly number[] = quick) {
  return axis(z.number().positive().max(1000), {
    means: "epsilon times the root of the number of records",
    quick,
    full,
  });
}

export const kappa = kappaOf([0.03, 0.1, 0.3, 1, 3, 10, 30]);

const LARGEST_EPSILON = 10;

/** The epsilon of a cell: kappa over the root of the number of records, at most 10. */
export function epsilonOf(cell: { readonly kappa: number; readonly size: number }): number {
  return Math.min(LARGEST_EPSILON, cell.kappa / Math.sqrt(cell.size));
}

/** The kappa of that epsilon. */
export function kappaWithin(cell: { readonly kappa: number; readonly size: number }): number {
  return Math.min(LARGEST_EPSILON * Math.sqrt(cell.size), cell.kappa);
}

/** Whether one record can be detected: n epsilon of 1 or more. */
export function isTelling(cell: { readonly kappa: number; readonly size: number }): boolean {
  return cell.size * epsilonOf(cell) >= 1 - 1e-12;
}
