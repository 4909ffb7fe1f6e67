/**
 * Mean over a table: the mean of a column over its rows, with Laplace noise.
 *
 * Theorem: let a person have at most k rows, whose values are clamped to [lower, upper]. The number of rows is private, so half of epsilon goes to the
 * sum of distances from the middle of the bounds, which a person changes by at most k (upper - lower) / 2, half to the number of rows, which a
 * person changes by at most k; the ratio, clamped, is epsilon-differentially private.
 * Source: as `noisyMean`, under `add-remove`: Dwork, McSherry, Nissim, Smith (TCC 2006), proposition 1; McSherry (SIGMOD 2009) for composition.
 * Limits: every row counts alike, so that a person with many rows weighs more. There is no closed law, and the ratio is biased for few rows. Float64
 * noise leaks its input in the low-order bits (Mironov 2012): for study, and the secure source is refused.
 * @claim sensitivity
 */
import { type Columns, type Domain, domain, type NumericName, numericColumn, rowsEach } from "../../data/domain.ts";
import { exactRows, type Table } from "../../data/table.ts";
import { type KnownNames, requireKnown } from "../../numerics/known-names.ts";
import { requirePositive } from "../../numerics/requirements.ts";
import { pure } from "../../privacy/guarantees/guarantee.ts";
import type { DominatingPair } from "../../privacy/guarantees/mechanism.ts";
import { laplacePld } from "../../privacy/loss/laplace-pld.ts";
import type { Random } from "../../random/random.ts";
import type { Stream } from "../../random/stream.ts";
import { noisyMean } from "./noisy-mean.ts";
import { columnWords, requireStudy, requireTable, type TableMechanism } from "./table-use.ts";

export interface TableMeanParameters<Declared extends Columns> {
  readonly domain: Domain<Declared>;
  readonly column: NumericName<Declared>;
  readonly epsilon: number;
}

export interface TableMean<Declared extends Columns> extends TableMechanism<Declared, number, Stream> {
  releaseMany(table: Table<Declared>, out: Float64Array, random: Stream): Float64Array;
  privacyLoss(): DominatingPair;
}

const NAMES: KnownNames<TableMeanParameters<Columns>> = { domain: true, column: true, epsilon: true };

export function tableMean<Declared extends Columns>(parameters: TableMeanParameters<Declared>): TableMean<Declared> {
  requireKnown(parameters, NAMES);
  const { column, epsilon } = parameters;
  const own = domain(parameters.domain);
  const { lower, upper } = numericColumn(own, column);
  requirePositive({ epsilon });
  const mean = noisyMean({ epsilon: epsilon / rowsEach(own), lower, upper, neighbours: "add-remove" });
  const check = (table: Table<Declared>, random: Random) => {
    requireTable(table, own);
    requireStudy("a mean", random);
  };
  const valuesOf = (table: Table<Declared>) => Array.from(exactRows(table, [column])[0]);
  return {
    name: "table-mean",
    neighbours: "add-remove",
    query: `mean of ${columnWords(column)}`,
    guarantee: pure(epsilon),
    check,
    release: (table, random) => {
      check(table, random);
      return mean.release(valuesOf(table), random);
    },
    releaseMany: (table, out, random) => {
      check(table, random);
      return mean.releaseMany(valuesOf(table), out, random);
    },
    privacyLoss: () => ({ ...laplacePld({ scale: 1, sensitivity: epsilon, samplingRate: 1 }), attained: false }),
  };
}
