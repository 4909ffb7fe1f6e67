/**
 * Trade-off curves from geometry: over the lower convex hull of points, or above given lines.
 *
 * `convexify` takes any points an attack reached, and returns the lowest convex curve, which mixing two tests makes attainable; the
 * points (0, 1) and (1, 0) are reached by no data at all. `tradeOffAbove` is the least curve above lines intercept - slope alpha,
 * each of which bounds every test.
 * Source: Dong, Roth, Su (2022), proposition 2.2 (what a trade-off function is) and section 2.3 (supporting lines).
 * Accuracy: absolute 1e-14 in alpha and beta; masses below that are lost, unlike in `tradeOffOfMasses`.
 */
import { log } from "../../numerics/logarithm.ts";
import {
  declare,
  finite,
  hasNoOtherNames,
  nonNegative,
  type ParametersOf,
  probability,
} from "../../numerics/parameters.ts";
import { refuse, requireList } from "../../numerics/requirements.ts";
import { tradeOffOfMasses } from "./finite-trade-off.ts";
import type { FiniteTradeOff } from "./trade-off.ts";

/** How far from convex rounding may make given vertices. */
const ROUNDING = 1e-12;

const tradeOffPoint = declare(
  {
    /** False-positive rate. */
    alpha: probability,
    /** False-negative rate. */
    beta: probability,
  },
  ({ alpha, beta }) => {
    if (beta > 1 - alpha + ROUNDING) refuse("beta", `at most 1 - alpha (${1 - alpha})`, beta);
  },
);

const POINT = Object.keys(tradeOffPoint.declared);

export interface TradeOffPoint extends ParametersOf<typeof tradeOffPoint> {}

const supportingLine = declare({ slope: nonNegative, intercept: finite }, ({ intercept }) => {
  if (intercept > 1) refuse("intercept", "at most 1", intercept);
});

const LINE = Object.keys(supportingLine.declared);

/** The line beta = intercept - slope alpha. */
export interface SupportingLine extends ParametersOf<typeof supportingLine> {}

/** The lowest convex curve through any of the points, and at most 1 - alpha. */
export function convexify(points: readonly TradeOffPoint[]): FiniteTradeOff {
  return throughHull(lowerHull(byAlpha(points)));
}

/** The least trade-off curve above all the lines; no line: perfect distinction, 0 everywhere. */
export function tradeOffAbove(lines: readonly SupportingLine[]): FiniteTradeOff {
  requireList("lines", lines);
  lines.forEach((line, k) => {
    const { slope, intercept } = line ?? supportingLine.read(line, `lines[${k}]`);
    const isLine = slope >= 0 && slope < Infinity && intercept > -Infinity && intercept <= 1;
    const areNumbers = typeof slope === "number" && typeof intercept === "number";
    // Curves have thousands of lines, and points: the declaration reads those that it refuses.
    if (!(isLine && areNumbers && hasNoOtherNames(line, LINE))) supportingLine.read(line, `lines[${k}]`);
  });
  const steepFirst = [...lines, { slope: 0, intercept: 0 }].sort(
    (a, b) => b.slope - a.slope || b.intercept - a.intercept,
  );
  const envelope: { line: SupportingLine; from: number }[] = [];
  for (const line of steepFirst) {
    let from = 0;
    for (let last = envelope.at(-1); last !== undefined; last = envelope.at(-1)) {
      const meet = (last.line.intercept - line.intercept) / (last.line.slope - line.slope);
      from = last.line.slope === line.slope ? Infinity : Math.max(0, meet);
      if (from > last.from || from === Infinity) break;
      envelope.pop();
      from = 0;
    }
    if (from < 1) envelope.push({ line, from });
  }
  const points = envelope.map(({ line, from }) => ({ alpha: from, beta: line.intercept - line.slope * from }));
  return throughHull(lowerHull([...points.map(clamped), { alpha: 1, beta: 0 }]));
}

function clamped({ alpha, beta }: TradeOffPoint): TradeOffPoint {
  return { alpha, beta: Math.min(Math.max(0, beta), 1 - alpha) };
}

function byAlpha(points: readonly TradeOffPoint[]): TradeOffPoint[] {
  requireList("points", points);
  points.forEach((point, k) => {
    const { alpha, beta } = point ?? tradeOffPoint.read(point, `points[${k}]`);
    const isPoint = alpha >= 0 && alpha <= 1 && beta >= 0 && beta <= 1 - alpha + ROUNDING;
    const areNumbers = typeof alpha === "number" && typeof beta === "number";
    if (!(isPoint && areNumbers && beta <= 1 && hasNoOtherNames(point, POINT)))
      tradeOffPoint.read(point, `points[${k}]`);
  });
  const sorted = [...points].sort((a, b) => a.alpha - b.alpha || a.beta - b.beta);
  if (sorted[0]?.alpha !== 0) sorted.unshift({ alpha: 0, beta: 1 });
  sorted.push({ alpha: 1, beta: 0 });
  return sorted;
}

/** Vertices of the lower convex hull, by rising alpha; the last is (1, 0). */
function lowerHull(sorted: readonly TradeOffPoint[]): TradeOffPoint[] {
  const hull: TradeOffPoint[] = [];
  for (const point of sorted) {
    if (hull.at(-1)?.alpha === point.alpha && point.alpha < 1) continue;
    while (hull.length >= 2) {
      const [a, b] = [hull[hull.length - 2], hull[hull.length - 1]];
      if ((b.alpha - a.alpha) * (point.beta - a.beta) > (point.alpha - a.alpha) * (b.beta - a.beta)) break;
      hull.pop();
    }
    hull.push(point);
  }
  return hull;
}

function throughHull(hull: readonly TradeOffPoint[]): FiniteTradeOff {
  const nullMass = [0];
  const alternativeMass = [1 - hull[0].beta];
  for (let k = 1; k < hull.length; k++) {
    nullMass.push(hull[k].alpha - hull[k - 1].alpha);
    alternativeMass.push(Math.max(0, hull[k - 1].beta - hull[k].beta));
  }
  return tradeOffOfMasses({ logNull: nullMass.map(log), logAlternative: alternativeMass.map(log) });
}
