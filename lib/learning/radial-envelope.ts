/**
 * Curved envelope of a convex risk: one that depends on the distance from the minimiser alone, in the metric of the Hessian there.
 *
 * Theorem: let F = J + (mu/2) ||w||^2 with minimiser a in the ball, mu = 0 or a on its surface: on the ball J(w) - J(a) >= F(w) - F(a). For
 * a loss whose third derivative is at most M times its curvature, with H the Hessian of F at a,
 * F(a + v) - F(a) >= (v^T H v) g(M ||v||), g(s) = (e^(-s) + s - 1) / s^2. As g falls and ||v|| <= r / sqrt(m), with r^2 = v^T H v and m the
 * least eigenvalue of H, this is at least psi(r) = (e^(-k r) + k r - 1) / k^2, k = M / sqrt(m).
 * So exp(-lambda psi(r)) is above the density: a direction uniform in the metric of H, and a radius of density proportional to
 * r^(d-1) exp(-lambda psi(r)), itself drawn by rejection from the Gamma law that touches it, as psi is convex.
 * A loss without such an M leaves the penalty: H = (Lambda + mu) I and k = 0, where psi(r) = r^2 / 2.
 * Source: Bach, "Self-concordant analysis for logistic regression" (EJS 4, 2010), proposition 1.
 */
import { exp } from "../numerics/exponential.ts";
import { cholesky, singularValues } from "../numerics/linear-algebra.ts";
import { logGamma } from "../numerics/log-gamma.ts";
import { log } from "../numerics/logarithm.ts";
import { integrate } from "../numerics/quadrature.ts";
import { findRoot } from "../numerics/root.ts";
import { norm } from "../numerics/smooth-objective.ts";
import { drawGamma } from "../random/gamma.ts";
import { fillDirection } from "../random/sphere.ts";
import type { Stream } from "../random/stream.ts";
import { sampleUniform } from "../random/uniform.ts";
import { NORM_SLACK } from "./dataset.ts";
import { type EmpiricalRisk, empiricalRisk } from "./empirical-risk.ts";
import type { RiskAnchor } from "./risk-anchor.ts";
import { type EnvelopeTarget, LOG_PI, RISK_ROUNDING, type RiskEnvelope } from "./risk-envelope.ts";

export function radialEnvelope({ risk, sharpness, radius }: EnvelopeTarget, anchor: RiskAnchor): RiskEnvelope {
  const { dimension, loss, data } = risk;
  const hessian = metricOf(risk, anchor);
  const { lower } = cholesky(hessian);
  const least = singularValues(hessian).values[dimension - 1] * (1 - 1e-9);
  const concordance = loss.selfConcordance * data.largestNorm * (1 + NORM_SLACK);
  const bend = loss.selfConcordance < Infinity ? concordance / Math.sqrt(least) : 0;
  const radial = radialLaw({ dimension, sharpness, bend });
  const logRoot = lower.reduce((sum, row, j) => sum + log(row[j]), 0);
  // What the solver leaves of the gradient, over the longest way across the ball, and what the anchor lacks to its surface.
  const inside = radius - norm(anchor.weights);
  const lacking = 2 * radius * anchor.gradientNorm + (anchor.pull > 0 ? anchor.pull * radius * inside : 0);
  return {
    kind: "curved",
    logMass: radial.logMass - logRoot,
    propose(random) {
      const length = radial.draw(random);
      const weights = fillDirection(new Float64Array(dimension), length, random);
      // v solves transpose(lower) v = z, so that v^T H v = ||z||^2.
      for (let j = dimension - 1; j >= 0; j--) {
        let sum = weights[j];
        for (let k = j + 1; k < dimension; k++) sum -= lower[k][j] * weights[k];
        weights[j] = sum / lower[j][j];
      }
      for (let j = 0; j < dimension; j++) weights[j] += anchor.weights[j];
      if (norm(weights) > radius) return { weights, logShare: -Infinity };
      const value = risk.value(weights);
      const slack = lacking + RISK_ROUNDING * Math.abs(value);
      return { weights, logShare: -sharpness * (value - anchor.value - psiOf(bend, length) + slack) };
    },
  };
}

function metricOf({ data, loss, regularisation, dimension }: EmpiricalRisk, { weights, pull }: RiskAnchor) {
  const whole = regularisation + pull;
  const flat = new Float64Array(dimension * dimension);
  if (loss.selfConcordance < Infinity)
    empiricalRisk({ data, loss, regularisation: whole }).hessian(weights, new Float64Array(dimension), flat);
  else for (let j = 0; j < dimension; j++) flat[j * dimension + j] = whole;
  return Array.from({ length: dimension }, (_, j) => flat.slice(j * dimension, (j + 1) * dimension));
}

/** (e^(-k r) + k r - 1) / k^2, by its series where k r is small. */
export function psiOf(bend: number, r: number): number {
  const s = bend * r;
  if (s < 1e-2) return r * r * (1 / 2 - s * (1 / 6 - s * (1 / 24 - s * (1 / 120 - s / 720))));
  return (exp(-s) + s - 1) / (bend * bend);
}

/** The slope of psi, (1 - e^(-k r)) / k. */
export function psiSlopeOf(bend: number, r: number): number {
  const s = bend * r;
  return s < 1e-2 ? r * (1 - s * (1 / 2 - s * (1 / 6 - s * (1 / 24 - s / 120)))) : (1 - exp(-s)) / bend;
}

interface RadialParameters {
  readonly dimension: number;
  readonly sharpness: number;
  readonly bend: number;
}

/** The radius of density proportional to r^(d-1) e^(-lambda psi(r)), and the mass of e^(-lambda psi(||z||)) on all of space. */
function radialLaw({ dimension, sharpness, bend }: RadialParameters) {
  // Where the Gamma law of the tangent has its mean.
  const balance = (r: number) => (sharpness * r * psiSlopeOf(bend, r)) / dimension - 1;
  let upper = Math.sqrt(dimension / sharpness);
  while (balance(upper) < 0) upper *= 2;
  const touch = findRoot(balance, { lower: 0, upper });
  const [slope, height] = [psiSlopeOf(bend, touch), psiOf(bend, touch)];
  const shape = (r: number) => (dimension - 1) * log(r / touch) - sharpness * (psiOf(bend, r) - height);
  const { value } = integrate((r) => (r > 0 ? exp(shape(r)) : dimension === 1 ? exp(sharpness * height) : 0), {
    lower: 0,
    upper: 60 * touch,
    kinks: [touch / 2, touch, 2 * touch, 6 * touch],
    relativeTolerance: 1e-6,
  });
  const logSphere = Math.LN2 + (dimension / 2) * LOG_PI - logGamma(dimension / 2);
  return {
    logMass: logSphere + log(value) + (dimension - 1) * log(touch) - sharpness * height,
    draw(random: Stream): number {
      for (;;) {
        const radius = drawGamma(dimension, random) / (sharpness * slope);
        const gap = psiOf(bend, radius) - height - slope * (radius - touch);
        if (log(sampleUniform(random)) < -sharpness * Math.max(0, gap)) return radius;
      }
    },
  };
}
