/**
 * Broken counters: trees with a level too few, noise drawn again at every use, and factorisations that forget a column's norm
 * (claim tree-aggregation).
 *
 * Losses are exact for the first record of a stream of bits: what it changes in each release, over the scale of that release.
 */
import { freshNoiseSum } from "../../continual/counters/fresh-noise-sum.ts";
import { noisyRecordsSum } from "../../continual/counters/noisy-records-sum.ts";
import { squareRootSum } from "../../continual/counters/square-root-sum.ts";
import { treeLevels, treeSum } from "../../continual/counters/tree-sum.ts";
import { log } from "../../numerics/logarithm.ts";
import { requireInteger } from "../../numerics/requirements.ts";
import { approximate, gaussianDp, pure } from "../../privacy/guarantees/guarantee.ts";
import { gaussianDelta } from "../../privacy/loss/gaussian-profile.ts";
import { judgeExactDelta } from "../../statistics/privacy-verdict.ts";
import { audit } from "../mechanism-audit.ts";
import { brokenVariant, type Exhibit, pureClaim } from "./broken-variant.ts";

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
function redrawnTreeLoss({ horizon, epsilon }: BrokenTree): number {
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

const bits = { lower: 0, upper: 1 };
const treeSource = "claim tree-aggregation, E13; Chan, Shi, Song (TISSEC 2011)";
/** (1, delta) of mu = 1, which the square root is said to have. */
const delta = gaussianDelta({ epsilon: 1, mu: 1 });
const rightTreeLoss = ({ horizon, epsilon }: BrokenTree) =>
  audit(treeSum({ horizon, records: bits, guarantee: pure(epsilon), neighbours: "event" }).measured).lowerBound;

export const treeOneLevelLess = brokenVariant({
  name: "tree-one-level-less",
  claim: "a tree of 8 records needs noise for 3 levels, log2 of 8",
  says: "noise calibrated to one level less than there are",
  source: treeSource,
  caughtBy: "density",
  at: { horizon: 8, epsilon: 1 },
  claimed: pureClaim(1),
  needs: 4 / 3,
  within: 1e-12,
  broken: (tree: BrokenTree) => treeLoss(tree, treeLevels(tree.horizon) - 1),
  corrected: rightTreeLoss,
});

export const treeNoiseRedrawn = brokenVariant({
  name: "tree-noise-redrawn",
  claim: "the noise of a block may be drawn again for each estimate that uses it",
  says: "the noise of a block drawn again for every estimate that uses it",
  source: treeSource,
  caughtBy: "density",
  at: { horizon: 8, epsilon: 1 },
  claimed: pureClaim(1),
  broken: redrawnTreeLoss,
  corrected: rightTreeLoss,
});

export const STREAM_VARIANTS: readonly Exhibit[] = [
  treeOneLevelLess,
  treeNoiseRedrawn,
  brokenVariant({
    name: "fresh-noise-of-one-sum",
    claim: "fresh Laplace noise of scale 1 / epsilon on each of 8 running sums is epsilon-private",
    source: "claim counter-naive; Dwork, Naor, Pitassi, Rothblum (STOC 2010)",
    caughtBy: "density",
    claimed: pureClaim(1),
    needs: 8,
    within: 1e-12,
    // The guarantee of 8 times as much, paid in noise of the scale of one.
    broken: () =>
      audit(freshNoiseSum({ horizon: 8, records: bits, guarantee: pure(8), neighbours: "event" }).measured).lowerBound,
    corrected: () =>
      audit(noisyRecordsSum({ horizon: 8, records: bits, guarantee: pure(1), neighbours: "event" }).measured)
        .lowerBound,
  }),
  brokenVariant({
    name: "square-root-without-column-norm",
    claim: "noise B z on running sums is as private as noise z on one record",
    source: "Fichtenberger, Henzinger, Upadhyay (ICML 2023)",
    caughtBy: "density",
    broken: () => () =>
      judgeExactDelta({
        found: gaussianDelta({ epsilon: 1, mu: forgottenColumnMu({ horizon: 64, mu: 1 }) }),
        claimed: delta,
      }),
    corrected: () => () =>
      audit({
        ...squareRootSum({ horizon: 64, records: bits, guarantee: gaussianDp(1), neighbours: "event" }).measured,
        guarantee: approximate(1, delta),
      }),
  }),
];
