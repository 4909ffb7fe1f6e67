/**
 * The exact law of the answers of a private online rule: a sign for each test, "+" for rejected and "-" for not, until the allowed
 * rejections are used up.
 *
 * Each test is a noisy comparison with one noisy threshold, whose noise is drawn again after a rejection; how far a test is from
 * its threshold may depend on the answers before it. The probability of the answers between two rejections is that of
 * `comparison-law.ts`, and they are independent.
 * Accuracy: that of `comparison-law.ts`.
 * Limits: at most 4096 sequences of answers.
 */
import { type ComparisonNoise, logAnswersProbability } from "../adaptive/comparison-law.ts";
import { refuse } from "../numerics/requirements.ts";
import type { DiscreteLaw } from "../privacy/loss/law.ts";

interface TestSequence {
  readonly noise: ComparisonNoise;
  readonly tests: number;
  readonly mostRejections: number;
  /** How far the next test is above its threshold, after these answers; undefined if it cannot be rejected. */
  readonly gapAfter: (answers: string) => number | undefined;
}

const MOST_SEQUENCES = 4096;

export function rejectionsLaw({ noise, tests, mostRejections, gapAfter }: TestSequence): DiscreteLaw<string> {
  if (sequences(tests, mostRejections) > MOST_SEQUENCES)
    refuse("tests", `so few that there are ${MOST_SEQUENCES} sequences of answers at most`, tests);
  const logMasses = new Map<string, number>();
  /** `gaps` are those since the last rejection, `before` is the logarithm of the probability up to it. */
  const extend = (answers: string, left: number, gaps: readonly number[], before: number): void => {
    if (answers.length === tests || left === 0) {
      logMasses.set(answers, before + logEpoch(gaps, false));
      return;
    }
    const gap = gapAfter(answers);
    extend(`${answers}-`, left, gap === undefined ? gaps : [...gaps, gap], before);
    if (gap !== undefined) extend(`${answers}+`, left - 1, [], before + logEpoch([...gaps, gap], true));
  };
  const logEpoch = (gaps: readonly number[], rejected: boolean) =>
    logAnswersProbability(
      noise,
      gaps,
      gaps.map((_, i) => rejected && i === gaps.length - 1),
    );
  extend("", mostRejections, [], 0);
  const support = [...logMasses.keys()].filter((answers) => logMasses.get(answers) !== -Infinity);
  return { kind: "discrete", support, neglected: 0, logMass: (answers) => logMasses.get(answers) ?? -Infinity };
}

/** The sum of the binomial coefficients up to `mostRejections`, or more than enough. */
function sequences(tests: number, mostRejections: number): number {
  let sum = 1;
  let term = 1;
  for (let j = 1; j <= Math.min(tests, mostRejections); j++) {
    term *= (tests - j + 1) / j;
    sum += term;
    if (sum > MOST_SEQUENCES) break;
  }
  return sum;
}
