/**
 * Audits that look too often: bounds that hold at one look, or for one pair, and are taken at the best of many.
 *
 * `peekedLogRatio` takes the largest certified log-ratio of all looks at a growing sample, each at the full error rate;
 * `bestPairLogRatio` the largest over many pairs of inputs. Either is too large more often than its error rate says.
 * Limits: for study and for tests; `watchAudit` and `searchPair` are the corrected twins.
 */
import { largestOf } from "../../numerics/extremes.ts";
import { certifiedLogRatio, type EventCount } from "../certified-epsilon.ts";

export interface CountsOfBoth {
  readonly over: EventCount;
  readonly under: EventCount;
}

/** Of counts as they stood at each look. */
export function peekedLogRatio(
  looks: readonly CountsOfBoth[],
  claim: { readonly delta: number; readonly errorRate: number },
): number {
  return largestOf(
    looks.map(({ over, under }) => certifiedLogRatio({ over, under, delta: claim.delta, errorRate: claim.errorRate })),
  );
}

/** Of the counts of each pair. */
export function bestPairLogRatio(
  pairs: readonly CountsOfBoth[],
  claim: { readonly delta: number; readonly errorRate: number },
): number {
  return largestOf(
    pairs.map(({ over, under }) => certifiedLogRatio({ over, under, delta: claim.delta, errorRate: claim.errorRate })),
  );
}
