/**
 * The price of privacy of a majority: how often the answer is not the population's majority, with and without privacy, at epsilon =
 * kappa / sqrt n.
 *
 * The population's share of ones is 1/2 + 1 / sqrt n, two standard deviations of the sample from a tie, so that without privacy
 * Phi(-2) = 2.3 % of the answers are wrong as n grows. Errors are exact sums over the number of ones. In the limit the lead of the
 * sample is sqrt n Z with Z normal of mean 1 and variance 1/4: both logistic rules err with E[1 / (1 + e^(kappa Z))], and the
 * optimal one with P(Z + Laplace(1 / kappa) < 0). Nearly free means that at most one answer in a hundred more is wrong.
 */
import { binomialMean } from "../../lib/bounds/binomial-mean.ts";
import type { MajorityRule } from "../../lib/mechanisms/choice/majority.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { normalCdf, normalDensity } from "../../lib/numerics/normal.ts";
import { integrate } from "../../lib/numerics/quadrature.ts";
import { atLeast, atMost, axis, equal, exactStudy, type Part, z } from "../kit.ts";
import { answerOf, oddVoters, rule } from "./votes.ts";

/** That of the notes, and the best. */
const PRICED = ["exponential", "optimal"] as const;
/** Nearly free: so much more of the answers may be wrong. */
const FREE = { absolute: 0.01 };
/** Distances of the population's share from a half, in 1 / sqrt n, for the figure. */
const SHOWN = Array.from({ length: 21 }, (_, k) => k / 10);

interface Vote {
  readonly rule: MajorityRule;
  readonly voters: number;
  readonly kappa: number;
}

/** The share of answers that are not 1, the population's majority, where its share of ones is 1/2 + distance / sqrt n. */
function errorsOf({ rule, voters, kappa }: Vote): (distance: number) => number {
  const answer = answerOf(rule, kappa / Math.sqrt(voters), voters);
  return (distance) => wrongShare(voters, distance, (ones) => 1 - answer(ones));
}

/** Without privacy. */
function sampleError(voters: number, distance: number): number {
  return wrongShare(voters, distance, (ones) => (2 * ones > voters ? 0 : 1));
}

function wrongShare(voters: number, distance: number, wrong: (ones: number) => number): number {
  return binomialMean({ trials: voters, probability: 0.5 + distance / Math.sqrt(voters) }, wrong);
}

/** As the number of voters grows. */
export function limitError(rule: MajorityRule, kappa: number): number {
  const wrong =
    rule === "optimal"
      ? (lead: number) => (lead > 0 ? exp(-kappa * lead) / 2 : 1 - exp(kappa * lead) / 2)
      : (lead: number) => 1 / (1 + exp(kappa * lead));
  return integrate((x) => wrong(1 + x / 2) * normalDensity(x), {
    lower: -38,
    upper: 38,
    kinks: [-8, -2, 0, 8],
    relativeTolerance: 1e-9,
    absoluteTolerance: 1e-14,
  }).value;
}

const voters = oddVoters({ least: 101, most: 20_001, quick: [101, 1001], full: [101, 1001, 10_001] });
const kappaOf = (quick: readonly number[]) =>
  axis(z.number().min(0.1).max(100), { means: "kappa, epsilon times sqrt n", quick });

export const majorityPricePart: Part = {
  claim: "privacy-free-crossover",
  asks: "How often is a private majority not the population's at epsilon = kappa / sqrt n, and is privacy nearly free from kappa = 10 on?",
  study: exactStudy({
    axes: { rule, voters, kappa: kappaOf([1, 3, 5, 10, 20]) },
    exact: ({ rule, voters, kappa }) => {
      const errors = errorsOf({ rule, voters, kappa });
      const [error, without] = [errors(1), sampleError(voters, 1)];
      // The limit is that of a normal lead, which is off by a vote or so of sqrt n.
      const limit = { share: 2 / Math.sqrt(voters) };
      return {
        checks: {
          error: equal(error, limitError(rule, kappa), limit),
          "without-privacy": equal(without, normalCdf(-2), limit),
          "no-better-than-the-best": atLeast(error, errorsOf({ rule: "optimal", voters, kappa })(1)),
          ...(kappa >= 10 && { "nearly-free": atMost(error, without, FREE) }),
        },
        values: {
          distances: SHOWN,
          errors: SHOWN.map(errors),
          without: SHOWN.map((distance) => sampleError(voters, distance)),
        },
      };
    },
  }),
  controls: {
    "free-from-three": {
      says:
        "the claim that the majority costs no precision, at most one answer in a hundred more that is wrong, " +
        "from epsilon = 3 / sqrt n on",
      refutes: ["E55b"],
      study: exactStudy({
        axes: {
          rule: axis(z.enum(PRICED), { means: "rule of the vote", quick: PRICED }),
          voters,
          kappa: kappaOf([3]),
        },
        exact: ({ rule, voters, kappa }) => ({
          checks: { error: atMost(errorsOf({ rule, voters, kappa })(1), sampleError(voters, 1), FREE) },
        }),
      }),
    },
  },
};
