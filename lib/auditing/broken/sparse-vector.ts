/**
 * Broken: sparse vector as published with errors, variants 3 to 6 in the numbering of Lyu, Su and Li.
 *
 * All add Laplace noise to the threshold 0 and compare each query (of sensitivity 1) with it.
 * - 3 releases the noisy value that won the comparison: no epsilon suffices for all lengths.
 * - 4 does not scale the noise of queries by the number of positives c: (1 + 6 c) / 4 epsilon.
 * - 5 adds no noise to queries: infinite. - 6 stops at no number of positives: grows with the number of queries.
 * Source: Lyu, Su, Li (VLDB 2017), algorithms 3-6 of figure 1.
 */
import { logAnswersProbability } from "../../adaptive/comparison-law.ts";
import { exp } from "../../numerics/exponential.ts";
import { refuse, requirePositive } from "../../numerics/requirements.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import { sampleLaplace } from "../../random/laplace.ts";
import type { Stream } from "../../random/stream.ts";
import { tabulatedLaw } from "../tabulated-law.ts";

export interface SparseVariant {
  readonly thresholdScale: number;
  /** 0 for no noise. */
  readonly queryScale: number;
  /** Infinity for no limit. */
  readonly positives: number;
  readonly releasesValue: boolean;
}

export function sparseVariant(
  variant: 3 | 4 | 5 | 6,
  { epsilon, positives }: { epsilon: number; positives: number },
): SparseVariant {
  requirePositive({ epsilon, positives });
  const half = { thresholdScale: 2 / epsilon, positives, releasesValue: false };
  if (variant === 3) return { ...half, queryScale: (2 * positives) / epsilon, releasesValue: true };
  if (variant === 4) return { ...half, thresholdScale: 4 / epsilon, queryScale: 4 / (3 * epsilon) };
  if (variant === 5) return { ...half, queryScale: 0, positives: Infinity };
  return { ...half, queryScale: 2 / epsilon, positives: Infinity };
}

/** Correct: half of epsilon for the threshold, the other half for `positives` comparisons of sensitivity 2 each, and no values. */
export function rightSparseVector({ epsilon, positives }: { epsilon: number; positives: number }): SparseVariant {
  requirePositive({ epsilon, positives });
  return {
    thresholdScale: 2 / epsilon,
    queryScale: (4 * positives) / epsilon,
    positives,
    releasesValue: false,
  };
}

/** "below", "above" or the noisy value for each query, until the positives are used up. */
export function releaseSparse(variant: SparseVariant, queries: readonly number[], random: Stream): (string | number)[] {
  const threshold = sampleLaplace(variant.thresholdScale, random);
  const answers: (string | number)[] = [];
  let left = variant.positives;
  for (const query of queries) {
    const noisy = query + (variant.queryScale === 0 ? 0 : sampleLaplace(variant.queryScale, random));
    if (noisy < threshold) answers.push("below");
    else {
      answers.push(variant.releasesValue ? noisy : "above");
      left--;
      if (left === 0) break;
    }
  }
  return answers;
}

/** The exact probability of one answer to each query (true: above), by quadrature over the noise of the threshold. */
export function sparseProbability(
  variant: SparseVariant,
  queries: readonly number[],
  above: readonly boolean[],
): number {
  return exp(logAnswersProbability(variant, queries, above));
}

/** The exact law of the answers, joined by commas, for a variant that does not release values. */
export function sparseLaw(variant: SparseVariant, queries: readonly number[]): DiscreteLaw<string> {
  if (variant.releasesValue) refuse("variant", "one that does not release values", "variant 3");
  const table: (readonly [string, number])[] = [];
  const extend = (above: readonly boolean[], positives: number): void => {
    if (above.length === queries.length || positives === variant.positives) {
      const logMass = logAnswersProbability(variant, queries.slice(0, above.length), above);
      table.push([above.map((one) => (one ? "above" : "below")).join(), logMass]);
      return;
    }
    extend([...above, false], positives);
    extend([...above, true], positives + 1);
  };
  extend([], 0);
  return tabulatedLaw(table);
}
