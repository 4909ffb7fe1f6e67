/**
 * Graphical model: a law on a finite domain that factorises over the cliques of a junction tree, which answers any marginal and
 * draws records.
 *
 * `marginal(set)` is exact: a set within a clique is summed from its marginal; any other by eliminating, in the part of the tree
 * that links its attributes, all that is not asked for. `columns(rows, random)` draws records from the root down. Rows with the
 * same separator cell get the cells of the next clique in proportion to their conditional probabilities, rounded at random to whole
 * rows so that every count is within 1 of its share and right on average (systematic sampling), and then put in random order. A
 * table so drawn has less noise in the cliques' marginals than one of independent rows.
 * Source: Koller, Friedman (2009), sections 9.3 and 10.3; the rounding of counts: McKenna, Miklau, Sheldon (J. Privacy and
 * Confidentiality 2021), section 3.
 * Limits: a marginal over many distant attributes can take as many cells as it has and more; the model's own size does not bound
 * it. More than 2^24 cells are refused.
 */
import { refuse, requireInteger } from "../numerics/requirements.ts";
import { sampleBoundedInteger } from "../random/bounded-integer.ts";
import { shuffle } from "../random/permutation.ts";
import type { Stream } from "../random/stream.ts";
import { sampleUniform } from "../random/uniform.ts";
import type { Propagation } from "./belief-propagation.ts";
import { type AttributeSet, cellMap, cellsOf, isSubset, project, type Sizes, union } from "./cell-map.ts";
import type { JunctionTree } from "./junction-tree.ts";

export interface GraphicalModel {
  readonly tree: JunctionTree;
  /** The probabilities of the cells of a set of attributes. */
  marginal(set: AttributeSet): Float64Array;
  /** Records, a column for each attribute: the places of the values. */
  columns(rows: number, random: Stream): Int32Array[];
}

/** A table of numbers over the cells of a set. */
interface Factor {
  readonly set: AttributeSet;
  readonly values: Float64Array;
}

const MOST_CELLS = 16777216; // 2^24

export function graphicalModel(tree: JunctionTree, propagation: Propagation): GraphicalModel {
  const { sizes, cliques } = tree;
  const { conditionals, marginals, separatorMaps } = propagation;
  const summed = new Map<string, Factor>();
  /** A clique's marginal over some of its attributes; asked for again and again by marginals that pass through the clique. */
  const within = (clique: number, set: AttributeSet): Factor => {
    const key = `${clique}:${set.join()}`;
    let factor = summed.get(key);
    if (factor === undefined) {
      factor = { set, values: project(sizes, marginals[clique], cliques[clique].attributes, set) };
      summed.set(key, factor);
    }
    return factor;
  };
  return {
    tree,
    marginal: (set) => {
      requireSet(sizes, set);
      const home = smallestHolder(tree, set);
      if (home >= 0) return within(home, set).values.slice();
      return eliminated(tree, within, set);
    },
    columns: (rows, random) => {
      requireInteger({ rows }, 0);
      const columns = sizes.map(() => new Int32Array(rows));
      cliques.forEach(({ attributes, separator }, k) => {
        const drawn = drawnCells(columns, { sizes, attributes, separator }, conditionals[k], separatorMaps[k], random);
        const fresh = attributes.filter((attribute) => !separator.includes(attribute));
        for (const attribute of fresh) {
          const values = cellMap(sizes, attributes, [attribute]);
          for (let row = 0; row < rows; row++) columns[attribute][row] = values[drawn[row]];
        }
      });
      return columns;
    },
  };
}

function requireSet(sizes: Sizes, set: AttributeSet): void {
  set.forEach((attribute, k) => {
    if (!(Number.isInteger(attribute) && attribute >= 0 && attribute < sizes.length))
      refuse(`set[${k}]`, `an attribute from 0 to ${sizes.length - 1}`, attribute);
    if (k > 0 && attribute <= set[k - 1]) refuse(`set[${k}]`, `above ${set[k - 1]}, for a set increases`, attribute);
  });
  const cells = cellsOf(sizes, set);
  if (cells > MOST_CELLS) refuse("the cells of the marginal", `at most ${MOST_CELLS}`, cells);
}

/** The clique with the fewest cells that holds the set; -1 if none does. */
export function smallestHolder({ cliques }: JunctionTree, set: AttributeSet): number {
  let best = -1;
  cliques.forEach(({ attributes, cells }, k) => {
    if (isSubset(set, attributes) && (best < 0 || cells < cliques[best].cells)) best = k;
  });
  return best;
}

/** The marginal of a set that no clique holds. */
function eliminated(
  { sizes, cliques }: JunctionTree,
  within: (clique: number, set: AttributeSet) => Factor,
  asked: AttributeSet,
): Float64Array {
  const { top, children } = linkingPart({ sizes, cliques, cells: 0 }, asked);
  const upward = (k: number): Factor => {
    const { attributes, separator } = cliques[k];
    const below = children[k];
    const needed = union(
      k === top ? [] : separator,
      attributes.filter((attribute) => asked.includes(attribute)),
      ...below.map((child) => cliques[child].separator),
    );
    let factor = within(k, needed);
    if (k !== top) factor = given(sizes, factor, separator);
    for (const [i, child] of below.entries()) {
      // What later children and the parent need stays, all else is summed out at once.
      const later = union(
        k === top ? [] : separator,
        asked,
        ...below.slice(i + 1).map((other) => cliques[other].separator),
      );
      factor = product(sizes, factor, upward(child), later);
    }
    return factor;
  };
  return upward(top).values;
}

/** The least connected part of the tree that holds all attributes of the set. */
function linkingPart({ cliques }: JunctionTree, set: AttributeSet): { top: number; children: number[][] } {
  const inside = (k: number) => cliques[k].attributes.filter((attribute) => set.includes(attribute));
  const children: number[][] = cliques.map(() => []);
  for (let k = cliques.length - 1; k > 0; k--)
    if (children[k].length > 0 || !isSubset(inside(k), cliques[k].separator)) children[cliques[k].parent].push(k);
  let top = 0;
  while (children[top].length === 1 && isSubset(inside(top), cliques[children[top][0]].separator))
    top = children[top][0];
  return { top, children };
}

/** Conditional probabilities given the cell of `known`; 0 where that is impossible. */
function given(sizes: Sizes, { set, values }: Factor, known: AttributeSet): Factor {
  const map = cellMap(sizes, set, known);
  const totals = project(sizes, values, set, known);
  return { set, values: values.map((value, cell) => (value === 0 ? 0 : value / totals[map[cell]])) };
}

/** The product of two factors, summed over what is not in `kept`. */
function product(sizes: Sizes, first: Factor, second: Factor, kept: AttributeSet): Factor {
  const whole = union(first.set, second.set);
  const cells = cellsOf(sizes, whole);
  if (cells > MOST_CELLS) refuse("the cells needed for the marginal", `at most ${MOST_CELLS}`, cells);
  const [left, right] = [cellMap(sizes, whole, first.set), cellMap(sizes, whole, second.set)];
  const set = whole.filter((attribute) => kept.includes(attribute));
  const into = cellMap(sizes, whole, set);
  const values = new Float64Array(cellsOf(sizes, set));
  for (let cell = 0; cell < cells; cell++) values[into[cell]] += first.values[left[cell]] * second.values[right[cell]];
  return { set, values };
}

interface CliqueShape {
  readonly sizes: Sizes;
  readonly attributes: AttributeSet;
  readonly separator: AttributeSet;
}

/** A cell of the clique for every row, given what the row has in the separator. */
function drawnCells(
  columns: readonly Int32Array[],
  { sizes, separator }: CliqueShape,
  conditional: Float64Array,
  map: Int32Array,
  random: Stream,
): Int32Array {
  const rows = columns[0].length;
  const groups = cellsOf(sizes, separator);
  const groupOf = new Int32Array(rows);
  for (const attribute of separator)
    for (let row = 0; row < rows; row++) groupOf[row] = groupOf[row] * sizes[attribute] + columns[attribute][row];
  const [rowStarts, rowOrder] = sortedBy(groupOf, groups);
  const [cellStarts, cellOrder] = sortedBy(map, groups);
  const drawn = new Int32Array(rows);
  for (let group = 0; group < groups; group++) {
    const members = rowOrder.subarray(rowStarts[group], rowStarts[group + 1]);
    if (members.length === 0) continue;
    shuffle(members, random);
    const cells = cellOrder.subarray(cellStarts[group], cellStarts[group + 1]);
    assign(members, cells, conditional, drawn, random);
  }
  return drawn;
}

/** Gives the rows cells in proportion to their probabilities: the k-th row has the cell in which (k + u) / rows lies, for one uniform u. */
function assign(
  rows: Int32Array,
  cells: Int32Array,
  probabilities: Float64Array,
  drawn: Int32Array,
  random: Stream,
): void {
  let total = 0;
  for (const cell of cells) total += probabilities[cell];
  if (!(total > 0)) {
    // A separator cell of probability 0, reached by rounding: any cell is as good.
    for (const row of rows) drawn[row] = cells[sampleBoundedInteger(cells.length, random)];
    return;
  }
  const offset = sampleUniform(random);
  let [at, sum, last] = [-1, 0, -1];
  for (let k = 0; k < rows.length; k++) {
    const place = ((k + offset) / rows.length) * total;
    while (at < cells.length - 1 && (at < 0 || sum <= place)) {
      at++;
      sum += probabilities[cells[at]];
      if (probabilities[cells[at]] > 0) last = at;
    }
    drawn[rows[k]] = cells[last];
  }
}

/** Places sorted by their group, and where each group starts. */
function sortedBy(groupOf: Int32Array, groups: number): readonly [starts: Int32Array, order: Int32Array] {
  const starts = new Int32Array(groups + 1);
  for (const group of groupOf) starts[group + 1]++;
  for (let group = 0; group < groups; group++) starts[group + 1] += starts[group];
  const next = starts.slice(0, groups);
  const order = new Int32Array(groupOf.length);
  for (let place = 0; place < groupOf.length; place++) order[next[groupOf[place]]++] = place;
  return [starts, order];
}
