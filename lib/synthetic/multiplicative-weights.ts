/**
 * Multiplicative weights over cells: a table of positive weights that is moved towards each measured query.
 *
 * The queries are the cells of some marginals. A measurement m of a query q moves every weight by A(x) <- A(x) exp(q(x) (m - q(A))
 * / (2 n)), and the sum stays n. Weights are kept as logarithms: no measurement, however far out, makes them infinite.
 * Source: Hardt, Ligett, McSherry (NeurIPS 2012), figure 1; Hardt, Rothblum (FOCS 2010).
 * Limits: cells times marginals is at most 2^27.
 */
import { exp } from "../numerics/exponential.ts";
import { largestOf } from "../numerics/extremes.ts";
import { refuse } from "../numerics/requirements.ts";
import { cellsWithin, type MarginalQuery, readMarginals, type Workload } from "./marginal.ts";

/** The cells of the marginals of a workload, one after the other, as queries of the cells of the whole. */
export interface CellQueries {
  readonly whole: MarginalQuery;
  readonly marginals: readonly MarginalQuery[];
  /** For each marginal, the cell of it that each cell of the whole lies in. */
  readonly within: readonly Int32Array[];
  /** The number of the first query of each marginal. */
  readonly firsts: readonly number[];
  /** How many queries there are. */
  readonly size: number;
}

const MOST_WORK = 134217728; // 2^27

export function cellQueries(whole: MarginalQuery, workload: Workload): CellQueries {
  const marginals = readMarginals(whole.space, "workload", workload);
  const firsts: number[] = [];
  let size = 0;
  for (const { cells } of marginals) {
    firsts.push(size);
    size += cells;
  }
  const work = whole.cells * marginals.length;
  if (work > MOST_WORK) refuse("cells times marginals", `at most ${MOST_WORK}`, work);
  if (size < 2) refuse("workload", "of two queries or more", size);
  return { whole, marginals, within: marginals.map((part) => cellsWithin(whole, part)), firsts, size };
}

/** The answers to all queries from weights or counts of the cells of the whole. */
export function answersOf({ marginals, within, firsts, size }: CellQueries, weights: ArrayLike<number>): Float64Array {
  const answers = new Float64Array(size);
  for (let k = 0; k < marginals.length; k++) {
    const [cells, first] = [within[k], firsts[k]];
    for (let cell = 0; cell < cells.length; cell++) answers[first + cells[cell]] += weights[cell];
  }
  return answers;
}

/** The marginal of a query, and the cell of it that the query asks for. */
export function placeOfQuery(
  { firsts }: CellQueries,
  query: number,
): { readonly marginal: number; readonly cell: number } {
  let marginal = firsts.length - 1;
  while (firsts[marginal] > query) marginal--;
  return { marginal, cell: query - firsts[marginal] };
}

interface WeightedCells {
  /** As they are now; they sum to n. */
  readonly weights: Float64Array;
  /** Moves the weights towards a measured query. */
  update(query: number, measured: number): void;
}

/** Uniform weights that sum to n, to begin with. */
export function multiplicativeWeights(queries: CellQueries, size: number): WeightedCells {
  const { cells } = queries.whole;
  const logs = new Float64Array(cells);
  const weights = new Float64Array(cells).fill(size / cells);
  return {
    weights,
    update: (query, measured) => {
      const { marginal, cell } = placeOfQuery(queries, query);
      const inside = queries.within[marginal];
      let answer = 0;
      for (let x = 0; x < cells; x++) if (inside[x] === cell) answer += weights[x];
      const step = (measured - answer) / (2 * size);
      for (let x = 0; x < cells; x++) if (inside[x] === cell) logs[x] += step;
      const top = largestOf(logs);
      let total = 0;
      for (let x = 0; x < cells; x++) {
        logs[x] -= top;
        weights[x] = exp(logs[x]);
        total += weights[x];
      }
      for (let x = 0; x < cells; x++) weights[x] *= size / total;
    },
  };
}
