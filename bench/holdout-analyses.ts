/**
 * Three sampled parts of `thresholdout-holdout` alone, as an experiment that `epsilab run` takes by its path: what the benchmark
 * runs beside NumPy.
 */
import { defineExperiment, type Part } from "../experiments/engine/definition/experiment.ts";
import { gapPart } from "../experiments/holdout/gap-parts.ts";
import { publishedPart } from "../experiments/holdout/published-part.ts";
import { sampledTailPart } from "../experiments/holdout/tail-parts.ts";

const alone = (part: Part): Part => ({ ...part, controls: {} });

export default defineExperiment({
  id: "holdout-analyses",
  version: 1,
  title: "Thresholdout: the published figure, fishing analysts and gaps alone",
  area: "holdout",
  parts: { published: alone(publishedPart), "sampled-tail": alone(sampledTailPart), gap: alone(gapPart) },
  figures: {},
});
