/**
 * Sum over a table: the sum of a column, with Laplace noise.
 *
 * Theorem: let a person have at most k rows, whose values are clamped to [lower, upper]. Adding or removing one changes the sum by at most
 * k max(|lower|, |upper|); Laplace noise of that over epsilon is epsilon-differentially private.
 * Source: Dwork, McSherry, Nissim, Smith (TCC 2006), proposition 1; the sensitivity is elementary, and found anew by enumeration in the tests.
 * Limits: a row without a value is left out, or has the value declared for it. Float64 noise leaks its input in the low-order bits (Mironov 2012): for
 * study, and the secure source is refused.
 * @claim sensitivity
 */
import { type Columns, type Domain, domain, type NumericName, numericColumn, rowsEach } from "../data/domain.ts";
import { exactRows, type Table } from "../data/table.ts";
import { requirePositive } from "../numerics/requirements.ts";
import { pure } from "../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism } from "../privacy/guarantees/mechanism.ts";
import { laplacePld } from "../privacy/loss/laplace-pld.ts";
import type { ContinuousLaw } from "../privacy/loss/law.ts";
import type { Random } from "../random/random.ts";
import type { Stream } from "../random/stream.ts";
import { noisySum } from "./noisy-sum.ts";
import { columnWords, farthestTables, requireStudy, requireTable, type TableMechanism } from "./table-use.ts";

export interface TableSumParameters<Declared extends Columns> {
  readonly domain: Domain<Declared>;
  readonly column: NumericName<Declared>;
  readonly epsilon: number;
}

export type TableSum<Declared extends Columns> = TableMechanism<Declared, number, Stream> &
  ClosedMechanism<Table<Declared>, number, Stream, ContinuousLaw>;

export function tableSum<Declared extends Columns>(parameters: TableSumParameters<Declared>): TableSum<Declared> {
  const { column, epsilon } = parameters;
  const own = domain(parameters.domain);
  const { lower, upper } = numericColumn(own, column);
  requirePositive({ epsilon });
  const sum = noisySum({ epsilon: epsilon / rowsEach(own), lower, upper, neighbours: "add-remove" });
  const check = (table: Table<Declared>, random: Random) => {
    requireTable(table, own);
    requireStudy("a sum", random);
  };
  const valuesOf = (table: Table<Declared>) => {
    requireTable(table, own);
    return Array.from(exactRows(table, [column])[0]);
  };
  return {
    name: "table-sum",
    neighbours: "add-remove",
    query: `sum of ${columnWords(column)}`,
    guarantee: pure(epsilon),
    check,
    release: (table, random) => {
      check(table, random);
      return sum.release(valuesOf(table), random);
    },
    releaseMany: (table, out, random) => {
      check(table, random);
      return sum.releaseMany(valuesOf(table), out, random);
    },
    law: (table) => sum.law(valuesOf(table)),
    privacyLoss: () => ({ ...laplacePld({ scale: 1, sensitivity: epsilon, samplingRate: 1 }), attained: true }),
    worstPair: () => farthestTables(own, { column, value: Math.abs(lower) > Math.abs(upper) ? lower : upper }),
  };
}
