/**
 * Reconstruction by linear programming: numbers from 0 to 1 that fit noisy answers to subset queries, rounded to bits.
 *
 * - `fit: "absolute"`: the least sum of absolute errors. It withstands answers that are altogether wrong, as least squares does
 *   not: up to a share of about 0.239 of them for random Gaussian weights and many queries, which is sharp. For subsets the
 *   experiment shows one in twenty, at eight queries a record.
 * - `fit: "largest"`: the least largest error.
 * - `fit: { within: e }`: any numbers that miss no answer by more than e, the polynomial attack of Dinur and Nissim; an error if
 *   there are none.
 * Source: Dinur, Nissim (PODS 2003), section 3, doi:10.1145/773153.773173; Dwork, McSherry, Talwar (STOC 2007),
 * doi:10.1145/1250790.1250804.
 * Method: HiGHS (`linear-program.ts`). `misfit` is computed from the returned numbers: the sum of the errors, or the largest.
 * Limits: up to 2^17 records times queries, and answers up to 1e9 in absolute value; 64 records and 512 queries take about a
 * second. The solution of a program need not be unique.
 * @example
 * ```ts
 * import { stream } from "epsilab";
 * import { linearProgramReconstruction, subsetQueries } from "epsilab/attacks";
 * const queries = subsetQueries({ size: 5, queries: 20 }, stream(20261115, "queries"));
 * const answers = queries.answers([1, 0, 1, 1, 0]);
 * answers[3] += 100; // one answer is nonsense
 * const { bits, misfit } = await linearProgramReconstruction({ queries, answers, fit: "absolute" });
 * bits; // => Uint8Array(5) [1, 0, 1, 1, 0]
 * misfit; // => 100
 * ```
 * @claim reconstruction-attack
 * @also reconstruction attack, dinur-nissim
 */
import { largestOf } from "../numerics/extremes.ts";
import {
  InfeasibleProgramError,
  type LinearProgram,
  type LinearRow,
  solveLinearProgram,
} from "../numerics/linear-program.ts";
import { declare, made, nonNegative, type ParametersOf } from "../numerics/parameters.ts";
import { refuse, refuseData, requireList } from "../numerics/requirements.ts";
import { type ReconstructedBits, rounded } from "./least-squares-reconstruction.ts";
import { requireAnswers, requireQueries, type SubsetQueries } from "./subset-queries.ts";

const MOST_CELLS = 131_072;
/**
 * The solver's tolerances are absolute: beyond it they are below the rounding of an answer, and from 1e20 on it takes numbers for
 * infinite.
 */
const LARGEST_ANSWER = 1e9;

export type AnswerFit = "absolute" | "largest" | { readonly within: number };

const withinParameters = declare({ within: nonNegative });

export const linearProgramReconstructionParameters = declare(
  {
    queries: made<SubsetQueries>(requireQueries),
    /** One for each query. */
    answers: made<ArrayLike<number>>((answers, name) => requireList(name, answers)),
    fit: made<AnswerFit>(requireFit),
  },
  ({ queries, answers }) => requireAnswers(queries, answers),
);

export interface LinearProgramReconstructionParameters
  extends ParametersOf<typeof linearProgramReconstructionParameters> {}

export interface LinearProgramReconstruction extends ReconstructedBits {
  /** The sum of the absolute errors of the estimate for `absolute`, else the largest. */
  readonly misfit: number;
}

/** Refusals are thrown at once; that a program is infeasible is known when it is solved. */
export function linearProgramReconstruction(
  parameters: LinearProgramReconstructionParameters,
): Promise<LinearProgramReconstruction> {
  const { queries, answers, fit } = linearProgramReconstructionParameters.read(parameters);
  for (let q = 0; q < answers.length; q++)
    if (Math.abs(answers[q]) > LARGEST_ANSWER)
      refuseData(`answers[${q}]`, `between -${LARGEST_ANSWER} and ${LARGEST_ANSWER}, for linear programming`);
  const cells = queries.size * queries.queries;
  if (cells > MOST_CELLS) refuse("size * queries", `at most ${MOST_CELLS}, for linear programming`, cells);
  return solved({ queries, answers: Float64Array.from(answers), fit });
}

async function solved(parameters: LinearProgramReconstructionParameters): Promise<LinearProgramReconstruction> {
  const { queries, answers, fit } = parameters;
  const { values } = await solveLinearProgram(programOf(parameters)).catch((error: unknown) => {
    if (!(error instanceof InfeasibleProgramError) || typeof fit === "string") throw error;
    throw new InfeasibleProgramError("within", "so large that some numbers from 0 to 1 fit all answers", fit.within);
  });
  const estimate = Float64Array.from({ length: queries.size }, (_, r) => Math.min(1, Math.max(0, values[r])));
  const errors = Array.from({ length: queries.queries }, (_, q) =>
    Math.abs(answers[q] - queries.members(q).reduce((sum, r) => sum + estimate[r], 0)),
  );
  const misfit = fit === "absolute" ? errors.reduce((sum, error) => sum + error, 0) : largestOf(errors);
  return { ...rounded(estimate), misfit };
}

function programOf({ queries, answers, fit }: LinearProgramReconstructionParameters): LinearProgram {
  const { size } = queries;
  const members = Array.from({ length: queries.queries }, (_, q) => queries.members(q));
  const ones = new Array<number>(size).fill(1);
  const zeros = new Array<number>(size).fill(0);
  if (fit === "absolute") {
    // sum + below - above = answer
    return {
      costs: [...zeros, ...members.flatMap(() => [1, 1])],
      most: [...ones, ...members.flatMap(() => [Infinity, Infinity])],
      rows: members.map((columns, q) => ({
        columns: [...columns, size + 2 * q, size + 2 * q + 1],
        values: [...columns.map(() => 1), 1, -1],
        lower: answers[q],
        upper: answers[q],
      })),
    };
  }
  if (fit === "largest") {
    const row = (columns: readonly number[], sign: number): Pick<LinearRow, "columns" | "values"> => ({
      columns: [...columns, size],
      values: [...columns.map(() => 1), sign],
    });
    return {
      costs: [...zeros, 1],
      most: [...ones, Infinity],
      rows: members.flatMap((columns, q) => [
        { ...row(columns, 1), lower: answers[q], upper: Infinity },
        { ...row(columns, -1), lower: -Infinity, upper: answers[q] },
      ]),
    };
  }
  const { within } = fit;
  return {
    costs: zeros,
    most: ones,
    rows: members.map((columns, q) => ({
      columns,
      values: columns.map(() => 1),
      lower: answers[q] - within,
      upper: answers[q] + within,
    })),
  };
}

function requireFit(fit: AnswerFit, name: string): void {
  if (fit === "absolute" || fit === "largest") return;
  if (typeof fit !== "object" || fit === null) refuse(name, '"absolute", "largest" or { within }', fit);
  withinParameters.read(fit, name);
}
