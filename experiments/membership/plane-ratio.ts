/**
 * The likelihood ratio of two points in the plane under noise of density proportional to e^(-|g| / scale): its exact laws.
 *
 * With the points w and w' a distance of `separation` scales apart, the logarithm of the ratio at y is (|y - w| - |y - w'|) /
 * scale, between -separation and separation. In elliptic coordinates with w and w' as foci it is separation times the second
 * coordinate eta, whose density under w is proportional to e^(-k eta) (A - eta^2) / sqrt(1 - eta^2), k = separation / 2, A = 1 +
 * K1(k) / (k K0(k)) with Bessel's K: it has no atoms, but is infinite at both ends. Place u with |eta| = 1 - (1 - |u|)^2 rises with
 * eta and has a bounded density.
 * Accuracy: 1e-12, by five-point Gauss rules on panels of width 1/512.
 */
import { exp } from "../../lib/numerics/exponential.ts";
import { integrate } from "../../lib/numerics/quadrature.ts";

/** In each direction from 0. */
const PANELS = 512;
/** Places and weights of the rule on [0, 1] (Abramowitz, Stegun 1964, table 25.4). */
const RULE = [
  [0.04691007703066802, 0.11846344252809454],
  [0.23076534494715845, 0.23931433524968324],
  [0.5, 0.28444444444444444],
  [0.7692346550528415, 0.23931433524968324],
  [0.953089922969332, 0.11846344252809454],
] as const;

/** The second elliptic coordinate at a place. */
export function coordinateAt(place: number): number {
  const short = 1 - Math.min(1, Math.abs(place));
  return Math.sign(place) * (1 - short * short);
}

/** The place of a log-likelihood ratio over the separation. */
export function placeOf(coordinate: number): number {
  return Math.sign(coordinate) * (1 - Math.sqrt(Math.max(0, 1 - Math.abs(coordinate))));
}

/** The cumulative functions of the place under w and under w'. */
export function planeRatioLaws(separation: number) {
  const half = separation / 2;
  const widest = meanSquareCosh(half);
  const density = (place: number) => {
    const eta = coordinateAt(place);
    return (exp(-half * eta) * (widest - eta * eta)) / Math.sqrt(1 + Math.abs(eta));
  };
  const over = (from: number, to: number) =>
    (to - from) * RULE.reduce((sum, [at, weight]) => sum + weight * density(from + at * (to - from)), 0);
  const edges = Array.from({ length: 2 * PANELS + 1 }, (_, k) => (k - PANELS) / PANELS);
  const below = new Float64Array(edges.length);
  for (let k = 1; k < edges.length; k++) below[k] = below[k - 1] + over(edges[k - 1], edges[k]);
  const total = below[edges.length - 1];
  const underFirst = (place: number) => {
    if (place <= -1) return 0;
    if (place >= 1) return 1;
    const panel = Math.floor((place + 1) * PANELS);
    return (below[panel] + over(edges[panel], place)) / total;
  };
  // The points change places under reflection.
  return [{ cdf: underFirst }, { cdf: (place: number) => 1 - underFirst(-place) }] as const;
}

/** The mean of cosh^2 under the weight e^(-k cosh): 1 + K1(k) / (k K0(k)). */
function meanSquareCosh(k: number): number {
  const cosh = (t: number) => (exp(t) + exp(-t)) / 2;
  // Beyond this the weight, over its largest value, is below e^-40.
  let reach = 1;
  while (k * (cosh(reach) - 1) < 40 + 2 * reach) reach *= 1.25;
  const moment = (power: (c: number) => number) =>
    integrate((t) => power(cosh(t)) * exp(-k * (cosh(t) - 1)), { lower: 0, upper: reach, relativeTolerance: 1e-13 })
      .value;
  return moment((c) => c * c) / moment(() => 1);
}
