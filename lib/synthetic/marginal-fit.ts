/**
 * Fit of a graphical model to noisy marginals: least squares, and of all that fit the one of largest entropy.
 *
 * With N records, measurements y_r of the counts of marginals with Gaussian noise of deviation sigma_r, it minimises over all laws p
 *   sum over r of |N M_r p - y_r|^2 / (2 sigma_r^2)  +  KL(p, uniform).
 * The first term is minus the log-likelihood of the measurements. The second makes the solution unique, and weighs as much as one record: the data
 * decide wherever they say anything.
 * Theorem: the minimiser is p proportional to exp(sum of theta_r at the cells of x), theta_r = N phi_r / sigma_r, where phi minimises the dual
 *   G(phi) = log Z(theta) - sum of phi_r y_r / sigma_r + |phi|^2 / 2,
 * and at any phi the objective exceeds its minimum by at most |grad G|^2 / 2, which is the duality gap exactly. (Both sides are written out with the
 * conjugate log Z of KL; the terms in log Z cancel.)
 * Method: L-BFGS on G, whose gradient (N M_r p - y_r) / sigma_r + phi_r takes one belief propagation; it starts from an earlier solution where there is
 * one. Sets measured more than once are averaged by their precisions, which loses nothing. A set within another measured set passes through it.
 * Source: McKenna, Sheldon, Miklau (ICML 2019, arXiv:1901.09136) for the model and for least squares; the dual is Fenchel's.
 * Accuracy: the gap is at most 1e-4 for each measured cell, whose own noise contributes 1/2 to the objective. Deterministic: no start at random.
 */
import { minimiseByLbfgs } from "../numerics/lbfgs.ts";
import { refuse } from "../numerics/requirements.ts";
import { addByCell, beliefPropagation } from "./belief-propagation.ts";
import { type AttributeSet, cellMap, cellsOf, isSubset, type Sizes, sumByCell } from "./cell-map.ts";
import { type GraphicalModel, graphicalModel, smallestHolder } from "./graphical-model.ts";
import { type JunctionTree, junctionTree } from "./junction-tree.ts";

export interface NoisyMarginal {
  readonly set: AttributeSet;
  /** Noisy counts, a number for every cell. */
  readonly counts: Float64Array;
  readonly sigma: number;
}

export interface MarginalFit extends GraphicalModel {
  /** How far the objective can be above its minimum. */
  readonly gap: number;
  /** Gradients that were computed. */
  readonly evaluations: number;
  /** The parameters of each set, by its attributes: where a later fit begins. */
  readonly parameters: ReadonlyMap<string, Float64Array>;
}

export interface FitProblem {
  readonly sizes: Sizes;
  readonly measured: readonly NoisyMarginal[];
  /** The number of records, or an estimate of it. */
  readonly total: number;
  /** The most cells that the junction tree may have. */
  readonly modelCells: number;
  /** Parameters of an earlier fit. */
  readonly start?: ReadonlyMap<string, Float64Array>;
  /** The gap allowed for each measured cell. */
  readonly tolerance?: number;
}

const TOLERANCE = 1e-4;

export function fitMarginals(problem: FitProblem): MarginalFit {
  const { sizes, total, modelCells, start, tolerance = TOLERANCE } = problem;
  const terms = mergedTerms(problem);
  const tree = junctionTree(
    sizes,
    terms.map(({ set }) => set),
  );
  if (!(tree.cells <= modelCells)) refuse("the cells of the model", `at most modelCells (${modelCells})`, tree.cells);
  const propagation = beliefPropagation(tree);
  const links = linksOf(tree, terms);
  const size = terms.reduce((sum, { counts }) => sum + counts.length, 0);
  const scales = terms.map(({ sigma }) => total / sigma);
  /** Runs the model at phi; leaves the probabilities of every term in `shares`. */
  const shares = terms.map(({ counts }) => new Float64Array(counts.length));
  const parameters = terms.map(({ counts }) => new Float64Array(counts.length));
  const propagate = (phi: Float64Array): number => {
    let at = 0;
    terms.forEach(({ counts }, k) => {
      for (let cell = 0; cell < counts.length; cell++) parameters[k][cell] = phi[at++] * scales[k];
    });
    for (const potential of propagation.potentials) potential.fill(0);
    for (const { term, holder, clique, map } of links)
      addByCell(clique ? propagation.potentials[holder] : parameters[holder], map, parameters[term]);
    const logTotal = propagation.run();
    for (let k = links.length - 1; k >= 0; k--) {
      const { term, holder, clique, map } = links[k];
      sumByCell(clique ? propagation.marginals[holder] : shares[holder], map, shares[term]);
    }
    return logTotal;
  };
  const objective = (phi: Float64Array, gradient: Float64Array): number => {
    let value = propagate(phi);
    let at = 0;
    terms.forEach(({ counts, sigma }, k) => {
      for (let cell = 0; cell < counts.length; cell++, at++) {
        const [x, y] = [phi[at], counts[cell] / sigma];
        value += x * (0.5 * x - y);
        gradient[at] = shares[k][cell] * scales[k] - y + x;
      }
    });
    return value;
  };
  const begin = new Float64Array(size);
  let at = 0;
  terms.forEach(({ set, counts }, k) => {
    const known = start?.get(set.join());
    for (let cell = 0; cell < counts.length; cell++) begin[at++] = known === undefined ? 0 : known[cell] / scales[k];
  });
  const found = minimiseByLbfgs(objective, { start: begin, gradientTolerance: Math.sqrt(2 * tolerance * size) });
  // The last point tried need not be the best one.
  propagate(found.at);
  at = 0;
  const natural = terms.map(({ set, counts }, k) => {
    const values = Float64Array.from(counts, (_, cell) => found.at[at + cell] * scales[k]);
    at += counts.length;
    return [set.join(), values] as const;
  });
  return {
    ...graphicalModel(tree, propagation),
    gap: (found.gradientNorm * found.gradientNorm) / 2,
    evaluations: found.evaluations,
    parameters: new Map(natural),
  };
}

/** Each set once, its counts averaged by precision, sets of few attributes first. */
function mergedTerms({ sizes, measured, total }: FitProblem): NoisyMarginal[] {
  if (!(total > 0 && total < Infinity)) refuse("total", "positive and finite", total);
  if (measured.length === 0) refuse("measured", "at least one marginal", measured.length);
  const sums = new Map<string, { set: AttributeSet; counts: Float64Array; precision: number }>();
  measured.forEach(({ set, counts, sigma }, k) => {
    if (!(sigma > 0 && sigma < Infinity)) refuse(`measured[${k}].sigma`, "positive and finite", sigma);
    const cells = cellsOf(sizes, set);
    if (counts.length !== cells) refuse(`measured[${k}].counts`, `of ${cells} cells`, counts.length);
    const precision = 1 / (sigma * sigma);
    const sum = sums.get(set.join()) ?? { set, counts: new Float64Array(cells), precision: 0 };
    for (let cell = 0; cell < cells; cell++) {
      if (!Number.isFinite(counts[cell])) refuse(`measured[${k}].counts[${cell}]`, "finite", counts[cell]);
      sum.counts[cell] += counts[cell] * precision;
    }
    sum.precision += precision;
    sums.set(set.join(), sum);
  });
  return [...sums.values()]
    .map(({ set, counts, precision }) => ({
      set,
      counts: counts.map((count) => count / precision),
      sigma: 1 / Math.sqrt(precision),
    }))
    .sort((a, b) => a.set.length - b.set.length || compare(a.set, b.set));
}

function compare(first: AttributeSet, second: AttributeSet): number {
  const k = first.findIndex((attribute, i) => attribute !== second[i]);
  return k < 0 ? 0 : first[k] - second[k];
}

/** Where the parameters of a term are added: to those of a larger term, or to the potential of a clique. */
interface Link {
  readonly term: number;
  readonly holder: number;
  readonly clique: boolean;
  /** The cell of the term for every cell of the holder. */
  readonly map: Int32Array;
}

function linksOf(tree: JunctionTree, terms: readonly NoisyMarginal[]): Link[] {
  const { sizes, cliques } = tree;
  return terms.map(({ set }, term) => {
    let holder = -1;
    for (let k = term + 1; k < terms.length; k++) {
      const larger = terms[k];
      if (larger.set.length === set.length || !isSubset(set, larger.set)) continue;
      if (holder < 0 || larger.counts.length < terms[holder].counts.length) holder = k;
    }
    if (holder >= 0) return { term, holder, clique: false, map: cellMap(sizes, terms[holder].set, set) };
    const home = smallestHolder(tree, set);
    return { term, holder: home, clique: true, map: cellMap(sizes, cliques[home].attributes, set) };
  });
}
