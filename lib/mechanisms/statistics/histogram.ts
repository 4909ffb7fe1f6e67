/**
 * Histogram: noisy counts of records in disjoint bins; with a `step` of the points of a grid, with exact noise, for release; with a
 * `domain` of a column of a table.
 *
 * Theorem: one record changes the counts by at most 2 in the l1 norm under `swap` (it leaves a bin and enters another) and by at
 * most 1 under `add-remove`, so independent Laplace noise of scale 2 / epsilon, or 1 / epsilon, in every bin is
 * epsilon-differentially private. The error of a bin depends neither on the number of records nor on the number of bins; the
 * largest error of m bins is about scale ln m. On a grid a record counts at the point nearest to it: discrete Laplace noise of the
 * same scale is epsilon-differentially private, discrete Gaussian noise of variance 1 / rho, or 1 / (2 rho), is
 * rho-zero-concentrated, and every whole vector is a possible output. A person of at most k rows of a table changes the counts by
 * at most k in all, however the rows are spread: discrete Laplace noise of scale k / epsilon.
 * Source: Dwork, McSherry, Nissim, Smith (TCC 2006), example 2; Ghosh, Roughgarden, Sundararajan (STOC 2009) and Canonne, Kamath,
 * Steinke (NeurIPS 2020), theorem 14, for whole noise.
 * Limits: the bins are public and fixed beforehand, the empty ones too: which bins are empty is not given away. Of records in bins
 * the noise is in float64, which leaks in the low-order bits (Mironov 2012): for study. On a grid, of at most 2^20 points, and over
 * a table any source serves: with `secureRandom()` it is for release; time is not constant, about 1 ms for 1000 points. Records
 * beyond the ends of a grid count at the ends. Counts may be negative. For k > 1 `privacyLoss` is that of any mechanism with the
 * guarantee. The support of the law of a table is listed up to 2^16 outcomes.
 * @example
 * ```ts
 * import { histogram, irisTable, secureRandom, stream } from "epsilab";
 * const counts = histogram({ epsilon: 1, bins: 3, neighbours: "add-remove" });
 * counts.release([0, 2, 2, 0, 1, 2], stream(20261115, "example")); // => Float64Array(3) [2.6365..., 0.8345..., 3.7426...]
 * const grades = histogram({ epsilon: 1, step: { numerator: 1, denominator: 1 }, lower: 1, upper: 6, neighbours: "add-remove" });
 * grades.points; // => [1, 2, 3, 4, 5, 6]
 * grades.release([2, 2, 3, 6, 1], secureRandom()).length; // => 6
 * const flowers = irisTable();
 * const kinds = histogram({ domain: flowers.domain, column: "kind", epsilon: 1 });
 * kinds.bins; // => ["setosa", "versicolor", "virginica"]
 * kinds.release(flowers, stream(20261115, "iris")); // => [50, 51, 51]
 * ```
 * @claim counting-histogram-noisymax-accuracy, max-error, sensitivity, grid-releases, geometric-mechanism
 * @also private histogram, dp histogram
 */
import { columnBins } from "../../data/column-bins.ts";
import { type Columns, type Domain, declaredColumn, domain, rowsEach } from "../../data/domain.ts";
import { exactRows, type Table } from "../../data/table.ts";
import { count, optional, type ParametersOf } from "../../numerics/parameters.ts";
import { refuse, refuseData, requireList, requirePositive } from "../../numerics/requirements.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import type { PureGuarantee } from "../../privacy/guarantees/guarantee.ts";
import type {
  ClosedMechanism,
  DominatingPair,
  Mechanism,
  MechanismWithLaw,
} from "../../privacy/guarantees/mechanism.ts";
import { worstCasePld } from "../../privacy/loss/discrete-pld.ts";
import { laplacePld } from "../../privacy/loss/laplace-pld.ts";
import type { IndependentLaw, NumberLaw, ProductLaw } from "../../privacy/loss/law.ts";
import { splitLaplacePld } from "../../privacy/loss/split-laplace-pld.ts";
import { fillLaplace } from "../../random/laplace.ts";
import { type Random, requireSource } from "../../random/random.ts";
import type { Stream } from "../../random/stream.ts";
import { integerVectorLaw } from "../laws/integer-vector-law.ts";
import { laplaceLaw } from "../laws/laplace-law.ts";
import { valueAt } from "../laws/rational-step.ts";
import {
  type ExactBudget,
  hasStep,
  type StatedBudget,
  withExactBudget,
  withStatedBudget,
} from "../noise/exact-budget.ts";
import { gridNoise } from "../noise/grid-noise.ts";
import { exactIntegerNoise } from "../noise/integer-noise.ts";
import { declaredGrid, GRID, type GridRange } from "./declared-grid.ts";
import { type RecordNeighbours, recordNeighbours } from "./noisy-statistic.ts";
import { COLUMN, columnWords, farthestTables, isOfTable, overTable, type TableMechanism } from "./table-use.ts";

const records = { neighbours: recordNeighbours };
export const histogramParameters = withBudget(["pure"], {
  ...records,
  /** The number of bins; a record is the index of its bin, from 0. */
  bins: count,
});
export const gridHistogramParameters = withExactBudget(["pure", "zero-concentrated"], { ...GRID, ...records });
export const tableHistogramParameters = withStatedBudget({
  ...COLUMN,
  /** How many bins of equal width, for a column of numbers. Integers have one each unless it is given. */
  bins: optional(count),
});

export type HistogramParameters = ParametersOf<typeof histogramParameters> & { readonly step?: undefined };
/** In whole numbers, from any source. */
export type GridHistogramParameters = ParametersOf<typeof gridHistogramParameters>;
export type TableHistogramParameters<Declared extends Columns> = ExactBudget<"pure"> & {
  readonly domain: Domain<Declared>;
  readonly column: keyof Declared & string;
  /** How many bins of equal width, for a column of numbers. Integers have one each unless it is given. */
  readonly bins?: number;
};

type RecordHistogram = ClosedMechanism<readonly number[], Float64Array, Stream, ProductLaw>;

export interface GridHistogram extends Mechanism<ArrayLike<number>, readonly number[], Random> {
  /** Where the records are counted. */
  readonly points: readonly number[];
  law(records: ArrayLike<number>): IndependentLaw;
  worstPair(): readonly [ArrayLike<number>, ArrayLike<number>];
  /** Of an epsilon, and of a rho under `add-remove`: a swap moves two counts, for which a rho is composed. */
  privacyLoss?(): DominatingPair;
}

const MOST_POINTS = 1048576; // 2^20

type Counts = readonly number[];

export type TableHistogram<Declared extends Columns> = TableMechanism<Declared, Counts, Random> &
  ClosedMechanism<Table<Declared>, Counts, Random, IndependentLaw> & {
    /** The name of each bin. */
    readonly bins: readonly string[];
    /** The ends of the bins of a column of numbers, one more than there are bins. */
    readonly edges?: readonly number[];
  };

const MOST_OUTCOMES = 65536; // 2^16

export function histogram<Declared extends Columns>(
  parameters: TableHistogramParameters<Declared>,
): TableHistogram<Declared>;
export function histogram(parameters: GridHistogramParameters): GridHistogram;
export function histogram(parameters: HistogramParameters): RecordHistogram;
export function histogram<Declared extends Columns>(
  parameters: HistogramParameters | GridHistogramParameters | TableHistogramParameters<Declared>,
): RecordHistogram | GridHistogram | TableHistogram<Declared> {
  if (isOfTable(parameters)) return tableHistogram(parameters);
  if (hasStep(parameters, ["pure", "zero-concentrated"])) {
    const { neighbours, guarantee, fraction, ...range } = gridHistogramParameters.read(parameters);
    return gridHistogram({ guarantee, fraction }, neighbours, range);
  }
  return recordHistogram(histogramParameters.read(parameters));
}

interface Binned {
  readonly guarantee: PureGuarantee;
  readonly neighbours: RecordNeighbours;
  readonly bins: number;
}

function recordHistogram({ guarantee, neighbours, bins }: Binned): RecordHistogram {
  const { epsilon } = guarantee;
  const scale = (neighbours === "swap" ? 2 : 1) / epsilon;
  requirePositive({ "sensitivity / epsilon": scale });
  return {
    name: "histogram",
    neighbours,
    guarantee,
    release: (values, random) => {
      const counts = countsOf(values, bins);
      const noisy = fillLaplace(scale, new Float64Array(bins), random);
      for (let bin = 0; bin < bins; bin++) noisy[bin] += counts[bin];
      return noisy;
    },
    law: (values) => ({
      kind: "product",
      coordinates: Array.from(countsOf(values, bins), (centre) => laplaceLaw(centre, scale)),
    }),
    // A swap moves two bins by half of epsilon each.
    privacyLoss: () =>
      neighbours === "swap"
        ? { ...splitLaplacePld(epsilon), attained: bins > 1 }
        : { ...laplacePld({ scale: 1, sensitivity: epsilon, samplingRate: 1 }), attained: true },
    // A swap within the only bin changes nothing.
    worstPair: () => (neighbours === "add-remove" ? [[], [0]] : [[0], [bins - 1]]),
  };
}

function countsOf(values: readonly number[], bins: number): Float64Array {
  requireList("records", values);
  const counts = new Float64Array(bins);
  for (const record of values) {
    if (!(Number.isInteger(record) && record >= 0 && record < bins)) {
      refuseData("a record", `an integer from 0 to ${bins - 1}`);
    }
    counts[record]++;
  }
  return counts;
}

function gridHistogram(budget: StatedBudget, neighbours: RecordNeighbours, range: GridRange): GridHistogram {
  const { step, lower, upper, placeOf } = declaredGrid(range);
  const bins = upper - lower + 1;
  if (!(bins <= MOST_POINTS)) refuse("(upper - lower) / step", "below 2^20", bins - 1);
  const moved = neighbours === "swap" ? 2n : 1n;
  const { noise, draw, privacyLoss } = gridNoise(budget, { absolute: moved, squared: moved });
  const countsOf = (values: ArrayLike<number>) => {
    requireList("records", values);
    const counts = new Array<number>(bins).fill(0);
    for (let i = 0; i < values.length; i++) counts[placeOf(values[i]) - lower]++;
    return counts;
  };
  const points = Array.from({ length: bins }, (_, i) => valueAt(BigInt(lower + i), step));
  return {
    name: "histogram",
    neighbours,
    guarantee: budget.guarantee,
    points,
    release: (values, random) => countsOf(values).map((count) => Number(BigInt(count) + draw(random))),
    law: (values) => integerVectorLaw(noise, countsOf(values)),
    // Two counts that move by one step are dominated by one that moves by two, for Laplace noise.
    ...((moved === 1n || budget.guarantee.kind === "pure") && {
      privacyLoss: () => ({ ...privacyLoss(), attained: moved === 1n }),
    }),
    worstPair: () => (moved === 1n ? [[], [points[0]]] : [[points[0]], [points[bins - 1]]]),
  };
}

function tableHistogram<Declared extends Columns>(
  parameters: TableHistogramParameters<Declared>,
): TableHistogram<Declared> {
  const { column, bins, ...budget } = tableHistogramParameters.read(parameters);
  const { guarantee } = budget;
  const own = domain(parameters.domain);
  const { names, edges, binOf } = columnBins(declaredColumn(own, column), bins);
  const noise = exactIntegerNoise(budget, rowsEach(own));
  const inner: MechanismWithLaw<Counts, Counts, Random, IndependentLaw> = {
    name: "histogram",
    neighbours: "add-remove",
    guarantee,
    release: (counts, random) => counts.map((each) => noise.release(each, random)),
    law: (counts) => independentCounts(counts.map((each) => noise.law(each))),
    privacyLoss: noise.privacyLoss,
  };
  return {
    ...overTable(inner, {
      domain: own,
      query: `histogram of ${columnWords(column)}, ${names.length} bins`,
      guarantee,
      inputOf: (table) => {
        const counts = new Array<number>(names.length).fill(0);
        for (const value of exactRows(table, [column])[0]) counts[binOf(value)]++;
        return counts;
      },
      requireRandom: requireSource,
      // With one row a person a single bin moves, by 1; of several rows over several bins no more is known than the guarantee.
      privacyLoss: () =>
        rowsEach(own) === 1
          ? noise.privacyLoss()
          : { ...worstCasePld({ epsilon: guarantee.epsilon, delta: 0 }), attained: false },
    }),
    bins: names,
    ...(edges === undefined ? {} : { edges }),
    worstPair: () => farthestTables(own),
  };
}

/** Independent integers. */
function independentCounts(laws: readonly NumberLaw[]): IndependentLaw {
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
    coordinates: laws,
  };
}
