/**
 * Receiver operating curve of an attack from its scores: the rates of true and false positives over all thresholds, and its convex hull
 * (attacks that may toss a coin between two thresholds).
 *
 * An attack says "member" where the score is at least the threshold. Nobody passes the threshold Infinity: scores of Infinity pass
 * the largest float64.
 * Source: Fawcett, Pattern Recognition Letters 27 (2006).
 */
import { arrayOf, count, declare, group, integer, number, requireKnownNames } from "../numerics/parameters.ts";
import { ANY_NUMBER, refuse, refuseData, requireList, requireProbability } from "../numerics/requirements.ts";
import { sortFloat64 } from "../numerics/sort.ts";
import { countHits } from "./event-choice.ts";

export interface CanaryScores {
  readonly members: ArrayLike<number>;
  readonly others: ArrayLike<number>;
}

export interface OperatingPoint {
  /** Infinity where nobody is called a member. */
  readonly threshold: number;
  readonly truePositives: number;
  readonly falsePositives: number;
}

export interface OperatingCurve {
  readonly members: number;
  readonly others: number;
  /** From "nobody" to "everybody". */
  readonly points: readonly OperatingPoint[];
}

const drawnCurve = declare({
  members: count,
  others: count,
  points: arrayOf(
    group(declare({ threshold: number(ANY_NUMBER), truePositives: integer(0), falsePositives: integer(0) })),
  ),
});

/** Refuses what is no scores of canaries. */
export function requireScores(scores: CanaryScores): void {
  requireKnownNames(scores, ["members", "others"], "scores");
  for (const name of ["members", "others"] as const) requireList(name, scores[name]);
}

/**
 * One point for each distinct score, and "nobody".
 * @also roc, receiver operating characteristic
 */
export function operatingCurve(scores: CanaryScores): OperatingCurve {
  requireScores(scores);
  const [members, others] = [sortedScores("members", scores.members), sortedScores("others", scores.others)];
  const reached = [...members, ...others].map((score) => Math.min(score, Number.MAX_VALUE));
  const points = [Infinity, ...[...new Set(reached)].sort((a, b) => b - a)].map((threshold) => ({
    threshold,
    truePositives: countPassing(members, threshold),
    falsePositives: countPassing(others, threshold),
  }));
  return { members: members.length, others: others.length, points };
}

/** The corners of the upper convex hull. */
export function operatingHull(curve: OperatingCurve): OperatingCurve {
  const hull: OperatingPoint[] = [];
  for (const point of curve.points) {
    while (hull.length >= 2) {
      const [before, last] = [hull[hull.length - 2], hull[hull.length - 1]];
      const rise = (last.truePositives - before.truePositives) * (point.falsePositives - last.falsePositives);
      const next = (point.truePositives - last.truePositives) * (last.falsePositives - before.falsePositives);
      if (rise > next) break;
      hull.pop();
    }
    hull.push(point);
  }
  return { ...curve, points: hull };
}

/** The largest rate of true positives at a rate of false positives, between two corners of the hull. */
export function truePositiveRateAt(curve: OperatingCurve, falsePositiveRate: number): number {
  drawnCurve.read(curve, "curve");
  requireProbability({ falsePositiveRate });
  const { points, members, others } = operatingHull(curve);
  const wanted = falsePositiveRate * others;
  let best = 0;
  for (let k = 0; k < points.length; k++) {
    const [here, next] = [points[k], points[k + 1]];
    if (here.falsePositives > wanted) break;
    best = here.truePositives;
    if (next !== undefined && next.falsePositives > wanted) {
      const share = (wanted - here.falsePositives) / (next.falsePositives - here.falsePositives);
      best += share * (next.truePositives - here.truePositives);
    }
  }
  return best / members;
}

/** How many of the sorted scores pass a threshold. */
export function countPassing(sorted: Float64Array, threshold: number): number {
  return threshold === Infinity ? 0 : countHits(sorted, threshold, true);
}

/** A sorted copy, refused where it is empty or has what is no number. */
export function sortedScores(name: string, scores: ArrayLike<number>): Float64Array {
  requireList(name, scores);
  if (!(scores.length >= 1)) refuse(name, "at least one score", scores.length);
  for (let k = 0; k < scores.length; k++)
    if (typeof scores[k] !== "number" || Number.isNaN(scores[k])) refuseData(`${name}[${k}]`, "a number");
  return sortFloat64(Float64Array.from(scores));
}
