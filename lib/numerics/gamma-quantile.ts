/**
 * The point of the gamma distribution where one tail, of at most 1/2, is given; `incomplete-gamma.ts` has the public functions,
 * which reduce every case to this one.
 *
 * Method: Halley's iteration on the logarithm of the tail in log x (`tail-inverse.ts`). It starts from the approximation of
 * Wilson and Hilferty (1931) for shapes from 1 on, and below that from the power law at 0 or the exponential decay at infinity;
 * where the power law is exact to rounding it is returned.
 */
import { type DoubleDouble, exactSum, logRatio, plus } from "./double-double.ts";
import { exp } from "./exponential.ts";
import { gammaTails } from "./gamma-tails.ts";
import { logGamma, logGammaOnePlus } from "./log-gamma.ts";
import { log } from "./logarithm.ts";
import { powerRoot, roughNormalQuantile, tailStep } from "./tail-inverse.ts";

const MAXIMUM_STEPS = 100;

export function gammaQuantile(shape: number, side: "lower" | "upper", target: number): number {
  const leftmost = powerLaw(shape, side === "lower" ? { high: target, low: 0 } : exactSum(1, -target));
  if (leftmost < 1e-17) return leftmost;
  let x = side === "lower" ? lowerStart(shape, target, leftmost) : upperStart(shape, target, leftmost);
  const sign = side === "lower" ? 1 : -1;
  let below = 0;
  let above = Infinity;
  for (let k = 0; k < MAXIMUM_STEPS; k++) {
    const { step, residual, last } = tailStep(gammaTails(shape, x), { side, target, slope: sign * (shape - x) });
    const move = sign * step;
    if (residual * sign < 0) below = x;
    else above = x;
    // The upper tail decays like e^-x: a long step towards it is one of x and not of log x.
    const next = side === "upper" && move > 0.5 ? x * (1 + move) : x * exp(move);
    if (last || next === x) return next;
    x = next > below && next < above ? next : between(below, above);
  }
  throw new Error(`the inverse of the incomplete gamma function did not converge at shape ${shape}, ${side} ${target}`);
}

/** The x with x^a / Gamma(1 + a) = p, which P(a, x) approaches from below as x goes to 0. */
function powerLaw(shape: number, p: DoubleDouble): number {
  const logGammaNext = shape < 1.5 ? logGammaOnePlus(shape) : logGamma(shape + 1);
  return powerRoot(plus(logRatio(p, { high: 1, low: 0 }), { high: logGammaNext, low: 0 }), shape);
}

function lowerStart(shape: number, p: number, leftmost: number): number {
  return shape < 1 ? leftmost : Math.max(leftmost, wilsonHilferty(shape, -roughNormalQuantile(p)));
}

function upperStart(shape: number, q: number, leftmost: number): number {
  if (shape >= 1) return wilsonHilferty(shape, roughNormalQuantile(q));
  if (leftmost < 0.5) return leftmost;
  const depth = -log(q) - logGamma(shape);
  return depth > 1 ? depth + (shape - 1) * log(depth) : 1;
}

/** The cube root of a gamma variable is nearly normal. */
function wilsonHilferty(shape: number, z: number): number {
  const root = 1 - 1 / (9 * shape) + z / (3 * Math.sqrt(shape));
  return shape * root * root * Math.max(root, 0);
}

function between(below: number, above: number): number {
  if (above === Infinity) return 2 * below + 1;
  return below === 0 ? above / 16 : Math.sqrt(below) * Math.sqrt(above);
}
