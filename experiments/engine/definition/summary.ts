/**
 * Summary: what a block of trials returns, and how the summaries of two blocks become one.
 *
 * Without a `merge` of its own a study merges by kind: moments (`momentsOf`) by `mergeMoments`, whole numbers, which are counts, by
 * adding, arrays and records entry by entry. Any other number is refused: two means must not be added, and whether a number is a
 * sum its value does not tell. A study of sums says so by `merge: "add"`.
 */
import { type Moments, mergeMoments, NO_MOMENTS } from "../../../lib/statistics/moments.ts";

const MOMENTS = Object.keys(NO_MOMENTS).sort().join();

/** The summary of both, by kind. */
export function mergeByKind(one: unknown, other: unknown): unknown {
  requireKinds(one);
  requireKinds(other);
  return merged(one, other, true);
}

/** Adds numbers, and arrays and records of them entry by entry: the `merge` of a study whose summaries are sums. */
export function addSummaries(one: unknown, other: unknown): unknown {
  return merged(one, other, false);
}

function merged(one: unknown, other: unknown, byKind: boolean): unknown {
  if (typeof one === "number" && typeof other === "number") return one + other;
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
    return one.map((value, k) => merged(value, other[k], byKind));
  }
  if (byKind && isMoments(one) && isMoments(other)) return mergeMoments(one, other);
  if (isRecord(one) && isRecord(other)) {
    const keys = Object.keys(one);
    if (keys.join() === Object.keys(other).join()) {
      return Object.fromEntries(keys.map((key) => [key, merged(one[key], other[key], byKind)]));
    }
  }
  throw new TypeError("summaries must be numbers, arrays or records of one shape to be merged");
}

/** Refuses a summary that has no kind by which it merges. */
export function requireKinds(summary: unknown, place = "the summary of a block"): void {
  if (typeof summary === "number") {
    if (Number.isSafeInteger(summary)) return;
    throw new TypeError(
      `${place} must be a count or moments to be merged, got ${summary}: ` +
        `return momentsOf(values) for a mean, or give the study merge: "add" where it is a sum`,
    );
  }
  if (Array.isArray(summary)) {
    summary.forEach((value, k) => {
      requireKinds(value, `${place}[${k}]`);
    });
    return;
  }
  if (isMoments(summary)) return;
  if (!isRecord(summary)) {
    throw new TypeError(
      `${place} must be a count or moments to be merged, got ${typeof summary}: give the study a merge`,
    );
  }
  for (const [key, value] of Object.entries(summary)) requireKinds(value, `${place}.${key}`);
}

function isMoments(value: unknown): value is Moments {
  return isRecord(value) && Object.keys(value).sort().join() === MOMENTS;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
