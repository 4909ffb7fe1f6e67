/**
 * Belief propagation: exact marginals of a law given by log-potentials on the cliques of a junction tree.
 *
 * Theorem: p(x) proportional to exp(sum of psi_C(x_C)) has log Z and all clique marginals by one pass to the root and one back. The
 * pass to the root turns each clique into the conditional law of its own attributes given its separator; the way back multiplies by
 * the separator's marginal.
 * Method: log-space sums with the largest term of each separator cell taken out, so that no potential overflows and no cell divides
 * by 0; one exponential a cell for both passes. Buffers are made once, for all runs.
 * Source: Lauritzen, Spiegelhalter (JRSS B 1988); Koller, Friedman, Probabilistic Graphical Models (2009), section 10.3.
 * Accuracy: a few rounding errors a cell; the test compares with sums over all of a small domain.
 */
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { cellMap, cellsOf, sumByCell } from "./cell-map.ts";
import type { JunctionTree } from "./junction-tree.ts";

export interface Propagation {
  /** To be filled before a run, which uses them up: a float64 for every cell of every clique. */
  readonly potentials: readonly Float64Array[];
  /** After a run: the probabilities of the cells of each clique. */
  readonly marginals: readonly Float64Array[];
  /** After a run: those of each clique given the cell of its separator. */
  readonly conditionals: readonly Float64Array[];
  /** The cell of the separator for every cell of a clique. */
  readonly separatorMaps: readonly Int32Array[];
  /** Writes marginals and conditionals, and returns log Z. */
  run(): number;
}

export function beliefPropagation({ sizes, cliques }: JunctionTree): Propagation {
  const room = () => cliques.map(({ cells }) => new Float64Array(cells));
  const [potentials, conditionals, marginals] = [room(), room(), room()];
  const separatorMaps = cliques.map(({ attributes, separator }) => cellMap(sizes, attributes, separator));
  const parentMaps = cliques.map(({ parent, separator }) =>
    parent < 0 ? new Int32Array(0) : cellMap(sizes, cliques[parent].attributes, separator),
  );
  const separators = cliques.map(({ separator }) => new Float64Array(cellsOf(sizes, separator)));
  const largest = separators.map(({ length }) => new Float64Array(length));
  return {
    potentials,
    marginals,
    conditionals,
    separatorMaps,
    run: () => {
      let logTotal = 0;
      for (let k = cliques.length - 1; k >= 0; k--) {
        const message = separators[k];
        normalise(potentials[k], separatorMaps[k], largest[k], message, conditionals[k]);
        const { parent } = cliques[k];
        if (parent < 0) logTotal = message[0];
        else addByCell(potentials[parent], parentMaps[k], message);
      }
      marginals[0].set(conditionals[0]);
      for (let k = 1; k < cliques.length; k++) {
        const above = sumByCell(marginals[cliques[k].parent], parentMaps[k], separators[k]);
        const [own, given, map] = [marginals[k], conditionals[k], separatorMaps[k]];
        for (let cell = 0; cell < own.length; cell++) own[cell] = given[cell] * above[map[cell]];
      }
      return logTotal;
    },
  };
}

/** Conditional laws of a clique given its separator, and the log-sums that it passes on as `message`. */
function normalise(
  potential: Float64Array,
  map: Int32Array,
  largest: Float64Array,
  message: Float64Array,
  conditional: Float64Array,
): void {
  largest.fill(-Infinity);
  const cells = potential.length;
  for (let cell = 0; cell < cells; cell++) {
    const at = map[cell];
    if (potential[cell] > largest[at]) largest[at] = potential[cell];
  }
  message.fill(0);
  for (let cell = 0; cell < cells; cell++) {
    const at = map[cell];
    const weight = exp(potential[cell] - largest[at]);
    conditional[cell] = weight;
    message[at] += weight;
  }
  for (let cell = 0; cell < cells; cell++) conditional[cell] /= message[map[cell]];
  for (let at = 0; at < message.length; at++) message[at] = log(message[at]) + largest[at];
}

/** Adds to every cell what belongs to the cell it falls into. */
export function addByCell(target: Float64Array, map: Int32Array, values: Float64Array): void {
  for (let cell = 0; cell < map.length; cell++) target[cell] += values[map[cell]];
}
