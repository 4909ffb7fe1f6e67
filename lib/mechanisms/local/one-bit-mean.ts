/**
 * One-bit mean: a number within a range is answered by one bit, which is 1 the likelier the larger the number is.
 *
 * Theorem: with x = (value - lower) / (upper - lower) the bit is 1 with probability (1 + x (e^epsilon - 1)) / (e^epsilon + 1), from
 * 1 / (e^epsilon + 1) to e^epsilon / (e^epsilon + 1): epsilon-differentially private, and no better. For a share m of ones,
 * lower + (upper - lower) (m (e^epsilon + 1) - 1) / (e^epsilon - 1) estimates the mean of the values without bias, with a standard
 * deviation of at most (upper - lower) (e^epsilon + 1) / (2 (e^epsilon - 1) sqrt n). It is randomized response on a value that was
 * rounded to an end of its range at random.
 * Source: Ding, Kulkarni, Yekhanin, "Collecting telemetry data privately" (NeurIPS 2017), section 3.1: Microsoft's 1BitMean.
 * Limits: for one report of each person; repeated ones compose. Microsoft rounds values and answers them once and for all instead
 * (alpha-point rounding), which hides how often a value changed only in part. Float64 coins, met within 2^-52; for study.
 * @example
 * ```ts
 * import { oneBitMean } from "epsilab/mechanisms";
 * const hours = oneBitMean({ epsilon: 1, lower: 0, upper: 24 });
 * hours.law(6).mean(); // => 0.3844...
 * hours.estimate(0.5); // => 12.0...
 * hours.largestDeviation(10_000); // => 0.2596...
 * ```
 * @claim one-bit-mean
 * @also 1bitmean, one-bit mean, telemetry, local dp
 */
import { exp, expm1 } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { finite, type ParametersOf } from "../../numerics/parameters.ts";
import { refuse, refuseData, requireInteger, requireProbability } from "../../numerics/requirements.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { worstCasePld } from "../../privacy/loss/discrete-pld.ts";
import type { NumberLaw } from "../../privacy/loss/law.ts";
import { sampleBernoulli } from "../../random/bernoulli.ts";
import type { Stream } from "../../random/stream.ts";
import { finiteLaw } from "../laws/finite-law.ts";
import { repeatedRelease } from "../noise/repeated-release.ts";

export const oneBitMeanParameters = withBudget(
  ["pure"],
  {
    lower: finite,
    upper: finite,
  },
  ({ lower, upper, guarantee: { epsilon } }) => {
    if (!(lower < upper && upper - lower < Infinity)) refuse("upper", `above lower, ${lower}`, upper);
    if (!(epsilon >= 1e-9 && epsilon <= 500)) refuse("epsilon", "from 1e-9 to 500", epsilon);
  },
);

export type OneBitMeanParameters = ParametersOf<typeof oneBitMeanParameters>;

export interface OneBitMean extends ClosedMechanism<number, number, Stream, NumberLaw> {
  /** The unbiased estimate of the mean, from the share of answers 1. */
  estimate(answerShare: number): number;
  /** No estimate from this many answers has a larger standard deviation. */
  largestDeviation(size: number): number;
}

export function oneBitMean(parameters: OneBitMeanParameters): OneBitMean {
  const { guarantee, lower, upper } = oneBitMeanParameters.read(parameters);
  const { epsilon } = guarantee;
  const [width, decay] = [upper - lower, exp(-epsilon)];
  // Of the bit that is 1 with probability 1 / (e^epsilon + 1) at the one end, and of its opposite.
  const contrast = -expm1(-epsilon) / (1 + decay);
  const least = decay / (1 + decay);
  const shareOf = (value: number) => {
    if (!(value >= lower && value <= upper)) refuseData("value", `from ${lower} to ${upper}`);
    return (value - lower) / width;
  };
  const release = (value: number, random: Stream) => sampleBernoulli(least + shareOf(value) * contrast, random);
  return {
    name: "one-bit-mean",
    neighbours: "swap",
    guarantee,
    release,
    releaseMany: repeatedRelease(release),
    law: (value) => {
      const share = shareOf(value);
      // (e^-epsilon + x (1 - e^-epsilon)) / (1 + e^-epsilon), and the same of 1 - x.
      const logOf = (x: number) => (x === 0 ? -epsilon : log(decay + x * (1 - decay))) - log1p(decay);
      return finiteLaw([logOf(1 - share), logOf(share)]);
    },
    privacyLoss: () => ({ ...worstCasePld({ epsilon, delta: 0 }), attained: true }),
    worstPair: () => [lower, upper],
    estimate: (answerShare) => {
      requireProbability({ answerShare });
      return lower + (width * (answerShare - least)) / contrast;
    },
    largestDeviation: (size) => {
      requireInteger({ size }, 1);
      return width / (2 * contrast * Math.sqrt(size));
    },
  };
}
