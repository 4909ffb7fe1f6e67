/**
 * Candidates of AIM: the marginals that a round may choose among, their weights, and which of them leave the model small enough.
 *
 * They are all non-empty subsets of the workload's sets. The weight of one is the sum, over the workload, of the weight of a set times the number of columns that
 * both have: what a measurement of it says of the workload.
 * Source: McKenna, Mullins, Sheldon, Miklau (PVLDB 15, 2022), section 4.1.
 */
import { refuse } from "../numerics/requirements.ts";
import type { AttributeSpace } from "./attribute-space.ts";
import { type AttributeSet, isSubset, type Sizes } from "./cell-map.ts";
import { junctionTree, junctionTreeCells } from "./junction-tree.ts";
import { type MarginalQuery, marginalQuery } from "./marginal.ts";

export interface Candidate {
  readonly query: MarginalQuery;
  readonly weight: number;
}

const MOST_CELLS = 16777216; // 2^24
const MOST_CANDIDATES = 65536; // 2^16

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
  const candidates = [...sets.values()]
    .sort((a, b) => a.length - b.length || (a.join() < b.join() ? -1 : 1))
    .map((set) => ({
      query: marginalQuery(
        space,
        set.map((place) => space.attributes[place].name),
      ),
      weight: workload.reduce(
        (sum, { places }, k) => sum + weights[k] * set.filter((place) => places.includes(place)).length,
        0,
      ),
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

/** Those that may be chosen: within a clique of the model, or such that the model with them has no more cells than that. */
export function offered(
  sizes: Sizes,
  candidates: readonly Candidate[],
  measured: readonly { readonly set: AttributeSet }[],
  mostCells: number,
): Candidate[] {
  const sets = measured.map(({ set }) => set);
  const { cliques } = junctionTree(sizes, sets);
  return candidates.filter(
    ({ query: { places, cells } }) =>
      cliques.some(({ attributes }) => isSubset(places, attributes)) ||
      (cells <= mostCells && junctionTreeCells(sizes, [...sets, places]) <= mostCells),
  );
}

/** The l1 distance of two marginals. */
export function distance(first: Float64Array, second: Float64Array): number {
  let sum = 0;
  for (let cell = 0; cell < first.length; cell++) sum += Math.abs(first[cell] - second[cell]);
  return sum;
}
