/**
 * The risks and bounds of `minimax-bounds` alone, without controls, as an experiment that `epsilab run` takes by its path: what the
 * benchmark runs beside NumPy.
 */
import { defineExperiment, type Part } from "../experiments/engine/definition/experiment.ts";
import { classicPart, privatePart, sandwichPart } from "../experiments/minimax/bit-parts.ts";
import { pricePart } from "../experiments/minimax/price-parts.ts";
import { approximatePart, concentratedPart, gaussianPart } from "../experiments/minimax/relaxed-parts.ts";
import { sampledPart } from "../experiments/minimax/sampled-part.ts";
import { uniformEstimatorPart } from "../experiments/minimax/uniform-parts.ts";

const alone = (part: Part): Part => ({ ...part, controls: {} });

export default defineExperiment({
  id: "minimax-risks",
  version: 1,
  title: "Minimax lower bounds: the risks and bounds alone",
  area: "minimax",
  parts: {
    classic: alone(classicPart),
    private: alone(privatePart),
    sandwich: alone(sandwichPart),
    price: alone(pricePart),
    concentrated: alone(concentratedPart),
    gaussian: alone(gaussianPart),
    approximate: alone(approximatePart),
    sampled: alone(sampledPart),
    "uniform-estimator": alone(uniformEstimatorPart),
  },
  figures: {},
});
