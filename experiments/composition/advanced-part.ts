/**
 * Advanced composition: both constants against the exact composition, and against an audit of k randomized responses.
 *
 * Of k answers of randomized response only the number of truths matters, so that their law is binomial and an audit of two binomial laws is
 * the exact delta of the composition.
 */
import { responseTotal } from "../../lib/auditing/broken/algebra.ts";
import { discreteDelta } from "../../lib/auditing/discrete-audit.ts";
import { randomizedResponse } from "../../lib/mechanisms/local/randomized-response.ts";
import { exp, expm1 } from "../../lib/numerics/exponential.ts";
import { tanh } from "../../lib/numerics/hyperbolic-tangent.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { advancedComposition, basicComposition } from "../../lib/privacy/accounting/advanced-composition.ts";
import {
  optimalCompositionDelta,
  optimalCompositionEpsilon,
} from "../../lib/privacy/accounting/optimal-composition.ts";
import { convert } from "../../lib/privacy/conversions/convert.ts";
import { pure, zeroConcentrated } from "../../lib/privacy/guarantees/guarantee.ts";
import { atMost, axis, equal, exactStudy, type Part, z } from "../kit.ts";
import { epsilon } from "./axes.ts";

const times = axis(z.int().min(1).max(2000), {
  means: "releases k",
  quick: [1, 10, 100],
  full: [1, 3, 10, 30, 100, 300, 1000],
});
const slack = axis(z.number().min(1e-12).max(0.01), {
  means: "slack delta'",
  quick: [1e-6],
  full: [1e-3, 1e-6, 1e-9],
});
/** Of one release; the total is k delta + slack. */
const share = axis(z.number().min(0).max(1), { means: "delta of a release, as a share of slack / k", quick: [0, 1] });

interface Releases {
  readonly epsilon: number;
  readonly times: number;
}

/** The exact mean loss of one randomized response, under the law of its own input. */
function meanLoss(epsilon: number): number {
  const { law } = randomizedResponse({ epsilon });
  const [own, other] = [law(0), law(1)];
  return own.support.reduce(
    (sum, answer) => sum + exp(own.logMass(answer)) * (own.logMass(answer) - other.logMass(answer)),
    0,
  );
}

/** delta of k randomized responses at a total epsilon, from the laws of how many say 1. */
function auditedDelta({ epsilon, times }: Releases, totalEpsilon: number): number {
  const [first, second] = [0, 1].map((bit) => responseTotal(bit, { rounds: times, epsilon }));
  return discreteDelta({ first, second }, totalEpsilon).lower;
}

/** The root of the formulas with what stands under it for 1 / delta'. */
const rootTerm = ({ epsilon, times }: Releases, underLogarithm: number) =>
  epsilon * Math.sqrt(2 * times * -log(underLogarithm));

export const advancedPart: Part = {
  claim: "advanced-composition",
  asks: "Is the exact composition at most the tanh form, that at most the first form, and both a guarantee?",
  study: exactStudy({
    axes: { epsilon, times, slack, share },
    exact: (cell) => {
      const delta = (cell.share * cell.slack) / cell.times;
      const { share: _, slack, ...releases } = { ...cell, delta };
      const tight = advancedComposition({ ...releases, slack, constant: "tight" });
      const first = advancedComposition({ ...releases, slack, constant: "drv" });
      const basic = basicComposition([{ epsilon: cell.epsilon, delta, times: cell.times }]);
      const totalDelta = cell.times * delta + cell.slack;
      const exact = optimalCompositionEpsilon({ ...releases, totalDelta });
      const { rho } = convert(pure(cell.epsilon), { to: "zero-concentrated" });
      return {
        checks: {
          "exact-and-tanh": atMost(exact, tight.epsilon),
          "tanh-and-first": atMost(tight.epsilon, first.epsilon),
          "first-and-basic": atMost(first.epsilon, basic.epsilon),
          guarantee: atMost(optimalCompositionDelta({ ...releases, totalEpsilon: tight.epsilon }), totalDelta),
          audited: atMost(auditedDelta(cell, tight.epsilon), cell.slack, { share: 1e-9 }),
          "mean-loss": equal(meanLoss(cell.epsilon), cell.epsilon * tanh(cell.epsilon / 2), { share: 1e-10 }),
        },
        values: {
          exact,
          tanh: rootTerm(cell, cell.slack) + cell.times * cell.epsilon * tanh(cell.epsilon / 2),
          first: rootTerm(cell, cell.slack) + cell.times * cell.epsilon * expm1(cell.epsilon),
          basic: basic.epsilon,
          concentrated: convert(zeroConcentrated(cell.times * rho), { to: "approximate", delta: totalDelta }).epsilon,
        },
      };
    },
  }),
  controls: {
    "root-of-k": {
      says: "epsilon sqrt(k), without constant and logarithm, used as a guarantee",
      study: exactStudy({
        axes: {
          epsilon,
          times: axis(z.int().min(10).max(2000), { means: "releases k", quick: [10, 100], full: [10, 100, 1000] }),
          slack: axis(z.number().min(1e-12).max(1e-3), { means: "total delta", quick: [1e-3, 1e-6] }),
        },
        exact: (cell) => ({
          checks: { delta: atMost(auditedDelta(cell, Math.sqrt(cell.times) * cell.epsilon), cell.slack) },
        }),
      }),
    },
    "order-of-the-root": {
      says:
        "the total said to be of order sqrt(k) epsilon at a large epsilon: " +
        "a hundred times the releases cost more than ten times as much",
      refutes: ["E05"],
      study: exactStudy({
        axes: {
          epsilon: axis(z.number().min(0.5).max(5), { means: "epsilon of one release", quick: [1] }),
          times: axis(z.int().min(10_000).max(1_000_000), { means: "releases k", quick: [10_000] }),
        },
        exact: ({ epsilon, times }) => {
          const slack = 1e-6;
          const formula = (count: number) =>
            rootTerm({ epsilon, times: count }, slack) + count * epsilon * expm1(epsilon);
          const exact = (count: number) =>
            optimalCompositionEpsilon({ epsilon, delta: 0, times: count, totalDelta: slack });
          const fewer = Math.floor(times / 100);
          const factor = Math.sqrt(times / fewer);
          return {
            checks: {
              "first-form": atMost(formula(times), factor * formula(fewer)),
              exact: atMost(exact(times), factor * exact(fewer)),
            },
            values: {
              tanh: rootTerm({ epsilon, times }, slack) + times * epsilon * tanh(epsilon / 2),
              basic: times * epsilon,
            },
          };
        },
      }),
    },
    "second-term-twice": {
      says: "the second term of the tanh form said to be about epsilon^2 for each release (erratum E38): it is half of that",
      refutes: ["E38"],
      study: exactStudy({
        axes: { epsilon: axis(z.number().min(1e-3).max(1), { means: "epsilon of one release", quick: [0.1, 0.5, 1] }) },
        exact: (cell) => ({
          checks: { "mean-loss": equal(meanLoss(cell.epsilon), cell.epsilon * cell.epsilon, { share: 0.25 }) },
        }),
      }),
    },
    "logarithm-of-the-delta": {
      says: "ln(1 / delta) of one release under the root, at a total of k delta + delta': the epsilon that k releases need is larger",
      refutes: ["E40"],
      study: exactStudy({
        axes: {
          times: axis(z.int().min(100).max(10_000), { means: "releases k", quick: [100, 1000] }),
          slack: axis(z.number().min(1e-300).max(1e-16), { means: "slack delta'", quick: [1e-20] }),
        },
        exact: ({ times, slack }) => {
          const [epsilon, delta] = [3 / Math.sqrt(times), 1e-4 / (times * times)];
          const totalEpsilon = rootTerm({ epsilon, times }, delta) + times * epsilon * tanh(epsilon / 2);
          const totalDelta = times * delta + slack;
          return {
            checks: {
              epsilon: atMost(optimalCompositionEpsilon({ epsilon, delta, times, totalDelta }), totalEpsilon),
              "total-delta": atMost(optimalCompositionDelta({ epsilon, delta, times, totalEpsilon }), totalDelta),
            },
            values: { epsilon, delta },
          };
        },
      }),
    },
    "no-total-delta": {
      says: "k releases of (epsilon, delta) said to have a total delta of delta' alone, as on the slide that names no other",
      refutes: ["E40"],
      study: exactStudy({
        axes: {
          epsilon,
          times: axis(z.int().min(2).max(2000), { means: "releases k", quick: [10, 100] }),
          slack: axis(z.number().min(1e-12).max(0.01), {
            means: "slack delta', and delta of a release",
            quick: [1e-6],
          }),
        },
        exact: ({ epsilon, times, slack }) => {
          const { epsilon: totalEpsilon } = advancedComposition({
            epsilon,
            delta: slack,
            times,
            slack,
            constant: "tight",
          });
          const found = optimalCompositionDelta({ epsilon, delta: slack, times, totalEpsilon });
          return { checks: { "total-delta": atMost(found, slack) } };
        },
      }),
    },
  },
};
