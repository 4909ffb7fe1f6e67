/**
 * Interactions of an analyst with Thresholdout as the theorem has it, drawn: how many end with the training set's answer.
 *
 * Noise is drawn in batches, for all interactions of a block.
 */
import { agreeingAnalyst, fishingAnalyst, type GapAnalyst } from "../../lib/adaptive/fishing-analyst.ts";
import { answerer } from "../../lib/adaptive/thresholdout-means.ts";
import { THEOREM_SCALES, type ThresholdoutNoise } from "../../lib/adaptive/thresholdout-noise.ts";
import type { RenewedTail } from "../../lib/adaptive/thresholdout-tail.ts";
import { fillLaplace } from "../../lib/random/laplace.ts";
import type { Stream } from "../../lib/random/stream.ts";

/** tau; with n = 2e7 records tau^2 n = 500, so that the budgets here are allowed. */
const TOLERANCE = 0.005;

export const DESIGNS = {
  agreeing: { baits: 0, threshold: 4, budget: 100, before: 199 },
  "fishing-once": { baits: 1, threshold: 4, budget: 200, before: 199 },
  "fishing-twice": { baits: 2, threshold: 100, budget: 200, before: 199 },
  "fishing-longer": { baits: 2, threshold: 100, budget: 300, before: 299 },
} as const;
/** All but one of the budget spent. */
export const WALK = { threshold: 4, budget: 100, before: 99 };
export const DESIGN_NAMES = ["agreeing", "fishing-once", "fishing-twice", "fishing-longer"] as const;

function analystOf({ baits = 0, threshold, deviation }: Omit<RenewedTail, "budget" | "before">): GapAnalyst {
  if (baits === 0) return agreeingAnalyst;
  return fishingAnalyst({ bait: (threshold + deviation) * TOLERANCE, confirmations: baits });
}

/** How many of `count` interactions end with the training set's answer; `walks` is for a threshold that is never set back. */
export function passes(design: RenewedTail, count: number, random: Stream, walks = false): { passed: number } {
  const { threshold, budget, deviation, before } = design;
  const analyst = walks ? eagerAnalyst : analystOf(design);
  const noise = batchedNoise(random);
  let passed = 0;
  for (let k = 0; k < count; k++) {
    const own = walks ? walking(noise) : noise;
    const means = answerer({ threshold: threshold * TOLERANCE, budget, noise: own }, random);
    const session = analyst.start();
    for (let i = 0; i < before && means.left > 0; i++) {
      const answer = means.answer(0, session.next());
      if (answer !== undefined) session.learn(answer.fromHoldout);
    }
    if (means.answer(0, (threshold + deviation) * TOLERANCE)?.fromHoldout === false) passed++;
  }
  return { passed };
}

const BATCH = 4096;

/** The noise of the theorem, from batches of Laplace draws of scale 1. */
function batchedNoise(random: Stream): ThresholdoutNoise {
  const draws = new Float64Array(BATCH);
  let used = BATCH;
  const next = () => {
    if (used === BATCH) {
      fillLaplace(TOLERANCE, draws, random);
      used = 0;
    }
    return draws[used++];
  };
  return {
    freshThreshold: false,
    threshold: () => THEOREM_SCALES.threshold * next(),
    comparison: () => THEOREM_SCALES.comparison * next(),
    release: () => THEOREM_SCALES.release * next(),
  };
}

/** Asks only what the holdout answers, as far as the threshold lets it. */
const eagerAnalyst: GapAnalyst = { name: "eager", start: () => ({ next: () => 1, learn: () => {} }) };

/**
 * The noise of every new threshold is added to all before: the algorithm of the lecture notes as their text reads without a hat
 * (erratum E07).
 */
function walking(noise: ThresholdoutNoise): ThresholdoutNoise {
  let walk = 0;
  return {
    ...noise,
    threshold: (random) => {
      walk += noise.threshold(random);
      return walk;
    },
  };
}
