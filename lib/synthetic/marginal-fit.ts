/**
 * Fit of a graphical model to noisy marginals: least squares with a prior of large entropy.
 *
 * With N records, measurements y_r of the counts of marginals with Gaussian noise of deviation sigma_r, it minimises over all laws p
 *   sum over r of |N M_r p - y_r|^2 / (2 sigma_r^2)  +  w KL(p, uniform).
 * The first term is minus the log-likelihood of the measurements. The second makes the solution unique; w counts as this many
 * records of a uniform law. It is twice the least sigma, and 1 at least: counts that the noise cannot tell from 0 are kept near the
 * rest of the model and do not follow the noise.
 * Method: in the coordinates of helmert.ts the first term is, up to a constant, sum over subsets s of |N q_s(p) - u_s|^2 / (2
 * sigma_s^2), where u_s averages by precision what all measurements say of s: how far they contradict each other is a constant, and
 * no direction is counted twice.
 * Theorem: for w = 1 (else every sigma is multiplied by sqrt(w)) the minimiser is p proportional to exp(sum of theta_s h_s(x)), h_s
 * the basis vectors and theta_s = N phi_s / sigma_s, where phi minimises the dual
 *   G(phi) = log Z(theta) - sum of phi_s u_s / sigma_s + |phi|^2 / 2,
 * and at any phi the objective exceeds its minimum by at most |grad G|^2 / 2, which is the duality gap exactly. (Both sides are
 * written out with the conjugate log Z of KL; the terms in log Z cancel.) L-BFGS minimises G, whose gradient (N q_s(p) - u_s) /
 * sigma_s + phi_s takes one belief propagation; it starts from an earlier solution where there is one.
 * Source: McKenna, Sheldon, Miklau (ICML 2019, arXiv:1901.09136) for the model and for least squares; the dual is Fenchel's; the
 * prior is our own.
 * Accuracy: it ends when the gap is at most 1e-3 w for each parameter, whose own noise contributes 1/2 to the objective, or after
 * `steps` steps; `gap` says what was reached. Counts far below 0 in overlapping sets take many steps. Deterministic: no start at
 * random.
 */
import { minimiseByLbfgs } from "../numerics/lbfgs.ts";
import { refuse, requirePositive } from "../numerics/requirements.ts";
import { addByCell, beliefPropagation, type Propagation } from "./belief-propagation.ts";
import { type AttributeSet, cellMap, cellsOf, isSubset, type Sizes, sumByCell } from "./cell-map.ts";
import { type GraphicalModel, graphicalModel, smallestHolder } from "./graphical-model.ts";
import { fromCoefficients, toCoefficients } from "./helmert.ts";
import { type JunctionTree, junctionTree } from "./junction-tree.ts";

export interface NoisyMarginal {
  readonly set: AttributeSet;
  /** Noisy counts, a number for every cell. */
  readonly counts: Float64Array;
  readonly sigma: number;
}

/** Parameters of the subsets, by their attributes. */
type SubsetParameters = ReadonlyMap<string, Float64Array>;

export interface MarginalFit extends GraphicalModel {
  /** How far the objective can be above its minimum. */
  readonly gap: number;
  /** Gradients that were computed. */
  readonly evaluations: number;
  /** Where a later fit begins. */
  readonly parameters: SubsetParameters;
}

interface FitProblem {
  readonly sizes: Sizes;
  readonly measured: readonly NoisyMarginal[];
  /** The number of records, or an estimate of it. */
  readonly total: number;
  /** The most cells that the junction tree may have. */
  readonly modelCells: number;
  /** Parameters of an earlier fit. */
  readonly start?: SubsetParameters;
  /** The gap allowed for each parameter, over the weight of the prior. */
  readonly tolerance?: number;
  /** The most steps of the minimisation. */
  readonly steps?: number;
  /** The weight of the prior, in records. */
  readonly priorRecords?: number;
}

const TOLERANCE = 1e-3;
const STEPS = 1000;
const PRIOR_SHARE = 2;

export function fitMarginals(problem: FitProblem): MarginalFit {
  const { sizes, measured, total, modelCells, start, tolerance = TOLERANCE, steps = STEPS } = problem;
  requireMeasured(problem);
  const leastSigma = measured.reduce((least, { sigma }) => Math.min(least, sigma), Infinity);
  const { priorRecords = Math.max(1, PRIOR_SHARE * leastSigma) } = problem;
  requirePositive({ priorRecords, tolerance });
  const sets = maximalSets(measured.map(({ set }) => set));
  const tree = junctionTree(sizes, sets);
  if (!(tree.cells <= modelCells)) refuse("the cells of the model", `at most modelCells (${modelCells})`, tree.cells);
  const { targets, sigmas: own, blocks } = statistics(problem);
  const sigmas = own.map((sigma) => sigma * Math.sqrt(priorRecords));
  const propagation = beliefPropagation(tree);
  const shapes = tableShapes(tree, sets, blocks);
  const size = targets.length;
  const scales = sigmas.map((sigma) => total / sigma);
  const wanted = targets.map((target, k) => target / sigmas[k]);
  const objective = (phi: Float64Array, gradient: Float64Array): number => {
    let value = propagate(propagation, sizes, shapes, phi, scales, gradient);
    for (let k = 0; k < size; k++) {
      const x = phi[k];
      value += x * (0.5 * x - wanted[k]);
      gradient[k] = gradient[k] * scales[k] - wanted[k] + x;
    }
    return value;
  };
  const begin = new Float64Array(size);
  for (const { key, offset, length } of blocks) {
    const known = start?.get(key);
    if (known !== undefined) for (let k = 0; k < length; k++) begin[offset + k] = known[k] / scales[offset + k];
  }
  if (size === 0) {
    propagation.run();
    return { ...graphicalModel(tree, propagation), gap: 0, evaluations: 0, parameters: new Map() };
  }
  const gradientTolerance = Math.sqrt(2 * tolerance * size);
  const found = minimiseByLbfgs(objective, {
    start: begin,
    gradientTolerance,
    maximumIterations: steps,
    unfinished: "return",
  });
  // The last point tried need not be the best one.
  propagate(propagation, sizes, shapes, found.at, scales, new Float64Array(size));
  const natural = found.at.map((phi, k) => phi * scales[k]);
  return {
    ...graphicalModel(tree, propagation),
    gap: (priorRecords * found.gradientNorm * found.gradientNorm) / 2,
    evaluations: found.evaluations,
    parameters: new Map(blocks.map(({ key, offset, length }) => [key, natural.slice(offset, offset + length)])),
  };
}

/** The number of records that all measurements together speak for, by precision: the sum of one of c cells has the variance c sigma^2. */
export function measuredTotal(sizes: Sizes, measured: readonly NoisyMarginal[]): number {
  let [sum, weights] = [0, 0];
  for (const { set, counts, sigma } of measured) {
    const precision = 1 / (sigma * sigma * cellsOf(sizes, set));
    sum += precision * counts.reduce((a, b) => a + b, 0);
    weights += precision;
  }
  return sum / weights;
}

function requireMeasured({ sizes, measured, total }: FitProblem): void {
  if (!(total > 0 && total < Infinity)) refuse("total", "positive and finite", total);
  measured.forEach(({ set, counts, sigma }, k) => {
    if (!(sigma > 0 && sigma < Infinity)) refuse(`measured[${k}].sigma`, "positive and finite", sigma);
    const cells = cellsOf(sizes, set);
    if (counts.length !== cells) refuse(`measured[${k}].counts`, `of ${cells} cells`, counts.length);
    for (let cell = 0; cell < cells; cell++)
      if (!Number.isFinite(counts[cell])) refuse(`measured[${k}].counts[${cell}]`, "finite", counts[cell]);
  });
}

/** Those that are in no other. */
export function maximalSets(sets: readonly AttributeSet[]): AttributeSet[] {
  const distinct = [...new Map(sets.map((set) => [set.join(), set])).values()];
  return distinct.filter((set) => !distinct.some((other) => other.length > set.length && isSubset(set, other)));
}

/** Where the parameters of a subset are in the list of all. */
interface Block {
  readonly key: string;
  readonly offset: number;
  readonly length: number;
}

interface Statistics {
  /** What is measured, a number for each parameter, and the deviation of its noise. */
  readonly targets: Float64Array;
  readonly sigmas: Float64Array;
  readonly blocks: readonly Block[];
}

/** What all measurements together say of each subset, averaged by precision. */
function statistics({ sizes, measured }: FitProblem): Statistics {
  const sums = new Map<string, { weighted: Float64Array; precision: number }>();
  for (const { set, counts, sigma } of measured) {
    const coefficients = toCoefficients(counts.slice(), sizes, set);
    for (const { key, cells, rest } of subsetBlocks(sizes, set)) {
      const precision = 1 / (sigma * sigma * rest);
      const sum = sums.get(key) ?? { weighted: new Float64Array(cells.length), precision: 0 };
      const factor = precision * Math.sqrt(rest);
      for (let k = 0; k < cells.length; k++) sum.weighted[k] += factor * coefficients[cells[k]];
      sum.precision += precision;
      sums.set(key, sum);
    }
  }
  const length = [...sums.values()].reduce((sum, { weighted }) => sum + weighted.length, 0);
  const [targets, sigmas] = [new Float64Array(length), new Float64Array(length)];
  let offset = 0;
  const blocks = [...sums].map(([key, { weighted, precision }]) => {
    const block = { key, offset, length: weighted.length };
    for (const value of weighted) {
      targets[offset] = value / precision;
      sigmas[offset++] = 1 / Math.sqrt(precision);
    }
    return block;
  });
  return { targets, sigmas, blocks };
}

interface SubsetBlock {
  readonly key: string;
  /** The coefficients of the subset in the table of the set. */
  readonly cells: Int32Array;
  /** The number of cells of the set without the subset. */
  readonly rest: number;
}

/** The coefficients of the table of a set by the subsets that they belong to; that of the empty set, the total, is left out. */
function subsetBlocks(sizes: Sizes, set: AttributeSet): SubsetBlock[] {
  const blocks = new Map<string, number[]>();
  for (let cell = 0; cell < cellsOf(sizes, set); cell++) {
    let rest = cell;
    const subset: number[] = [];
    for (let k = set.length - 1; k >= 0; k--) {
      if (rest % sizes[set[k]] !== 0) subset.unshift(set[k]);
      rest = Math.floor(rest / sizes[set[k]]);
    }
    const key = subset.join();
    const block = blocks.get(key);
    if (block === undefined) blocks.set(key, [cell]);
    else block.push(cell);
  }
  blocks.delete("");
  return [...blocks].map(([key, cells]) => {
    const inside = cellsOf(sizes, key.split(",").map(Number));
    return { key, cells: Int32Array.from(cells), rest: cellsOf(sizes, set) / inside };
  });
}

/** How a measured set that is in no other meets the parameters and its clique. */
interface TableShape {
  readonly set: AttributeSet;
  readonly table: Float64Array;
  readonly clique: number;
  /** The cell of the table for every cell of the clique. */
  readonly map: Int32Array;
  /** The parameters of its own: their numbers, their cells in the table, and the factors between both. */
  readonly parameters: Int32Array;
  readonly cells: Int32Array;
  readonly factors: Float64Array;
}

function tableShapes(tree: JunctionTree, sets: readonly AttributeSet[], blocks: readonly Block[]): TableShape[] {
  const { sizes, cliques } = tree;
  const free = new Map(blocks.map((block) => [block.key, block]));
  return sets.map((set) => {
    const own = subsetBlocks(sizes, set).flatMap(({ key, cells, rest }) => {
      const block = free.get(key);
      // A subset of two sets is a parameter of the first.
      free.delete(key);
      return block === undefined ? [] : Array.from(cells, (cell, k) => [block.offset + k, cell, Math.sqrt(rest)]);
    });
    const clique = smallestHolder(tree, set);
    return {
      set,
      table: new Float64Array(cellsOf(sizes, set)),
      clique,
      map: cellMap(sizes, cliques[clique].attributes, set),
      parameters: Int32Array.from(own, ([parameter]) => parameter),
      cells: Int32Array.from(own, ([, cell]) => cell),
      factors: Float64Array.from(own, ([, , factor]) => factor),
    };
  });
}

/** Runs the model at phi: returns log Z, and writes the coefficients q of its marginals. */
function propagate(
  propagation: Propagation,
  sizes: Sizes,
  shapes: readonly TableShape[],
  phi: Float64Array,
  scales: Float64Array,
  coefficients: Float64Array,
): number {
  for (const potential of propagation.potentials) potential.fill(0);
  for (const { set, table, clique, map, parameters, cells, factors } of shapes) {
    table.fill(0);
    for (let k = 0; k < parameters.length; k++) {
      const parameter = parameters[k];
      table[cells[k]] = phi[parameter] * scales[parameter] * factors[k];
    }
    addByCell(propagation.potentials[clique], map, fromCoefficients(table, sizes, set));
  }
  const logTotal = propagation.run();
  for (const { set, table, clique, map, parameters, cells, factors } of shapes) {
    toCoefficients(sumByCell(propagation.marginals[clique], map, table), sizes, set);
    for (let k = 0; k < parameters.length; k++) coefficients[parameters[k]] = table[cells[k]] * factors[k];
  }
  return logTotal;
}
