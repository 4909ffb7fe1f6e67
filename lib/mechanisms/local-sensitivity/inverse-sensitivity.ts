/**
 * Inverse sensitivity mechanism: prefer the outcomes that few changes of the data would make true.
 *
 * Theorem: let D(x, t) be the number of records to replace in x before the statistic is t. D changes by at most 1 under `swap`, so
 * P(t) proportional to exp(-epsilon D(x, t) / 2) is epsilon-differentially private. For two outcomes, one of which has distance 0, the
 * full exponent exp(-epsilon D) is too; for three or more it is not.
 * Source: Asi, Duchi (NeurIPS 2020), section 2; the case of two outcomes is elementary.
 * Limits: a given distance is trusted to be the distance of a statistic; an outcome at distance Infinity must be so for every dataset.
 * @claim inverse-sensitivity, ism-discrete, ism-quarter-optimal
 */

import { exp } from "../../numerics/exponential.ts";
import { largestOf } from "../../numerics/extremes.ts";
import { logSumExp } from "../../numerics/log-sum.ts";
import { callable, made } from "../../numerics/parameters.ts";
import { refuse, refuseData, requireList } from "../../numerics/requirements.ts";
import { type Budget, withBudget } from "../../privacy/guarantees/budget.ts";
import type { MechanismWithLaw } from "../../privacy/guarantees/mechanism.ts";
import { boundedRangePld } from "../../privacy/loss/bounded-range-pld.ts";
import { worstCasePld } from "../../privacy/loss/discrete-pld.ts";
import { numberLaw } from "../../privacy/loss/distribution.ts";
import type { DiscreteLaw, NumberLaw } from "../../privacy/loss/law.ts";
import { distinctValues, ValueMap } from "../../privacy/loss/value-map.ts";
import { fillEach } from "../../random/batch.ts";
import { aliasTable, sampleCategorical } from "../../random/categorical.ts";
import type { Stream } from "../../random/stream.ts";

export const inverseSensitivityParameters = withBudget(["pure"], {
  outcomes: made<readonly unknown[]>((outcomes, name) => {
    requireList(name, outcomes);
    if (distinctValues(outcomes).length !== outcomes.length) refuse(name, "all different", outcomes);
    if (outcomes.length === 0) refuse(name, "at least one", outcomes);
  }),
  distance: callable<(records: readonly never[], outcome: never) => number>(),
});

export type InverseSensitivityParameters<Row, Value> = Budget<"pure"> & {
  readonly outcomes: readonly Value[];
  /** As `changeDistance` finds it by going through all datasets, or in closed form. */
  distance(records: readonly Row[], outcome: Value): number;
};

/** With `releaseMany`, and a law that is a distribution, where the values are numbers. */
export type InverseSensitivity<Row, Value> = MechanismWithLaw<
  readonly Row[],
  Value,
  Stream,
  [Value] extends [number] ? NumberLaw : DiscreteLaw<Value>
>;

export function inverseSensitivity<Row, Value>(
  parameters: InverseSensitivityParameters<Row, Value>,
): InverseSensitivity<Row, Value>;
export function inverseSensitivity(
  parameters: InverseSensitivityParameters<unknown, unknown>,
): InverseSensitivity<unknown, unknown> {
  const { guarantee, outcomes } = inverseSensitivityParameters.read(parameters);
  const { distance } = parameters;
  const { epsilon } = guarantee;
  const rate = outcomes.length === 2 ? epsilon : epsilon / 2;
  const logMasses = (records: readonly unknown[]): Float64Array => {
    requireList("records", records);
    const logWeights = Float64Array.from(outcomes, (outcome) => {
      const changes = distance(records, outcome);
      if (!(changes >= 0)) refuseData("distance", "non-negative");
      return -rate * changes;
    });
    // Without an outcome at distance 0 both distances could move at once, and the full exponent would lose twice epsilon.
    if (outcomes.length === 2 && largestOf(logWeights) < 0) refuse("distance", "0 for an outcome", logWeights);
    const total = logSumExp(logWeights);
    if (total === -Infinity) refuse("distance", "finite for an outcome", Infinity);
    return logWeights.map((weight) => weight - total);
  };
  const tableOf = (records: readonly unknown[]) => aliasTable(logMasses(records).map(exp));
  const numbers = outcomes.filter((outcome) => typeof outcome === "number");
  return {
    name: "inverse-sensitivity",
    neighbours: "swap",
    guarantee,
    release: (records, random) => outcomes[sampleCategorical(tableOf(records), random)],
    ...(numbers.length === outcomes.length && {
      releaseMany: (records: readonly unknown[], out: Float64Array, random: Stream) => {
        const table = tableOf(records);
        return fillEach(out, () => numbers[sampleCategorical(table, random)]);
      },
    }),
    law: (records) => {
      const masses = new ValueMap(outcomes.map((outcome, i) => [outcome, i] as const));
      const logs = logMasses(records);
      const law: DiscreteLaw<unknown> = {
        kind: "discrete",
        support: outcomes.filter((_, i) => logs[i] > -Infinity),
        logMass: (outcome) => logs[masses.get(outcome) ?? -1] ?? -Infinity,
        neglected: 0,
      };
      return numbers.length === outcomes.length ? numberLaw(law as DiscreteLaw<number>) : law;
    },
    // With the half exponent two exponents move apart by at most epsilon; with the full one by twice that, in the worst case.
    privacyLoss: () => ({
      ...(outcomes.length === 2 ? worstCasePld({ epsilon, delta: 0 }) : boundedRangePld(epsilon)),
      attained: false,
    }),
  };
}
