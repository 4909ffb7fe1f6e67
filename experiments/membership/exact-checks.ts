/**
 * What is known of the attack without drawing: the curve of each mechanism, its distance from the region that the claim forbids, and
 * other tests beside it.
 */
import { exp, expm1 } from "../../lib/numerics/exponential.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { tanh } from "../../lib/numerics/hyperbolic-tangent.ts";
import { normalCdf } from "../../lib/numerics/normal.ts";
import { approximateTradeOff } from "../../lib/privacy/trade-off/finite-trade-off.ts";
import { tradeOffDelta } from "../../lib/privacy/trade-off/trade-off-profile.ts";
import { advantage, bestBalancedAccuracy } from "../../lib/privacy/trade-off/trade-off-readings.ts";
import { atMost, equal, type Judgement } from "../kit.ts";
import type { Claimed, MembershipGame } from "./game.ts";
import type { MechanismName } from "./mechanisms.ts";

const LEVELS = Array.from({ length: 201 }, (_, k) => k / 200);

/** Closed forms of the total variation, where there is one. */
function closedAdvantage(mechanism: MechanismName | undefined, { claimed, curve }: MembershipGame): number | undefined {
  const { epsilon, delta } = claimed;
  switch (mechanism) {
    case "randomized-response":
    case "geometric":
    case "majority":
      return tanh(epsilon / 2);
    case "leaky-response":
      return (expm1(epsilon) + 2 * delta) / (exp(epsilon) + 1);
    case "laplace":
    case "laplace-mean":
      return -expm1(-epsilon / 2);
    case "gaussian":
    case "gaussian-ten-times":
      return curve.kind === "gaussian" ? 2 * normalCdf(curve.mu / 2) - 1 : undefined;
    default:
      return undefined;
  }
}

/** The cuts of the exact law lie on the curve, and its readings have their closed forms. */
export function judgeCurve(mechanism: MechanismName | undefined, game: MembershipGame): Judgement {
  const { alpha, beta, curve, precision } = game;
  let distance = 0;
  let best = 0.5;
  for (let k = 0; k < alpha.length; k++) {
    distance = Math.max(distance, Math.abs(curve.evaluate(alpha[k]) - beta[k]));
    best = Math.max(best, 1 - (alpha[k] + beta[k]) / 2);
  }
  const closed = closedAdvantage(mechanism, game);
  return {
    checks: {
      "on-curve": atMost(distance, 0, { absolute: Math.max(1e-9, precision) }),
      accuracy: equal(best, bestBalancedAccuracy(curve), { absolute: Math.max(1e-9, precision) }),
      ...(closed === undefined ? {} : { advantage: equal(advantage(curve), closed, { absolute: 1e-12 * closed }) }),
    },
    values: { "best-accuracy": bestBalancedAccuracy(curve), advantage: advantage(curve) },
  };
}

/** The curve nowhere enters the region that (epsilon, delta) forbids, and its readings obey the bounds that follow. */
export function judgeForbidden({ claimed, curve, precision }: MembershipGame): Judgement {
  const { epsilon, delta } = claimed;
  const allowed = approximateTradeOff(claimed);
  const depth = largestOf(LEVELS.map((alpha) => allowed.evaluate(alpha) - curve.evaluate(alpha)));
  return {
    checks: {
      depth: atMost(depth, 0, { absolute: precision }),
      advantage: atMost(advantage(curve), (expm1(epsilon) + 2 * delta) / (exp(epsilon) + 1), { absolute: precision }),
      accuracy: atMost(bestBalancedAccuracy(curve), (exp(epsilon) + delta) / (exp(epsilon) + 1), {
        absolute: precision,
      }),
      delta: atMost(tradeOffDelta(curve, epsilon), delta, { absolute: precision + 1e-9 * delta }),
    },
  };
}

interface Test {
  readonly alpha: number;
  readonly beta: number;
}

/** Guessing "member" for a range of classes, for every other class, or by a coin: none is better than the curve. */
export function otherTests({ alpha, beta, firstTelling }: MembershipGame): readonly Test[] {
  const cuts = alpha.length;
  const level = (k: number) => (k < 0 ? 1 : k >= cuts ? 0 : alpha[k]);
  const miss = (k: number) => (k < 0 ? 0 : k >= cuts ? 1 : beta[k]);
  const tests: Test[] = [0.1, 0.5, 0.9].map((coin) => ({ alpha: coin, beta: 1 - coin }));
  for (let k = 1; k <= 20; k++) {
    const [from, to] = [Math.floor(((k - 1) * cuts) / 20) - 1, Math.floor((k * cuts) / 20) + (k % 3)];
    tests.push({ alpha: level(from) - level(to), beta: 1 - (miss(to) - miss(from)) });
  }
  const wrongCut = Math.min(cuts - 1, Math.max(0, Math.floor(firstTelling / 2)));
  tests.push({ alpha: level(wrongCut), beta: miss(wrongCut) });
  let [alternateAlpha, alternatePower] = [0, 0];
  for (let k = 0; k <= cuts; k += 2) {
    alternateAlpha += level(k - 1) - level(k);
    alternatePower += miss(k) - miss(k - 1);
  }
  tests.push({ alpha: alternateAlpha, beta: 1 - alternatePower });
  return tests;
}

/** How far below the curve the lowest of the tests lies. */
export function judgeTests({ curve, precision }: MembershipGame, tests: readonly Test[]): Judgement {
  const inside = (rate: number) => Math.min(1, Math.max(0, rate));
  const depth = largestOf(tests.map(({ alpha, beta }) => curve.evaluate(inside(alpha)) - beta));
  return { checks: { depth: atMost(depth, 0, { absolute: Math.max(1e-9, precision) }) } };
}

/** An orientation slip: the power is read as the type II error. */
export function turned(tests: readonly Test[]): readonly Test[] {
  return tests.map(({ alpha, beta }) => ({ alpha, beta: 1 - beta }));
}

/** Bounds on what any epsilon-private or claimed law allows, for a law that breaks its claim. */
export function judgeEpsilon(found: number, { epsilon }: Claimed): Judgement {
  return { checks: { epsilon: atMost(found, epsilon, { absolute: 1e-9 * epsilon }) } };
}
