/** Exhibits of the gallery: private online learning with the wrong noise (claims tree-aggregation and pftal). */
import { type Exhibit, lossExhibit, pureClaim } from "./exhibit.ts";
import {
  type LeaderSums,
  leaderBlocksLoss,
  leaderScale,
  lossOfFreshNoise,
  lossWithoutLevels,
} from "./online-learning.ts";

/** Gradients of length 1 on the line, replaced by their opposites. */
const sums: LeaderSums = { horizon: 8, epsilon: 1, sensitivity: 2 };
const corrected = () => leaderBlocksLoss(sums, leaderScale(sums));

export const ONLINE_LEARNING_EXHIBITS: readonly Exhibit[] = [
  lossExhibit({
    name: "private-leader-without-levels",
    claim: "noise for one gradient in each block of the tree is enough",
    source: "claim pftal, at T = 8 with its 4 levels",
    claimed: pureClaim(1),
    needs: 4,
    within: 1e-9,
    caughtBy: "density",
    broken: () => lossWithoutLevels(sums),
    corrected,
  }),
  lossExhibit({
    name: "private-leader-with-fresh-noise",
    claim: "the noise of a block may be drawn anew for each sum",
    source: "claim tree-aggregation, at T = 8: 8 sums of a loss of 1/4 each",
    claimed: pureClaim(1),
    needs: 2,
    within: 1e-9,
    caughtBy: "density",
    broken: () => lossOfFreshNoise(sums),
    corrected,
  }),
];
