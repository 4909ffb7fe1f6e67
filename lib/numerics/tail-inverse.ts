/**
 * Steps towards the point where a tail has a given probability; shared by the inverses of the gamma and beta distributions.
 *
 * Method: Halley's iteration on F = log(tail / target) as a function of u, log x or the log-odds of x, signed so that the
 * tail grows with u. The density of u is log-concave for both families, hence so is the tail (Prekopa 1973): F is concave,
 * Newton's iteration converges from everywhere, and Halley's step, kept within twice Newton's, is safe inside a bracket.
 * With h = F' the density over the tail and g the logarithmic derivative of the density, F'' = h (g - h).
 */
import { type DoubleDouble, over } from "./double-double.ts";
import { expOfSum } from "./exponential.ts";
import { log, log1p } from "./logarithm.ts";
import { logTail, type Tails } from "./tails.ts";

interface TailStep {
  /** Change of u. */
  readonly step: number;
  /** F at the present point: negative where the tail is still below its target. */
  readonly residual: number;
  /** After this step the cubic error is below rounding. */
  readonly last: boolean;
}

interface TailTarget {
  readonly side: "lower" | "upper";
  readonly target: number;
  /** Derivative of the logarithm of the density by u. */
  readonly slope: number;
}

export function tailStep(tails: Tails, { side, target, slope }: TailTarget): TailStep {
  const tail = tails[side];
  const ratio = tail / target;
  const residual =
    ratio > 0.5 && ratio < 2 && target > 1e-305 ? log1p((tail - target) / target) : logTail(tails, side) - log(target);
  const hazard = tails.direct === side ? 1 / tails.factor : tails.density / tail;
  const newton = -residual / hazard;
  const step = newton / Math.max(0.5, 1 + (newton * (slope - hazard)) / 2);
  return { step, residual, last: Math.abs(residual) < 1e-5 };
}

/** exp(logPower / shape): where x^shape has the given logarithm. 0 and Infinity where that is beyond float64. */
export function powerRoot(logPower: DoubleDouble, shape: number): number {
  const rough = logPower.high / shape;
  if (rough < -750) return 0;
  if (rough > 709) return Infinity;
  const { high, low } = over(logPower, { high: shape, low: 0 });
  return expOfSum(high, low);
}

/** z with P(Z > z) about p for a standard normal Z, p up to 1/2: absolute error 4.5e-4 (Abramowitz and Stegun 26.2.23). */
export function roughNormalQuantile(p: number): number {
  const t = Math.sqrt(-2 * log(p));
  const numerator = 2.515517 + t * (0.802853 + t * 0.010328);
  return t - numerator / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
}
