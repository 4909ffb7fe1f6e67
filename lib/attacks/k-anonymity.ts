/**
 * k-anonymity: every class of rows with the same quasi-identifiers has at least k of them.
 *
 * Theorem: who knows the quasi-identifiers of somebody in the table finds k rows or more that may be theirs. So a random one of
 * them is theirs with probability at most 1/k. That bounds the naming of a row, and nothing else: all k rows may tell the same
 * (`homogeneityAttack`).
 * Source: Samarati (IEEE TKDE 13, 2001); Sweeney (2002), doi:10.1142/S021848850200165X.
 * Limits: of one table; two releases of the same people may intersect (`intersectionAttack`).
 * @example
 * ```ts
 * import { domain, flagColumn, integerColumn, tableFrom } from "epsilab";
 * import { generalisation, generalisedTable, kAnonymity } from "epsilab/attacks";
 * const people = domain({ columns: { age: integerColumn({ lower: 0, upper: 99 }), ill: flagColumn() }, person: "row" });
 * const table = tableFrom({ age: [31, 38, 52, 55], ill: [true, true, false, true] }, people);
 * const release = generalisedTable(table, { generalisation: generalisation(people, { age: { widths: [10] } }), node: { age: 1 } });
 * kAnonymity(release, { k: 2 }); // => { holds: true, attained: 2 }
 * ```
 * @claim k-anonymity
 */
import { leastOf } from "../numerics/extremes.ts";
import { count, declare, type ParametersOf } from "../numerics/parameters.ts";
import { type GeneralisedTable, requireClasses } from "./generalised-table.ts";

/** Whether a release keeps what was asked, and what it does keep. */
export interface Anonymity {
  readonly holds: boolean;
  readonly attained: number;
}

export const kAnonymityParameters = declare({ k: count });

export function kAnonymity(
  release: GeneralisedTable,
  parameters: ParametersOf<typeof kAnonymityParameters>,
): Anonymity {
  const { k } = kAnonymityParameters.read(parameters);
  requireClasses(release);
  const attained = leastOf(release.classes.map(({ members }) => members.length));
  return { holds: attained >= k, attained };
}
