/**
 * Both tails of the beta distribution at one point; `incomplete-beta.ts` has the public functions.
 *
 * Method, by region, with n = a + b and the roles of the ends exchanged as suits:
 * - a and b of at least 30: quadrature of the tail that points away from the mean, in v, the change of the log-odds, where
 *   the exponent n (log(1 + x (e^v - 1)) - x v) + (n x - a) v is convex;
 * - x up to (a + 1) / (n + 2): density * the continued fraction of DiDonato and Morris, "Significant digit computation of the
 *   incomplete beta function ratios" (ACM TOMS 18, 1992), the even part of DLMF 8.17.22, by the modified Lentz algorithm;
 * - a below 1 where the lower tail is close to 1: the upper is 1 - x^a / (a B) * (1 + a sum of (1-b)_k x^k / (k! (a+k)))
 *   (DLMF 8.17.7), with the leading difference by expm1, so that a small one keeps its digits.
 */
import { type BetaPoint, betaDensity, logGammaChange, mirrored } from "./beta-density.ts";
import { exactSum, plus, times } from "./double-double.ts";
import { expm1 } from "./exponential.ts";
import { logGammaOnePlus } from "./log-gamma.ts";
import { exponentialRemainder, logarithmRemainder } from "./remainder.ts";
import { tailIntegral } from "./tail-quadrature.ts";
import { type Tails, tailsOf } from "./tails.ts";

const LARGE = 30;
const STEPS = 5000;
const UNIT = 1.2e-16;

/** For x strictly between 0 and 1. */
export function betaTails(point: BetaPoint): Tails {
  const { a, b, x } = point;
  if (a >= LARGE && b >= LARGE) return x.high <= 0.5 ? largeTails(point) : swapped(largeTails(mirrored(point)));
  if (x.high * (a + b + 2) <= a + 1) return lowerTails(point);
  return swapped(lowerTails(mirrored(point)));
}

/** n x - a, without cancellation. */
export function excess({ a, b, x }: BetaPoint): number {
  return plus(times(exactSum(a, b), x), { high: -a, low: 0 }).high;
}

function largeTails(point: BetaPoint): Tails {
  const n = point.a + point.b;
  const x = point.x.high;
  const tilt = excess(point);
  const side = tilt < 0 ? -1 : 1;
  const exponent = (v: number) => {
    const second = exponentialRemainder(side * v);
    return n * (logarithmRemainder(x * (second + side * v)) + x * second) + side * tilt * v;
  };
  const factor = tailIntegral(exponent, side * tilt, n * x * point.y.high);
  return tailsOf(betaDensity(point), factor, side < 0 ? "lower" : "upper");
}

function lowerTails(point: BetaPoint): Tails {
  const density = betaDensity(point);
  const factor = lowerFraction(point);
  const tails = tailsOf(density, factor, "lower");
  if (point.a >= 1 || tails.lower < 0.9) return tails;
  return tailsOf(density, factor, "lower", smallShapeUpper(point));
}

function lowerFraction(point: BetaPoint): number {
  const { a, b } = point;
  const x = point.x.high;
  const margin = 1 - excess(point);
  let value = (a * margin) / (a + 1);
  let upward = value;
  let downward = 0;
  for (let k = 1; k < STEPS; k++) {
    const share = (k * (b - k) * x) / (a + 2 * k - 1);
    const numerator = (((a + k - 1) * (a + b + k - 1)) / (a + 2 * k - 1)) * share * x;
    const denominator = k + share + ((a + k) * (margin + k * (2 - x))) / (a + 2 * k + 1);
    downward = 1 / (denominator + numerator * downward);
    upward = denominator + numerator / upward;
    const ratio = upward * downward;
    value *= ratio;
    if (Math.abs(ratio - 1) < 2 * UNIT) return 1 / value;
  }
  throw new Error(`the continued fraction of the incomplete beta function did not converge at a ${a}, b ${b}, x ${x}`);
}

/** For a below 1 and b x below 2. */
function smallShapeUpper({ a, b, x }: BetaPoint): number {
  let term = 1;
  let sum = 0;
  for (let k = 1; k < 200; k++) {
    term *= ((k - b) / k) * x.high;
    sum += term / (a + k);
    if (Math.abs(term) < UNIT * Math.abs(sum)) break;
  }
  const leading = expm1(logGammaChange({ start: b, step: a, factor: x.high }) - logGammaOnePlus(a));
  return -leading - (1 + leading) * a * sum;
}

function swapped(tails: Tails): Tails {
  return { ...tails, lower: tails.upper, upper: tails.lower, direct: tails.direct === "lower" ? "upper" : "lower" };
}
