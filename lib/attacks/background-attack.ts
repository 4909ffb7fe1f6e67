/**
 * The background-knowledge attack: an attacker who can rule out some sensitive values reads the others from the class.
 *
 * Theorem: an attacker who rules out the set E believes v with probability n_v / (n - sum of n_u over E) in a class of counts n.
 * Over all values v that somebody has and all E of at most `ruledOut` other values, this is greatest for the E of the most frequent
 * others; it is 1, for everybody in the class, exactly if the class has at most ruledOut + 1 values.
 * Source: Machanavajjhala, Kifer, Gehrke, Venkitasubramaniam (ICDE 2006), doi:10.1109/ICDE.2006.1; Martin et al. (ICDE 2007) for
 * the worst case.
 * Limits: members of a class are taken to be equally likely to be the target; the attacker knows no more than what he rules out.
 * @example
 * ```ts
 * import { categoryColumn, domain, flagColumn, tableFrom } from "epsilab";
 * import { backgroundAttack, generalisation, generalisedTable } from "epsilab/attacks";
 * const people = domain({ columns: { adult: flagColumn(), ill: categoryColumn(["no", "flu", "cold"]) }, person: "row" });
 * const table = tableFrom({ adult: [true, true, true, true], ill: ["no", "no", "flu", "cold"] }, people);
 * const release = generalisedTable(table, { generalisation: generalisation(people, { adult: [] }), node: { adult: 0 } });
 * backgroundAttack(release, { sensitive: "ill", ruledOut: 1 }); // => { posterior: 0.666..., revealed: 0 }
 * backgroundAttack(release, { sensitive: "ill", ruledOut: 2 }); // => { posterior: 1, revealed: 4 }
 * ```
 * @claim k-anonymity
 */
import { largestOf } from "../numerics/extremes.ts";
import { declare, integer, type ParametersOf } from "../numerics/parameters.ts";
import { type GeneralisedTable, sensitiveColumn, sensitiveCounts } from "./generalised-table.ts";

export interface BackgroundAttack {
  /** The largest probability with which such an attacker knows somebody's value. */
  readonly posterior: number;
  /** How many released rows such an attacker may know for certain. */
  readonly revealed: number;
}

export const backgroundKnowledge = declare({ sensitive: sensitiveColumn, ruledOut: integer(0) });

export function backgroundAttack(
  release: GeneralisedTable,
  parameters: ParametersOf<typeof backgroundKnowledge>,
): BackgroundAttack {
  const { sensitive, ruledOut } = backgroundKnowledge.read(parameters);
  const classes = sensitiveCounts(release, sensitive).map((counts) =>
    counts.filter((count) => count > 0).toSorted((a, b) => b - a),
  );
  const exposed = release.classes.filter((_, place) => classes[place].length <= ruledOut + 1);
  return {
    posterior: largestOf(classes.map((sorted) => worstPosterior(sorted, ruledOut))),
    revealed: exposed.reduce((sum, { members }) => sum + members.length, 0),
  };
}

/** Counts from the largest on. The most frequent value is the best to look for: it gains the most from what is left out behind it. */
function worstPosterior(sorted: readonly number[], ruledOut: number): number {
  const left = [sorted[0], ...sorted.slice(1 + ruledOut)].reduce((sum, count) => sum + count, 0);
  return sorted[0] / left;
}
