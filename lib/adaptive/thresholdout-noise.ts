/**
 * The noise of Thresholdout, as data: as its theorem has it, or as the published figure ran it.
 *
 * - `theorem`: Laplace noise of 4, 8 and 2 times the tolerance on threshold, comparison and release; one threshold noise until an answer
 *   comes from the holdout, then a fresh one around the original threshold.
 * - `published`: normal noise of the tolerance as deviation on the threshold, fresh for every query, and on releases; none on comparisons.
 *   No guarantee and no budget.
 * Source: Dwork, Feldman, Hardt, Pitassi, Reingold, Roth (NIPS 2015; Science 2015, doi:10.1126/science.aaa9375, and its code).
 */
import { refuse } from "../numerics/requirements.ts";
import { sampleLaplace } from "../random/laplace.ts";
import { sampleNormal } from "../random/normal.ts";
import type { Stream } from "../random/stream.ts";

export type ThresholdoutVariant = "theorem" | "published";

export interface ThresholdoutNoise {
  /** Whether every query has its own threshold noise. */
  readonly freshThreshold: boolean;
  threshold(random: Stream): number;
  comparison(random: Stream): number;
  release(random: Stream): number;
}

/** In units of the tolerance: the scales of the Laplace noise that the theorem asks for. */
export const THEOREM_SCALES = { threshold: 4, comparison: 8, release: 2 } as const;

export function thresholdoutNoise(variant: ThresholdoutVariant, tolerance: number): ThresholdoutNoise {
  if (variant === "theorem") {
    const { threshold, comparison, release } = THEOREM_SCALES;
    return {
      freshThreshold: false,
      threshold: (random) => sampleLaplace(threshold * tolerance, random),
      comparison: (random) => sampleLaplace(comparison * tolerance, random),
      release: (random) => sampleLaplace(release * tolerance, random),
    };
  }
  if (variant !== "published") refuse("variant", "theorem or published", variant);
  const normal = (random: Stream) => sampleNormal({ mean: 0, sigma: tolerance }, random);
  return { freshThreshold: true, threshold: normal, comparison: () => 0, release: normal };
}
