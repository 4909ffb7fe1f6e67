/**
 * Quantile over a table: one quantile of a column by the exponential mechanism, with its exact law.
 *
 * Theorem: let a person have at most k rows, i of n values be at or below t, and q be the wanted probability. A person changes |i - q n| by at most
 * k max(q, 1 - q), so the density on [lower, upper] proportional to exp(-epsilon |i - q n| / (2 k max(q, 1 - q))) is epsilon-differentially
 * private.
 * Source: as `quantile`: McSherry, Talwar (FOCS 2007), theorem 6; Smith (STOC 2011), section 3.
 * Limits: as `quantile`. Float64 outputs are for study, and the secure source is refused.
 */
import { type Columns, type Domain, domain, type NumericName, numericColumn, rowsEach } from "../../data/domain.ts";
import { exactRows, type Table } from "../../data/table.ts";
import { type KnownNames, requireKnown } from "../../numerics/known-names.ts";
import { requirePositive } from "../../numerics/requirements.ts";
import { pure } from "../../privacy/guarantees/guarantee.ts";
import type { MechanismWithLaw } from "../../privacy/guarantees/mechanism.ts";
import { boundedRangePld } from "../../privacy/loss/bounded-range-pld.ts";
import type { ContinuousLaw } from "../../privacy/loss/law.ts";
import type { Random } from "../../random/random.ts";
import type { Stream } from "../../random/stream.ts";
import { quantile } from "./quantile.ts";
import { columnWords, requireStudy, requireTable, type TableMechanism } from "./table-use.ts";

export interface TableQuantileParameters<Declared extends Columns> {
  readonly domain: Domain<Declared>;
  readonly column: NumericName<Declared>;
  readonly probability: number;
  readonly epsilon: number;
}

export type TableQuantile<Declared extends Columns> = TableMechanism<Declared, number, Stream> &
  MechanismWithLaw<Table<Declared>, number, Stream, ContinuousLaw>;

const NAMES: KnownNames<TableQuantileParameters<Columns>> = {
  domain: true,
  column: true,
  probability: true,
  epsilon: true,
};

export function tableQuantile<Declared extends Columns>(
  parameters: TableQuantileParameters<Declared>,
): TableQuantile<Declared> {
  requireKnown(parameters, NAMES);
  const { column, probability, epsilon } = parameters;
  const own = domain(parameters.domain);
  const { lower, upper } = numericColumn(own, column);
  requirePositive({ epsilon });
  const inner = quantile({ epsilon: epsilon / rowsEach(own), probability, lower, upper, neighbours: "add-remove" });
  const check = (table: Table<Declared>, random: Random) => {
    requireTable(table, own);
    requireStudy("a quantile", random);
  };
  const valuesOf = (table: Table<Declared>) => {
    requireTable(table, own);
    return exactRows(table, [column])[0];
  };
  return {
    name: "table-quantile",
    neighbours: "add-remove",
    query: `quantile ${probability} of ${columnWords(column)}`,
    guarantee: pure(epsilon),
    check,
    release: (table, random) => {
      check(table, random);
      return inner.release(valuesOf(table), random);
    },
    releaseMany: (table, out, random) => {
      check(table, random);
      return inner.releaseMany(valuesOf(table), out, random);
    },
    law: (table) => inner.law(valuesOf(table)),
    privacyLoss: () => ({ ...boundedRangePld(epsilon), attained: false }),
  };
}
