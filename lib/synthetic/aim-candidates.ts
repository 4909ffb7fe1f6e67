/**
 * Candidates of AIM: the marginals that a round may choose among, their weights, and which of them leave the model small enough.
 *
 * They are all non-empty subsets of the workload's sets. The weight of one is the sum, over the workload, of the weight of a set
 * times the number of columns that both have: what a measurement of it says of the workload. That is the sum, over its columns, of
 * the weights of the sets that hold the column.
 * Limits: the search for trees takes about rounds times candidates times columns^3 steps; more than 2^40 are refused.
 * Source: McKenna, Mullins, Sheldon, Miklau (PVLDB 15, 2022), section 4.1.
 */
import { refuse } from "../numerics/requirements.ts";
import type { AttributeSpace } from "./attribute-space.ts";
import { type AttributeSet, isSubset, type Sizes } from "./cell-map.ts";
import { junctionTreeCells } from "./junction-tree.ts";
import { type MarginalQuery, marginalQuery } from "./marginal.ts";
import { maximalSets } from "./marginal-fit.ts";

export interface Candidate {
  readonly query: MarginalQuery;
  readonly weight: number;
}

const MOST_CELLS = 16777216; // 2^24
const MOST_CANDIDATES = 65536; // 2^16
const MOST_STEPS = 1099511627776; // 2^40

export function workloadCandidates(
  space: AttributeSpace,
  workload: readonly MarginalQuery[],
  weights: readonly number[],
): Candidate[] {
  const sets = new Map<string, AttributeSet>();
  for (const { places } of workload) {
    if (places.length > 20) refuse("workload", "sets of at most 20 columns", places.length);
    for (const subset of subsetsOf(places)) sets.set(subset.join(), subset);
    if (sets.size > MOST_CANDIDATES) refuse("the subsets of the workload", `at most ${MOST_CANDIDATES}`, sets.size);
  }
  const ofColumn = new Float64Array(space.attributes.length);
  workload.forEach(({ places }, k) => {
    for (const place of places) ofColumn[place] += weights[k];
  });
  const candidates = [...sets.values()]
    .sort((a, b) => a.length - b.length || (a.join() < b.join() ? -1 : 1))
    .map((set) => ({
      query: marginalQuery(
        space,
        set.map((place) => space.attributes[place].name),
      ),
      weight: set.reduce((sum, place) => sum + ofColumn[place], 0),
    }));
  const cells = candidates.reduce((sum, { query }) => sum + query.cells, 0);
  if (cells > MOST_CELLS) refuse("the cells of the workload's marginals", `at most ${MOST_CELLS}`, cells);
  return candidates;
}

function subsetsOf(set: AttributeSet): number[][] {
  const lists: number[][] = [[]];
  for (const place of set) {
    const before = lists.length;
    for (let k = 0; k < before; k++) lists.push([...lists[k], place]);
  }
  return lists.slice(1);
}

/** Refuses more candidates and columns than a release could handle in time. */
export function requireSteps(candidates: readonly Candidate[], columns: number, rounds: number): void {
  const steps = rounds * candidates.length * columns * columns * columns;
  if (steps > MOST_STEPS)
    refuse(
      "workload",
      `of fewer marginals or columns: rounds times subsets times columns^3 is at most ${MOST_STEPS}`,
      steps,
    );
}

/**
 * Those that may be chosen: within a set that was measured, or such that the model with them has no more cells than that. Within a
 * clique is not enough: two columns of it may be joined by the triangulation alone, and to join them for good may lead to another
 * triangulation, with more cells.
 */
export function offered(
  sizes: Sizes,
  candidates: readonly Candidate[],
  measured: readonly { readonly set: AttributeSet }[],
  mostCells: number,
): Candidate[] {
  const sets = maximalSets(measured.map(({ set }) => set));
  return candidates.filter(
    ({ query: { places, cells } }) =>
      sets.some((set) => isSubset(places, set)) ||
      (cells <= mostCells && junctionTreeCells(sizes, [...sets, places]) <= mostCells),
  );
}

/** The l1 distance of two marginals. */
export function distance(first: Float64Array, second: Float64Array): number {
  let sum = 0;
  for (let cell = 0; cell < first.length; cell++) sum += Math.abs(first[cell] - second[cell]);
  return sum;
}
