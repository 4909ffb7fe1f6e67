/**
 * l-diversity: every class has at least l well-represented sensitive values.
 *
 * - `distinct`: at least l different values.
 * - `entropy`: the entropy of the values is at least log l; what is attained is e to the least entropy.
 * - `recursive`, with a c: with the counts r_1 >= r_2 >= ..., r_1 < c (r_l + r_(l+1) + ...); what is attained is the largest l, 0
 *   if there is none.
 * Theorem: entropy l-diversity implies l distinct values, and all three still hold after coarsening: a class that is a union of
 * classes that have them has them.
 * Source: Machanavajjhala, Kifer, Gehrke, Venkitasubramaniam (ACM TKDD 1, 2007), doi:10.1145/1217299.1217302, definitions 4.1 and 4.2.
 * Limits: distinct values may be likely all the same, or mean nearly the same; an attacker who can rule out l - 1 values defeats it
 * (`backgroundAttack`).
 * @example
 * ```ts
 * import { categoryColumn, domain, flagColumn, tableFrom } from "epsilab";
 * import { generalisation, generalisedTable, lDiversity } from "epsilab/attacks";
 * const people = domain({ columns: { adult: flagColumn(), ill: categoryColumn(["no", "flu", "cold"]) }, person: "row" });
 * const table = tableFrom({ adult: [true, true, true, true], ill: ["no", "no", "flu", "cold"] }, people);
 * const release = generalisedTable(table, { generalisation: generalisation(people, { adult: [] }), node: { adult: 0 } });
 * lDiversity(release, { sensitive: "ill", l: 3, kind: "distinct" }); // => { holds: true, attained: 3 }
 * lDiversity(release, { sensitive: "ill", l: 3, kind: "entropy" }).attained; // => 2.828...
 * lDiversity(release, { sensitive: "ill", l: 2, kind: "recursive", c: 2 }); // => { holds: true, attained: 2 }
 * ```
 * @claim k-anonymity
 */
import { exp } from "../numerics/exponential.ts";
import { leastOf } from "../numerics/extremes.ts";
import { log } from "../numerics/logarithm.ts";
import { declareKinds, integer, number, type ParametersOf, positive } from "../numerics/parameters.ts";
import { type GeneralisedTable, sensitiveColumn, sensitiveCounts } from "./generalised-table.ts";
import type { Anonymity } from "./k-anonymity.ts";

const DIVERSE = {
  sensitive: sensitiveColumn,
  /** Need not be an integer for entropies. */
  l: number({ expected: "at least 1 and finite", least: 1, most: Number.MAX_VALUE }),
};

export const lDiversityParameters = declareKinds({
  distinct: DIVERSE,
  entropy: DIVERSE,
  recursive: { ...DIVERSE, l: integer(1), c: positive },
});

export type LDiversityParameters = ParametersOf<typeof lDiversityParameters>;

export function lDiversity(release: GeneralisedTable, given: LDiversityParameters): Anonymity {
  const parameters = lDiversityParameters.read(given);
  const { sensitive, l } = parameters;
  const attained = leastOf(sensitiveCounts(release, sensitive).map(diversityOf(parameters)));
  // A class of l equally frequent values has the entropy log l, up to rounding.
  return { holds: attained >= l * (parameters.kind === "entropy" ? 1 - 1e-12 : 1), attained };
}

function diversityOf(parameters: LDiversityParameters): (counts: readonly number[]) => number {
  switch (parameters.kind) {
    case "distinct":
      return (counts) => counts.filter((count) => count > 0).length;
    case "entropy":
      return (counts) => exp(entropyOf(counts));
    case "recursive":
      return (counts) => recursiveOf(counts, parameters.c);
  }
}

function entropyOf(counts: readonly number[]): number {
  const size = counts.reduce((sum, count) => sum + count, 0);
  return counts.reduce((sum, count) => (count === 0 ? sum : sum - (count / size) * log(count / size)), 0);
}

/** The largest l with r_1 < c (r_l + ...): the tails shrink with l. */
function recursiveOf(counts: readonly number[], c: number): number {
  const sorted = counts.filter((count) => count > 0).toSorted((a, b) => b - a);
  let tail = 0;
  for (let l = sorted.length; l >= 1; l--) {
    tail += sorted[l - 1];
    if (sorted[0] < c * tail) return l;
  }
  return 0;
}
