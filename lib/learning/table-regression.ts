/**
 * Regression over a table: the line, or plane, that predicts one column from others, by noisy sufficient statistics.
 *
 * Theorem: let a person have at most k rows. Columns are moved from their bounds to [-1, 1]; the features of a row, with a constant
 * 1 for the intercept, over sqrt(d + 1), have norm at most 1, so that `privateRegression` with k rows a person is (epsilon,
 * delta)-differentially private, and so is the line that is computed from what it releases. It is given back in the units of the
 * columns.
 * Source: as `privateRegression`: Vu, Slavkovic (2009); Wang (UAI 2018); Balle, Wang (ICML 2018) for the noise.
 * Limits: a row where one of the columns has no value is left out. The ridge, the deviation of the noise by default, draws the line
 * towards the middle of the bounds. Float64 noise leaks its input in the low-order bits (Mironov 2012): for study, and the secure
 * source is refused.
 * @example
 * ```ts
 * import { irisTable, stream } from "epsilab";
 * import { tableRegression } from "epsilab/learning";
 * const flowers = irisTable();
 * const line = tableRegression({ domain: flowers.domain, from: ["petalLength"], to: "petalWidth", epsilon: 4, delta: 1e-6 });
 * line.release(flowers, stream(20261115, "iris")).slopes.petalLength; // => 0.3465...
 * ```
 * @claim linreg-sufficient-statistics
 */
import { type Columns, type Domain, domain, type NumericName, numericColumn, rowsEach } from "../data/domain.ts";
import { exactRows, type Table } from "../data/table.ts";
import { columnWords, requireStudy, requireTable, type TableMechanism } from "../mechanisms/statistics/table-use.ts";
import { type DeclaredIn, made, optional, positive } from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import { type Budget, withBudget } from "../privacy/guarantees/budget.ts";
import type { DominatingPair } from "../privacy/guarantees/mechanism.ts";
import type { Random } from "../random/random.ts";
import type { Stream } from "../random/stream.ts";
import { type Dataset, dataset } from "./dataset.ts";
import { privateRegression } from "./private-regression.ts";

export const tableRegressionParameters = withBudget(
  ["approximate"],
  {
    domain: made<Domain>(domain),
    from: made<readonly string[]>((from, name) => {
      if (!Array.isArray(from) || from.length === 0) refuse(name, "an array of at least one column", from);
    }),
    to: made<string>((to, name) => {
      if (typeof to !== "string") refuse(name, "a column", to);
    }),
    /** The standard deviation of the noise without one. */
    ridge: optional(positive),
  },
  ({ from, to }) => {
    const names = [...from, to];
    for (const [k, name] of names.entries())
      if (names.indexOf(name) !== k)
        refuse("from", "columns that differ from each other and from the one predicted", name);
  },
);

export type TableRegressionParameters<
  Declared extends Columns,
  From extends NumericName<Declared>,
> = Budget<"approximate"> &
  Pick<DeclaredIn<typeof tableRegressionParameters>, "ridge"> & {
    readonly domain: Domain<Declared>;
    /** The columns that predict. */
    readonly from: readonly From[];
    /** The column that is predicted. */
    readonly to: NumericName<Declared>;
  };

/** In the units of the columns. */
export interface FittedPlane<Name extends string> {
  readonly intercept: number;
  readonly slopes: Readonly<Record<Name, number>>;
}

export interface TableRegression<Declared extends Columns, From extends string>
  extends TableMechanism<Declared, FittedPlane<From>, Stream> {
  /** The standard deviation of the noise on each of the statistics. */
  readonly sigma: number;
  readonly sensitivity: number;
  privacyLoss(): DominatingPair;
}

export function tableRegression<Declared extends Columns, const From extends NumericName<Declared>>(
  parameters: TableRegressionParameters<Declared, From>,
): TableRegression<Declared, From> {
  const given = tableRegressionParameters.read(parameters);
  const { to, guarantee } = given;
  const own = domain(parameters.domain);
  const from: readonly From[] = Array.from(parameters.from);
  const names: readonly string[] = [...from, to];
  const frames = names.map((name) => frameOf(numericColumn(own, name)));
  const inner = privateRegression({
    guarantee,
    columns: names.length,
    neighbours: "add-remove",
    atMost: rowsEach(own),
  });
  const { ridge = inner.sigma } = given;
  const check = (table: Table<Declared>, random: Random) => {
    requireTable(table, own);
    requireStudy("a regression", random);
  };
  return {
    name: "table-regression",
    neighbours: "add-remove",
    query: `regression of ${columnWords(to)} on ${from.map(columnWords).join(", ")}`,
    guarantee: inner.guarantee,
    sigma: inner.sigma,
    sensitivity: inner.sensitivity,
    check,
    release: (table, random) => {
      check(table, random);
      const weights = inner.fit(inner.release(regressionData(exactRows(table, names), frames), random), ridge);
      return planeOf(weights, from, frames);
    },
    privacyLoss: () => inner.privacyLoss(),
  };
}

/** The middle of the bounds and the distance from there to either. */
interface Frame {
  readonly middle: number;
  readonly half: number;
}

function frameOf({ lower, upper }: { readonly lower: number; readonly upper: number }): Frame {
  return { middle: lower / 2 + upper / 2, half: upper / 2 - lower / 2 };
}

/** Rows in the unit ball with labels in [-1, 1], and one row of zeros, which adds nothing and makes an empty table a dataset. */
function regressionData(values: readonly Float64Array[], frames: readonly Frame[]): Dataset {
  const columns = values.length;
  const rows = values[0].length;
  const norm = Math.sqrt(columns);
  const moved = (j: number, row: number) => (values[j][row] - frames[j].middle) / frames[j].half;
  const features = new Float64Array((rows + 1) * columns);
  const labels = new Float64Array(rows + 1);
  for (let row = 0; row < rows; row++) {
    features[row * columns] = 1 / norm;
    for (let j = 0; j + 1 < columns; j++) features[row * columns + j + 1] = moved(j, row) / norm;
    labels[row] = moved(columns - 1, row);
  }
  return dataset({ features, labels, columns });
}

function planeOf<Name extends string>(
  weights: Float64Array,
  from: readonly Name[],
  frames: readonly Frame[],
): FittedPlane<Name> {
  const norm = Math.sqrt(frames.length);
  const target = frames[frames.length - 1];
  const slopes = from.map((_, j) => ((weights[j + 1] / norm) * target.half) / frames[j].half);
  const middle = target.middle + (weights[0] / norm) * target.half;
  return {
    intercept: slopes.reduce((sum, slope, j) => sum - slope * frames[j].middle, middle),
    slopes: Object.fromEntries(from.map((name, j) => [name, slopes[j]])) as Record<Name, number>,
  };
}
