/**
 * Lower bounds against the truth: fingerprinting, van Trees under privacy and learning, in models so small that linear programs give the
 * risk of the best private method, at a hundred points each. Those for local privacy are in `local-privacy`.
 *
 * Nothing is drawn: every number is exact, or the certified end of an interval. Sources: Bun, Ullman, Vadhan 2014; Bassily, Smith,
 * Thakurta 2014; Gill, Levit 1995.
 */
import { defineExperiment } from "../kit.ts";
import { dimensionsFigure, shareFigure } from "./lower-bound-figures.ts";
import { dimensionsPart, fingerprintingPart, learningPart, vanTreesPart } from "./lower-bound-parts.ts";

export default defineExperiment({
  id: "lower-bounds",
  version: 2,
  title: "Lower bounds against the best private methods",
  area: "minimax",
  parts: {
    fingerprinting: fingerprintingPart,
    dimensions: dimensionsPart,
    "van-trees": vanTreesPart,
    learning: learningPart,
  },
  figures: {
    share: shareFigure,
    dimensions: dimensionsFigure,
  },
});
