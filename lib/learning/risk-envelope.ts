/**
 * Envelope of a risk: a function above exp(-lambda (J(w) - J(a))) on the ball ||w|| <= R, a the minimiser of J there, from which
 * draws are exact.
 *
 * A proposal from it is accepted with the ratio of the two, which leaves draws of density proportional to exp(-lambda J) on the
 * ball; the share accepted is the density's mass over the envelope's. What rounding and the solver may lack is subtracted from the
 * logarithm of the ratio, so that envelopes stay above.
 */
import type { Stream } from "../random/stream.ts";
import type { EmpiricalRisk } from "./empirical-risk.ts";

export interface EnvelopeTarget {
  readonly risk: EmpiricalRisk;
  /** lambda. */
  readonly sharpness: number;
  readonly radius: number;
}

interface Proposal {
  readonly weights: Float64Array;
  /** The logarithm of the probability of taking it: -Infinity outside of the ball. */
  readonly logShare: number;
}

export interface RiskEnvelope {
  readonly kind: "tilted" | "curved";
  /** The logarithm of the integral of the envelope. */
  readonly logMass: number;
  propose(random: Stream): Proposal;
}

/** What rounding may do to a risk, in parts of it. */
export const RISK_ROUNDING = 1e-12;

export const LOG_PI = 1.1447298858494002;
