/**
 * The point of the beta distribution with a given lower tail of at most 1/2, and its complement; `incomplete-beta.ts` has the
 * public functions, which reduce every case to this one.
 *
 * Method: Halley's iteration on the logarithm of the tail in the log-odds of x (`tail-inverse.ts`), which keeps the relative
 * accuracy of both x and 1 - x. It starts from the normal approximation of Abramowitz and Stegun 26.5.22 or, where a shape is
 * below 1 or the tail is deep, from the power law at an end of the interval, which is returned where it is exact to rounding.
 */
import { type BetaPoint, betaDensity, logGammaChange } from "./beta-density.ts";
import { betaTails, excess } from "./beta-tails.ts";
import { type DoubleDouble, exactSum, logRatio, plus } from "./double-double.ts";
import { exp } from "./exponential.ts";
import { logGammaOnePlus } from "./log-gamma.ts";
import { log, log1p } from "./logarithm.ts";
import { powerRoot, roughNormalQuantile, tailStep } from "./tail-inverse.ts";

/** A point of [0, 1] and its complement. */
interface Split {
  readonly x: number;
  readonly y: number;
}

interface BetaTarget {
  readonly a: number;
  readonly b: number;
  readonly lower: number;
}

const MAXIMUM_STEPS = 200;
const ONE: DoubleDouble = { high: 1, low: 0 };

export function betaQuantile(target: BetaTarget): Split {
  const { a, b, lower } = target;
  const left = powerLaw(a, b, { high: lower, low: 0 });
  if (left * Math.max(1, b) < 1e-17) return { x: left, y: 1 };
  const right = b < 1 || a < 1 ? powerLaw(b, a, exactSum(1, -lower)) : Infinity;
  if (right * Math.max(1, a) < 1e-17) return { x: 1, y: right };
  let at = start(target, left, right);
  let below = 0;
  let above = Infinity;
  for (let k = 0; k < MAXIMUM_STEPS; k++) {
    const point = pointOf(a, b, at);
    const { step, residual, last } = tailStep(betaTails(point), {
      side: "lower",
      target: lower,
      slope: -excess(point),
    });
    const next = moved(at, step);
    if (last || next.x === at.x) return next;
    if (residual < 0) below = at.x / at.y;
    else above = at.x / at.y;
    const odds = next.x / next.y;
    at = odds > below && odds < above ? next : splitOf(between(below, above));
  }
  throw new Error(`the inverse of the incomplete beta function did not converge at a ${a}, b ${b}, tail ${lower}`);
}

/**
 * The x with x^a / (a B(a, b)) = p, which is the lower tail in the limit of small x; for larger x the tail is smaller than
 * that if b > 1, and larger if b < 1.
 */
function powerLaw(a: number, b: number, p: DoubleDouble): number {
  return powerRoot(plus(logRatio(p, ONE), { high: -logCoefficient(a, b), low: 0 }), a);
}

/** -log(a B(a, b)). */
function logCoefficient(a: number, b: number): number {
  if (a < 1) return logGammaChange({ start: b, step: a, factor: 1 }) - logGammaOnePlus(a);
  const x = a / (a + b);
  const y = b / (a + b);
  const { exponent, scale } = betaDensity({ a, b, x: { high: x, low: 0 }, y: { high: y, low: 0 } });
  return exponent.high + log(scale / a) - a * (x < 0.5 ? log(x) : log1p(-y)) - b * (x < 0.5 ? log1p(-x) : log(y));
}

function start({ a, b, lower }: BetaTarget, left: number, right: number): Split {
  if (a >= 1 && b >= 1) {
    const split = splitOf((a / b) * exp(-2 * halfLogRatio(a, b, roughNormalQuantile(lower))));
    return split.x >= left ? split : { x: left, y: 1 - left };
  }
  if (left < 1 && (left * (a + b) <= a || right >= 1)) return { x: left, y: 1 - left };
  return right < 1 ? { x: 1 - right, y: right } : { x: 0.5, y: 0.5 };
}

/** Half the logarithm of the quantile of the F distribution, for the normal quantile z. */
function halfLogRatio(a: number, b: number, z: number): number {
  const lambda = (z * z - 3) / 6;
  const first = 1 / (2 * a - 1);
  const second = 1 / (2 * b - 1);
  const harmonic = 2 / (first + second);
  return (z * Math.sqrt(harmonic + lambda)) / harmonic - (second - first) * (lambda + 5 / 6 - 2 / (3 * harmonic));
}

/** The smaller of x and y is taken as exact, and the other made from it. */
function pointOf(a: number, b: number, { x, y }: Split): BetaPoint {
  if (x <= y) return { a, b, x: { high: x, low: 0 }, y: exactSum(1, -x) };
  return { a, b, x: exactSum(1, -y), y: { high: y, low: 0 } };
}

/** The log-odds of the point raised by `step`. */
function moved({ x, y }: Split, step: number): Split {
  const grown = x * exp(Math.max(-700, Math.min(700, step)));
  return { x: grown / (y + grown), y: y / (y + grown) };
}

function splitOf(odds: number): Split {
  return odds > 1e300 ? { x: 1, y: 1 / odds } : { x: odds / (1 + odds), y: 1 / (1 + odds) };
}

function between(below: number, above: number): number {
  if (above === Infinity) return 16 * below + 1;
  return below === 0 ? above / 16 : Math.sqrt(below) * Math.sqrt(above);
}
