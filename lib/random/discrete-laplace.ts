/**
 * Discrete Laplace distribution, also called two-sided geometric: P(k) = (1 - a) / (1 + a) a^|k| for every integer k, with a =
 * exp(-1 / scale); mean 0, variance 2 a / (1 - a)^2.
 *
 * Up to scale 46 by alias table. Beyond that, a Laplace draw cut to its integer part: a positive one gives 0, 1, 2, ... with
 * probabilities (1 - a) a^k / 2, a negative one -1, -2, ... likewise, and the draws between -1 and 0, which would count zero twice, are
 * drawn again by inversion from spare words (Canonne, Kamath, Steinke 2020 reject the same event). One word a draw.
 * Accuracy: each probability is met within 2^-48, in absolute terms.
 * Limits: scale at most 2^46, so that draws are integers which float64 holds; for study, `exact-discrete-laplace.ts` is for release.
 */
import { exp, expm1 } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { refuse } from "../numerics/requirements.ts";
import { type IntegerLaw, tabulated } from "./integer-law.ts";
import { fillLaplace } from "./laplace.ts";
import { parameterCache } from "./parameter-cache.ts";
import type { Stream } from "./stream.ts";
import { drawLaplace, openUniform } from "./ziggurat.ts";

export const LARGEST_SCALE = 70368744177664; // 2^46
/** The need for spare words after all that the Laplace draw at the same position may have. */
const LAST_ATTEMPT = 1023;

export function sampleDiscreteLaplace(scale: number, random: Stream): number {
  requireScale(scale);
  return discreteLaplaceLaw(scale, 0).draw(random);
}

export function fillDiscreteLaplace(scale: number, out: Float64Array, random: Stream): Float64Array {
  requireScale(scale);
  return discreteLaplaceLaw(scale, 0).fill(out, random);
}

const discreteLaplaceLaw = parameterCache((scale) => {
  const ratio = exp(-1 / scale);
  return (
    tabulated({
      mode: 0,
      up: () => ratio,
      down: () => ratio,
    }) ?? cutLaplace(scale)
  );
});

function cutLaplace(scale: number): IntegerLaw {
  const zero = -expm1(-1 / scale) / (1 + exp(-1 / scale));
  const spare = new Int32Array(4);
  const drawAgain = (position: number, random: Stream) => {
    random.spare(position, LAST_ATTEMPT, spare);
    if (openUniform(spare[1], spare[0]) < zero) return 0;
    const magnitude = 1 + Math.floor(-log(openUniform(spare[3], spare[2])) * scale);
    return (spare[2] & 1) === 0 ? magnitude : -magnitude;
  };
  return {
    draw: (random) => {
      const x = drawLaplace(random) * scale;
      const whole = Math.trunc(x) + 0;
      return whole === 0 && x < 0 ? drawAgain(random.position - 1, random) : whole;
    },
    fill: (out, random) => {
      const start = random.position;
      fillLaplace(scale, out, random);
      for (let i = 0; i < out.length; i++) {
        const x = out[i];
        const whole = Math.trunc(x) + 0; // tested first, because its branch can be predicted
        out[i] = whole === 0 && x < 0 ? drawAgain(start + i, random) : whole;
      }
      return out;
    },
  };
}

function requireScale(scale: number): void {
  if (typeof scale === "number" && scale > 0 && scale <= LARGEST_SCALE) return;
  refuse("scale", "positive and at most 2^46", scale);
}
