/**
 * Uniqueness: how many people are alone with their quasi-identifiers, counted in a table, and expected from the probabilities of the cells.
 *
 * Theorem: if N people fall independently into cells, cell c with probability p_c, the expected share of people alone in theirs is
 * sum_c p_c (1 - p_c)^(N - 1), as the others must all miss the cell. For K equally likely cells it is (1 - 1/K)^(N - 1), about
 * e^(-N/K). If K >= N - 1, no other law on K cells has more: p (1 - p)^(N - 1) is below its tangents up to p = 1 / (N - 1), and the
 * mean p is 1/K.
 * Source: Sweeney (2000); Golle (WPES 2006), doi:10.1145/1179601.1179615, for the census figures that it explains.
 * Limits: a table says who is unique in it, not in the population: see `populationUniqueness`.
 * Accuracy: 1e-13 relative for sums without underflow.
 * @example
 * ```ts
 * import { domain, integerColumn, tableFrom } from "epsilab";
 * import { expectedUniqueness, uniqueness } from "epsilab/attacks";
 * const people = domain({ columns: { age: integerColumn({ lower: 0, upper: 99 }) }, person: "row" });
 * uniqueness(tableFrom({ age: [71, 38, 52, 52] }, people), ["age"]); // => { people: 4, unique: 2, share: 0.5, frequencies: [0, 2, 1] }
 * expectedUniqueness({ size: 100, cells: 100 }); // => 0.3697...
 * ```
 * @claim linkage-attack
 */
import type { Table } from "../data/table.ts";
import { exp } from "../numerics/exponential.ts";
import { largestOf } from "../numerics/extremes.ts";
import { log1p } from "../numerics/logarithm.ts";
import { count, declareForms, listOf, type ParametersOf, probability } from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import { cellsOf } from "./linkage-attack.ts";

export interface Uniqueness {
  readonly people: number;
  /** How many are alone with their values. */
  readonly unique: number;
  readonly share: number;
  /** At place j, how many combinations of values exactly j people have; at place 0 is 0. */
  readonly frequencies: readonly number[];
}

export function uniqueness(table: Table, columns: readonly string[]): Uniqueness {
  const sizes = new Map<string, number>();
  const cells = cellsOf(table, columns);
  for (const cell of cells) sizes.set(cell, (sizes.get(cell) ?? 0) + 1);
  const frequencies = new Array<number>(largestOf([...sizes.values()]) + 1).fill(0);
  for (const size of sizes.values()) frequencies[size]++;
  return { people: cells.length, unique: frequencies[1], share: frequencies[1] / cells.length, frequencies };
}

/** That many equally likely cells, or the probability of each, which must sum to 1. */
export const cellLaw = declareForms({ size: count, cells: count }, { size: count, probabilities: listOf(probability) });

export type CellLaw = { readonly cells: number } | { readonly probabilities: ArrayLike<number> };

export function expectedUniqueness(parameters: ParametersOf<typeof cellLaw>): number {
  const read = cellLaw.read(parameters);
  const { size } = read;
  /** That all others miss a cell. */
  const missed = (probability: number) =>
    size === 1 ? 1 : probability === 1 ? 0 : exp((size - 1) * log1p(-probability));
  if ("cells" in read) return missed(1 / read.cells);
  const { probabilities } = read;
  let [total, expected] = [0, 0];
  for (let c = 0; c < probabilities.length; c++) {
    total += probabilities[c];
    expected += probabilities[c] * missed(probabilities[c]);
  }
  if (!(Math.abs(total - 1) <= 1e-9)) refuse("the sum of probabilities", "1", total);
  return Math.min(1, expected);
}
