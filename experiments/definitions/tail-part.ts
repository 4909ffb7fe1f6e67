/**
 * Probabilistic against approximate privacy: the probability that the loss exceeds epsilon is at least delta, and equal only where
 * no finite loss does.
 *
 * Both are found twice: by the closed forms of the library, and from the laws of the mechanisms, as sums over outcomes or as
 * integrals over the event {loss > epsilon}, which is a half-line for Laplace and Gaussian noise.
 */

import { discreteDelta } from "../../lib/auditing/discrete-audit.ts";
import { leakyResponse } from "../../lib/mechanisms/local/leaky-response.ts";
import { randomizedResponse } from "../../lib/mechanisms/local/randomized-response.ts";
import { gaussian } from "../../lib/mechanisms/noise/gaussian.ts";
import { laplace } from "../../lib/mechanisms/noise/laplace.ts";
import { exp, expm1 } from "../../lib/numerics/exponential.ts";
import { integrate } from "../../lib/numerics/quadrature.ts";
import { gaussianDelta } from "../../lib/privacy/loss/gaussian-profile.ts";
import { laplaceDelta } from "../../lib/privacy/loss/laplace-profile.ts";
import type { ContinuousLaw, DiscreteLaw } from "../../lib/privacy/loss/law.ts";
import { leakyResponseDelta } from "../../lib/privacy/loss/leaky-response-profile.ts";
import {
  gaussianPrivacyLossTail,
  laplacePrivacyLossTail,
  leakyResponsePrivacyLossTail,
} from "../../lib/privacy/loss/privacy-loss-tail.ts";
import { lawOfMasses } from "../../lib/privacy/loss/tabulated-law.ts";
import { atMost, axis, equal, exactStudy, holdsOnlyWhere, type Part, z } from "../kit.ts";
import { answerEpsilonOf, epsilon, records, strength } from "./axes.ts";

const uniformLaw = (records: readonly number[]) =>
  lawOfMasses(records.map((record) => [record, 1 / records.length] as const));

const MECHANISMS = ["randomized-response", "leaky-response", "laplace", "gaussian"] as const;
export const mechanism = axis(z.enum(MECHANISMS), { means: "mechanism", quick: MECHANISMS });
/** The mass of the marks of leaky randomized response. */
export const LEAK = 0.01;

export interface Point {
  readonly mechanism: (typeof MECHANISMS)[number];
  readonly strength: number;
  readonly epsilon: number;
}

interface Reading {
  readonly delta: number;
  readonly tail: number;
  /** The probability of {loss > epsilon} under the second law: e^epsilon times it is what the tail has too much. */
  readonly otherTail: number;
}

/** By the closed forms. */
function closedReading({ mechanism, strength, epsilon }: Point): Omit<Reading, "otherTail"> {
  if (mechanism === "gaussian") {
    const point = { mu: strength, epsilon };
    return { delta: gaussianDelta(point), tail: gaussianPrivacyLossTail(point) };
  }
  if (mechanism === "laplace") {
    const point = { pureEpsilon: strength, epsilon };
    return { delta: laplaceDelta(point), tail: laplacePrivacyLossTail(point) };
  }
  const point = { pureEpsilon: strength, epsilon, leak: mechanism === "leaky-response" ? LEAK : 0 };
  return { delta: leakyResponseDelta(point), tail: leakyResponsePrivacyLossTail(point) };
}

/** From the laws themselves. */
function lawReading({ mechanism, strength, epsilon }: Point): Reading {
  if (mechanism === "randomized-response")
    return discreteReading(randomizedResponse({ epsilon: strength }).law, epsilon);
  if (mechanism === "leaky-response") {
    return discreteReading(leakyResponse({ epsilon: strength, delta: LEAK }).law, epsilon);
  }
  if (mechanism === "laplace") {
    // The loss is the strength up to 0 and falls to its negative at 1.
    const { law } = laplace({ epsilon: strength, sensitivity: 1, neighbours: "swap" });
    if (epsilon >= strength) return { delta: 0, tail: 0, otherTail: 0 };
    return densityReading([law(0), law(1)], epsilon, (1 - epsilon / strength) / 2, 1 / strength);
  }
  const { law, sigma } = gaussian({ sigma: 1 / strength, sensitivity: 1, neighbours: "swap" });
  return densityReading([law(0), law(1)], epsilon, 1 / 2 - epsilon / (strength * strength), sigma);
}

function discreteReading(law: (bit: number) => DiscreteLaw<number>, epsilon: number): Reading {
  const [first, second] = [law(0), law(1)];
  let [tail, otherTail] = [0, 0];
  for (const outcome of first.support) {
    const loss = first.logMass(outcome) - second.logMass(outcome);
    // A loss that only rounding tells from epsilon is epsilon.
    if (loss <= epsilon + 1e-12 * (1 + epsilon)) continue;
    tail += exp(first.logMass(outcome));
    otherTail += exp(second.logMass(outcome));
  }
  return { delta: discreteDelta({ first, second }, epsilon).lower, tail, otherTail };
}

/** The loss falls in x and exceeds epsilon to the left of `end`. */
function densityReading(
  [first, second]: readonly [ContinuousLaw, ContinuousLaw],
  epsilon: number,
  end: number,
  scale: number,
): Reading {
  const over = (density: (x: number) => number) =>
    integrate(density, { lower: Math.min(0, end) - 45 * scale, upper: end, kinks: [0, end - scale, end - scale / 10] })
      .value;
  const excess = (x: number) => {
    const logFirst = first.logDensity(x);
    return exp(logFirst) * -expm1(Math.min(0, epsilon + second.logDensity(x) - logFirst));
  };
  return {
    delta: over(excess),
    tail: over((x) => exp(first.logDensity(x))),
    otherTail: over((x) => exp(second.logDensity(x))),
  };
}

/** Of integrals, relative however small they are; of sums over outcomes, rounding where a loss is epsilon itself. */
const marginOf = ({ mechanism }: Point) =>
  mechanism === "laplace" || mechanism === "gaussian" ? { share: 1e-9 } : { share: 1e-12, absolute: 1e-15 };

export const tailPart: Part = {
  claim: "pdp-vs-adp",
  asks: "Is delta at most the probability of a loss above epsilon, and equal only where no finite loss exceeds epsilon?",
  study: exactStudy({
    axes: { mechanism, strength, epsilon },
    exact: (cell) => {
      const closed = closedReading(cell);
      const found = lawReading(cell);
      const gap = exp(cell.epsilon) * found.otherTail;
      return {
        checks: {
          delta: equal(closed.delta, found.delta, marginOf(cell)),
          tail: equal(closed.tail, found.tail, marginOf(cell)),
          order: atMost(closed.delta, closed.tail),
          gap: equal(closed.tail - closed.delta, gap, { share: 1e-9, absolute: 1e-9 * closed.tail }),
          // delta and tail are the same exactly where no finite loss exceeds epsilon.
          "equal-only-there": holdsOnlyWhere(found.otherTail === 0, equal(closed.delta, closed.tail, { share: 1e-9 })),
        },
      };
    },
  }),
  controls: {
    "tail-is-necessary": {
      says: "the tail of Gaussian noise said to be at most delta wherever (epsilon, delta) holds",
      refutes: ["E49"],
      study: exactStudy({
        axes: { strength, epsilon },
        exact: (cell) => {
          const { delta, tail } = closedReading({ ...cell, mechanism: "gaussian" });
          return { checks: { tail: atMost(tail, delta) } };
        },
      }),
    },
    "at-least-epsilon": {
      says:
        "P(loss >= epsilon) said to be at most delta: " +
        "randomized response has delta 0 at its own epsilon and always loses it or gains it",
      refutes: ["E49"],
      study: exactStudy({
        axes: { epsilon: answerEpsilonOf([0.5, 1, 3]) },
        exact: (cell) => {
          const { law } = randomizedResponse(cell);
          const loss = (answer: number) => law(0).logMass(answer) - law(1).logMass(answer);
          const reached = [0, 1].filter((answer) => loss(answer) >= cell.epsilon * (1 - 1e-12));
          const probability = reached.reduce((sum, answer) => sum + exp(law(0).logMass(answer)), 0);
          const { delta } = closedReading({ mechanism: "randomized-response", strength: cell.epsilon, ...cell });
          return { checks: { tail: atMost(probability, delta) } };
        },
      }),
    },
    "random-record": {
      says: "a random record of n - 1 against one of n: every output has a loss above 0, and delta is 1/n",
      refutes: ["E49"],
      study: exactStudy({
        axes: { records },
        exact: ({ records }) => {
          const all = Array.from({ length: records }, (_, k) => k);
          const [first, second] = [all.slice(1), all].map(uniformLaw);
          const tail = first.support.filter((record) => first.logMass(record) > second.logMass(record)).length;
          return { checks: { tail: atMost(tail / first.support.length, discreteDelta({ first, second }, 0).lower) } };
        },
      }),
    },
  },
};
