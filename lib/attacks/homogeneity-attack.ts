/**
 * The homogeneity attack: a class whose members all share the sensitive value reveals it for each of them.
 *
 * Theorem: whoever knows that somebody is in such a class knows the value with certainty, however large the class is. If values
 * fall independently, v with probability p_v, a class of m members is of one value with probability sum_v p_v^m: k-anonymity makes
 * it rare, and does not bound what it tells.
 * Source: Machanavajjhala, Kifer, Gehrke, Venkitasubramaniam (ICDE 2006), doi:10.1109/ICDE.2006.1.
 * Limits: counts who is exposed; it names nobody.
 * @example
 * ```ts
 * import { domain, flagColumn, integerColumn, tableFrom } from "epsilab";
 * import { generalisation, generalisedTable, homogeneityAttack } from "epsilab/attacks";
 * const people = domain({ columns: { age: integerColumn({ lower: 0, upper: 99 }), ill: flagColumn() }, person: "row" });
 * const table = tableFrom({ age: [31, 38, 52, 55], ill: [true, true, false, true] }, people);
 * const release = generalisedTable(table, { generalisation: generalisation(people, { age: { widths: [10] } }), node: { age: 1 } });
 * homogeneityAttack(release, { sensitive: "ill" }); // => { revealed: 2, share: 0.5, classes: [0] }
 * ```
 * @claim k-anonymity
 */
import { declare, type ParametersOf } from "../numerics/parameters.ts";
import { type GeneralisedTable, sensitiveColumn, sensitiveCounts } from "./generalised-table.ts";

export interface HomogeneityAttack {
  /** How many released rows are of a class with one value. */
  readonly revealed: number;
  /** The share of the released rows that they are. */
  readonly share: number;
  /** The places of these classes. */
  readonly classes: readonly number[];
}

export const sensitiveParameters = declare({ sensitive: sensitiveColumn });

export function homogeneityAttack(
  release: GeneralisedTable,
  parameters: ParametersOf<typeof sensitiveParameters>,
): HomogeneityAttack {
  const { sensitive } = sensitiveParameters.read(parameters);
  const counts = sensitiveCounts(release, sensitive);
  const classes = [...counts.keys()].filter((place) => counts[place].filter((count) => count > 0).length === 1);
  const size = (places: Iterable<number>) =>
    [...places].reduce((sum, place) => sum + release.classes[place].members.length, 0);
  const revealed = size(classes);
  return { revealed, share: revealed / size(counts.keys()), classes };
}
