/**
 * Thresholdout and adaptive overfitting (H3): what becomes of a holdout that is used again and again, and what protects it?
 *
 * The published figure by its exact law and on whole data sets (`published.method=direct`), the theorem's accuracy and privacy, the vote
 * attack, and the generalisation gap of private choices. Source: Dwork, Feldman, Hardt, Pitassi, Reingold, Roth (NIPS 2015; Science 2015).
 */
import { defineExperiment } from "../kit.ts";
import { directPart } from "./direct-part.ts";
import { gapFigure, publishedFigure, tailsFigure, voteFigure } from "./figures.ts";
import { gapPart, gapTailPart, subsetPart } from "./gap-parts.ts";
import { aboveThresholdPart, thresholdoutPrivacyPart, thresholdoutWholePart } from "./privacy-parts.ts";
import { publishedPart } from "./published-part.ts";
import { numericSparsePart, sparseVectorPart } from "./sparse-parts.ts";
import { earlyTailPart, sampledTailPart, tailPart } from "./tail-parts.ts";
import { votePart } from "./vote-part.ts";

export default defineExperiment({
  id: "thresholdout-holdout",
  version: 2,
  title: "Thresholdout: a holdout reused without overfitting",
  area: "holdout",
  parts: {
    published: publishedPart,
    direct: directPart,
    tail: tailPart,
    "early-tail": earlyTailPart,
    "sampled-tail": sampledTailPart,
    privacy: thresholdoutPrivacyPart,
    "whole-loss": thresholdoutWholePart,
    "above-threshold": aboveThresholdPart,
    "sparse-vector": sparseVectorPart,
    "numeric-sparse": numericSparsePart,
    vote: votePart,
    gap: gapPart,
    "gap-tail": gapTailPart,
    "subset-selection": subsetPart,
  },
  figures: {
    published: { parts: ["published"], draw: publishedFigure },
    tail: tailsFigure,
    gap: gapFigure,
    vote: voteFigure,
  },
});
