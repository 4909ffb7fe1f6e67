/**
 * Thresholdout on means: answers one question after another from the mean of a query on the training set and its mean on the holdout.
 *
 * The inner part of `thresholdout`, without data: for simulations that draw means, and for whoever keeps the records elsewhere.
 * Limits: whoever calls `answer` knows the holdout's mean. For analysts there is `thresholdout`.
 */
import {
  count,
  declare,
  type Given,
  made,
  nonNegative,
  number,
  oneOf,
  type ParametersOf,
} from "../numerics/parameters.ts";
import { LARGEST_SCALE, refuse, requireFinite, requireInteger, requireList, SCALE } from "../numerics/requirements.ts";
import type { Stream } from "../random/stream.ts";
import { type ThresholdoutNoise, type ThresholdoutVariant, thresholdoutNoise } from "./thresholdout-noise.ts";

/** What both forms of the algorithm take. */
export const RULES = {
  threshold: nonNegative,
  tolerance: number({ ...SCALE, expected: `positive and at most ${LARGEST_SCALE / 8}`, most: LARGEST_SCALE / 8 }),
  /** How many answers may come from the holdout; Infinity for no limit, which only the published variant may have. */
  budget: made<number>((budget, name) => {
    if (budget !== Infinity) count.read(budget, name);
  }),
  variant: oneOf<ThresholdoutVariant>("theorem", "published"),
};

export function requireLimit({ budget, variant }: Given<typeof RULES>): void {
  if (variant !== "published") requireInteger({ budget }, 1);
}

export const thresholdoutRules = declare(RULES, requireLimit);

export interface ThresholdoutRules extends ParametersOf<typeof thresholdoutRules> {}

export interface MeansAnswer {
  readonly value: number;
  /** Whether it is the holdout's mean with noise, and has used up one of the budget. */
  readonly fromHoldout: boolean;
}

export interface ThresholdoutMeans {
  /** How many answers may still come from the holdout. */
  readonly left: number;
  /** Undefined once the budget is spent: the algorithm's bottom. */
  answer(trainingMean: number, holdoutMean: number): MeansAnswer | undefined;
}

export function thresholdoutMeans(rules: ThresholdoutRules, random: Stream): ThresholdoutMeans {
  const { threshold, tolerance, budget, variant } = thresholdoutRules.read(rules);
  return answerer({ threshold, budget, noise: thresholdoutNoise(variant, tolerance) }, random);
}

/** With noise of any kind: for the broken variants that experiments hold against the theorem. */
export function answerer(
  { threshold, budget, noise }: Pick<ThresholdoutRules, "threshold" | "budget"> & { readonly noise: ThresholdoutNoise },
  random: Stream,
): ThresholdoutMeans {
  let left = budget;
  let noisy = threshold + noise.threshold(random);
  return {
    get left() {
      return left;
    },
    answer: (trainingMean, holdoutMean) => {
      if (!(Number.isFinite(trainingMean) && Number.isFinite(holdoutMean)))
        requireFinite({ trainingMean, holdoutMean });
      if (left < 1) return undefined;
      if (noise.freshThreshold) noisy = threshold + noise.threshold(random);
      if (!(Math.abs(holdoutMean - trainingMean) > noisy + noise.comparison(random))) {
        return { value: trainingMean, fromHoldout: false };
      }
      left--;
      const value = holdoutMean + noise.release(random);
      if (!noise.freshThreshold) noisy = threshold + noise.threshold(random);
      return { value, fromHoldout: true };
    },
  };
}

export function requireRecords(name: string, records: readonly unknown[]): void {
  requireList(name, records);
  if (records.length === 0) refuse(name, "a list of one record or more", records);
}
