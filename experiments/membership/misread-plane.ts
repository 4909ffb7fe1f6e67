/**
 * The plane of the two errors, if the text of the lecture notes is taken at its word: which curve leaks more, which error is which,
 * and how the lines that bound it fall.
 *
 * Each reading is held against an exact curve: its theory is what the reading says, its estimate what the curve shows.
 */
import { exp } from "../../lib/numerics/exponential.ts";
import { leastOf } from "../../lib/numerics/extremes.ts";
import { approximateTradeOff } from "../../lib/privacy/trade-off/finite-trade-off.ts";
import { laplaceTradeOff } from "../../lib/privacy/trade-off/trade-off.ts";
import { bestBalancedAccuracy } from "../../lib/privacy/trade-off/trade-off-readings.ts";
import { atLeast, equal, type Judgement } from "../kit.ts";

const LEVELS = Array.from({ length: 99 }, (_, k) => (k + 1) / 100);

/** Laplace noise of half the epsilon: nowhere below the curve of the whole, so that it would have to be attacked as well or better. */
export function judgeHigherCurve(epsilon: number): Judgement {
  const [higher, lower] = [laplaceTradeOff(epsilon / 2), laplaceTradeOff(epsilon)];
  const apart = leastOf(LEVELS.map((alpha) => higher.evaluate(alpha) - lower.evaluate(alpha)));
  if (!(apart >= 0)) throw new Error(`the curve of half of epsilon must be the higher one, got ${apart}`);
  return { checks: { accuracy: atLeast(bestBalancedAccuracy(higher), bestBalancedAccuracy(lower)) } };
}

const LEVEL = 0.05;

/** The best test of Laplace noise at the level 0.05: how often it guesses non-member of a member. */
export function judgeErrorNames(epsilon: number): Judgement {
  return { checks: { level: equal(laplaceTradeOff(epsilon).evaluate(LEVEL), LEVEL) } };
}

/** The slopes of the lines left and right of the corner, from two points of each. */
export function judgeSlopes(epsilon: number): Judgement {
  const { evaluate } = approximateTradeOff({ epsilon, delta: 0 });
  const corner = 1 / (1 + exp(epsilon));
  const slope = (from: number, to: number) => (evaluate(to) - evaluate(from)) / (to - from);
  return {
    checks: {
      steep: equal(slope(0, corner / 2), exp(epsilon), { share: 1e-9 }),
      flat: equal(slope((1 + corner) / 2, 1), exp(-epsilon), { share: 1e-9 }),
    },
  };
}
