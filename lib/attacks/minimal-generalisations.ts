/**
 * Minimal generalisations: the least coarse releases of a table that are k-anonymous.
 *
 * `minimalGeneralisations(table, { generalisation, k })` gives all nodes of the lattice at which the release is k-anonymous and
 * below which it is not. With `suppress` up to this many rows, those of classes smaller than k, may be left out. With `also` the
 * release must satisfy a further predicate, such as l-diversity, which must be one that coarsening keeps.
 * Method: up the lattice by height; what is above a node that was found is not looked at, since coarsening keeps k-anonymity: a
 * class of the coarser release is a union of classes of the finer one, so that rows in small classes only become fewer.
 * Source: Samarati (IEEE TKDE 13, 2001); LeFevre, DeWitt, Ramakrishnan (SIGMOD 2005), doi:10.1145/1066157.1066164 (Incognito).
 * Limits: the nodes depend on the records: to publish them tells about the table. `also` goes with no suppression, which could
 * break its monotonicity.
 * @example
 * ```ts
 * import { domain, flagColumn, integerColumn, tableFrom } from "epsilab";
 * import { generalisation, minimalGeneralisations } from "epsilab/attacks";
 * const people = domain({ columns: { age: integerColumn({ lower: 0, upper: 99 }), adult: flagColumn() }, person: "row" });
 * const table = tableFrom({ age: [31, 38, 33, 12], adult: [true, true, true, false] }, people);
 * const lattice = generalisation(people, { age: { widths: [10] }, adult: [] });
 * minimalGeneralisations(table, { generalisation: lattice, k: 3, suppress: 1 }); // => [{ age: 1, adult: 0 }]
 * minimalGeneralisations(table, { generalisation: lattice, k: 3 }); // => [{ age: 2, adult: 1 }]
 * ```
 * @claim k-anonymity
 */
import type { Table } from "../data/table.ts";
import { callable, count, declare, integer, optional, type ParametersOf } from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import { anyGeneralisation, isAbove, type LatticeNode } from "./generalisation.ts";
import { type GeneralisedTable, generalisedTable } from "./generalised-table.ts";

export const minimalGeneralisationsParameters = declare(
  {
    generalisation: anyGeneralisation,
    k: count,
    /** How many rows may be left out; none by default. */
    suppress: optional(integer(0), 0),
    /** What else must hold, and holds of coarser releases too. */
    also: optional(callable<(release: GeneralisedTable) => boolean>()),
  },
  ({ suppress, also }) => {
    if (also !== undefined && suppress > 0) refuse("suppress", "0 where `also` is given", suppress);
  },
);

export interface MinimalGeneralisationsParameters extends ParametersOf<typeof minimalGeneralisationsParameters> {}

export function minimalGeneralisations(
  table: Table,
  parameters: MinimalGeneralisationsParameters,
): readonly LatticeNode[] {
  const { generalisation: lattice, k, suppress, also } = minimalGeneralisationsParameters.read(parameters);
  const found: LatticeNode[] = [];
  for (const node of lattice.nodes()) {
    if (found.some((below) => isAbove(node, below))) continue;
    const release = generalisedTable(table, { generalisation: lattice, node, suppressBelow: k });
    if (release.suppressed > suppress || release.classes.length === 0) continue;
    if (also === undefined || also(release)) found.push(node);
  }
  return found;
}
