/**
 * Junction tree: a tree of cliques that holds every given set of attributes in one of them, and whose joint law follows from the
 * cliques' marginals.
 *
 * Theorem (running intersection): the maximal cliques of a triangulated graph, joined by a spanning tree of largest total separator
 * size, have the property that the cliques with a given attribute are connected. So a law that factorises over the sets is the
 * product of the clique marginals over the product of the separator marginals.
 * Method: attributes are eliminated in the order of least fill (missing edges among neighbours), then of fewest cells, then of the
 * lowest number; Prim's algorithm joins the cliques. Cliques without a common attribute are joined by an empty separator, so that
 * the result is always one tree.
 * Source: Lauritzen, Spiegelhalter (JRSS B 1988); Jensen, Jensen (UAI 1994) for the spanning tree; Kjaerulff (1990) for least fill.
 * Limits: least fill is a rule of thumb; the tree with the fewest cells is hard to find. The result depends on the sets alone, not
 * on their order.
 */
import { type AttributeSet, cellsOf, isSubset, type Sizes } from "./cell-map.ts";

interface TreeClique {
  readonly attributes: AttributeSet;
  readonly cells: number;
  /** The place of the parent, which comes before its children; -1 for the first clique, the root. */
  readonly parent: number;
  /** What it shares with the parent. */
  readonly separator: AttributeSet;
}

export interface JunctionTree {
  readonly sizes: Sizes;
  readonly cliques: readonly TreeClique[];
  /** The cells of all cliques together. */
  readonly cells: number;
}

export function junctionTree(sizes: Sizes, sets: readonly AttributeSet[]): JunctionTree {
  const cliques = spanningTree(sizes, maximalCliques(sizes, sets));
  return { sizes, cliques, cells: cliques.reduce((sum, { cells }) => sum + cells, 0) };
}

/** The cells of the junction tree of these sets, without the tree. */
export function junctionTreeCells(sizes: Sizes, sets: readonly AttributeSet[]): number {
  return maximalCliques(sizes, sets).reduce((sum, clique) => sum + cellsOf(sizes, clique), 0);
}

/** Of the triangulated graph in which the attributes of each set are neighbours; every attribute of the domain is in one. */
function maximalCliques(sizes: Sizes, sets: readonly AttributeSet[]): number[][] {
  const count = sizes.length;
  const joined = new Uint8Array(count * count);
  for (const set of sets) for (const a of set) for (const b of set) if (a !== b) joined[a * count + b] = 1;
  const left = Array.from({ length: count }, (_, attribute) => attribute);
  const cliques: number[][] = [];
  while (left.length > 0) {
    const next = bestToEliminate(sizes, joined, left);
    const around = left.filter((other) => joined[next * count + other] === 1);
    for (const a of around) for (const b of around) if (a !== b) joined[a * count + b] = 1;
    const clique = left.filter((other) => other === next || joined[next * count + other] === 1);
    left.splice(left.indexOf(next), 1);
    // A later clique lacks what was eliminated before, so that it cannot hold an earlier one.
    if (!cliques.some((earlier) => isSubset(clique, earlier))) cliques.push(clique);
  }
  return cliques;
}

/** Of millions of calls, as AIM asks for the tree with each candidate: without lists of its own. */
function bestToEliminate(sizes: Sizes, joined: Uint8Array, left: readonly number[]): number {
  const count = sizes.length;
  const around = new Int32Array(left.length);
  let [best, leastFill, fewestCells] = [-1, Infinity, Infinity];
  for (const attribute of left) {
    let degree = 0;
    let cells = 1;
    for (const other of left) {
      if (joined[attribute * count + other] === 0) continue;
      around[degree++] = other;
      cells *= sizes[other];
    }
    let fill = 0;
    for (let i = 0; i < degree && fill <= leastFill; i++) {
      const row = around[i] * count;
      for (let j = i + 1; j < degree; j++) fill += 1 - joined[row + around[j]];
    }
    if (fill > leastFill) continue;
    cells *= sizes[attribute];
    if (fill === leastFill && cells >= fewestCells) continue;
    [best, leastFill, fewestCells] = [attribute, fill, cells];
  }
  return best;
}

/** Prim's algorithm: always the clique that shares most with one that is in the tree. */
function spanningTree(sizes: Sizes, cliques: readonly (readonly number[])[]): TreeClique[] {
  const shared = (a: AttributeSet, b: AttributeSet) => a.filter((attribute) => b.includes(attribute));
  const tree: TreeClique[] = [];
  const rest = [...cliques];
  while (rest.length > 0) {
    let [best, parent, most] = [0, -1, -1];
    for (const [k, clique] of rest.entries()) {
      for (const [place, { attributes }] of tree.entries()) {
        const common = shared(clique, attributes).length;
        if (common > most) [best, parent, most] = [k, place, common];
      }
    }
    const [attributes] = rest.splice(best, 1);
    const separator = parent < 0 ? [] : shared(attributes, tree[parent].attributes);
    tree.push({ attributes, cells: cellsOf(sizes, attributes), parent, separator });
  }
  return tree;
}
