/**
 * Definitions: what epsilon and delta mean, which neighbours, and what follows at once.
 *
 * Exact throughout: sums over the events of random finite laws, enumeration of all small data sets and of all Boolean functions of
 * a few bits, quadrature over the densities of Laplace and Gaussian noise. Random laws come from streams that the axes name, so
 * that another `sample` is another pair of laws and the seed changes nothing.
 */
import { defineExperiment } from "../kit.ts";
import { definitionPart, mixturePart, postprocessingPart } from "./definition-parts.ts";
import { functionsFigure, graphFigure, profileFigure, recordFigure, tailsFigure } from "./figures.ts";
import { conversionPart, relationsPart } from "./neighbour-parts.ts";
import { deterministicPart, randomRecordPart } from "./sample-parts.ts";
import { tailPart } from "./tail-part.ts";
import { dualityPart, gaussianPart } from "./trade-off-parts.ts";

export default defineExperiment({
  id: "definitions",
  version: 1,
  title: "Differential privacy: its definition and what follows at once",
  area: "definitions",
  parts: {
    "def-dp": definitionPart,
    "delta-role": mixturePart,
    "pdp-vs-adp": tailPart,
    "neighbour-relations": relationsPart,
    "swap-from-add-remove": conversionPart,
    "random-person": randomRecordPart,
    "deterministic-not-private": deterministicPart,
    postprocessing: postprocessingPart,
    fdp: dualityPart,
    "gaussian-privacy": gaussianPart,
  },
  figures: {
    profile: profileFigure,
    tails: tailsFigure,
    "neighbour-graph": { parts: ["neighbour-relations"], draw: graphFigure },
    "random-record": recordFigure,
    "boolean-functions": { parts: ["deterministic-not-private"], draw: functionsFigure },
  },
});
