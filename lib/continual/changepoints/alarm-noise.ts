/**
 * The noise of the tests of `onlineChangepoint`: how likely it raises an alarm, which threshold keeps false alarms rare, and how
 * long a change may go unseen.
 *
 * Each test compares L + Laplace(8 A / epsilon) with T + Laplace(4 A / epsilon), L being the largest sum of log-likelihood ratios
 * over the window and A the width of a ratio. The difference of the noises exceeds x >= 0 with probability (2/3) e^(-x epsilon / (8
 * A)) - (1/6) e^(-x epsilon / (4 A)).
 * - `alarmThresholdFor`: while the law is that before the change, L exceeds x with probability at most e^(-theta x) (Doob, for the
 *   theta at which the mean of e^(theta ratio) is 1; without clamping theta = 1), whatever the window. So m tests raise an alarm
 *   with probability at most m times the mean of the tail at T - Exponential(1 / theta).
 * - `alarmDelay`: d records after the change their ratios sum to less than d C - s with probability at most e^(-2 s^2 / (d A^2))
 *   (Hoeffding, C the drift); with s = (d C - T) / 2, no alarm until then has probability at most the tail at s and that.
 * Source: claims above-threshold and pcpd-online; Cummings, Krehbiel, Mei, Tuo, Zhang (NeurIPS 2018) for the method. The two bounds
 * are our own.
 * Accuracy: 1e-9 relative. Limits: upper bounds. Records must be independent, as the model says; privacy does not need that. The
 * delay counts from a change after which the window is full in time: no test is made before it is.
 * @example
 * ```ts
 * import { alarmDelay, alarmThresholdFor } from "epsilab/continual";
 * const model = { kind: "bernoulli", before: 0.2, after: 0.8 } as const;
 * const threshold = alarmThresholdFor({ epsilon: 1, model, tests: 1000, falseAlarm: 0.05 });
 * threshold; // => 211.69...
 * alarmDelay({ epsilon: 1, model, window: 1000, threshold, errorRate: 0.05 }); // => 441
 * // Normal records: the ratio has no range, so a width is needed.
 * const rules = { epsilon: 1, model: { kind: "normal", before: 0, after: 1, sigma: 1 }, width: 1 } as const;
 * alarmThresholdFor({ ...rules, tests: 1000, falseAlarm: 0.05 }); // => 77.05...
 * ```
 * @claim pcpd-online
 */
import { exp } from "../../numerics/exponential.ts";
import { count, finite, integer, openProbability, type ParametersOf, positive } from "../../numerics/parameters.ts";
import { integrate } from "../../numerics/quadrature.ts";
import { refuse, requireFinite, requireNumber, requireScale } from "../../numerics/requirements.ts";
import { findRoot } from "../../numerics/root.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import { LARGEST_WINDOW, SHIFTED } from "./changepoint.ts";
import { driftOf, type KnownShift, requireLaws, type ShiftRatios, shiftRatios } from "./shift-model.ts";

/** What a watch over a stream takes, besides its budget. */
export const WATCHED = {
  ...SHIFTED,
  /**
   * How many of the last records a test looks at; no test is made before there are that many. For a bound on the delay it must be
   * longer than that (`alarmDelay`).
   */
  window: integer(2, LARGEST_WINDOW),
  /** What the largest sum of ratios is compared with: `alarmThresholdFor`. */
  threshold: finite,
};

/** The scales of the noise of the threshold and of each test. */
export function alarmScales(epsilon: number, width: number) {
  const unit = width / epsilon;
  requireScale({ epsilon, "8 * width / epsilon": 8 * unit, "width / epsilon": unit });
  return { thresholdScale: 4 * unit, queryScale: 8 * unit };
}

export const alarmNoiseParameters = withBudget(["pure"], { width: positive });

/** The probability that the noise of a test, less that of the threshold, exceeds x. `width` is that of a ratio's range. */
export function alarmNoiseTail(parameters: ParametersOf<typeof alarmNoiseParameters>, x: number): number {
  const { guarantee, width } = alarmNoiseParameters.read(parameters);
  const { queryScale } = alarmScales(guarantee.epsilon, width);
  requireNumber({ x });
  return noiseTail(x / queryScale);
}

/** In units of the noise of a test. */
function noiseTail(x: number): number {
  const decay = exp(-Math.abs(x));
  const tail = (decay * (4 - decay)) / 6;
  return x >= 0 ? tail : 1 - tail;
}

export const alarmThresholdParameters = withBudget(["pure"], { ...SHIFTED, tests: count, falseAlarm: openProbability });

type AlarmThresholdParameters = ParametersOf<typeof alarmThresholdParameters> & {
  readonly model: KnownShift;
};

/** The threshold at which that many tests raise a false alarm with probability at most `falseAlarm`. */
export function alarmThresholdFor(parameters: AlarmThresholdParameters): number {
  const { guarantee, width, tests, falseAlarm } = alarmThresholdParameters.read(parameters);
  const ratios = shiftRatios(parameters.model, width);
  const { queryScale } = alarmScales(guarantee.epsilon, ratios.width);
  // In units of the noise of a test: the mean excess of a clean window.
  const excess = 1 / tiltOf(ratios) / queryScale;
  const perTest = falseAlarm / tests;
  const miss = (threshold: number) => meanTail(threshold, excess) - perTest;
  if (miss(0) <= 0) return 0;
  let upper = 1;
  while (miss(upper) > 0) upper *= 2;
  const root = findRoot(miss, { lower: 0, upper, tolerance: 1e-12 });
  const threshold = (root + 2e-12 * (1 + root)) * queryScale;
  requireFinite({ threshold });
  return threshold;
}

/** The mean of the tail at the threshold less an exponential variable of this mean. */
function meanTail(threshold: number, excess: number): number {
  const integrand = (u: number) => exp(-u) * noiseTail(threshold - u * excess);
  const kinks = [1, 40, threshold / excess].filter((kink) => kink < 745);
  return integrate(integrand, { lower: 0, upper: 745, kinks, relativeTolerance: 1e-11 }).value;
}

/** The largest theta of at most 1, up to 2^-40 of it, at which the mean of e^(theta ratio) before the change is at most 1. */
function tiltOf(ratios: ShiftRatios<number>): number {
  driftOf(ratios);
  const { mean } = requireLaws(ratios);
  const most = ratios.step / 2;
  const fits = (theta: number) => mean("before", (ratio) => exp(theta * (ratio + most))) <= 1;
  if (fits(1)) return 1;
  let [lower, upper] = [0, 1];
  for (let halvings = 0; halvings < 40 || (lower === 0 && halvings < 400); halvings++) {
    const middle = lower / 2 + upper / 2;
    if (fits(middle)) lower = middle;
    else upper = middle;
  }
  return lower > 0 ? lower : refuse("width", "one at which clean windows are bounded", ratios.width);
}

export const alarmDelayParameters = withBudget(["pure"], { ...WATCHED, errorRate: openProbability });

type AlarmDelayParameters = ParametersOf<typeof alarmDelayParameters> & {
  readonly model: KnownShift;
};

/** The number of records after a change by which an alarm is raised with probability at least 1 - beta, by that bound. */
export function alarmDelay(parameters: AlarmDelayParameters): number {
  const { guarantee, width, window, threshold, errorRate } = alarmDelayParameters.read(parameters);
  const ratios = shiftRatios(parameters.model, width);
  const { queryScale } = alarmScales(guarantee.epsilon, ratios.width);
  const drift = driftOf(ratios);
  const unseen = (records: number) => {
    const half = (records * drift - threshold) / 2;
    if (half <= 0) return 1;
    const share = half / ratios.width;
    return noiseTail(half / queryScale) + exp((-2 * share * share) / records);
  };
  if (!(unseen(window) <= errorRate))
    refuse("window", `long enough for an alarm to have probability ${1 - errorRate}`, window);
  let [least, most] = [0, window];
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2);
    if (unseen(middle) <= errorRate) most = middle;
    else least = middle;
  }
  return most;
}
