/**
 * Gradient methods: clipping, convexity and descent, the price of tuning, and the published numbers of private networks.
 *
 * Private gradient descent itself and its risk are in the harness `erm-excess-risk`. See the files of the parts for what each compares.
 */
import { defineExperiment } from "../kit.ts";
import { drawnPart, normPart } from "./clip-part.ts";
import { batchPart, convexityPart, descentPart } from "./convexity-parts.ts";
import { clipFigure, networkFigure, tuningFigure } from "./figures.ts";
import { citedPart, networkPart, normOfNoisePart } from "./network-parts.ts";
import { fixedPart, stoppingPart } from "./tuning-parts.ts";

export default defineExperiment({
  id: "gradient",
  version: 1,
  title: "Gradient methods: clipping, descent, tuning and published networks",
  area: "gradient",
  parts: {
    clip: drawnPart,
    "clip-norm": normPart,
    convexity: convexityPart,
    "convexity-gd": descentPart,
    "mini-batch": batchPart,
    "hyperparameter-tuning": fixedPart,
    "random-stopping": stoppingPart,
    "nn-numbers": networkPart,
    "cited-epsilon": citedPart,
    "noise-norm": normOfNoisePart,
  },
  figures: {
    clip: clipFigure,
    tuning: tuningFigure,
    networks: { parts: ["nn-numbers"], draw: networkFigure },
  },
});
