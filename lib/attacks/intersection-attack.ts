/**
 * The intersection attack: somebody who is in two anonymised releases has a sensitive value that occurs in both their classes.
 *
 * Theorem: each release alone leaves the values of one class; together they leave the intersection. Let values fall evenly on s,
 * and let the two classes share nobody but the target and have k members each. Then the target's value alone is left with
 * probability sum_j (-1)^j C(s - 1, j) q_j^2, with q_j the probability that k - 1 draws hit j given values; for s = 2 it is 1 - (1 -
 * 2^-(k-1))^2. Differential privacy, by contrast, composes: two releases cost the sum of their epsilons.
 * Source: Ganta, Kasiviswanathan, Smith (KDD 2008), doi:10.1145/1401890.1401926.
 * Limits: the value must be the same in all releases. A release without a class for the record, where it was suppressed, says nothing.
 * @example
 * ```ts
 * import { categoryColumn, domain, integerColumn, tableFrom } from "epsilab";
 * import { generalisation, generalisedTable, intersectionAttack } from "epsilab/attacks";
 * const people = domain({
 *   columns: { age: integerColumn({ lower: 0, upper: 99 }), illness: categoryColumn(["flu", "cold", "gout"]) },
 *   person: "row",
 * });
 * const decades = { generalisation: generalisation(people, { age: { widths: [10] } }), node: { age: 1 } };
 * const release = (age: number[], illness: string[]) => generalisedTable(tableFrom({ age, illness }, people), decades);
 * const [one, other] = [release([31, 38], ["flu", "gout"]), release([31, 33], ["flu", "cold"])];
 * const record = { age: 31 };
 * intersectionAttack([{ release: one, record }, { release: other, record }], { sensitive: "illness" }); // => ["flu"]
 * ```
 * @claim k-anonymity
 */
import { type ParametersOf, requireKnownNames } from "../numerics/parameters.ts";
import { refuse, requireList } from "../numerics/requirements.ts";
import { type GeneralisedTable, requireRelease, sensitiveCounts } from "./generalised-table.ts";
import { sensitiveParameters } from "./homogeneity-attack.ts";

/** A release, and the quasi-identifiers that somebody has in it. */
export interface Appearance {
  readonly release: GeneralisedTable;
  readonly record: Readonly<Record<string, unknown>>;
}

/** The values that somebody may have after all releases, in their declared order. */
export function intersectionAttack(
  appearances: readonly Appearance[],
  parameters: ParametersOf<typeof sensitiveParameters>,
): readonly string[] {
  const { sensitive } = sensitiveParameters.read(parameters);
  requireList("appearances", appearances);
  if (appearances.length === 0) refuse("appearances", "at least one", appearances);
  for (const [k, appearance] of appearances.entries()) {
    requireKnownNames(appearance, ["release", "record"], `appearances[${k}]`);
    requireRelease(`appearances[${k}].release`, appearance.release);
  }
  const declared = appearances[0].release.values(sensitive);
  return appearances.reduce<readonly string[]>((left, { release, record }, k) => {
    const values = release.values(sensitive);
    if (values.join("\n") !== declared.join("\n"))
      refuse(`appearances[${k}].release`, "of the same values as the first", "others");
    const place = release.classOf(record);
    if (place === -1) return left;
    const counts = sensitiveCounts(release, sensitive)[place];
    return left.filter((value) => counts[values.indexOf(value)] > 0);
  }, declared);
}
