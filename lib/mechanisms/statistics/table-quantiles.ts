/**
 * Quantiles over a table: several quantiles of a column at once, by one exponential mechanism.
 *
 * Theorem: let a person have at most k rows. The score of `jointQuantiles` changes by at most 2 (1 - min (q_i - q_{i-1})) a row, and k times that a person;
 * its mechanism at epsilon / k is epsilon-differentially private for persons.
 * Source: Gillenwater, Joseph, Kulesza (ICML 2021).
 * Limits: as `jointQuantiles`. Float64 outputs are for study, and the secure source is refused.
 * @claim jointexp
 */
import { type Columns, type Domain, domain, type NumericName, numericColumn, rowsEach } from "../../data/domain.ts";
import { exactRows, type Table } from "../../data/table.ts";
import { type KnownNames, requireKnown } from "../../numerics/known-names.ts";
import { requirePositive } from "../../numerics/requirements.ts";
import { pure } from "../../privacy/guarantees/guarantee.ts";
import type { DominatingPair } from "../../privacy/guarantees/mechanism.ts";
import { boundedRangePld } from "../../privacy/loss/bounded-range-pld.ts";
import type { Random } from "../../random/random.ts";
import type { Stream } from "../../random/stream.ts";
import { jointQuantiles } from "./joint-quantiles.ts";
import { columnWords, requireStudy, requireTable, type TableMechanism } from "./table-use.ts";

export interface TableQuantilesParameters<Declared extends Columns> {
  readonly domain: Domain<Declared>;
  readonly column: NumericName<Declared>;
  /** Increasing, strictly between 0 and 1. */
  readonly probabilities: readonly number[];
  readonly epsilon: number;
}

export interface TableQuantiles<Declared extends Columns> extends TableMechanism<Declared, Float64Array, Stream> {
  privacyLoss(): DominatingPair;
}

const NAMES: KnownNames<TableQuantilesParameters<Columns>> = {
  domain: true,
  column: true,
  probabilities: true,
  epsilon: true,
};

export function tableQuantiles<Declared extends Columns>(
  parameters: TableQuantilesParameters<Declared>,
): TableQuantiles<Declared> {
  requireKnown(parameters, NAMES);
  const { column, epsilon } = parameters;
  const own = domain(parameters.domain);
  const { lower, upper } = numericColumn(own, column);
  requirePositive({ epsilon });
  const probabilities = Array.from(parameters.probabilities);
  const share = { epsilon: epsilon / rowsEach(own), neighbours: "add-remove" } as const;
  const inner = jointQuantiles({ ...share, probabilities, lower, upper });
  const check = (table: Table<Declared>, random: Random) => {
    requireTable(table, own);
    requireStudy("quantiles", random);
  };
  return {
    name: "table-quantiles",
    neighbours: "add-remove",
    query: `quantiles ${probabilities.join(", ")} of ${columnWords(column)}`,
    guarantee: pure(epsilon),
    check,
    release: (table, random) => {
      check(table, random);
      return inner.release(exactRows(table, [column])[0], random);
    },
    privacyLoss: () => ({ ...boundedRangePld(epsilon), attained: false }),
  };
}
