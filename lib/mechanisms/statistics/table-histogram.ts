/**
 * Histogram over a table: how many rows have each category, or lie in each bin of numbers, with integer noise.
 *
 * Theorem: let a person have at most k rows. Each row is in one bin at most, so adding or removing a person changes the counts by at most k in all (the l1
 * norm), however the rows are spread; discrete Laplace noise of scale k / epsilon in every bin is epsilon-differentially private. Bins are declared,
 * the empty ones too: which bins are empty is not given away.
 * Source: Dwork, McSherry, Nissim, Smith (TCC 2006), example 2; Ghosh, Roughgarden, Sundararajan (STOC 2009) for the noise.
 * Limits: the noise is exact for the epsilon as it is stated, and any source serves: with `secureRandom()` it is for release. Noisy counts may be negative. For
 * k > 1 `privacyLoss` is that of any mechanism with the guarantee. The support of the law is listed up to 2^16 outcomes.
 * @example
 * ```ts
 * import { irisTable, stream, tableHistogram } from "epsilab";
 * const flowers = irisTable();
 * const kinds = tableHistogram({ domain: flowers.domain, column: "kind", epsilon: 1 });
 * kinds.bins; // => ["setosa", "versicolor", "virginica"]
 * kinds.release(flowers, stream(20261115, "iris")); // => [50, 51, 51]
 * ```
 * @claim counting-histogram-noisymax-accuracy, geometric-mechanism
 */
import { columnBins } from "../../data/column-bins.ts";
import { type Columns, type Domain, declaredColumn, domain, rowsEach } from "../../data/domain.ts";
import { exactRows, type Table } from "../../data/table.ts";
import { type KnownNames, requireKnown } from "../../numerics/known-names.ts";
import { refuse } from "../../numerics/requirements.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { worstCasePld } from "../../privacy/loss/discrete-pld.ts";
import type { DiscreteLaw, NumberLaw } from "../../privacy/loss/law.ts";
import type { Random } from "../../random/random.ts";
import type { Rational } from "../../random/rational.ts";
import { statedEpsilon } from "../noise/stated-epsilon.ts";
import { integerNoiseFor } from "./table-count.ts";
import { columnWords, farthestTables, requireSource, requireTable, type TableMechanism } from "./table-use.ts";

export interface TableHistogramParameters<Declared extends Columns> {
  readonly domain: Domain<Declared>;
  readonly column: keyof Declared & string;
  /** A number, or a fraction such as `{ numerator: 1, denominator: 10 }`. */
  readonly epsilon: number | Rational;
  /** How many bins of equal width, for a column of numbers. Integers have one each unless told. */
  readonly bins?: number;
}

type Counts = readonly number[];

export type TableHistogram<Declared extends Columns> = TableMechanism<Declared, Counts, Random> &
  ClosedMechanism<Table<Declared>, Counts, Random, DiscreteLaw<Counts>> & {
    /** The name of each bin. */
    readonly bins: readonly string[];
    /** The ends of the bins of a column of numbers, one more than there are bins. */
    readonly edges?: readonly number[];
  };

const MOST_OUTCOMES = 65536; // 2^16

const NAMES: KnownNames<TableHistogramParameters<Columns>> = { domain: true, column: true, epsilon: true, bins: true };

export function tableHistogram<Declared extends Columns>(
  parameters: TableHistogramParameters<Declared>,
): TableHistogram<Declared> {
  requireKnown(parameters, NAMES);
  const { column, epsilon } = parameters;
  const own = domain(parameters.domain);
  const { names, edges, binOf } = columnBins(declaredColumn(own, column), parameters.bins);
  const noise = integerNoiseFor(epsilon, rowsEach(own));
  const check = (table: Table<Declared>, random: Random) => {
    requireTable(table, own);
    requireSource(random);
  };
  const countsOf = (table: Table<Declared>) => {
    requireTable(table, own);
    const counts = new Array<number>(names.length).fill(0);
    for (const value of exactRows(table, [column])[0]) counts[binOf(value)]++;
    return counts;
  };
  return {
    name: "table-histogram",
    neighbours: "add-remove",
    query: `histogram of ${columnWords(column)}, ${names.length} bins`,
    guarantee: noise.guarantee,
    bins: names,
    ...(edges === undefined ? {} : { edges }),
    check,
    release: (table, random) => {
      check(table, random);
      return countsOf(table).map((count) => noise.release(count, random));
    },
    law: (table) => independentCounts(countsOf(table).map((count) => noise.law(count))),
    // With one row a person a single bin moves, by 1; of several rows over several bins no more is known than the guarantee.
    privacyLoss: () =>
      rowsEach(own) === 1
        ? noise.privacyLoss()
        : { ...worstCasePld({ epsilon: statedEpsilon(epsilon).bound, delta: 0 }), attained: false },
    worstPair: () => farthestTables(own),
  };
}

/** Independent integers. */
function independentCounts(laws: readonly NumberLaw[]): DiscreteLaw<Counts> {
  return {
    kind: "discrete",
    get support() {
      const size = laws.reduce((product, { support }) => product * support.length, 1);
      if (!(size <= MOST_OUTCOMES)) refuse("the support of the law", `of at most ${MOST_OUTCOMES} outcomes`, size);
      return laws.reduce<Counts[]>(
        (lists, { support }) => lists.flatMap((list) => support.map((count) => [...list, count])),
        [[]],
      );
    },
    logMass: (counts) =>
      counts.length === laws.length ? laws.reduce((sum, law, k) => sum + law.logMass(counts[k]), 0) : -Infinity,
    neglected: Math.min(
      1,
      laws.reduce((sum, { neglected }) => sum + neglected, 0),
    ),
  };
}
