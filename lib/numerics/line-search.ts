/**
 * Line search: a step along a descent direction that satisfies the Wolfe conditions.
 *
 * Method: a bracket of steps, too short below (still steep) and too long above (not low enough), shrunk by safeguarded
 * quadratic interpolation. Where the decrease drowns in the rounding of the value, the slope decides instead
 * (the approximate Wolfe conditions). Source: Nocedal and Wright, Numerical Optimization (2006), section 3.1; Lewis and
 * Overton, Mathematical Programming 141 (2013), algorithm 2.6; Hager and Zhang, SIAM J. Optim. 16 (2005), section 2.
 * Limits: the objective must be bounded below on the half-line. A result with `step` 0 says that no step of the 60 tried
 * is better than none, which at a minimum is a matter of float64, and elsewhere of a wrong gradient.
 */
import { dot, evaluate, type SmoothObjective } from "./smooth-objective.ts";

interface LineStart {
  readonly at: Float64Array;
  readonly value: number;
  readonly gradient: Float64Array;
  readonly direction: Float64Array;
  readonly firstStep: number;
}

interface LineStep {
  readonly at: Float64Array;
  readonly value: number;
  readonly gradient: Float64Array;
  readonly step: number;
  readonly evaluations: number;
}

const DECREASE = 1e-4;
const CURVATURE = 0.9;
const APPROXIMATE_DECREASE = 0.1;
const MAXIMUM_EVALUATIONS = 60;

export function searchLine(objective: SmoothObjective, start: LineStart): LineStep {
  const { at: origin, value: startValue, direction } = start;
  const startSlope = dot(start.gradient, direction);
  const rounding = 8 * Number.EPSILON * Math.abs(startValue);
  let best: LineStep = { at: origin, value: startValue, gradient: start.gradient, step: 0, evaluations: 0 };
  let short = { step: 0, value: startValue, slope: startSlope };
  let long = { step: Infinity, value: Infinity };
  let step = start.firstStep;
  for (let evaluations = 1; evaluations <= MAXIMUM_EVALUATIONS; evaluations++) {
    const at = new Float64Array(origin.length);
    let moved = false;
    for (let i = 0; i < at.length; i++) {
      at[i] = origin[i] + step * direction[i];
      if (at[i] !== origin[i]) moved = true;
    }
    if (!moved) return { ...best, evaluations: evaluations - 1 };
    const gradient = new Float64Array(origin.length);
    const value = evaluate(objective, at, gradient);
    const slope = value < Infinity ? dot(gradient, direction) : Infinity;
    const lowEnough =
      value <= startValue + DECREASE * step * startSlope ||
      (value <= startValue + rounding && slope <= (2 * APPROXIMATE_DECREASE - 1) * startSlope);
    if (lowEnough && slope >= CURVATURE * startSlope) return { at, value, gradient, step, evaluations };
    if (value < best.value) best = { at, value, gradient, step, evaluations };
    if (lowEnough) short = { step, value, slope };
    else long = { step, value };
    const next = long.step === Infinity ? 2 * step : between(short, long);
    if (next === step || next === short.step || next === long.step) return { ...best, evaluations };
    step = next;
  }
  return { ...best, evaluations: MAXIMUM_EVALUATIONS };
}

/** The vertex of the parabola through value and slope at `short` and value at `long`, kept off the ends of the bracket. */
function between(
  short: { readonly step: number; readonly value: number; readonly slope: number },
  long: { readonly step: number; readonly value: number },
): number {
  const width = long.step - short.step;
  const rise = long.value - short.value - short.slope * width;
  const vertex = rise > 0 && rise < Infinity ? (-short.slope * width) / (2 * rise) : 0.5;
  return short.step + width * Math.min(0.9, Math.max(0.1, vertex));
}
