/**
 * The least Gaussian curve below that of composed losses: a mu for which any test of the composition is no better than one of N(0,
 * 1) against N(mu, 1).
 *
 * A curve lies above that of mu iff its delta is at most that of mu at every epsilon >= 0, in both orders of the pair. Certified
 * deltas at a grid of epsilons are lines below the curve (`trade-off-profile.ts`); where two neighbouring lines meet lies a point
 * below the curve, and the largest mu that these points need is enough up to the last epsilon of the grid. The points are computed
 * from differences of deltas and keep their digits however small. Beyond the last epsilon e, with g the root of the sum of squares
 * of mu over the Gaussian releases and b the largest loss of all others,
 * - where there is no Gaussian release, the profile is 0 from b on: one more line;
 * - else delta(epsilon) is at most that of g at epsilon - b, and mu = g e / (e - b) is enough: with c = (epsilon - b) / g and m = g
 *   epsilon / (epsilon - b) <= mu both deltas have the same c in Phi(m/2 - c) - e^(c m) Phi(-m/2 - c), whose derivative in m is
 *   phi(c - m/2) (1 - c M(c + m/2)) > 0, with Mills' ratio M(t) < 1 / t.
 * Sampling a Gaussian release does not lower its mu: far in the tail the sampled record decides, and a test at alpha near 0 comes
 * as near to it as it likes. The root of the sum of squares of what the releases need each is enough, too, and the lesser of the
 * two counts.
 * Sources: Dong, Roth, Su (2022), definition 2.1 and corollary 3.3; proposition 2.5 for the duality.
 * Accuracy: an upper bound, above the least mu by 1e-4 of it where some twenty releases compose, and by less on lattices.
 * Limits: Infinity where a loss is infinite with positive probability, and where unbounded losses are not Gaussian, of which no
 * tail is known. Of thousands of pure releases the tail is beyond float64: what they need each decides, up to a quarter too much.
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { largestOf } from "../../numerics/extremes.ts";
import { normalUpperQuantile } from "../../numerics/normal-quantile.ts";
import { isGaussian } from "../loss/gaussian-pld.ts";
import { latticeOf } from "../loss/loss-step.ts";
import { type PldEvent, pldEpsilon, pldUpperDeltas } from "../loss/pld-accountant.ts";
import { pldProfile } from "../loss/pld-profile.ts";
import type { PldPair } from "../loss/privacy-loss.ts";
import { largestLoss } from "../loss/single-loss.ts";

/** Where the grid of epsilons ends unless the losses do. */
const LEAST_DELTA = 1e-60;
const GRID = 1024;
/** Where compositions are sharpest, as shares of the grid. */
const ANCHORS = [0, 0.05, 0.15, 0.3, 0.5, 0.75, 0.95];
/** Relative, for quantiles and the points they are of. */
const ROUNDING = 1e-12;

export function coveringMuOf(events: readonly PldEvent[]): number {
  const tails = events.map(({ loss, times }) => ({ ...tailOf(loss), times }));
  const gaussian = Math.sqrt(tails.reduce((sum, { mu, times }) => sum + times * mu * mu, 0));
  const bound = tails.reduce((sum, { largest, times }) => sum + times * largest, 0);
  if (!(bound < Infinity)) return Infinity;
  const apart = Math.sqrt(tails.reduce((sum, { alone, times }) => sum + times * alone * alone, 0));
  if (bound === 0) return gaussian;
  const found = gaussian === 0 ? boundedMu(events, bound) : mixedMu(events, { gaussian, bound });
  return Math.min(apart, found) * (1 + ROUNDING);
}

interface LossTail {
  /** Of Gaussian noise, sampled or not; 0 for all other losses. */
  readonly mu: number;
  /** Of all other losses: the largest; 0 for Gaussian noise. */
  readonly largest: number;
  /** Enough for this release alone. */
  readonly alone: number;
}

function tailOf({ remove, add, release }: PldPair): LossTail {
  if (isGaussian(release)) {
    const mu = release.sensitivity / release.sigma;
    return { mu, largest: 0, alone: mu };
  }
  const largest = largestOf([remove, add].map(largestLoss));
  return { mu: 0, largest, alone: 2 * normalUpperQuantile(1 / (1 + exp(largest))) };
}

function boundedMu(events: readonly PldEvent[], bound: number): number {
  const [largest, lattice] = [
    bound * (1 + ROUNDING),
    latticeOf(events.flatMap(({ loss }) => [loss.remove.lattice, loss.add.lattice])),
  ];
  const points = lattice === undefined ? Infinity : Math.round(bound / lattice);
  const epsilons =
    lattice !== undefined && points <= GRID
      ? Array.from({ length: points }, (_, k) => k * lattice)
      : gridTo(largest).slice(0, -1);
  const deltas = deltasAt(events, epsilons);
  return muOfLines([...epsilons, largest], [...deltas, 0]);
}

function mixedMu(events: readonly PldEvent[], { gaussian, bound }: { gaussian: number; bound: number }): number {
  const { upper: last } = pldEpsilon({ events, delta: LEAST_DELTA });
  if (!(last < Infinity && last > bound)) return Infinity;
  const epsilons = gridTo(last);
  return Math.max(muOfLines(epsilons, deltasAt(events, epsilons)), (gaussian * last) / (last - bound));
}

/** Profiles bend most at small epsilons. */
function gridTo(largest: number): number[] {
  return Array.from({ length: GRID + 1 }, (_, k) => largest * (k / GRID) * (k / GRID));
}

function deltasAt(events: readonly PldEvent[], epsilons: readonly number[]): readonly number[] {
  const [{ loss, times }] = events;
  if (events.length === 1 && times === 1) {
    const { deltaAt } = pldProfile(loss);
    return epsilons.map((epsilon) => deltaAt(epsilon).upper);
  }
  const last = epsilons[epsilons.length - 1];
  return pldUpperDeltas(events, { epsilons, anchors: ANCHORS.map((share) => share * last) });
}

/** The largest mu that the points need where the lines of neighbouring epsilons meet; the deltas are made to fall. */
function muOfLines(epsilons: readonly number[], deltas: readonly number[]): number {
  let mu = 0;
  let before = deltas[0];
  for (let k = 1; k < epsilons.length; k++) {
    const delta = Math.min(before, deltas[k]);
    const alpha = ((before - delta) * exp(-epsilons[k])) / -expm1(epsilons[k - 1] - epsilons[k]);
    const power = before + exp(epsilons[k - 1]) * alpha;
    if (alpha > 0 && power < 1) mu = Math.max(mu, normalUpperQuantile(alpha) - upperQuantileOf(power));
    else if (power >= 1) mu = Infinity;
    before = delta;
  }
  return mu;
}

function upperQuantileOf(probability: number): number {
  return probability <= 0.5 ? normalUpperQuantile(probability) : -normalUpperQuantile(1 - probability);
}
