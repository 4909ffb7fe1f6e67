import { banditRegret } from "../../lib/continual/bandits/bandit-regret.ts";
import { laiRobbinsRate } from "../../lib/continual/bandits/lai-robbins-rate.ts";
import { leastOf } from "../../lib/numerics/extremes.ts";
import { medianInterval } from "../../lib/statistics/median-interval.ts";
import {
  atLeast,
  atMost,
  axis,
  estimateAtLeast,
  estimateAtMost,
  exactStudy,
  type PartDraft,
  sampledStudy,
  shareOf,
  variant,
  z,
} from "../kit.ts";
import { confidenceOf, eliminationOf, eliminationRegrets, instancesOf, lowerBoundOf } from "./bandit-laws.ts";
import { gap } from "./bandit-parts.ts";

const privacy = axis(z.union([z.number().min(0.05).max(5), z.literal("infinity")]), {
  means: "epsilon of all arms pulled, or infinity",
  quick: [0.1, 1, "infinity"],
});
export const eliminationRegretPart: PartDraft = {
  claim: "private-bandits",
  asks: "Is the expected regret of elimination between its bound and what none can beat, and above that without privacy?",
  study: exactStudy({
    axes: {
      epsilon: privacy,
      horizon: axis(z.int().min(100).max(1_000_000), {
        means: "rounds T",
        quick: [1000, 3000, 10_000, 30_000, 100_000],
        full: [1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000],
      }),
      gap,
    },
    exact: ({ gap, ...cell }) => {
      const [worse, better] = eliminationRegrets(cell, gap);
      const twin = eliminationRegrets({ ...cell, epsilon: "infinity" }, gap);
      const [bound] = instancesOf(gap).map(eliminationOf(cell).regretBound);
      return {
        checks: {
          "regret-second-arm-worse": atMost(worse, bound),
          "regret-second-arm-better": atMost(better, bound),
          "no-less-than-possible": atLeast(Math.max(worse, better), lowerBoundOf(cell, gap)),
          "no-less-than-without-privacy": atLeast(worse + better, twin[0] + twin[1]),
        },
        values: { "larger-regret": Math.max(worse, better), bound, "lower-bound": lowerBoundOf(cell, gap) },
      };
    },
  }),
  controls: {
    "regret-without-privacy": {
      says: "the regret of the twin without privacy, claimed for elimination with noise",
      study: exactStudy({
        axes: {
          epsilon: axis(z.number().min(0.05).max(1), { means: "epsilon of all arms pulled", quick: [0.1, 1] }),
          horizon: axis(z.int().min(10_000).max(1_000_000), { means: "rounds T", quick: [10_000, 100_000] }),
        },
        exact: (cell) => {
          const [own, twin] = [cell, { ...cell, epsilon: "infinity" as const }].map((each) =>
            eliminationRegrets(each, 0.2),
          );
          return { checks: { regret: atMost(own[0] + own[1], twin[0] + twin[1]) } };
        },
      }),
    },
  },
};

/** Regrets of runs on both instances: of the learner, and of its twin without privacy. */
interface Regrets {
  readonly worse: readonly number[];
  readonly better: readonly number[];
  readonly twinWorse: readonly number[];
}

/** A share far above the 1 / T that the theorem allows, and far enough below 1 for few runs to decide. */
const MOST_ABOVE = 0.25;
const GAP = 0.2;
const [SECOND_WORSE, SECOND_BETTER] = instancesOf(GAP);

const confidenceStudy = sampledStudy({
  axes: {
    epsilon: privacy,
    horizon: axis(z.int().min(1000).max(1_000_000), {
      means: "rounds T",
      quick: [1000, 3000, 10_000, 30_000],
      full: [1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000],
    }),
  },
  trials: { quick: 60, full: 60 },
  blockSize: 6,
  intervals: () => 4,
  block: (cell, count, random): Regrets => {
    const bandit = confidenceOf(cell);
    const twin = confidenceOf({ ...cell, epsilon: "infinity" });
    const all = (name: string, learner: typeof bandit, means: readonly number[]) =>
      Array.from(
        { length: count },
        (_, run) => banditRegret({ bandit: learner, means }, random.child(run, name)).regret,
      );
    return {
      worse: all("worse", bandit, SECOND_WORSE),
      better: all("better", bandit, SECOND_BETTER),
      twinWorse: cell.epsilon === "infinity" ? [] : all("twin", twin, SECOND_WORSE),
    };
  },
  merge: (one, other) => ({
    worse: [...one.worse, ...other.worse],
    better: [...one.better, ...other.better],
    twinWorse: [...one.twinWorse, ...other.twinWorse],
  }),
  judge: (cell, { worse, better, twinWorse }, context) => {
    const bandit = confidenceOf(cell);
    const likely = bandit.likelyRegret(SECOND_WORSE);
    const above = worse.filter((regret, run) => Math.max(regret, better[run]) > likely).length;
    const medians = [worse, better].map((values) => medianInterval({ values, errorRate: context.errorRate }));
    const larger = medians[0].median >= medians[1].median ? medians[0] : medians[1];
    const private_ = cell.epsilon !== "infinity" && {
      "share-above-the-twin": estimateAtLeast(
        shareOf(worse.filter((regret, run) => regret > twinWorse[run]).length, context),
        0.5,
      ),
    };
    return {
      checks: { "share-above-the-bound": estimateAtMost(shareOf(above, context), MOST_ABOVE), ...private_ },
      values: {
        median: larger.median,
        "median-lower": larger.interval.lower,
        "median-upper": larger.interval.upper,
        bound: bandit.regretBound(SECOND_WORSE),
        "lower-bound": lowerBoundOf(cell, GAP),
        "lai-robbins-rate": laiRobbinsRate(SECOND_WORSE),
      },
    };
  },
});

export const confidenceRegretPart: PartDraft = {
  claim: "private-bandits",
  asks: "Do runs of upper confidence stay below the regret that none exceeds while its bounds hold, and above that without privacy?",
  study: confidenceStudy,
  controls: {
    "regret-without-privacy": {
      says: "the regret that the twin without privacy keeps, claimed for upper confidence with noise",
      study: variant(confidenceStudy, {
        axes: {
          epsilon: axis(z.number().min(0.05).max(1), { means: "epsilon of all arms pulled", quick: [0.1, 1] }),
          horizon: axis(z.int().min(10_000).max(100_000), { means: "rounds T", quick: [10_000] }),
        },
        intervals: () => 1,
        judge: ({ horizon }, { worse }, context) => {
          const claimed = confidenceOf({ epsilon: "infinity", horizon }).likelyRegret(SECOND_WORSE);
          const above = worse.filter((regret) => regret > claimed).length;
          return {
            checks: { "share-above-the-bound": estimateAtMost(shareOf(above, context), MOST_ABOVE) },
            values: { "least-regret": leastOf(worse), claimed },
          };
        },
      }),
    },
  },
};
