/**
 * Summaries of blocks of the harness: moments by name, and how they are read.
 */
import type { Moments } from "../../lib/statistics/moments.ts";
import type { Estimate } from "../kit.ts";

/** Moments by name: the summary of a block. */
export type NamedMoments = Readonly<Record<string, Moments>>;

/** Means by name, to be stored beside the checks. */
export function meansOf(
  found: Readonly<Record<string, Pick<Moments, "mean"> | Pick<Estimate, "estimate">>>,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(found).map(([name, each]) => [name, "mean" in each ? each.mean : each.estimate]),
  );
}

/** Estimates by name, as a study of means is shown them. */
export type NamedEstimates = Readonly<Record<string, Estimate>>;
