/** Exhibits of the gallery: bandits that lose more than they say (claim private-bandits). */
import { privateElimination } from "../../continual/bandits/private-elimination.ts";
import { privateUpperConfidence } from "../../continual/bandits/private-upper-confidence.ts";
import { confidenceSumsLoss, reusedBatchesLaw } from "./bandits.ts";
import { type Exhibit, lawExhibit, lossExhibit, pureClaim } from "./exhibit.ts";

const EPSILON = 1;
/** Ten rounds, of which one arm can have nine: four levels. */
const short = { arms: 2, horizon: 10 };
const long = { arms: 2, epsilon: EPSILON, errorRate: 0.5 };
/** Two epochs, and a round that shows how they ended. */
const [first, second] = privateElimination({ ...long, horizon: 10_000 }).batches;
const horizon = 2 * (first.pulls + second.pulls) + 1;
/** Arm 0 always gives 1 and arm 1 never, but for one reward. */
const table = (reward: number) => Array.from({ length: horizon }, (_, round) => [round === 0 ? reward : 1, 0]);

export const BANDIT_EXHIBITS: readonly Exhibit[] = [
  lossExhibit({
    name: "bandit-tree-without-levels",
    claim: "trees of rewards with noise of scale 1 / epsilon in each block make a bandit epsilon-private",
    source: "Mishra, Thakurta (UAI 2015) for the method that is right",
    caughtBy: "density",
    claimed: pureClaim(EPSILON),
    needs: 4,
    within: 1e-12,
    broken: () => confidenceSumsLoss(short, 1 / EPSILON),
    corrected: () => confidenceSumsLoss(short, privateUpperConfidence({ ...short, epsilon: EPSILON }).noise.scale),
  }),
  lawExhibit({
    name: "bandit-batches-reused",
    claim: "elimination may use the rewards of earlier epochs again, with fresh noise",
    source: "Sajed, Sheffet (ICML 2019) for the method that is right",
    claimed: pureClaim(EPSILON),
    broken: () => {
      const law = (reward: number) =>
        reusedBatchesLaw([first.pulls - 1 + reward, second.pulls], [first, second], EPSILON);
      return { first: law(0), second: law(1) };
    },
    corrected: () => {
      const { law } = privateElimination({ ...long, horizon });
      return { first: law(table(0)), second: law(table(1)) };
    },
  }),
];
