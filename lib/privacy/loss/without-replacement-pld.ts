/**
 * Privacy loss of a mechanism on a batch drawn without replacement: `batch` of `records`, relation `swap`.
 *
 * Theorem: let (P, Q) dominate the mechanism under `swap`, in both orders of the neighbours, and q = batch / records. Then for
 * every epsilon >= 0 the delta of the mechanism on a batch is at most that of (1 - q) Q + q P against Q, and for epsilon < 0 what
 * follows from the other order, delta(-epsilon) = 1 - e^-epsilon + e^-epsilon delta(epsilon). Both together are the profile of one
 * pair, the same in both orders: a loss z > 0 of (P, Q) becomes l = log(1 - q + q e^z), with mass q P + (1 - q) Q; -l has e^-l
 * times that mass; the rest is an atom at 0. Composed, that pair dominates.
 * Proof of the first: where the record is not in the batch, of law R, both datasets give R; with it they give P' and Q', and (P',
 * R) is dominated as (P', Q') is, for a batch without the record differs from one with it by a swap. Advanced joint convexity gives
 * q times the delta of P' against a mixture of R and Q'.
 * Source: Zhu, Dong, Wang (AISTATS 2022), theorem 11; Balle, Barthe, Gaboardi (NeurIPS 2018), theorem 2, on joint convexity. That
 * neither order of (1 - q) Q + q P against Q suffices under composition: Lebeda, Regehr, Kamath, Steinke (2024).
 * Limits: for one release each delta is attained, by some neighbours; for several, by none in general: an upper bound.
 * `sensitivity` is that of a swap.
 * @example
 * ```ts
 * import { gaussianPld, pldProfile, withoutReplacementPld } from "epsilab/privacy";
 * const pair = withoutReplacementPld(gaussianPld({ sigma: 1, sensitivity: 1 }), { batchSize: 10, size: 100 });
 * pldProfile(pair).deltaAt(0.1).upper; // => 0.01847...
 * ```
 * @claim subsampling-amplification
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log1p } from "../../numerics/logarithm.ts";
import { count, declare, type Given } from "../../numerics/parameters.ts";
import { refuse, requireMadeBy } from "../../numerics/requirements.ts";
import { MASS_ERROR, panelRule } from "./gauss-panel.ts";
import { logMixture } from "./log-mixture.ts";
import type { PldPair, PrivacyLoss, PrivacyLossAtom, PrivacyLossDensity, PrivacyLossPieces } from "./privacy-loss.ts";

/** A batch of that many of the records. */
export const BATCH = { batchSize: count, size: count };

export interface BatchOfRecords extends Given<typeof BATCH> {}

export function requireBatch({ batchSize, size }: BatchOfRecords): void {
  if (batchSize > size) refuse("batchSize", `at most the number of records, ${size}`, batchSize);
}

export const batchOfRecords = declare(BATCH, requireBatch);

export function withoutReplacementPld(pair: PldPair, sample: BatchOfRecords): PldPair {
  requireMadeBy("the loss", Object(pair).remove, "laplacePld", ["pieces"]);
  const { remove, add, samplingRate } = pair;
  const { batchSize, size } = batchOfRecords.read(sample);
  if (samplingRate !== undefined) refuse("the loss", "one without sampling", samplingRate);
  if (add !== remove)
    refuse("the loss", "one that is the same in both orders of the neighbours, for swap", "two losses");
  const rate = batchSize / size;
  const loss: PrivacyLoss = { pieces: (tail) => batchPieces(remove.pieces(tail), rate) };
  return { remove: loss, add: loss };
}

/** Of the rounding of a thousand positive sums below 1. */
const SUM_ERROR = 1e-13;

function batchPieces(
  { atoms, densities, infinite, beyond, massError }: PrivacyLossPieces,
  rate: number,
): PrivacyLossPieces {
  const above = atoms.filter(({ loss, mass }) => loss > 0 && mass > 0).map((atom) => sampledAtom(atom, rate));
  const positive = densities.map((density) => sampledDensity(density, rate)).filter(({ from, to }) => to > from);
  const more = [...above.map(bothSides), ...positive.map(massesOf)].reduce((sum, mass) => sum + mass, rate * infinite);
  // What is cut beyond has no more mass under any of the laws; what that leaves of the atom at 0 counts as cut.
  const rest = Math.max(0, 1 - more - 2 * beyond);
  return {
    atoms: [...above, ...above.map(mirroredAtom), { loss: 0, mass: rest }],
    densities: [...positive, ...positive.map(mirroredDensity)],
    infinite: rate * infinite,
    beneath: 3 * beyond,
    beyond: 3 * beyond,
    massError: (massError ?? MASS_ERROR) + (rest > 0 ? SUM_ERROR / rest : 0),
  };
}

/** What the mixture has where P has 1 at loss z: q + (1 - q) e^-z. */
function shareOf(rate: number, z: number): number {
  return rate + (1 - rate) * exp(-z);
}

function sampledAtom({ loss, mass }: PrivacyLossAtom, rate: number): PrivacyLossAtom {
  return { loss: logMixture(rate, loss), mass: mass * shareOf(rate, loss) };
}

function mirroredAtom({ loss, mass }: PrivacyLossAtom): PrivacyLossAtom {
  return { loss: -loss, mass: mass * exp(-loss) };
}

/** The mass of an atom and of its mirror image. */
function bothSides({ loss, mass }: PrivacyLossAtom): number {
  return mass * (1 + exp(-loss));
}

/** What loses more than nothing. */
function sampledDensity(piece: PrivacyLossDensity, rate: number): PrivacyLossDensity {
  const from = piece.loss(piece.from) >= 0 ? piece.from : piece.locate(0);
  const within = (x: number) => Math.min(piece.to, Math.max(from, x));
  return {
    ...piece,
    from,
    density: (x) => piece.density(x) * shareOf(rate, Math.max(0, piece.loss(x))),
    loss: (x) => logMixture(rate, Math.max(0, piece.loss(x))),
    locate: (loss) => (loss <= 0 ? from : within(piece.locate(wholeLoss(rate, loss)))),
    panel: 0.5 * piece.panel,
  };
}

/** The loss without sampling: the inverse of `logMixture`. */
function wholeLoss(rate: number, loss: number): number {
  return loss > 600 ? loss - logMixture(rate, 600) + 600 : log1p(expm1(loss) / rate);
}

function mirroredDensity(piece: PrivacyLossDensity): PrivacyLossDensity {
  return {
    ...piece,
    from: -piece.to,
    to: -piece.from,
    density: (x) => piece.density(-x) * exp(-piece.loss(-x)),
    loss: (x) => -piece.loss(-x),
    locate: (loss) => -piece.locate(-loss),
  };
}

/** The mass of a density and of its mirror image. */
function massesOf(piece: PrivacyLossDensity): number {
  const { nodes, weights, panels } = panelRule(piece);
  const radius = (piece.to - piece.from) / (2 * panels);
  let sum = 0;
  for (let k = 0; k < panels; k++)
    for (let node = 0; node < nodes.length; node++) {
      const x = piece.from + (2 * k + 1) * radius + radius * nodes[node];
      sum += radius * weights[node] * piece.density(x) * (1 + exp(-piece.loss(x)));
    }
  return sum;
}
