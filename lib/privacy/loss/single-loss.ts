/**
 * The privacy profile of one release, not composed: the hockey-stick divergence by quadrature, with every error in the bounds.
 *
 * Method: delta(epsilon) is the sum of m (1 - e^(epsilon - loss)) over atoms above epsilon, the integral of the same over the
 * densities from where they reach epsilon, panel by panel (`gauss-panel.ts`), and the infinite mass. No grid is involved, so that
 * losses of any size keep their digits: a sampling rate of 1e-9 as well as one of 1. The larger of both directions counts.
 * Errors: masses and densities by what the loss states of them, sums by the number of their terms, both relative; losses by 3e-15
 * max(1, the largest loss), as a shift of epsilon. What is cut of the tails counts as infinite in the upper bound and as nothing in
 * the lower one; it is chosen to be 1e-14 of delta, as far as float64 goes.
 */
import { expm1 } from "../../numerics/exponential.ts";
import { largestOf } from "../../numerics/extremes.ts";
import { MASS_ERROR, panelRule } from "./gauss-panel.ts";
import type { LossReading } from "./loss-question.ts";
import { extentOf } from "./loss-step.ts";
import {
  hasFiniteLoss,
  type PldPair,
  type PrivacyLoss,
  type PrivacyLossDensity,
  type PrivacyLossPieces,
} from "./privacy-loss.ts";

const UNIT = 1.1102230246251565e-16; // 2^-53
const LOSS_ERROR = 3e-15;
const LEAST_TAIL = 1e-303;
/** What is cut to see how large delta is, and then, of delta. */
const ROUGH_TAIL = 1e-100;
const TAIL_SHARE = 1e-14;
/** How near to each other the epsilons are between which delta falls to what is asked. */
const NEAR = 1e-14;

export function singleReading({ remove, add }: PldPair): LossReading {
  const sides = (add === remove ? [remove] : [remove, add]).map(sideReading);
  return {
    deltaAt: (epsilon, sign) => largestOf(sides.map((side) => side.deltaAt(epsilon, sign))),
    epsilonAt: (delta, sign) => largestOf(sides.map((side) => side.epsilonAt(delta, sign))),
  };
}

function sideReading(loss: PrivacyLoss): LossReading {
  const piecesTo = remembered((tail: number) => loss.pieces(tail));
  const deltaAt = (epsilon: number, sign: -1 | 0 | 1): number => {
    const rough = profileOf(piecesTo(ROUGH_TAIL), epsilon, 0);
    return profileOf(piecesTo(cutFor(rough)), epsilon, sign);
  };
  if (!hasFiniteLoss(piecesTo(ROUGH_TAIL))) return { deltaAt: () => 1, epsilonAt: () => Infinity };
  return { deltaAt, epsilonAt: (delta, sign) => epsilonOf(piecesTo(cutFor(delta)), delta, sign) };
}

/** By bisection: any epsilon whose lower delta exceeds the target is a lower bound, and any whose upper delta does not, an upper one. */
function epsilonOf(pieces: PrivacyLossPieces, delta: number, sign: -1 | 0 | 1): number {
  const exceeds = (epsilon: number) => profileOf(pieces, epsilon, sign) > delta;
  if (!exceeds(0)) return 0;
  let [low, high] = [0, largestListed(pieces) + 2 * LOSS_ERROR * Math.max(1, extentOf([{ pieces, times: 1 }]))];
  // Whatever epsilon is, infinite losses and those cut remain.
  if (exceeds(high)) return sign > 0 ? Infinity : high;
  while (high - low > NEAR * high) {
    const middle = 0.5 * (low + high);
    if (exceeds(middle)) low = middle;
    else high = middle;
  }
  return sign < 0 ? low : high;
}

/** A power of ten, so that few descriptions of a loss are made. */
function cutFor(delta: number): number {
  let tail = 0.1;
  while (tail > delta * TAIL_SHARE && tail > 10 * LEAST_TAIL) tail /= 10;
  return Math.max(tail, LEAST_TAIL);
}

function remembered<Value>(compute: (key: number) => Value): (key: number) => Value {
  const known = new Map<number, Value>();
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
}

/** The largest loss, at least 0; Infinity where none is the largest. */
export function largestLoss(loss: PrivacyLoss): number {
  const pieces = loss.pieces(LEAST_TAIL);
  return pieces.infinite > 0 || pieces.beyond > 0 ? Infinity : largestListed(pieces);
}

function largestListed({ atoms, densities }: PrivacyLossPieces): number {
  let largest = 0;
  for (const { loss, mass } of atoms) if (mass > 0) largest = Math.max(largest, loss);
  for (const { to, loss } of densities) largest = Math.max(largest, loss(to));
  return largest;
}

function profileOf(pieces: PrivacyLossPieces, epsilon: number, sign: -1 | 0 | 1): number {
  const { atoms, densities, infinite, beneath, beyond, massError = MASS_ERROR } = pieces;
  const extent = extentOf([{ pieces, times: 1 }]);
  const at = epsilon - sign * (LOSS_ERROR * Math.max(1, extent) + 4 * UNIT * Math.abs(epsilon));
  let [sum, terms] = [0, 64 + atoms.length];
  let lowest = Infinity;
  for (const { loss, mass } of atoms) {
    lowest = Math.min(lowest, loss);
    if (loss > at) sum -= mass * expm1(at - loss);
  }
  for (const density of densities) {
    lowest = Math.min(lowest, density.loss(density.from));
    const part = densityAbove(density, at);
    sum += part.sum;
    terms += part.terms;
  }
  if (sign > 0 && lowest > at && lowest < Infinity) sum -= beneath * expm1(at - lowest);
  const finite = sum * (1 + sign * (massError + UNIT * terms));
  const cut = sign > 0 ? beyond : 0;
  return Math.min(1, Math.max(0, finite + (infinite + cut) * (1 + sign * 4 * UNIT)));
}

/** The integral of the density times 1 - e^(epsilon - loss), where that is positive, and how many terms it has. */
function densityAbove(piece: PrivacyLossDensity, epsilon: number): { readonly sum: number; readonly terms: number } {
  const { to } = piece;
  const from = Math.min(to, Math.max(piece.from, piece.locate(epsilon)));
  if (!(from < to)) return { sum: 0, terms: 0 };
  const { nodes, weights, panels } = panelRule({ from, to, panel: piece.panel });
  const radius = (to - from) / (2 * panels);
  let sum = 0;
  for (let k = 0; k < panels; k++) {
    const middle = from + (2 * k + 1) * radius;
    for (let node = 0; node < nodes.length; node++) {
      const x = middle + radius * nodes[node];
      const gap = epsilon - piece.loss(x);
      if (gap < 0) sum -= radius * weights[node] * piece.density(x) * expm1(gap);
    }
  }
  return { sum, terms: panels * nodes.length };
}
