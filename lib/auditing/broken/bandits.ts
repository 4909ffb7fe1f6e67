/**
 * Broken bandits: trees whose noise is not scaled by the levels of the horizon, and batches that are used again in later epochs.
 * Each claims `epsilon` and needs more.
 *
 * - Upper confidence: what a learner publishes are the noisy sums of the blocks of each arm's tree. For one list of them the arms
 *   are fixed; the loss of a round is the number of blocks of its arm that hold its reward, over the scale. The largest over all
 *   lists of arms is found by going through them all: every list can happen, since the noise has no bounds.
 * - Elimination of two arms in which an epoch uses all rewards so far, with fresh noise of scale 1 / epsilon: the first reward
 *   enters every epoch's sum.
 */
import { droppedArms, epochLaw } from "../../continual/bandits/elimination-law.ts";
import { privateElimination } from "../../continual/bandits/private-elimination.ts";
import { privateUpperConfidence } from "../../continual/bandits/private-upper-confidence.ts";
import type { Batch } from "../../continual/bandits/successive-elimination.ts";
import { finiteLaw } from "../../mechanisms/laws/finite-law.ts";
import { refuse, requireInteger, requirePositive } from "../../numerics/requirements.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import { brokenVariant, type Exhibit, pureClaim } from "./broken-variant.ts";

interface PulledArms {
  readonly arms: number;
  readonly horizon: number;
}

const MOST_LISTS = 1e6;

/** The largest loss of one round's reward in the sums that upper confidence publishes, with this scale of noise in each block. */
export function confidenceSumsLoss({ arms, horizon }: PulledArms, scale: number): number {
  requireInteger({ arms, horizon }, 1);
  requirePositive({ scale });
  let lists = 1;
  for (let round = arms; round < horizon; round++) lists *= arms;
  if (!(lists <= MOST_LISTS)) refuse("the number of lists of arms", `at most ${MOST_LISTS}`, lists);
  let most = 0;
  for (let list = 0; list < lists; list++) {
    const pulls = new Array<number>(arms).fill(1);
    for (let round = arms, rest = list; round < horizon; round++, rest = Math.floor(rest / arms)) pulls[rest % arms]++;
    for (const count of pulls)
      for (let place = 1; place <= count; place++) most = Math.max(most, blocksWith(place, count));
  }
  return most / scale;
}

/** How many of the blocks that end at 1, ..., `count` hold this place. */
function blocksWith(place: number, count: number): number {
  let blocks = 0;
  for (let end = place; end <= count; end++) {
    let size = 1;
    while (end % (2 * size) === 0) size *= 2;
    if (end - size < place) blocks++;
  }
  return blocks;
}

/**
 * The law of which arm is dropped, and when, if every epoch uses all rewards so far; from the differences of the batches' sums, arm
 * 0 minus arm 1.
 */
function reusedBatchesLaw(
  differences: readonly number[],
  batches: readonly Batch[],
  epsilon: number,
): DiscreteLaw<number> {
  requirePositive({ epsilon });
  let [difference, rounds] = [0, 0];
  const epochs = differences.map((own, epoch) => {
    difference += own;
    rounds += batches[epoch].pulls;
    return epochLaw(difference, 2 * batches[epoch].width * rounds, 1 / epsilon);
  });
  return finiteLaw(droppedArms(epochs).map(({ logMass }) => logMass));
}

interface Privacy {
  readonly epsilon: number;
}

/** Elimination over two epochs and a round that shows how they ended. */
function twoEpochs({ epsilon }: Privacy) {
  const rules = { arms: 2, epsilon, errorRate: 0.5 };
  const [first, second] = privateElimination({ ...rules, horizon: 1_000_000_000 }).batches;
  return { rules: { ...rules, horizon: 2 * (first.pulls + second.pulls) + 1 }, first, second };
}

export const treeWithoutLevels = brokenVariant({
  name: "bandit-tree-without-levels",
  claim: "trees of rewards with noise of scale 1 / epsilon in each block make a bandit epsilon-private",
  says: "trees whose noise is not scaled by the levels of the horizon: a reward enters all of them",
  source: "Mishra, Thakurta (UAI 2015) for the method that is right",
  caughtBy: "density",
  // Ten rounds, of which one arm can have nine: four levels.
  at: { horizon: 10, epsilon: 1 },
  claimed: pureClaim(1),
  needs: 4,
  within: 1e-12,
  broken: ({ horizon, epsilon }) => confidenceSumsLoss({ arms: 2, horizon }, 1 / epsilon),
  corrected: ({ horizon, epsilon }) => {
    const { noise } = privateUpperConfidence({ arms: 2, horizon, epsilon });
    return confidenceSumsLoss({ arms: 2, horizon }, noise.scale);
  },
});

export const batchesReused = brokenVariant({
  name: "bandit-batches-reused",
  claim: "elimination may use the rewards of earlier epochs again, with fresh noise",
  says: "every epoch uses all rewards so far, with fresh noise: the arms pulled tell of the first reward twice",
  source: "Sajed, Sheffet (ICML 2019) for the method that is right",
  at: { epsilon: 1 },
  claimed: pureClaim(1),
  broken: (where: Privacy) => {
    const { first, second } = twoEpochs(where);
    const law = (reward: number) =>
      reusedBatchesLaw([first.pulls - 1 + reward, second.pulls], [first, second], where.epsilon);
    return { first: law(0), second: law(1) };
  },
  corrected: (where: Privacy) => {
    const { rules } = twoEpochs(where);
    const { law } = privateElimination(rules);
    // Arm 0 always gives 1 and arm 1 never, but for one reward.
    const table = (reward: number) =>
      Array.from({ length: rules.horizon }, (_, round) => [round === 0 ? reward : 1, 0]);
    return { first: law(table(0)), second: law(table(1)) };
  },
});

export const BANDIT_VARIANTS: readonly Exhibit[] = [treeWithoutLevels, batchesReused];
