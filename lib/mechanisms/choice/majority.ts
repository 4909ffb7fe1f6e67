/**
 * Majority: a private vote of an odd number of bits, by one of four rules.
 *
 * Theorem: with n = 2 k + 1 bits of which s are 1, the rules answer 1 with probability
 * - `exponential`: 1 / (1 + e^(-(s - n/2) epsilon)), the exponential mechanism for the lead; epsilon-private;
 * - `inverse-sensitivity`: 1 / (1 + e^(-r epsilon)) at s = k + r, r >= 1, and its mirror image; epsilon-private and better;
 * - `optimal`: 1 - e^(-r epsilon) / (1 + e^-epsilon) at s = k + r, and its mirror image; epsilon-private, and for every s at once
 *   the best of all symmetric epsilon-private rules; it is a count with discrete Laplace noise, compared with k + 1/2;
 * - `upper-bound`: 1 / (1 + e^(-(2 s - n) epsilon)), which no symmetric epsilon-private rule exceeds for s > k; itself it is 2
 *   epsilon-private.
 * Source: Ghosh, Roughgarden, Sundararajan (STOC 2009) for the geometric optimality; Asi, Duchi (NeurIPS 2020) for inverse sensitivity; the
 * optimum by linear programming, and the 2 epsilon from the slope of the logit, are checked in the tests.
 * Limits: probabilities are met within 2^-52 from a stream; for study. `swap` only: the number of bits is public.
 * @claim majority
 */
import { exp } from "../../numerics/exponential.ts";
import { log1p } from "../../numerics/logarithm.ts";
import { number, oneOf, type ParametersOf } from "../../numerics/parameters.ts";
import { refuse, refuseData, requireList, wholeFrom } from "../../numerics/requirements.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import { pure } from "../../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { boundedRangePld } from "../../privacy/loss/bounded-range-pld.ts";
import { worstCasePld } from "../../privacy/loss/discrete-pld.ts";
import type { NumberLaw } from "../../privacy/loss/law.ts";
import type { Stream } from "../../random/stream.ts";
import { fillUniform, sampleUniform } from "../../random/uniform.ts";
import { finiteLaw } from "../laws/finite-law.ts";
import { noisyAnswers } from "../statistics/noisy-answers.ts";

export type MajorityRule = "exponential" | "inverse-sensitivity" | "optimal" | "upper-bound";

export const majorityParameters = withBudget(
  ["pure"],
  {
    /** How many bits there are. */
    size: number({ ...wholeFrom(1), expected: "an odd integer" }),
    rule: oneOf<MajorityRule>("exponential", "inverse-sensitivity", "optimal", "upper-bound"),
  },
  ({ size }) => {
    if (size % 2 === 0) refuse("size", "an odd integer", size);
  },
);

export type MajorityParameters = ParametersOf<typeof majorityParameters>;

/** log P(answer is the minority) when the majority is ahead by `lead` = s - k >= 1. */
const LOG_MINORITY: Record<MajorityRule, (lead: number, epsilon: number) => number> = {
  exponential: (lead, epsilon) => logLogistic(-(lead - 0.5) * epsilon),
  "inverse-sensitivity": (lead, epsilon) => logLogistic(-lead * epsilon),
  optimal: (lead, epsilon) => -lead * epsilon - log1p(exp(-epsilon)),
  "upper-bound": (lead, epsilon) => logLogistic(-(2 * lead - 1) * epsilon),
};

export function majority(
  parameters: MajorityParameters,
): ClosedMechanism<readonly number[], number, Stream, NumberLaw> {
  const { guarantee, size, rule } = majorityParameters.read(parameters);
  const { epsilon } = guarantee;
  const half = (size - 1) / 2;
  const minorityOf = (bits: readonly number[]) => {
    requireList("bits", bits, size);
    let ones = 0;
    for (let i = 0; i < size; i++) {
      if (bits[i] !== 0 && bits[i] !== 1) refuseData(`bits[${i}]`, "0 or 1");
      ones += bits[i];
    }
    const winner = ones > half ? 1 : 0;
    return { winner, logMinority: LOG_MINORITY[rule](winner === 1 ? ones - half : half + 1 - ones, epsilon) };
  };
  const logistic = rule === "exponential" || rule === "upper-bound";
  const bound = rule === "upper-bound" ? 2 * epsilon : epsilon;
  const votes = (ones: number) => Array.from({ length: size }, (_, i) => (i < ones ? 1 : 0));
  return {
    name: "majority",
    neighbours: "swap",
    guarantee: pure(bound),
    release: (bits, random) => {
      const { winner, logMinority } = minorityOf(bits);
      return sampleUniform(random) < exp(logMinority) ? 1 - winner : winner;
    },
    releaseMany: (bits, out, random) => {
      const { winner, logMinority } = minorityOf(bits);
      return noisyAnswers(fillUniform(out, random), winner, exp(logMinority));
    },
    law: (bits) => {
      const { winner, logMinority } = minorityOf(bits);
      const logWinner = log1p(-exp(logMinority));
      return finiteLaw(winner === 1 ? [logMinority, logWinner] : [logWinner, logMinority]);
    },
    // The logit of the logistic rules moves by the bound, so that is their range; the others are randomized response in the middle.
    privacyLoss: () =>
      logistic
        ? { ...boundedRangePld(bound), attained: false }
        : { ...worstCasePld({ epsilon, delta: 0 }), attained: true },
    // The logistic rules lose most at the ends, up to e^(-n epsilon / 2); the others everywhere, and so in the middle.
    worstPair: () => (logistic ? [votes(size - 1), votes(size)] : [votes(half), votes(half + 1)]),
  };
}

/** log(1 / (1 + e^-x)), for x <= 0. */
function logLogistic(x: number): number {
  return x - log1p(exp(x));
}
