/**
 * Trade-off functions: their duality with delta(epsilon), and Gaussian privacy under composition and for groups.
 */

import { leakyResponse } from "../../lib/mechanisms/local/leaky-response.ts";
import { randomizedResponse } from "../../lib/mechanisms/local/randomized-response.ts";
import { gaussian } from "../../lib/mechanisms/noise/gaussian.ts";
import { laplace } from "../../lib/mechanisms/noise/laplace.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { goldenSection } from "../../lib/numerics/minimum.ts";
import { normalCdf, normalDensity } from "../../lib/numerics/normal.ts";
import { integrate } from "../../lib/numerics/quadrature.ts";
import { convert } from "../../lib/privacy/conversions/convert.ts";
import { groupPrivacy } from "../../lib/privacy/guarantees/group-privacy.ts";
import { gaussianDp } from "../../lib/privacy/guarantees/guarantee.ts";
import { gaussianDelta } from "../../lib/privacy/loss/gaussian-profile.ts";
import { laplaceDelta } from "../../lib/privacy/loss/laplace-profile.ts";
import { leakyResponseDelta } from "../../lib/privacy/loss/leaky-response-profile.ts";
import { lawTradeOff } from "../../lib/privacy/trade-off/law-trade-off.ts";
import { gaussianTradeOff, type TradeOff } from "../../lib/privacy/trade-off/trade-off.ts";
import { atLeast, atMost, axis, equal, exactStudy, type Part, z } from "../kit.ts";
import { epsilon } from "./axes.ts";
import { LEAK, mechanism, type Point } from "./tail-part.ts";

/** Stronger curves leave less than 1e-9 to tell. */
const strength = axis(z.number().min(0.2).max(5), {
  means: "mu of Gaussian noise, pure epsilon of the others",
  quick: [0.5, 1],
  full: [0.25, 0.5, 1, 2, 4],
});

const LEVELS = [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99];
const NEAR = { absolute: 1e-9 };

/** The exact curve of the two laws of a mechanism. */
function curveOf({ mechanism, strength }: Omit<Point, "epsilon">): TradeOff {
  const law = lawsOf({ mechanism, strength });
  const curve = lawTradeOff(law(0), law(1));
  if (curve === undefined) throw new TypeError(`the laws must have a closed curve, got ${mechanism}`);
  return curve;
}

function lawsOf({ mechanism, strength }: Omit<Point, "epsilon">) {
  switch (mechanism) {
    case "randomized-response":
      return randomizedResponse({ epsilon: strength }).law;
    case "leaky-response":
      return leakyResponse({ epsilon: strength, delta: LEAK }).law;
    case "laplace":
      return laplace({ epsilon: strength, sensitivity: 1, neighbours: "swap" }).law;
    case "gaussian":
      return gaussian({ sigma: 1 / strength, sensitivity: 1, neighbours: "swap" }).law;
  }
}

/** The closed profile of the same, for negative epsilons too. */
function deltaOf({ mechanism, strength }: Omit<Point, "epsilon">): (epsilon: number) => number {
  if (mechanism === "gaussian") return (epsilon) => gaussianDelta({ mu: strength, epsilon });
  if (mechanism === "laplace") return (epsilon) => laplaceDelta({ pureEpsilon: strength, epsilon });
  const leak = mechanism === "leaky-response" ? LEAK : 0;
  return (epsilon) => leakyResponseDelta({ pureEpsilon: strength, leak, epsilon });
}

/** 1 + T*(-e^epsilon) = 1 - min (e^epsilon alpha + T(alpha)), by a search over alpha = Phi(z), where small levels have their place. */
function conjugate(curve: (alpha: number) => number, epsilon: number): number {
  const line = (z: number) => exp(epsilon) * normalCdf(z) + curve(normalCdf(z));
  const inside = goldenSection(line, { lower: -8, upper: 8, tolerance: 1e-12 }).value;
  return 1 - Math.min(inside, curve(0), exp(epsilon));
}

/** The highest of the lines 1 - delta(epsilon) - e^epsilon alpha: the curve that the profile allows. */
function highestLine(delta: (epsilon: number) => number, alpha: number): number {
  const below = (epsilon: number) => exp(epsilon) * alpha + delta(epsilon) - 1;
  return Math.max(0, -goldenSection(below, { lower: -30, upper: 30, tolerance: 1e-12 }).value);
}

/** The lowest curve of (epsilon, delta)-private pairs, as it is written. */
function allowed(epsilon: number, delta: number, alpha: number): number {
  return Math.max(0, 1 - delta - exp(epsilon) * alpha, exp(-epsilon) * (1 - delta - alpha));
}

export const dualityPart: Part = {
  claim: "fdp",
  asks: "Do the conjugate of the trade-off function and the profile of delta give each other back?",
  study: exactStudy({
    axes: { mechanism, strength, epsilon },
    exact: (cell) => {
      const curve = curveOf(cell);
      const delta = deltaOf(cell);
      const own = delta(cell.epsilon);
      return {
        checks: {
          conjugate: equal(conjugate(curve.evaluate, cell.epsilon), own, NEAR),
          back: atMost(
            largestOf(LEVELS.map((alpha) => Math.abs(highestLine(delta, alpha) - curve.evaluate(alpha)))),
            0,
            NEAR,
          ),
          allowed: atMost(
            largestOf(LEVELS.map((alpha) => allowed(cell.epsilon, own, alpha) - curve.evaluate(alpha))),
            0,
            { absolute: 1e-13 },
          ),
        },
      };
    },
  }),
  controls: {
    "without-coins": {
      says: "the errors of tests without coins, steps that are not convex, taken for the trade-off function of randomized response",
      study: exactStudy({
        axes: { strength },
        exact: (cell) => {
          const lie = 1 / (1 + exp(cell.strength));
          const steps = (alpha: number) => (alpha < lie ? 1 : alpha < 1 ? lie : 0);
          const delta = (epsilon: number) => conjugate(steps, epsilon);
          return { checks: { back: equal(highestLine(delta, lie / 2), steps(lie / 2), NEAR) } };
        },
      }),
    },
  },
};

const muOf = (means: string) => axis(z.number().min(0.3).max(5), { means, quick: [0.5, 1], full: [0.3, 0.5, 1, 2] });
const members = axis(z.int().min(2).max(10), { means: "records of the group", quick: [2, 3], full: [2, 3, 5] });

interface TwoReleases {
  readonly mu: number;
  readonly second: number;
  readonly epsilon: number;
}

/** delta of two releases: the mean, over the loss of the first, of the delta that the second has at what is left of epsilon. */
function composedDelta({ mu, second, epsilon }: TwoReleases): number {
  const rest = (z: number) =>
    normalDensity(z) * gaussianDelta({ mu: second, epsilon: epsilon - (mu * mu) / 2 - mu * z });
  // Where the loss of both is epsilon and the first has its usual part of it.
  const usual = (epsilon * mu) / (mu * mu + second * second);
  return integrate(rest, { lower: -12, upper: 40, kinks: [0, usual, usual + 1, usual + 4] }).value;
}

/** The curve for a group: the best power, taken for the level of the next test, once for each record. */
function chained(mu: number, size: number, alpha: number): number {
  const { power } = gaussianTradeOff(mu);
  let level = alpha;
  for (let k = 0; k < size; k++) level = power(level);
  return 1 - level;
}

export const gaussianPart: Part = {
  claim: "fdp",
  asks: "Do Gaussian guarantees compose by the root of the sum of squares, and is a group of k protected at k mu?",
  study: exactStudy({
    axes: { mu: muOf("mu of the first release"), second: muOf("mu of the second release"), members, epsilon },
    exact: (cell) => {
      const { mu } = convert([gaussianDp(cell.mu), gaussianDp(cell.second)], { to: "gaussian" });
      const group = gaussianTradeOff(groupPrivacy(gaussianDp(cell.mu), cell.members).mu);
      return {
        checks: {
          composed: equal(composedDelta(cell), gaussianDelta({ mu, epsilon: cell.epsilon }), { share: 1e-9 }),
          group: atMost(
            largestOf(LEVELS.map((alpha) => Math.abs(chained(cell.mu, cell.members, alpha) - group.evaluate(alpha)))),
            0,
            { absolute: 1e-12 },
          ),
        },
      };
    },
  }),
  controls: {
    "larger-of-the-two": {
      says: "two Gaussian releases said to cost the larger mu alone",
      study: exactStudy({
        axes: { mu: muOf("mu of the first release"), second: muOf("mu of the second release"), epsilon },
        exact: (cell) => {
          const claimed = gaussianDelta({ mu: Math.max(cell.mu, cell.second), epsilon: cell.epsilon });
          return { checks: { delta: atMost(composedDelta(cell), claimed, { share: 1e-9 }) } };
        },
      }),
    },
    "root-of-the-group": {
      says: "a group of k records said to be protected at mu times the root of k",
      study: exactStudy({
        axes: { mu: muOf("mu of one record"), members },
        exact: (cell) => {
          const claimed = gaussianTradeOff(Math.sqrt(cell.members) * cell.mu).evaluate(0.1);
          return {
            checks: { "type-two-error": atLeast(chained(cell.mu, cell.members, 0.1), claimed, { share: 1e-9 }) },
          };
        },
      }),
    },
  },
};
