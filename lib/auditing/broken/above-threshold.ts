/**
 * Broken: above-threshold with less noise than its claim needs. In units of D / epsilon the threshold needs 2 and each query 4.
 *
 * The loss is 2 / threshold + 2 * 2 / query in the limit: halved query or threshold noise needs 1.5 epsilon, both 2 epsilon, a quarter of
 * the query noise 2.5 epsilon; without query noise no epsilon suffices.
 */
import { firstAboveLaw, worstAboveThresholdPair } from "../../adaptive/above-threshold.ts";
import { requirePositive } from "../../numerics/requirements.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";

export interface AboveThresholdVariant {
  readonly epsilon: number;
  /** Of the threshold's noise, in units of 1 / epsilon: 2 is right. */
  readonly threshold: number;
  /** Of each query's noise: 4 is right. */
  readonly query: number;
}

export const HALVED_NOISE = { threshold: 1, query: 2 } as const;

/** The law of the number of belows, for queries of sensitivity 1 less a threshold of 0. */
export function aboveThresholdLaw(variant: AboveThresholdVariant, queries: readonly number[]): DiscreteLaw<number> {
  return firstAboveLaw(scalesOf(variant), queries);
}

/** Neighbours on which right noise needs the whole of epsilon. */
export function aboveThresholdPair(epsilon: number): readonly [readonly number[], readonly number[]] {
  requirePositive({ epsilon });
  return worstAboveThresholdPair(0, { unit: 1 / epsilon, sensitivity: 1 });
}

function scalesOf({ epsilon, threshold, query }: AboveThresholdVariant) {
  requirePositive({ epsilon });
  return { thresholdScale: threshold / epsilon, queryScale: query / epsilon };
}
