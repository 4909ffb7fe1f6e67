/**
 * Generalisation: does who sees only a private output overfit no more than privacy allows, and where does the bound end?
 *
 * Everything is exact, over all samples of a few values. The gap among 1000 random queries, its tail and the sharp example are parts of
 * `thresholdout-holdout`.
 */
import { defineExperiment } from "../kit.ts";
import { expectationPart } from "./expectation-part.ts";
import { adversariesFigure } from "./figures.ts";
import { robustPart } from "./robust-part.ts";

export default defineExperiment({
  id: "generalisation",
  version: 1,
  title: "Generalisation: what a private output tells of its sample",
  area: "generalisation",
  parts: {
    "robust-perfect-generalization": robustPart,
    "dp-generalization-expectation": expectationPart,
  },
  figures: { adversaries: adversariesFigure },
});
