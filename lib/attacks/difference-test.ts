/**
 * The differencing attack on noisy counts: guess a person's bit from the difference of a count with that person and one without.
 *
 * Theorem: the counts have independent Laplace noise of scales 1 / larger and 1 / smaller, so their difference is the bit plus a
 * symmetric variable with the tail e^(-a x) (1 + a^2 / (a + c) (1 - e^(-(c - a) x)) / (c - a)) / 2, where a <= c are the two
 * epsilons; for a = c it is e^(-a x) (1 + a x / 2) / 2. Its density is log-concave, as both are, so that the likelihood ratio rises
 * with the difference and the best test on it is a threshold: 1/2 if both bits are equally likely. Then it is right with
 * probability 1 - (1 + epsilon / 4) e^(-epsilon / 2) / 2 for one epsilon.
 * Source: Dwork, Roth (2014), doi:10.1561/0400000042, for the attack; Neyman, Pearson (1933) for the test; the tail by integrating
 * two Laplace densities.
 * Accuracy: success to 1e-14. The threshold to 1e-9 of itself, as long as the logarithm of the odds is nearer to 0 than to the
 * smaller epsilon by a factor of 1 - 1e-6; where they all but agree it is far out, and digits of the prior are lost in their
 * difference.
 * Limits: knows nothing of the other people but that they are in both counts. Who knows more uses `answersTest`; nobody beats `guessBound`.
 * Both epsilons from 1e-6 to 1000.
 * @example
 * ```ts
 * import { differenceTest } from "epsilab/attacks";
 * const test = differenceTest({ larger: 1, smaller: 1, prior: 0.5 });
 * test.threshold; // => 0.5
 * test.success; // => 0.6209...
 * test.decide({ larger: 41.3, smaller: 40.1 }); // => true
 * ```
 * @claim differencing-attack
 */
import { exp, expm1 } from "../numerics/exponential.ts";
import { log, log1p } from "../numerics/logarithm.ts";
import { declare, number, openProbability, type ParametersOf } from "../numerics/parameters.ts";
import { requireFinite } from "../numerics/requirements.ts";
import { expandBracket, findRoot } from "../numerics/root.ts";

/** Within which the tests are computed. */
const computable = number({ expected: "from 0.000001 to 1000", least: 1e-6, most: 1000 });

export const differenceTestParameters = declare({
  /** Epsilon of the count that the person is in. */
  larger: computable,
  /** Epsilon of the count that the person is not in. */
  smaller: computable,
  /** The probability that the bit is 1, before anything is seen. */
  prior: openProbability,
});

export interface DifferenceTestParameters extends ParametersOf<typeof differenceTestParameters> {}

/** The two noisy counts. */
export interface CountPair {
  readonly larger: number;
  readonly smaller: number;
}

export interface DifferenceTest {
  /** The guess is 1 where the difference exceeds this; infinite where no difference outweighs the prior. */
  readonly threshold: number;
  /** The probability that the guess is right. */
  readonly success: number;
  /** The guess. */
  decide(counts: CountPair): boolean;
  /** The probability that a guess by another threshold is right. */
  successAt(threshold: number): number;
}

export function differenceTest(parameters: DifferenceTestParameters): DifferenceTest {
  const { larger, smaller, prior } = differenceTestParameters.read(parameters);
  const slow = Math.min(larger, smaller);
  const fast = Math.max(larger, smaller);
  const gap = fast - slow;
  const tail = (x: number): number =>
    x < 0
      ? 1 - tail(-x)
      : x === Infinity
        ? 0
        : (exp(-slow * x) * (1 + ((slow * slow) / (slow + fast)) * lag(gap, x))) / 2;
  const successAt = (threshold: number) => prior * tail(threshold - 1) + (1 - prior) * (1 - tail(threshold));
  const against = logOddsAgainst(prior);
  const threshold = against < 0 ? 1 - thresholdOf(-against, slow, gap) : thresholdOf(against, slow, gap);
  return {
    threshold,
    success: Math.max(prior, 1 - prior, successAt(threshold)),
    decide(counts) {
      requireFinite({ larger: counts.larger, smaller: counts.smaller });
      return counts.larger - counts.smaller > threshold;
    },
    successAt(other) {
      requireFinite({ threshold: other });
      return successAt(other);
    },
  };
}

/**
 * Where the logarithm of the likelihood ratio, which rises from 0 at 1/2 to slow at infinity, outweighs that of the odds against a
 * 1, which is not negative. The density at x is e^(-slow |x|) f(|x|), but for a factor, f = 1 + slow lag. From 1 on the ratio is
 * e^slow (1 - (f(x) - f(x - 1)) / f(x)), the difference being slow e^(-gap (x - 1)) lag(1), so that no digit is lost however far
 * the root is.
 */
function thresholdOf(against: number, slow: number, gap: number): number {
  if (against === 0) return 0.5;
  if (against >= slow) return Infinity;
  const logShape = (x: number) => log1p(slow * lag(gap, x));
  const near = (x: number) => slow * (2 * x - 1) + (logShape(1 - x) - logShape(x)) - against;
  if (near(1) >= 0) return findRoot(near, { lower: 0.5, upper: 1 });
  const short = slow - against;
  const far = (x: number) => short + log1p((-slow * exp(-gap * (x - 1)) * lag(gap, 1)) / (1 + slow * lag(gap, x)));
  return findRoot(far, expandBracket(far, { lower: 1, upper: 2, minimum: 1 }));
}

/** (1 - e^(-gap x)) / gap. */
function lag(gap: number, x: number): number {
  return gap === 0 ? x : -expm1(-gap * x) / gap;
}

/** ln((1 - prior) / prior), to all digits also near 1/2. */
export function logOddsAgainst(prior: number): number {
  return Math.abs(prior - 0.5) > 0.25 ? log1p(-prior) - log(prior) : log1p((1 - 2 * prior) / prior);
}
