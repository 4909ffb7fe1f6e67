/**
 * Linear programs: minimise a linear function of non-negative variables under linear constraints, by the simplex method of HiGHS.
 *
 * A program whose constraints contradict each other is refused by an `InfeasibleProgramError`; any other failure of the solver is a
 * plain error. The answer is a proposal: values within 1e-9 of being feasible (1e-7 where that fails), and multipliers. Who needs a
 * guarantee computes it from them.
 * Same bits everywhere: the solver is WebAssembly, whose float64 arithmetic is fixed by its standard; its logarithms and powers are
 * compiled in, and it imports no function of JavaScript but files, memory and a clock, which it reads only for a time limit that is
 * not set.
 * Source: Huangfu, Hall, Mathematical Programming Computation 10 (2018), doi:10.1007/s12532-017-0130-5; the npm package `highs`.
 * Limits: loaded at the first use, 3.5 MB, from the package that is installed. Coefficients below 1e-12 count as 0. Finite numbers
 * only, apart from bounds.
 */
import type { Highs } from "highs";
import { refuse, requireFinite, requireList, requireNumber } from "./requirements.ts";

export interface LinearRow {
  /** The variables of the row, each once. */
  readonly columns: readonly number[];
  readonly values: readonly number[];
  /** -Infinity for none. */
  readonly lower: number;
  /** Infinity for none. */
  readonly upper: number;
}

export interface LinearProgram {
  /** What each variable costs, one entry for each variable. */
  readonly costs: ArrayLike<number>;
  readonly rows: readonly LinearRow[];
  /** The most that each variable may be, Infinity for no bound; none is bounded by default. */
  readonly most?: ArrayLike<number>;
}

interface LinearSolution {
  readonly values: ArrayLike<number>;
  /** What the optimum gains by a unit more of each row's bound: at most 0 for an upper one. */
  readonly multipliers: ArrayLike<number>;
}

/** No values satisfy all rows and bounds. */
export class InfeasibleProgramError extends RangeError {
  /** The parameter that asks too much, what it must be, and what it is. */
  constructor(name: string, expected: string, got: string | number) {
    super(`${name} must be ${expected}, got ${got}`);
    this.name = "InfeasibleProgramError";
  }
}

/** Of a program as such; who knows what the rows are for says so instead. */
export function infeasibleProgram(kind: "linear" | "integer", { costs, rows }: LinearProgram): InfeasibleProgramError {
  const size = `${costs.length} variables and ${rows.length} rows`;
  return new InfeasibleProgramError(
    `the ${kind} program of ${size}`,
    "feasible",
    "rows and bounds that contradict each other",
  );
}

/** A limit of iterations, not of time, so that where it stops is the same everywhere. */
const TIGHT = { output_flag: false, small_matrix_value: 1e-12, simplex_iteration_limit: 100_000 } as const;
const tolerance = (most: number) => ({ primal_feasibility_tolerance: most, dual_feasibility_tolerance: most });
/** First without presolve: what it removes has no multiplier until it is put back, which loses digits. Where that fails, the next. */
const ATTEMPTS = [
  { ...TIGHT, ...tolerance(1e-9), solver: "simplex", presolve: "off" },
  { ...TIGHT, ...tolerance(1e-7), solver: "simplex", presolve: "on" },
  { ...TIGHT, ...tolerance(1e-7), solver: "ipm", presolve: "on" },
] as const;

let loading: Promise<Highs> | undefined;

/** The solver, loaded once. */
export async function loadHighs(): Promise<Highs> {
  // Its types are those of the CommonJS form.
  loading ??= import("highs").then(({ default: loadSolver }) => (loadSolver as unknown as () => Promise<Highs>)());
  return await loading;
}

/** The program in the solver's form. */
export function highsModel(program: LinearProgram, { infinity }: Pick<Highs, "infinity">) {
  requireProgram(program);
  const { costs, rows, most } = program;
  const [numCols, numRows] = [costs.length, rows.length];
  const starts = new Int32Array(numRows + 1);
  rows.forEach(({ columns }, i) => {
    starts[i + 1] = starts[i] + columns.length;
  });
  const bound = (value: number) => (Math.abs(value) === Infinity ? Math.sign(value) * infinity : value);
  return {
    numCols,
    numRows,
    colCost: Float64Array.from(costs),
    colLower: new Float64Array(numCols),
    colUpper:
      most === undefined ? new Float64Array(numCols).fill(infinity) : Float64Array.from(most, (value) => bound(value)),
    rowLower: Float64Array.from(rows, ({ lower }) => bound(lower)),
    rowUpper: Float64Array.from(rows, ({ upper }) => bound(upper)),
    matrix: {
      format: "csr",
      numRows,
      numCols,
      starts,
      indices: Int32Array.from(rows.flatMap(({ columns }) => columns)),
      values: Float64Array.from(rows.flatMap(({ values }) => values)),
    },
  } as const;
}

/** Numbers that the solver would take for others: NaN for 0, half a column for a whole one. */
function requireProgram({ costs, rows, most }: LinearProgram): void {
  for (let k = 0; k < costs.length; k++) requireFinite({ [`costs[${k}]`]: costs[k] });
  if (most !== undefined) requireList("most", most, costs.length);
  for (let k = 0; k < (most?.length ?? 0); k++) requireNumber({ [`most[${k}]`]: most?.[k] ?? Number.NaN });
  rows.forEach(({ columns, values, lower, upper }, i) => {
    if (columns.length !== values.length) refuse(`values of row ${i}`, `of length ${columns.length}`, values.length);
    requireNumber({ [`rows[${i}].lower`]: lower, [`rows[${i}].upper`]: upper });
    for (const [k, column] of columns.entries()) {
      if (!(Number.isInteger(column) && column >= 0 && column < costs.length))
        refuse(`rows[${i}].columns[${k}]`, `an integer from 0 to ${costs.length - 1}`, column);
      if (!Number.isFinite(values[k])) refuse(`rows[${i}].values[${k}]`, "finite", values[k]);
    }
  });
}

export async function solveLinearProgram(program: LinearProgram): Promise<LinearSolution> {
  const highs = await loadHighs();
  const source = highsModel(program, highs);
  const { modelStatus } = highs.constants;
  let infeasible = false;
  for (const options of ATTEMPTS) {
    const solution = highs.withModel(source, (model) => {
      model.options.set(options);
      try {
        model.run();
      } catch (error) {
        if (error instanceof highs.errors.HighsError) return undefined;
        throw error;
      }
      const status = model.getModelStatus();
      infeasible ||= status === modelStatus.infeasible;
      if (status !== modelStatus.optimal) return undefined;
      const { colValue, rowDual } = model.getSolution();
      return { values: colValue, multipliers: rowDual };
    });
    if (solution !== undefined) return solution;
  }
  if (infeasible) throw infeasibleProgram("linear", program);
  throw new Error(`the linear program of ${source.numCols} variables and ${source.numRows} rows was not solved`);
}
