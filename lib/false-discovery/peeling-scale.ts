/**
 * The scale of the noise in peeling: k times the smallest of noisy scores is taken away and its score released with fresh noise.
 *
 * Theorem: with Laplace noise of scale s everywhere and scores of sensitivity D, each peel is two releases: the index by report noisy max, which is
 * (2 D / s)-private, and the score with fresh noise, which is (D / s)-private. So k peels are
 * - (3 k D / s)-private, by adding up: the scale is 3 k D / epsilon for a pure guarantee;
 * - k (2x tanh(x) + x tanh(x / 2))-zero-concentrated with x = D / s, which gives the scale for (epsilon, delta): about D sqrt(10 k ln(1 / delta)) / epsilon, where
 *   10 = 2 (2^2 + 1^2). The smaller of both scales is taken.
 * The noise of the score must be fresh: the one that won tells of all the others (the loss grows with their number).
 * Source: Dwork, Su, Zhang (2018) for peeling; Dwork, Roth (2014), claim 3.9, for the index; `pure-conversions.ts` and
 * `zero-concentrated-conversions.ts` for the rest. The article's scale is quoted from others (`publishedPeelingScale`), its proof was not at hand.
 * Accuracy: the scale is rounded up.
 */
import { log } from "../numerics/logarithm.ts";
import { lowerUntil } from "../numerics/outward-rounding.ts";
import {
  scale as anyScale,
  count,
  declare,
  openProbability,
  type ParametersOf,
  probability,
} from "../numerics/parameters.ts";
import { requireScale } from "../numerics/requirements.ts";
import { findRoot } from "../numerics/root.ts";
import { pureToZeroConcentrated } from "../privacy/conversions/pure-conversions.ts";
import { zeroConcentratedRhoFor } from "../privacy/conversions/zero-concentrated-conversions.ts";
import { pure } from "../privacy/guarantees/guarantee.ts";

const PEELING = {
  epsilon: anyScale,
  /** 0 for a pure guarantee. */
  delta: probability,
  /** How often the smallest is taken away, k. */
  peels: count,
  /** Of each score. */
  sensitivity: anyScale,
};

export const peelingParameters = declare(PEELING);
export const publishedPeelingParameters = declare({ ...PEELING, delta: openProbability });

export interface PeelingParameters extends ParametersOf<typeof peelingParameters> {}

/** The scale of the noise of peeling that is (epsilon, delta)-private. */
export function peelingScale(parameters: PeelingParameters): number {
  const { epsilon, delta, peels, sensitivity } = peelingParameters.read(parameters);
  const pureShare = epsilon / (3 * peels);
  const share = Math.max(pureShare, delta > 0 ? concentratedShare({ epsilon, delta, peels }) : 0);
  const scale = (sensitivity / share) * (1 + 4 * Number.EPSILON);
  requireScale({ "3 * peels * sensitivity / epsilon": scale });
  return scale;
}

/** The largest x = D / s whose k peels fit into the rho that epsilon and delta allow. */
function concentratedShare({ epsilon, delta, peels }: Omit<PeelingParameters, "sensitivity">): number {
  if (delta === 1) return 0;
  const rho = zeroConcentratedRhoFor({ epsilon, delta });
  if (rho === 0) return 0;
  const excess = (share: number) => peels * peelRho(share) - rho;
  // 2x tanh(x) + x tanh(x / 2) is at least 2x tanh(x) and at most 5x^2 / 2.
  const lower = Math.sqrt((0.4 * rho) / peels) * (1 - 1e-9);
  const upper = rho / peels + Math.sqrt(rho / peels) + 1e-300;
  if (!(lower > 0) || excess(lower) > 0 || !(excess(upper) >= 0)) return 0;
  return lowerUntil(findRoot(excess, { lower, upper }), (share) => excess(share) <= 0);
}

/** The rho of one peel. */
function peelRho(share: number): number {
  return pureToZeroConcentrated(pure(2 * share)).rho + pureToZeroConcentrated(pure(share)).rho;
}

/**
 * D sqrt(10 k ln(1 / delta)) / epsilon, as published. Up to epsilon = 3 and delta = 0.1 it is never below `peelingScale`, so it suffices; at epsilon = 10 and
 * delta = 1e-6 it is 8 % below for 40 peels.
 */
export function publishedPeelingScale(parameters: PeelingParameters): number {
  const { epsilon, delta, peels, sensitivity } = publishedPeelingParameters.read(parameters);
  const scale = (sensitivity * Math.sqrt(10 * peels * -log(delta))) / epsilon;
  requireScale({ "sensitivity * sqrt(10 * peels * ln(1 / delta)) / epsilon": scale });
  return scale;
}
