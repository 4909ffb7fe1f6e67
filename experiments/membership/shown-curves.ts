/**
 * The points of a curve that are kept for figures: the exact curve at fixed levels, and the observed errors of at most 128 cuts, with the
 * two tests that look at nothing, always "member" and never.
 */
import type { Rates } from "./attack.ts";
import type { MembershipGame } from "./game.ts";

/** Type I errors at which the exact curve is kept: closer together near 0. */
const LEVELS: readonly number[] = [
  0, 1e-4, 3e-4, 1e-3, 3e-3, 0.01, 0.02, 0.035, 0.05, 0.075, 0.1, 0.125, 0.15, 0.175, 0.2, 0.225, 0.25, 0.275, 0.3,
  0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.975, 0.99, 0.999, 1,
];
/** More would make the picture heavy and no clearer. */
const MOST_CUTS = 128;

export function curvesToShow({ curve, coarse }: MembershipGame, { alpha, beta }: Rates) {
  const cuts = [...new Set(Array.from({ length: MOST_CUTS }, (_, k) => Math.floor((k * alpha.length) / MOST_CUTS)))];
  return {
    straight: !coarse && cuts.length === alpha.length,
    "exact-alpha": LEVELS,
    "exact-beta": LEVELS.map((level) => curve.evaluate(level)),
    "observed-alpha": [1, ...cuts.map((cut) => alpha[cut]), 0],
    "observed-beta": [0, ...cuts.map((cut) => beta[cut]), 1],
  };
}
