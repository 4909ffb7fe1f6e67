/**
 * t-closeness: in every class the sensitive values are distributed nearly as in the whole release.
 *
 * The distance is the earth mover's: the least cost of turning one distribution into the other. With `equal` ground distance every
 * move costs 1, and it is the total variation distance, (1/2) sum |p_i - q_i|. With `ordered` values a move costs the number of
 * places between over m - 1, and it is sum_i |P_i - Q_i| / (m - 1) for the cumulative shares of m values in their declared order.
 * Theorem: coarsening cannot increase it, as the distance is convex: the distribution in a union of classes is a mixture of theirs.
 * Source: Li, Li, Venkatasubramanian (ICDE 2007), doi:10.1109/ICDE.2007.367856.
 * Limits: bounds what a class tells beyond the whole release, not what the release tells; needs the sensitive column to be declared
 * in its order.
 * @example
 * ```ts
 * import { domain, flagColumn, integerColumn, tableFrom } from "epsilab";
 * import { generalisation, generalisedTable, tCloseness } from "epsilab/attacks";
 * const people = domain({ columns: { adult: flagColumn(), grade: integerColumn({ lower: 1, upper: 5 }) }, person: "row" });
 * const table = tableFrom({ adult: [true, true, false, false], grade: [1, 2, 2, 3] }, people);
 * const release = generalisedTable(table, { generalisation: generalisation(people, { adult: [] }), node: { adult: 0 } });
 * tCloseness(release, { sensitive: "grade", t: 0.2, ground: "ordered" }); // => { holds: true, attained: 0.125 }
 * tCloseness(release, { sensitive: "grade", t: 0.2, ground: "equal" }); // => { holds: false, attained: 0.25 }
 * ```
 * @claim k-anonymity
 */
import { largestOf } from "../numerics/extremes.ts";
import { declare, oneOf, type ParametersOf, probability } from "../numerics/parameters.ts";
import { type GeneralisedTable, sensitiveColumn, sensitiveCounts } from "./generalised-table.ts";
import type { Anonymity } from "./k-anonymity.ts";

export const tClosenessParameters = declare({
  sensitive: sensitiveColumn,
  t: probability,
  ground: oneOf("equal", "ordered"),
});

export interface TClosenessParameters extends ParametersOf<typeof tClosenessParameters> {}

export function tCloseness(release: GeneralisedTable, parameters: TClosenessParameters): Anonymity {
  const { sensitive, t, ground } = tClosenessParameters.read(parameters);
  const counts = sensitiveCounts(release, sensitive);
  const whole = sharesOf(counts[0].map((_, value) => counts.reduce((sum, own) => sum + own[value], 0)));
  const distance = ground === "equal" ? totalVariation : orderedDistance;
  const attained = largestOf(counts.map((own) => distance(sharesOf(own), whole)));
  return { holds: attained <= t + 1e-12, attained };
}

function sharesOf(counts: readonly number[]): readonly number[] {
  const size = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => count / size);
}

function totalVariation(p: readonly number[], q: readonly number[]): number {
  return p.reduce((sum, share, i) => sum + Math.abs(share - q[i]), 0) / 2;
}

function orderedDistance(p: readonly number[], q: readonly number[]): number {
  let [moved, cost] = [0, 0];
  for (let i = 0; i + 1 < p.length; i++) {
    moved += p[i] - q[i];
    cost += Math.abs(moved);
  }
  return p.length === 1 ? 0 : cost / (p.length - 1);
}
