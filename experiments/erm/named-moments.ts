/**
 * Summaries of blocks of the harness: moments by name, merged and read.
 */
import { type Moments, mergeMoments } from "../../lib/statistics/moments.ts";

/** Moments by name: the summary of a block. */
export type NamedMoments = Readonly<Record<string, Moments>>;

export function mergeNamed(one: NamedMoments, other: NamedMoments): NamedMoments {
  return Object.fromEntries(Object.entries(one).map(([name, moments]) => [name, mergeMoments(moments, other[name])]));
}

/** Means and standard errors by name, to be stored beside the checks. */
export function meansOf(moments: NamedMoments): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(moments).map(([name, { mean }]) => [name, mean]));
}
