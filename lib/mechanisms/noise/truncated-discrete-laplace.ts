/**
 * Truncated discrete Laplace mechanism: a count in a known range plus discrete Laplace noise, clamped to the range.
 *
 * Theorem: with a = e^-epsilon, a count v from lower to upper gives k strictly between the ends with probability (1 - a) / (1 + a)
 * a^|k - v|, and the ends, on which the tails pile up, with a^(v - lower) / (1 + a) and a^(upper - v) / (1 + a). Clamping is
 * post-processing, so the output is epsilon-differentially private for neighbours whose counts differ by at most 1. Every outcome
 * is e^epsilon or e^-epsilon times as likely from v as from v + 1, and 1 / (1 + a) is the probability of the former: two counts
 * next to each other are told apart as well as the two answers of randomized response. For a count it is optimal for every prior
 * and every monotone loss, after post-processing.
 * Source: Ghosh, Roughgarden, Sundararajan (STOC 2009), doi:10.1145/1536414.1536464.
 * Limits: sensitivity 1. Exact, and for release, with a rational epsilon; for study with a float64 one (see `discreteLaplace`). The
 * law lists ranges of up to 2^24 counts.
 */
import { exp } from "../../numerics/exponential.ts";
import { log1p } from "../../numerics/logarithm.ts";
import { type Given, integer } from "../../numerics/parameters.ts";
import { refuse, refuseData } from "../../numerics/requirements.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { anyNeighbours } from "../../privacy/guarantees/neighbours.ts";
import { numberLaw } from "../../privacy/loss/distribution.ts";
import type { NumberLaw } from "../../privacy/loss/law.ts";
import type { Random } from "../../random/random.ts";
import type { Rational } from "../../random/rational.ts";
import type { Stream } from "../../random/stream.ts";
import { discreteLaplace } from "./discrete-laplace.ts";
import { type BudgetIn, withBudgetIn } from "./exact-budget.ts";

const COUNTS = {
  /** The smallest count, a whole number. */
  lower: integer(Number.MIN_SAFE_INTEGER),
  /** The largest count, a whole number above `lower`. */
  upper: integer(Number.MIN_SAFE_INTEGER),
  neighbours: anyNeighbours,
};

export const truncatedDiscreteLaplaceParameters = withBudgetIn(["pure"], COUNTS, ({ lower, upper }) => {
  if (!(lower < upper)) refuse("upper", `above lower (${lower})`, upper);
});

export type TruncatedDiscreteLaplaceParameters<Epsilon extends number | Rational> = BudgetIn<"pure", Epsilon> &
  Given<typeof COUNTS>;

const MOST_OUTCOMES = 16777216; // 2^24

export function truncatedDiscreteLaplace(
  parameters: TruncatedDiscreteLaplaceParameters<number>,
): ClosedMechanism<number, number, Stream, NumberLaw>;
export function truncatedDiscreteLaplace(
  parameters: TruncatedDiscreteLaplaceParameters<Rational>,
): ClosedMechanism<number, number, Random, NumberLaw>;
export function truncatedDiscreteLaplace(
  parameters: TruncatedDiscreteLaplaceParameters<number | Rational>,
): ClosedMechanism<number, number, Stream, NumberLaw> {
  const { guarantee, fraction, lower, upper, neighbours } = truncatedDiscreteLaplaceParameters.read(parameters);
  const { epsilon: bound } = guarantee;
  const common = { sensitivity: 1, neighbours };
  const noisy =
    fraction === undefined
      ? discreteLaplace({ ...common, guarantee })
      : discreteLaplace({ ...common, epsilon: fraction });
  const clamped = (count: number) => Math.min(upper, Math.max(lower, count));
  const requireCount = (value: number) => {
    if (!(Number.isInteger(value) && value >= lower && value <= upper))
      refuseData("value", `an integer from ${lower} to ${upper}`);
  };
  return {
    name: "truncated-discrete-laplace",
    neighbours,
    guarantee,
    release: (value, random) => {
      requireCount(value);
      return clamped(noisy.release(value, random));
    },
    releaseMany: (value, out, random) => {
      requireCount(value);
      noisy.releaseMany(value, out, random);
      for (let k = 0; k < out.length; k++) out[k] = clamped(out[k]);
      return out;
    },
    law: (value) => {
      requireCount(value);
      const inside = noisy.law(value);
      return numberLaw({
        kind: "discrete",
        get support() {
          const length = upper - lower + 1;
          if (length > MOST_OUTCOMES) refuse("upper - lower", "below 2^24 for a listed support", upper - lower);
          return Array.from({ length }, (_, k) => lower + k);
        },
        logMass: (output) => {
          if (!(output >= lower && output <= upper)) return -Infinity;
          if (output > lower && output < upper) return inside.logMass(output);
          return -bound * Math.abs(output - value) - log1p(exp(-bound));
        },
        neglected: 0,
      });
    },
    // Clamping joins outcomes of one and the same ratio, so that it hides nothing.
    privacyLoss: noisy.privacyLoss,
    worstPair: () => [lower, lower + 1],
  };
}
