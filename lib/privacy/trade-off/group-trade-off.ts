/**
 * Trade-off curve of a group: what a curve for one record is worth for k of them.
 *
 * Theorem: if no test between neighbours has errors below f, none between datasets k records apart has errors below
 * 1 - (1 - f) o ... o (1 - f), k times; for the curves of Gaussian and Laplace noise that is the curve of a k times larger shift.
 * Source: Dong, Roth, Su (JRSS B 2022), on group privacy; for shifts of one law with a monotone likelihood ratio, 1 - f moves the
 * quantile by one shift, so that k of them move it by k.
 * Method: a finite curve is piecewise linear, and so is the composition, with vertices at those of the inner curve and where it
 * meets those of the outer one. Rounding is taken downwards, to the convex hull.
 * Limits: at most 65 536 vertices.
 * @claim group-privacy
 */
import { refuse, requireInteger } from "../../numerics/requirements.ts";
import { type FiniteTradeOff, gaussianTradeOff, laplaceTradeOff, requireTradeOff, type TradeOff } from "./trade-off.ts";
import { vertices } from "./trade-off-operations.ts";
import { convexify, type TradeOffPoint } from "./trade-off-points.ts";

const MOST_VERTICES = 65_536;

export function groupTradeOff(curve: TradeOff, size: number): TradeOff {
  requireTradeOff(curve, "curve");
  requireInteger({ size }, 1);
  if (curve.kind === "gaussian") return gaussianTradeOff(size * curve.mu);
  if (curve.kind === "laplace") return laplaceTradeOff(size * curve.epsilon);
  // A curve that begins below 1 has two vertices at 0: the lower one is on it.
  let points = vertices(curve).filter(({ alpha }, k, all) => k + 1 === all.length || all[k + 1].alpha > alpha);
  for (let k = 1; k < size; k++) {
    points = composed(curve, points);
    if (points.length > MOST_VERTICES)
      refuse("size", `such that the curve has at most ${MOST_VERTICES} vertices`, size);
    if (points.every(({ beta }) => beta === 0)) break; // a group of this size is found with certainty
  }
  return convexify(points);
}

/** The vertices of 1 - (1 - outer) o (1 - inner). */
function composed(outer: FiniteTradeOff, inner: readonly TradeOffPoint[]): TradeOffPoint[] {
  const power = (alpha: number) => outer.power(Math.min(1, Math.max(0, alpha)));
  const alphas = new Set(inner.map(({ alpha }) => alpha));
  for (const { alpha: level } of vertices(outer)) {
    for (let k = 0; k + 1 < inner.length; k++) {
      const [from, to] = [1 - inner[k].beta, 1 - inner[k + 1].beta];
      if (level <= from || level >= to) continue;
      alphas.add(inner[k].alpha + ((inner[k + 1].alpha - inner[k].alpha) * (level - from)) / (to - from));
    }
  }
  return [...alphas]
    .sort((one, other) => one - other)
    .map((alpha) => ({ alpha, beta: 1 - power(1 - betaAt(inner, alpha)) }));
}

function betaAt(points: readonly TradeOffPoint[], alpha: number): number {
  const next = points.findIndex((point) => point.alpha >= alpha);
  if (next <= 0) return points[Math.max(0, next)].beta;
  const [left, right] = [points[next - 1], points[next]];
  const share = right.alpha === left.alpha ? 1 : (alpha - left.alpha) / (right.alpha - left.alpha);
  return left.beta + share * (right.beta - left.beta);
}
