/**
 * Private majority votes: three rules, audited at every number of ones in log space, and the best that any symmetric rule can do.
 *
 * The best is found step by step: a symmetric private rule has p(k + 1) <= e^epsilon (1 - p(k + 1)), and then p(s + 1) is at most
 * e^epsilon p(s) and at most 1 - e^-epsilon (1 - p(s)). Both grow with p(s), so that the largest values can be had at once. With
 * discrete Laplace noise the optimal rule is found a third way.
 */
import { discreteEpsilon } from "../../lib/auditing/discrete-audit.ts";
import { type MajorityRule, majority } from "../../lib/mechanisms/choice/majority.ts";
import { discreteLaplace } from "../../lib/mechanisms/noise/discrete-laplace.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf, leastOf } from "../../lib/numerics/extremes.ts";
import { upperBeta } from "../../lib/numerics/incomplete-beta.ts";
import { atLeast, atMost, axis, type Check, equal, exactStudy, type Part, z } from "../kit.ts";
import { epsilon } from "./axes.ts";
import { answers, oddVoters, RULES, rule, votesOf } from "./votes.ts";

const BETTER = ["inverse-sensitivity", "optimal"] as const;
/** Log-masses reach n epsilon, whose rounding is 1e-13 of them. */
const margin = (voters: number, epsilon: number) => ({ share: 1e-12, absolute: 1e-13 * (1 + voters * epsilon) });

function lossOf(rule: MajorityRule, epsilon: number, voters: number): number {
  const { law } = majority({ epsilon, size: voters, rule });
  const laws = Array.from({ length: voters + 1 }, (_, ones) => law(votesOf(ones, voters)));
  return laws
    .slice(1)
    .reduce((most, second, ones) => Math.max(most, discreteEpsilon({ first: laws[ones], second })), 0);
}

/** The largest P(answer 1) of any symmetric private rule at s = k + 1, k + 2, ..., n. */
function largestAnswers(epsilon: number, voters: number): number[] {
  const best = [1 / (1 + exp(-epsilon))];
  while (best.length < (voters + 1) / 2) {
    const last = best[best.length - 1];
    best.push(Math.min(exp(epsilon) * last, 1 - exp(-epsilon) * (1 - last)));
  }
  return best;
}

/** P(ones and discrete Laplace noise are more than half). */
function thresholded(ones: number, epsilon: number, voters: number): number {
  const law = discreteLaplace({ epsilon, sensitivity: 1, neighbours: "swap" }).law(ones);
  return law.support.reduce((sum, count) => (2 * count > voters ? sum + exp(law.logMass(count)) : sum), 0);
}

function ruleChecks(rule: MajorityRule, epsilon: number, voters: number): Record<string, Check> {
  const own = answers(rule, epsilon, voters);
  const half = (voters - 1) / 2;
  const ahead = own.slice(half + 1);
  const best = largestAnswers(epsilon, voters);
  const excess = largestOf(ahead.map((answer, k) => answer - best[k]));
  const asymmetry = largestOf(own.map((answer, ones) => Math.abs(answer + own[voters - ones] - 1)));
  const far = own.filter((_, ones) => ones - voters / 2 >= 3 / epsilon);
  const loss = lossOf(rule, epsilon, voters);
  return {
    epsilon: atMost(loss, epsilon, margin(voters, epsilon)),
    symmetric: atMost(asymmetry, 0, { absolute: 1e-15 }),
    "at-most-the-best": atMost(excess, 0, { absolute: 1e-14 }),
    ...(rule !== "exponential" && { attained: equal(loss, epsilon, margin(voters, epsilon)) }),
    ...(rule === "exponential" &&
      far.length > 0 && { "right-at-three-over-epsilon": atLeast(leastOf(far), 0.9525741268224334) }),
    ...(rule === "optimal" && optimalChecks({ own, ahead, best, epsilon, voters })),
  };
}

interface OptimalRule {
  readonly own: readonly number[];
  readonly ahead: readonly number[];
  readonly best: readonly number[];
  readonly epsilon: number;
  readonly voters: number;
}

function optimalChecks({ own, ahead, best, epsilon, voters }: OptimalRule): Record<string, Check> {
  const half = (voters - 1) / 2;
  const noisy = [half + 1, Math.ceil(0.75 * voters), voters].map((ones) =>
    Math.abs(own[ones] - thresholded(ones, epsilon, voters)),
  );
  const below = [...RULES, "upper-bound" as const].map((rule) => answers(rule, epsilon, voters).slice(half + 1));
  const disorder = below.slice(1).map((higher, k) => largestOf(higher.map((answer, r) => below[k][r] - answer)));
  return {
    best: atMost(largestOf(ahead.map((answer, k) => Math.abs(answer - best[k]))), 0, { absolute: 1e-14 }),
    "is-thresholded-noise": atMost(largestOf(noisy), 0, { absolute: 1e-13 }),
    "order-of-rules": atMost(largestOf(disorder), 0, { absolute: 1e-15 }),
  };
}

/** P(the population's majority is the sample's) with a flat prior of its share. */
const agreement = (ones: number, voters: number) => upperBeta({ x: 0.5, a: ones + 1, b: voters - ones + 1 });

/** The samples within the square root of n of a tie, on the side of the ones: with a flat prior each number of ones is as likely as any. */
function nearTie(voters: number): readonly number[] {
  const first = (voters + 1) / 2;
  const last = Math.floor(voters / 2 + Math.sqrt(voters));
  return Array.from({ length: last - first + 1 }, (_, k) => first + k);
}

const voters = oddVoters({ least: 1, quick: [5, 11, 21], full: [5, 11, 21, 101] });
const broken = { voters: oddVoters({ least: 3, quick: [5, 21], full: [5, 11, 21, 101] }), epsilon };

export const majorityPart: Part = {
  claim: "majority",
  asks: "Are the three rules epsilon-private, in the stated order, and is the last the best of all symmetric ones?",
  study: exactStudy({
    axes: { rule, voters, epsilon },
    exact: ({ rule, voters, epsilon }) => ({
      checks: ruleChecks(rule, epsilon, voters),
      values: {
        answers: answers(rule, epsilon, voters),
        ...(rule === "optimal" && { bound: answers("upper-bound", epsilon, voters) }),
      },
    }),
  }),
  controls: {
    "upper-bound": {
      says: "the bound on all symmetric rules, used as a rule: towards 2 epsilon",
      study: exactStudy({
        axes: broken,
        exact: ({ voters, epsilon }) => ({
          checks: { epsilon: atMost(lossOf("upper-bound", epsilon, voters), epsilon, margin(voters, epsilon)) },
        }),
      }),
    },
    "epsilon-doubled": {
      says: "the two better rules at 2 epsilon, sold for epsilon",
      study: exactStudy({
        axes: {
          rule: axis(z.enum(BETTER), { means: "rule of the vote", quick: BETTER }),
          ...broken,
        },
        exact: ({ rule, voters, epsilon }) => ({
          checks: { epsilon: atMost(lossOf(rule, 2 * epsilon, voters), epsilon, margin(voters, epsilon)) },
        }),
      }),
    },
    "printed-exponent": {
      says: "the exponent n + 2 of the bound at s = n, as printed: n changes lead from s = n to s = 0, and give n",
      refutes: ["E18"],
      study: exactStudy({
        axes: broken,
        exact: ({ voters, epsilon }) => {
          const law = majority({ epsilon, size: voters, rule: "upper-bound" }).law(votesOf(voters, voters));
          return {
            checks: { exponent: equal((law.logMass(1) - law.logMass(0)) / epsilon, voters + 2, { share: 1e-9 }) },
          };
        },
      }),
    },
    "printed-population": {
      says:
        "within the square root of n of a tie the population's majority is likely the other one, " +
        "for a flat prior: on average over that region, and at its edge",
      refutes: ["E55"],
      study: exactStudy({
        axes: { voters: oddVoters({ least: 9, quick: [101, 201], full: [101, 201, 301, 501] }) },
        exact: ({ voters }) => {
          const agreements = nearTie(voters).map((ones) => agreement(ones, voters));
          const disagreement = agreements.reduce((sum, each) => sum + (1 - each) / agreements.length, 0);
          return {
            checks: {
              "disagrees-with-population": atLeast(disagreement, 0.5),
              "agrees-at-the-edge": atMost(agreements[agreements.length - 1], 0.5),
            },
          };
        },
      }),
    },
  },
};
