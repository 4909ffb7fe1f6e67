/**
 * Minimax lower bounds and the price of privacy (H1): do private estimators obey Le Cam's bounds with and without privacy, where do the
 * rates 1 / sqrt n and 1 / (n epsilon) cross, and is privacy free beyond?
 *
 * Risks are exact sums, so that the verdicts are too; drawing only checks the sums. Neighbours differ by `swap`, the loss is the absolute
 * error. For small samples the optimum itself is computed, by linear programming. Sources: Acharya, Sun, Zhang 2021; Lalanne,
 * Garivier, Gribonval 2023; Asi, Duchi 2020.
 */
import { defineExperiment } from "../kit.ts";
import { classicPart, privatePart, sandwichPart } from "./bit-parts.ts";
import { successPart, variancePart } from "./dataset-parts.ts";
import { dimensionPart } from "./dimension-part.ts";
import { exactPart } from "./exact-part.ts";
import {
  fixedEpsilonFigure,
  optimumFigure,
  priceFigure,
  riskFigure,
  uniformFigure,
  varianceFigure,
} from "./figures.ts";
import { pricePart, ratesPart } from "./price-parts.ts";
import { approximatePart, concentratedPart, gaussianPart } from "./relaxed-parts.ts";
import { sampledPart } from "./sampled-part.ts";
import { uniformBoundsPart, uniformEstimatorPart } from "./uniform-parts.ts";
import { universalPart } from "./universal-part.ts";

export default defineExperiment({
  id: "minimax-bounds",
  version: 3,
  title: "Minimax lower bounds and the price of privacy",
  area: "minimax",
  parts: {
    classic: classicPart,
    private: privatePart,
    sandwich: sandwichPart,
    price: pricePart,
    rates: ratesPart,
    concentrated: concentratedPart,
    gaussian: gaussianPart,
    approximate: approximatePart,
    sampled: sampledPart,
    "uniform-bounds": uniformBoundsPart,
    "uniform-estimator": uniformEstimatorPart,
    variance: variancePart,
    success: successPart,
    dimension: dimensionPart,
    "exact-minimax": exactPart,
    "geometric-universal": universalPart,
  },
  figures: {
    risk: riskFigure,
    rate: fixedEpsilonFigure,
    price: priceFigure,
    "uniform-against-bits": { parts: ["uniform-bounds", "private"], draw: uniformFigure },
    optimum: { parts: ["exact-minimax"], draw: optimumFigure },
    variance: varianceFigure,
  },
});
