/**
 * Workloads and strategies as matrices: which cells of a vector of counts each linear question sums, a row a question.
 *
 * - `prefixWorkload(n)`: the n sums of the first cells; `rangeWorkload(n)`: all n (n + 1) / 2 sums of consecutive cells.
 * - `marginalWorkload({ sizes, marginals })`: the cells of a table of these sizes, the last attribute running fastest, summed over
 *   all attributes that a marginal does not name; the empty marginal is the total.
 * - `hierarchicalStrategy({ cells, branching })`: the total, its parts by `branching`, and so on down to the single cells. A cell
 *   is in at most as many sums as there are levels, so that a column has at most the norm sqrt(levels), with equality if `cells` is
 *   a power of `branching`.
 * - `waveletStrategy(n)`: the Haar wavelet for a power of two, each row weighed so that all columns have norm 1: the total and, for
 *   every dyadic interval of length at least 2, the difference of its halves, all weights 1 / sqrt(1 + log2 n). For Gaussian noise
 *   it errs as the binary hierarchy does in order, with orthogonal rows.
 * Source: Hay, Rastogi, Miklau, Suciu (VLDB 2010) for hierarchies; Xiao, Wang, Gehrke (ICDE 2010) for wavelets; Li, Hay, Rastogi,
 * Miklau, McGregor (PODS 2010) for workloads and strategies.
 * Limits: dense rows; at most 2^22 entries.
 */
import { arrayOf, count, declare, integer, type ParametersOf } from "../../numerics/parameters.ts";
import { refuse, requireInteger } from "../../numerics/requirements.ts";

const MOST_ENTRIES = 4194304; // 2^22

export function prefixWorkload(cells: number): Float64Array[] {
  requireSize({ cells }, cells);
  return Array.from({ length: cells }, (_, last) => interval(cells, 0, last + 1));
}

export function rangeWorkload(cells: number): Float64Array[] {
  requireInteger({ cells }, 1);
  requireSize({ cells }, (cells * (cells + 1)) / 2);
  return Array.from({ length: cells }, (_, first) =>
    Array.from({ length: cells - first }, (_, more) => interval(cells, first, first + more + 1)),
  ).flat();
}

const marginalWorkloadParameters = declare({
  /** How many values each attribute has. */
  sizes: arrayOf(count, 0),
  /** The attributes, by their place in `sizes`, that each marginal keeps. */
  marginals: arrayOf(arrayOf(integer(0), 0)),
});

export interface MarginalWorkloadParameters extends ParametersOf<typeof marginalWorkloadParameters> {}

export function marginalWorkload(parameters: MarginalWorkloadParameters): Float64Array[] {
  const { sizes, marginals } = marginalWorkloadParameters.read(parameters);
  const cells = sizes.reduce((product, size) => product * size, 1);
  const rows = marginals.map((kept, m) => {
    if (new Set(kept).size !== kept.length || !kept.every((at) => at < sizes.length))
      refuse(`marginals[${m}]`, `different places from 0 to ${sizes.length - 1}`, kept.join());
    return kept.reduce((product, at) => product * sizes[at], 1);
  });
  requireSize(
    { cells },
    rows.reduce((sum, each) => sum + each, 0),
  );
  return marginals.flatMap((kept, m) => {
    const out = Array.from({ length: rows[m] }, () => new Float64Array(cells));
    for (let cell = 0; cell < cells; cell++) {
      let [rest, place, unit] = [cell, 0, 1];
      const at = sizes.map(() => 0);
      for (let i = sizes.length - 1; i >= 0; i--) {
        at[i] = rest % sizes[i];
        rest = Math.floor(rest / sizes[i]);
      }
      for (const attribute of kept.toReversed()) {
        place += unit * at[attribute];
        unit *= sizes[attribute];
      }
      out[place][cell] = 1;
    }
    return out;
  });
}

export const hierarchicalStrategyParameters = declare({
  cells: count,
  /** Into how many parts, or as many as there are cells, an interval is cut: at least 2. */
  branching: integer(2),
});

export interface HierarchicalStrategyParameters extends ParametersOf<typeof hierarchicalStrategyParameters> {}

export function hierarchicalStrategy(parameters: HierarchicalStrategyParameters): Float64Array[] {
  const { cells, branching } = hierarchicalStrategyParameters.read(parameters);
  requireSize({ cells }, 2 * cells);
  const rows: Float64Array[] = [];
  let level = [[0, cells]];
  while (level.length > 0) {
    for (const [from, to] of level) rows.push(interval(cells, from, to));
    level = level.flatMap(([from, to]) => {
      const parts = Math.min(branching, to - from);
      if (parts < 2) return [];
      return Array.from({ length: parts }, (_, k) =>
        [k, k + 1].map((edge) => from + Math.floor(((to - from) * edge) / parts)),
      );
    });
  }
  return rows;
}

export function waveletStrategy(cells: number): Float64Array[] {
  requireSize({ cells }, cells);
  if ((cells & (cells - 1)) !== 0) refuse("cells", "a power of two", cells);
  const weight = 1 / Math.sqrt(32 - Math.clz32(cells));
  const rows = [new Float64Array(cells).fill(weight)];
  for (let length = cells; length >= 2; length /= 2)
    for (let from = 0; from < cells; from += length) {
      const row = interval(cells, from, from + length);
      rows.push(row.map((one, i) => (i < from + length / 2 ? one * weight : -one * weight)));
    }
  return rows;
}

function interval(cells: number, from: number, to: number): Float64Array {
  return new Float64Array(cells).fill(1, from, to);
}

function requireSize(cells: { readonly cells: number }, rows: number): void {
  requireInteger({ ...cells }, 1);
  if (!(cells.cells * rows <= MOST_ENTRIES))
    refuse("cells", "so few that the matrix has at most 2^22 entries", cells.cells);
}
