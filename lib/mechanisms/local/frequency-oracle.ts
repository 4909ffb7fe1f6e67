/**
 * A frequency oracle of the local model: each respondent answers about one of k choices, and the answers give the share of every choice.
 *
 * An answer supports some of the choices: its truth with probability p, any other choice with probability q, the same for all.
 * Theorem: with m the share of answers that support a choice, (m - q) / (p - q) estimates its true share f without bias, with
 * variance r (1 - r) / (n (p - q)^2) over n respondents drawn independently, where r = q + (p - q) f is the probability of support.
 * Source: Wang, Blocki, Li, Jha, "Locally differentially private protocols for frequency estimation" (USENIX Security 2017),
 * theorems 1 and 2.
 */

import { exp } from "../../numerics/exponential.ts";
import { integer } from "../../numerics/parameters.ts";
import { refuse, refuseData, requireInteger, requireProbability } from "../../numerics/requirements.ts";
import type { PureGuarantee } from "../../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism, DominatingPair } from "../../privacy/guarantees/mechanism.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import type { Stream } from "../../random/stream.ts";
import { symmetricPld } from "../laws/symmetric-pld.ts";

/** What every oracle takes, besides its budget. */
export const ASKED = {
  /** How many choices there are: truths are 0, 1, ..., choices - 1. */
  choices: integer(2),
};

export interface Support {
  /** The probability p that an answer supports the truth. */
  readonly truth: number;
  /** The probability q that it supports any one other choice. */
  readonly other: number;
  /** p - q, from a closed form of its own. */
  readonly contrast: number;
}

/** What is made of answers. */
export interface SupportEstimates<Answer> {
  readonly support: Support;
  supports(answer: Answer, choice: number): boolean;
  /** The unbiased estimate of the share of a choice, from the share of answers that support it. */
  estimate(supportShare: number): number;
  /** Its variance when the true share is `share`. */
  estimateVariance(survey: { readonly share: number; readonly size: number }): number;
  /** The estimates of all choices, from all answers. */
  estimateAll(answers: readonly Answer[]): number[];
}

export type FrequencyOracle<Answer> = ClosedMechanism<number, Answer, Stream, DiscreteLaw<Answer>> &
  SupportEstimates<Answer>;

/** What all oracles do with answers. */
export function supportEstimates<Answer>(
  support: Support,
  choices: number,
  supports: (answer: Answer, choice: number) => boolean,
): SupportEstimates<Answer> {
  const { other, contrast } = support;
  const estimate = (supportShare: number) => {
    requireProbability({ supportShare });
    return (supportShare - other) / contrast;
  };
  return {
    support,
    supports,
    estimate,
    estimateVariance: ({ share, size }) => {
      requireProbability({ share });
      requireInteger({ size }, 1);
      const supported = other + contrast * share;
      return (supported * (1 - supported)) / (size * contrast * contrast);
    },
    estimateAll: (answers) => {
      if (answers.length === 0) refuse("answers", "one at least", answers.length);
      return Array.from({ length: choices }, (_, choice) =>
        estimate(answers.reduce((sum, answer) => sum + (supports(answer, choice) ? 1 : 0), 0) / answers.length),
      );
    },
  };
}

/** Between these the probabilities and their contrast have all their digits. */
export function requireOracleEpsilon({ guarantee: { epsilon } }: { readonly guarantee: PureGuarantee }): void {
  if (!(epsilon >= 1e-9 && epsilon <= 500)) refuse("epsilon", "from 1e-9 to 500", epsilon);
}

export function requireTruth(truth: number, choices: number): void {
  if (!(Number.isInteger(truth) && truth >= 0 && truth < choices))
    refuseData("truth", `an integer from 0 to ${choices - 1}`);
}

/** The losses of two truths that half of the answers do not tell apart, and the others by epsilon. */
export function halfSharedPld(epsilon: number): DominatingPair {
  const decay = exp(-epsilon);
  const atoms = [
    { loss: epsilon, mass: 0.5 / (1 + decay) },
    { loss: 0, mass: 0.5 },
    { loss: -epsilon, mass: (0.5 * decay) / (1 + decay) },
  ];
  return { ...symmetricPld(atoms, epsilon), attained: true };
}
