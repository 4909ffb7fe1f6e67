/**
 * Tilted envelope of a convex risk: exp(-lambda <J'(a), w - a>) on the ball, which is above exp(-lambda (J(w) - J(a))) by convexity.
 *
 * It is uniform where the minimiser a is inside the ball, and a layer below the surface where a is on it; drawn exactly as in
 * `exponential-linear.ts`. Its mass is an integral over slices of dimension d - 1 along the tilt. Best where lambda is small, or a
 * on the surface.
 */
import { exp } from "../numerics/exponential.ts";
import { logGamma } from "../numerics/log-gamma.ts";
import { log } from "../numerics/logarithm.ts";
import { integrate } from "../numerics/quadrature.ts";
import { norm } from "../numerics/smooth-objective.ts";
import { sampleTiltedBall } from "./exponential-linear.ts";
import type { RiskAnchor } from "./risk-anchor.ts";
import { type EnvelopeTarget, LOG_PI, RISK_ROUNDING, type RiskEnvelope } from "./risk-envelope.ts";

export function tiltedEnvelope({ risk, sharpness, radius }: EnvelopeTarget, anchor: RiskAnchor): RiskEnvelope {
  const { dimension } = risk;
  const slope = new Float64Array(dimension);
  risk.gradient(anchor.weights, slope);
  const tilt = slope.map((coordinate) => -sharpness * coordinate);
  const atAnchor = tilt.reduce((sum, coordinate, j) => sum + coordinate * anchor.weights[j], 0);
  return {
    kind: "tilted",
    logMass: logTiltedMass(dimension, radius, norm(tilt)) - atAnchor,
    propose(random) {
      const weights = sampleTiltedBall({ tilt, radius }, random);
      let linear = -atAnchor;
      for (let j = 0; j < dimension; j++) linear += tilt[j] * weights[j];
      const value = risk.value(weights);
      const rounding = sharpness * RISK_ROUNDING * Math.abs(value);
      return { weights, logShare: -sharpness * (value - anchor.value) - linear - rounding };
    },
  };
}

/** log of the integral of e^<tilt, w> over the ball: slices of dimension d - 1 along the tilt. */
function logTiltedMass(dimension: number, radius: number, tilt: number): number {
  const theta = tilt * radius;
  const power = (dimension - 1) / 2;
  const peak = (2 * dimension) / (dimension + theta + Math.sqrt(dimension * dimension + theta * theta));
  const shape = (u: number) => power * log(u * (2 - u)) - theta * u;
  const height = shape(Math.min(peak, 1));
  const slice = (u: number) => (u > 0 && u < 2 ? exp(shape(u) - height) : 0);
  const { value } = integrate(slice, {
    lower: 0,
    upper: 2,
    kinks: [peak / 4, peak, 4 * peak, 16 * peak],
    relativeTolerance: 1e-6,
  });
  const logBall = power * LOG_PI - logGamma(power + 1);
  return logBall + dimension * log(radius) + theta + height + log(value);
}
