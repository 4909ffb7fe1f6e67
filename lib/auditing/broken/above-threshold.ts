/**
 * Broken: above-threshold with less noise than its claim needs. In units of D / epsilon the threshold needs 2 and each query 4.
 *
 * The loss is 2 / threshold + 2 * 2 / query in the limit: halved query or threshold noise needs 1.5 epsilon, both 2 epsilon, a quarter of
 * the query noise 2.5 epsilon; without query noise no epsilon suffices.
 */
import { firstAboveLaw, worstAboveThresholdPair } from "../../adaptive/above-threshold.ts";
import { requirePositive } from "../../numerics/requirements.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import { brokenVariant, type Exhibit, pureClaim } from "./broken-variant.ts";

interface AboveThresholdVariant {
  readonly epsilon: number;
  /** Of the threshold's noise, in units of 1 / epsilon: 2 is right. */
  readonly threshold: number;
  /** Of each query's noise: 4 is right. */
  readonly query: number;
}

/** Too little noise, by what is wrong with it. */
export const shortNoises = {
  halved: { threshold: 1, query: 2 },
  query: { threshold: 2, query: 2 },
  threshold: { threshold: 1, query: 4 },
  quarter: { threshold: 2, query: 1 },
  bare: { threshold: 2, query: 0 },
} as const;

/** The noise that is right. */
export const RIGHT_NOISE = { threshold: 2, query: 4 } as const;

/** The law of the number of belows, for queries of sensitivity 1 less a threshold of 0. */
export function aboveThresholdLaw(variant: AboveThresholdVariant, queries: readonly number[]): DiscreteLaw<number> {
  return firstAboveLaw(scalesOf(variant), queries);
}

/** Neighbours on which right noise needs the whole of epsilon. */
function aboveThresholdPair(epsilon: number): readonly [readonly number[], readonly number[]] {
  requirePositive({ epsilon });
  return worstAboveThresholdPair(0, { unit: 1 / epsilon, sensitivity: 1 });
}

function scalesOf({ epsilon, threshold, query }: AboveThresholdVariant) {
  requirePositive({ epsilon });
  return { thresholdScale: threshold / epsilon, queryScale: query / epsilon };
}

/** Without query noise: two queries of which the first is the larger cannot be below and above. */
const ORDERED = [
  [0, 1],
  [1, 0],
] as const;
const pairOf =
  (noise: Omit<AboveThresholdVariant, "epsilon">, isBare: boolean) =>
  ({ epsilon }: { readonly epsilon: number }) => {
    const [first, second] = (isBare ? ORDERED : aboveThresholdPair(epsilon)).map((queries) =>
      aboveThresholdLaw({ epsilon, ...noise }, queries),
    );
    return { first, second };
  };

function shortVariant(kind: keyof typeof shortNoises, what: string, needs: number) {
  const isBare = kind === "bare";
  return brokenVariant({
    name: `above-threshold-${kind}`,
    claim: `above-threshold is epsilon-private with ${what}`,
    source: "claim above-threshold; Dwork, Roth (2014), theorem 3.23, for the scales that are right",
    at: { epsilon: 1 },
    claimed: pureClaim(1),
    needs,
    within: 1e-6,
    broken: pairOf(shortNoises[kind], isBare),
    corrected: pairOf(RIGHT_NOISE, isBare),
  });
}

export const bareAboveThreshold = shortVariant("bare", "no query noise", Infinity);

export const ABOVE_THRESHOLD_VARIANTS: readonly Exhibit[] = [
  shortVariant("halved", "half of the noise", 2),
  shortVariant("query", "query noise of scale 2 / epsilon", 1.5),
  shortVariant("threshold", "threshold noise of scale 1 / epsilon", 1.5),
  shortVariant("quarter", "query noise of scale 1 / epsilon", 2.5),
  bareAboveThreshold,
];
