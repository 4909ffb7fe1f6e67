/**
 * Privacy loss of Gaussian noise whose sensitivity is random: the record moves the answer by s_i with probability p_i.
 *
 * The dominating pair is P = sum of p_i N(s_i, sigma^2) and Q = N(0, sigma^2); the loss at x is L(x) = log sum p_i e^((2 x s_i - s_i^2) /
 * (2 sigma^2)), which rises with x, for `remove`, and -L(x) with x from Q for `add`. Poisson sampling is the case of {0, 1} with {1 -
 * q, q}; a record that may enter twice is {0, 1, 2}. For vectors s_i is the norm of the move.
 * Source: Choquette-Choo, Ganesh, Steinke, Thakurta, "Privacy amplification for matrix mechanisms" (ICLR 2024), on dominance by the norms.
 * Method: L is convex, so that Newton's method from a point to the right of the root descends to it.
 * Limits: at most 64 sensitivities.
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { largestOf, leastOf } from "../../numerics/extremes.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { normalCdf, normalDensity } from "../../numerics/normal.ts";
import { normalUpperQuantile } from "../../numerics/normal-quantile.ts";
import { declare, listOf, nonNegative, type ParametersOf, positive, probability } from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";
import { normalMassError, panelShare } from "./gauss-panel.ts";
import type { PldPair, PrivacyLoss } from "./privacy-loss.ts";

const MOST = 64;

export const mixtureGaussianPldParameters = declare(
  {
    sigma: positive,
    /** How far the record moves the answer: none negative, one positive. */
    sensitivities: listOf(nonNegative),
    /** With what probabilities: they sum to 1. */
    probabilities: listOf(probability),
  },
  ({ sensitivities, probabilities }) => {
    if (sensitivities.length > MOST) refuse("sensitivities", `1 to ${MOST} numbers`, sensitivities);
    if (probabilities.length !== sensitivities.length)
      refuse("probabilities", `of the length of sensitivities, ${sensitivities.length}`, probabilities);
  },
);

export interface MixtureGaussianPldParameters extends ParametersOf<typeof mixtureGaussianPldParameters> {}

export function mixtureGaussianPld(parameters: MixtureGaussianPldParameters): PldPair {
  const { sigma, sensitivities, probabilities } = mixtureGaussianPldParameters.read(parameters);
  const moves = movesOf(sensitivities, probabilities);
  const farthest = largestOf(moves.map(({ move }) => move));
  const nearest = leastOf(moves.map(({ move }) => move));
  // No zero of the mixture lies nearer to the real line than pi sigma^2 / (farthest - nearest).
  const panel = 0.25 * sigma * Math.min(1, (2 * sigma) / Math.max(farthest - nearest, farthest / 2));
  const massError = normalMassError(farthest / sigma);
  const precision = 1 / (sigma * sigma);
  const still = moves.reduce((sum, { move, share }) => (move === 0 ? sum + share : sum), 0);
  const { lossAt, slopeAt } = mixturePld(moves, precision);
  const locate = (value: number, from: number, to: number): number => {
    if (value <= lossAt(from)) return from;
    if (value >= lossAt(to)) return to;
    // The mixture is at least each of its parts, so that the loss is at least this line: its root is to the right.
    const last = moves[moves.length - 1];
    let x = Math.min(to, (value - log(last.share)) / (last.move * precision) + 0.5 * last.move);
    for (let round = 0; round < 60; round++) {
      const step = (lossAt(x) - value) / slopeAt(x);
      x -= step;
      if (!(step > 1e-14 * (sigma + Math.abs(x)))) break;
    }
    return Math.min(to, Math.max(from, x));
  };
  const remove: PrivacyLoss = {
    pieces(tail) {
      const reach = sigma * normalUpperQuantile(tail);
      const [from, to] = [nearest - reach, farthest + reach];
      const cut = (side: number) =>
        moves.reduce(
          (sum, { move, share }) => sum + share * normalCdf((side * (move - (side > 0 ? to : from))) / sigma),
          0,
        );
      const density = {
        from,
        to,
        density: (x: number) =>
          moves.reduce((sum, { move, share }) => sum + share * normalDensity((x - move) / sigma), 0) / sigma,
        loss: lossAt,
        locate: (value: number) => locate(value, from, to),
        panel: panel * panelShare(reach / sigma),
      };
      return { atoms: [], densities: [density], infinite: 0, beneath: cut(-1), beyond: cut(1), massError };
    },
  };
  const add: PrivacyLoss = {
    // Nothing loses more than -log of the chance that the record does not move the answer.
    ...(still > 0 && { largest: -log(still) }),
    pieces(tail) {
      const reach = sigma * normalUpperQuantile(tail);
      const cut = normalCdf(-reach / sigma);
      const density = {
        from: -reach,
        to: reach,
        density: (x: number) => normalDensity(x / sigma) / sigma,
        loss: (x: number) => -lossAt(-x),
        locate: (value: number) => (still > 0 && value >= -log(still) ? reach : -locate(-value, -reach, reach)),
        panel: panel * panelShare(reach / sigma),
      };
      return { atoms: [], densities: [density], infinite: 0, beneath: cut, beyond: cut, massError };
    },
  };
  return { remove, add };
}

interface Move {
  readonly move: number;
  readonly share: number;
}

function mixturePld(moves: readonly Move[], precision: number) {
  /** The exponents, and the largest of them. */
  const exponents = (x: number) => moves.map(({ move }) => move * (x - 0.5 * move) * precision);
  const lossAt = (x: number) => {
    const powers = exponents(x);
    const largest = largestOf(powers);
    // Near 1 the sum is 1 plus a small mean of e^power - 1, which keeps its digits where the probabilities of moves are tiny.
    const moved = largest < 1 ? moves.reduce((sum, { share }, k) => sum + share * expm1(powers[k]), 0) : -1;
    if (moved > -0.5) return log1p(moved);
    return largest + log(moves.reduce((sum, { share }, k) => sum + share * exp(powers[k] - largest), 0));
  };
  const slopeAt = (x: number) => {
    const powers = exponents(x);
    const largest = largestOf(powers);
    let [weight, moment] = [0, 0];
    moves.forEach(({ move, share }, k) => {
      const mass = share * exp(powers[k] - largest);
      weight += mass;
      moment += mass * move;
    });
    return (moment / weight) * precision;
  };
  return { lossAt, slopeAt };
}

function movesOf(sensitivities: ArrayLike<number>, probabilities: ArrayLike<number>): Move[] {
  const moves = Array.from(sensitivities, (move, k) => ({ move, share: probabilities[k] })).filter(
    ({ share }) => share > 0,
  );
  const total = moves.reduce((sum, { share }) => sum + share, 0);
  if (!(Math.abs(total - 1) <= 1e-12)) refuse("the sum of probabilities", "1", total);
  moves.sort((a, b) => a.move - b.move);
  if (!(moves[moves.length - 1].move > 0)) refuse("sensitivities", "not all 0", sensitivities);
  return moves;
}
