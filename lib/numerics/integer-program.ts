/**
 * Integer programs: minimise a linear function of non-negative whole numbers under linear constraints with whole coefficients, by HiGHS.
 *
 * What comes back satisfies every row exactly: the proposal of the solver is rounded and checked in integer arithmetic, and refused
 * if it fails. That no better one exists is the solver's word, to an absolute gap below 1; whoever needs a proof counts the
 * solutions.
 * Same bits everywhere: as for `linear-program.ts`; the search has one thread and a limit of nodes, not of time. (Tried
 * with clocks that run ten million times faster and slower: the same solutions.)
 * Source: Huangfu, Hall, Mathematical Programming Computation 10 (2018), doi:10.1007/s12532-017-0130-5; the npm package `highs`.
 * Limits: coefficients, costs and bounds are whole and so small that no sum reaches 2^53. An infeasible program is an
 * `InfeasibleProgramError`.
 */
import { highsModel, infeasibleProgram, type LinearProgram, loadHighs } from "./linear-program.ts";
import { refuse } from "./requirements.ts";

const OPTIONS = {
  output_flag: false,
  mip_rel_gap: 0,
  // Costs are whole, so that less than 1 between the bound and a proposal proves it the best.
  mip_abs_gap: 0.999,
  mip_feasibility_tolerance: 1e-9,
  mip_max_nodes: 100_000,
} as const;

export async function solveIntegerProgram(program: LinearProgram): Promise<Float64Array> {
  requireWhole(program);
  const highs = await loadHighs();
  const source = highsModel(program, highs);
  const { modelStatus, variableType } = highs.constants;
  const integrality = new Int32Array(source.numCols).fill(variableType.integer);
  return highs.withModel({ ...source, integrality }, (model) => {
    model.options.set(OPTIONS);
    const size = `${source.numCols} variables and ${source.numRows} rows`;
    try {
      model.run();
    } catch (error) {
      if (!(error instanceof highs.errors.HighsError)) throw error;
      throw new Error(`the integer program of ${size} was not solved`, { cause: error });
    }
    const status = model.getModelStatus();
    if (status === modelStatus.infeasible) throw infeasibleProgram("integer", program);
    if (status !== modelStatus.optimal) throw new Error(`the integer program of ${size} was not solved`);
    const values = Float64Array.from(model.getSolution().colValue, (value) => Math.round(value) + 0);
    if (!satisfies(program, values)) throw new Error(`the integer program of ${size} was not solved in whole numbers`);
    return values;
  });
}

/** Whether whole numbers satisfy all bounds and rows, exactly. */
function satisfies({ rows, most }: LinearProgram, values: Float64Array): boolean {
  const withinBounds = values.every((value, k) => value >= 0 && value <= (most?.[k] ?? Infinity));
  return (
    withinBounds &&
    rows.every(({ columns, values: coefficients, lower, upper }) => {
      const sum = columns.reduce((total, column, k) => total + coefficients[k] * values[column], 0);
      return sum >= lower && sum <= upper;
    })
  );
}

function requireWhole({ costs, rows, most }: LinearProgram): void {
  const whole = (name: string, value: number, infinite = false) => {
    if (!(Number.isSafeInteger(value) || (infinite && Math.abs(value) === Infinity)))
      refuse(name, infinite ? "an integer or infinite" : "an integer", value);
  };
  for (let k = 0; k < costs.length; k++) whole(`costs[${k}]`, costs[k]);
  for (let k = 0; k < (most?.length ?? 0); k++) whole(`most[${k}]`, most?.[k] ?? Number.NaN, true);
  rows.forEach(({ values, lower, upper }, i) => {
    values.forEach((value, k) => {
      whole(`rows[${i}].values[${k}]`, value);
    });
    whole(`rows[${i}].lower`, lower, true);
    whole(`rows[${i}].upper`, upper, true);
  });
}
