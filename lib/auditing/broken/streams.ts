/**
 * Broken counters: trees with a level too few, noise drawn again at every use, and factorisations that forget a column's norm
 * (claim tree-aggregation).
 *
 * Losses are exact for the first record of a stream of bits: what it changes in each release, over the scale of that release.
 */

import { squareRootSum } from "../../continual/counters/square-root-sum.ts";
import { treeSum } from "../../continual/counters/tree-sum.ts";
import { log } from "../../numerics/logarithm.ts";
import { requireInteger } from "../../numerics/requirements.ts";
import { gaussianDp, pure } from "../../privacy/guarantees/guarantee.ts";

interface BrokenTree {
  readonly horizon: number;
  readonly epsilon: number;
}

/**
 * The loss of a record, the largest over all of them, in a tree whose noise is calibrated to this many levels: by going through the
 * blocks that are released.
 */
export function treeLoss({ horizon, epsilon }: BrokenTree, levels: number): number {
  requireInteger({ horizon, levels }, 1);
  const blocks = new Float64Array(horizon);
  for (let t = 1; t <= horizon; t++) {
    let size = 1;
    while (t % (2 * size) === 0) size *= 2;
    for (let record = t - size; record < t; record++) blocks[record]++;
  }
  return (blocks.reduce((most, count) => Math.max(most, count), 0) * epsilon) / levels;
}

/** Where the densities are compared, in scales. */
const FAR = 40;

/**
 * What the first record loses, at least, if the noise of every block is drawn again for each estimate that uses it: the estimates
 * of one and of two blocks alone, which are independent, all of them far out on one side. The sum of two Laplace draws of scale b
 * has the density (1 + |x| / b) e^(-|x| / b) / (4 b).
 */
export function redrawnTreeLoss({ horizon, epsilon }: BrokenTree): number {
  const { scale } = treeSum({
    horizon,
    records: { lower: 0, upper: 1 },
    guarantee: pure(epsilon),
    neighbours: "event",
  }).noise;
  const shift = 1 / scale;
  const two = shift - log((1 + FAR + shift) / (1 + FAR));
  let loss = 0;
  for (let t = 1; t <= horizon; t++) {
    const rest = t & (t - 1);
    if (rest === 0) loss += shift;
    else if ((rest & (rest - 1)) === 0) loss += two;
  }
  return loss;
}

/** The mu that square-root noise calibrated to one entry of C, and not to the norm of its column, really has. */
export function forgottenColumnMu({ horizon, mu }: { readonly horizon: number; readonly mu: number }): number {
  const counter = squareRootSum({
    horizon,
    records: { lower: 0, upper: 1 },
    guarantee: gaussianDp(mu),
    neighbours: "event",
  });
  const law = counter.measured.law;
  if (law === undefined) throw new Error("square-root noise has a law");
  const [first, second] = counter.worstPair().map(law);
  let square = 0;
  first.coordinates.forEach(({ family }, k) => {
    const change = (family?.centre ?? 0) - (second.coordinates[k].family?.centre ?? 0);
    square += change * change;
  });
  // Noise of deviation 1 / mu.
  return Math.sqrt(square) * mu;
}
