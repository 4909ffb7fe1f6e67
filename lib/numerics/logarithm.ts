/**
 * Natural logarithm: log(x), and log(1 + x) without the loss of forming 1 + x.
 *
 * Method: x = 2^k (1 + f) with 1 + f between sqrt(1/2) and sqrt(2); with s = f / (2 + f), log(1 + f) = 2 atanh(s)
 * = f - f^2/2 + s (f^2/2 + s^2 L(s^2)), and k ln 2 is added in two parts. This is the scheme of fdlibm (Sun Microsystems,
 * 1993); L is our own minimax polynomial (`reference/coefficients.py`, error 2^-57.8).
 * Only + - * / and exact scalings: the same bits everywhere.
 *
 * Accuracy: relative error below 2.3e-16 (1 unit in the last place) for every positive x, denormals and the neighbourhood
 * of 1 included, and for log1p on (-1, Infinity).
 * Limits: log(0) = log1p(-1) = -Infinity, log(Infinity) = log1p(Infinity) = Infinity.
 */
import { LN2_HIGH, LN2_LOW } from "./exponential.ts";
import { highWord, POWER_OFFSET, powersOfTwo } from "./float64.ts";
import { refuse } from "./requirements.ts";

const L1 = 0.6666666666666734;
const L2 = 0.3999999999941396;
const L3 = 0.2857142874256242;
const L4 = 0.22222198553759095;
const L5 = 0.18183565408520383;
const L6 = 0.15314021088605476;
const L7 = 0.14796261447020007;

/** sqrt(2) is 0x3ff6a09e...: with this added, high words carry into the exponent from there on. */
const HALF_OCTAVE = 0x95f62;
const TINY = 5.551115123125783e-17; // 2^-54

export function log(x: number): number {
  if (typeof x !== "number") refuse("x", "non-negative", x);
  const high = highWord(x);
  if (high < 0x00100000 || high >= 0x7ff00000) return logOfUnusual(x);
  const k = ((high + HALF_OCTAVE) >> 20) - 1023;
  return logNearOne(x * powersOfTwo[POWER_OFFSET - k] - 1, k, 0);
}

export function log1p(x: number): number {
  if (typeof x !== "number") refuse("x", "at least -1", x);
  if (x > -0.29 && x < 0.41) {
    if (x < TINY && x > -TINY) return x;
    return logNearOne(x, 0, 0);
  }
  if (x >= 9007199254740992) return log(x);
  if (x > -1) {
    const sum = 1 + x;
    const lost = x > 1 ? 1 - (sum - x) : x - (sum - 1);
    const k = ((highWord(sum) + HALF_OCTAVE) >> 20) - 1023;
    return logNearOne(sum * powersOfTwo[POWER_OFFSET - k] - 1, k, lost / sum);
  }
  if (x === -1) return -Infinity;
  return refuse("x", "at least -1", x);
}

/** k ln 2 + log(1 + f) + correction. */
function logNearOne(f: number, k: number, correction: number): number {
  const s = f / (2 + f);
  const t = s * s;
  const u = t * t;
  const even = u * (L2 + u * (L4 + u * L6));
  const odd = t * (L1 + u * (L3 + u * (L5 + u * L7)));
  const halfSquare = 0.5 * f * f;
  return k * LN2_HIGH - (halfSquare - (s * (halfSquare + (odd + even)) + (k * LN2_LOW + correction)) - f);
}

/** Denormals, limits and what is refused. */
function logOfUnusual(x: number): number {
  if (x === 0) return -Infinity;
  if (x === Infinity) return Infinity;
  if (!(x > 0)) refuse("x", "non-negative", x);
  const scaled = x * 18014398509481984; // 2^54
  const k = ((highWord(scaled) + HALF_OCTAVE) >> 20) - 1023;
  return logNearOne(scaled * powersOfTwo[POWER_OFFSET - k] - 1, k - 54, 0);
}
