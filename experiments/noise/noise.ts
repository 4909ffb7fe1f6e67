/**
 * Noise: are the mechanisms that add noise as private and as accurate as stated?
 *
 * Sensitivities by search over all neighbours; Laplace, Gaussian and integer noise by their exact laws; histograms and densities;
 * noise in high dimension; and what floating point gives away. Sampled only where the program that draws is the question.
 */
import { defineExperiment } from "../kit.ts";
import { cosinePart, densityBinsPart, densityPart } from "./density-parts.ts";
import { dimensionPart, slopesPart } from "./dimension-parts.ts";
import { floatAttackPart, floatRepairPart } from "./float-parts.ts";
import { eventPart } from "./gaussian-event.ts";
import { classicFigure, integerFigure, lengthFigure, sigmaFigure } from "./gaussian-figures.ts";
import { analyticPart, classicPart, tailPart } from "./gaussian-parts.ts";
import { histogramPart } from "./histogram-parts.ts";
import { gaussianDrawsPart, laplaceDrawsPart } from "./integer-draws.ts";
import { discreteGaussianPart, discreteLaplacePart } from "./integer-parts.ts";
import {
  coverageOfErrors,
  densityErrorFigure,
  floatFigure,
  histogramFigure,
  laplaceFigure,
  sensitivityFigure,
} from "./laplace-figures.ts";
import { laplaceAccuracyPart, laplaceMechanismPart } from "./laplace-parts.ts";
import { sensitivityPart } from "./sensitivity-part.ts";

export default defineExperiment({
  id: "noise",
  version: 2,
  title: "Mechanisms that add noise: their privacy and their spread",
  area: "noise",
  parts: {
    sensitivity: sensitivityPart,
    "laplace-mechanism": laplaceMechanismPart,
    "laplace-accuracy": laplaceAccuracyPart,
    "gaussian-classic": classicPart,
    "gaussian-analytic": analyticPart,
    "gaussian-event": eventPart,
    "gaussian-tail-calibration": tailPart,
    "laplace-vs-gaussian-dimension": dimensionPart,
    "dimension-slopes": slopesPart,
    "discrete-laplace": discreteLaplacePart,
    "discrete-laplace-draws": laplaceDrawsPart,
    "discrete-gaussian": discreteGaussianPart,
    "discrete-gaussian-draws": gaussianDrawsPart,
    "float-attack": floatAttackPart,
    "float-repair": floatRepairPart,
    "counting-histogram-noisymax-accuracy": histogramPart,
    "nonparametric-density": densityPart,
    "density-bins": densityBinsPart,
    "cosine-series": cosinePart,
  },
  figures: {
    sensitivity: sensitivityFigure,
    "laplace-densities": { parts: ["laplace-mechanism"], draw: laplaceFigure },
    "laplace-coverage": coverageOfErrors,
    "classic-delta": classicFigure,
    "gaussian-sigma": sigmaFigure,
    "noise-length": lengthFigure,
    "integer-noise": { parts: ["discrete-laplace", "discrete-gaussian"], draw: integerFigure },
    "float-attack": floatFigure,
    "histogram-errors": histogramFigure,
    "density-error": densityErrorFigure,
  },
});
