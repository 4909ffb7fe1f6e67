/**
 * Rejections by noisy comparison: the noise that the private online rules share, and the shift that keeps it from rejecting by itself.
 *
 * With unit = sensitivity * rejections allowed / epsilon, a test is rejected if ln p + Z <= ln(level) - shift + Y, where Z ~
 * Laplace(4 unit) is drawn for each test and Y ~ Laplace(2 unit) once and again after every rejection: sparse vector on ln p.
 *
 * Theorem: Y - Z exceeds a shift A >= 0 with probability (2/3) e^(-A / (4 unit)) - (1/6) e^(-A / (2 unit)). So A = 4 unit ln(2 / (3
 * d)) keeps it at d or below; with 1 in place of the factor 4 it is .21 where d = .01 is meant.
 * Source: Zhang, Kamath, Cummings (2021) for the rule; the tail is that of the difference of two Laplace variables.
 */
import type { ComparisonNoise } from "../adaptive/comparison-law.ts";
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { scale as anyScale, count, type ParametersOf, type Read } from "../numerics/parameters.ts";
import { requireNonNegative, requireOpenProbability, requireScale } from "../numerics/requirements.ts";
import { withBudget } from "../privacy/guarantees/budget.ts";

/** What the noise of rejections takes, besides its budget. */
export const REJECTING = {
  /** Of ln max(p, floor): eta. */
  sensitivity: anyScale,
  /** How many tests may be rejected, c. */
  mostRejections: count,
};

export const rejectionParameters = withBudget(["pure"], REJECTING);

export type RejectionNoise = ParametersOf<typeof rejectionParameters>;

/** What was read. */
interface Rejecting extends Read<typeof REJECTING> {
  readonly epsilon: number;
}

/** The scales of the noise, of which sparse vector knows that they are epsilon-private; of what was read. */
export function rejectionNoise({ epsilon, sensitivity, mostRejections }: Rejecting): ComparisonNoise {
  requireScale({ epsilon });
  const unit = (sensitivity * mostRejections) / epsilon;
  requireScale({ "4 * sensitivity * mostRejections / epsilon": 4 * unit });
  return { thresholdScale: 2 * unit, queryScale: 4 * unit };
}

/** The shift 4 (sensitivity c / epsilon) ln(2 / (3 noiseError)), or none where that is below 0. */
export function rejectionShift(noise: RejectionNoise, noiseError: number): number {
  requireOpenProbability({ noiseError });
  return noiseOf(noise).queryScale * Math.max(0, log(2 / 3) - log(noiseError));
}

/** The probability that the noise alone rejects a test whose p-value is the shift above its level, on the scale of ln p. */
export function noiseRejects(noise: RejectionNoise, shift: number): number {
  requireNonNegative({ shift });
  const { queryScale } = noiseOf(noise);
  return (2 / 3) * exp(-shift / queryScale) - (1 / 6) * exp((-2 * shift) / queryScale);
}

function noiseOf(noise: RejectionNoise): ComparisonNoise {
  const { guarantee, ...read } = rejectionParameters.read(noise);
  return rejectionNoise({ ...read, epsilon: guarantee.epsilon });
}
