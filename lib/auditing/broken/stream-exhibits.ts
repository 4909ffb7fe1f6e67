/** Exhibits of the gallery: running sums with too little noise (claims counter-naive and tree-aggregation). */

import { freshNoiseSum } from "../../continual/counters/fresh-noise-sum.ts";
import { noisyRecordsSum } from "../../continual/counters/noisy-records-sum.ts";
import { squareRootSum } from "../../continual/counters/square-root-sum.ts";
import { treeLevels, treeSum } from "../../continual/counters/tree-sum.ts";
import { approximate, gaussianDp, pure } from "../../privacy/guarantees/guarantee.ts";
import { gaussianDelta } from "../../privacy/loss/gaussian-profile.ts";
import { judgeExactDelta } from "../../statistics/privacy-verdict.ts";
import { audit } from "../mechanism-audit.ts";
import { type Exhibit, lossExhibit, pureClaim } from "./exhibit.ts";
import { forgottenColumnMu, redrawnTreeLoss, treeLoss } from "./streams.ts";

const bits = { lower: 0, upper: 1 };
const eight = { horizon: 8, epsilon: 1 };
const tree = treeSum({ horizon: 8, records: bits, guarantee: pure(1), neighbours: "event" });
const treeSource = "claim tree-aggregation, E13; Chan, Shi, Song (TISSEC 2011)";
/** (1, delta) of mu = 1, which the square root is said to have. */
const delta = gaussianDelta({ epsilon: 1, mu: 1 });

export const STREAM_EXHIBITS: readonly Exhibit[] = [
  lossExhibit({
    name: "tree-one-level-less",
    claim: "a tree of 8 records needs noise for 3 levels, log2 of 8",
    source: treeSource,
    caughtBy: "density",
    claimed: pureClaim(1),
    needs: 4 / 3,
    within: 1e-12,
    broken: () => treeLoss(eight, treeLevels(8) - 1),
    corrected: () => audit(tree.measured).lowerBound,
  }),
  lossExhibit({
    name: "tree-noise-redrawn",
    claim: "the noise of a block may be drawn again for each estimate that uses it",
    source: treeSource,
    caughtBy: "density",
    claimed: pureClaim(1),
    broken: () => redrawnTreeLoss(eight),
    corrected: () => audit(tree.measured).lowerBound,
  }),
  lossExhibit({
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
  {
    name: "square-root-without-column-norm",
    claim: "noise B z on running sums is as private as noise z on one record",
    source: "Fichtenberger, Henzinger, Upadhyay (ICML 2023)",
    caughtBy: "density",
    audit: () =>
      judgeExactDelta({
        found: gaussianDelta({ epsilon: 1, mu: forgottenColumnMu({ horizon: 64, mu: 1 }) }),
        claimed: delta,
      }),
    auditCorrected: () =>
      audit({
        ...squareRootSum({ horizon: 64, records: bits, guarantee: gaussianDp(1), neighbours: "event" }).measured,
        guarantee: approximate(1, delta),
      }),
  },
];
