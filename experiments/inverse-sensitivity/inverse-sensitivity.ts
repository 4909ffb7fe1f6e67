/**
 * Inverse sensitivity: are mechanisms that count the changes to an outcome private, and as accurate as stated, and is smooth sensitivity?
 *
 * Everything is exact: functions of few bits by going through all datasets, the mean by its masses, medians by densities that are
 * constant between records.
 * Sources: Asi, Duchi (NeurIPS 2020); Nissim, Raskhodnikova, Smith (STOC 2007).
 */
import { defineExperiment } from "../kit.ts";
import { lossesFigure, massesFigure, medianFigure, sensitivitiesFigure, successFigure } from "./figures.ts";
import { discretePart, inversePart } from "./function-parts.ts";
import { meanPart } from "./mean-part.ts";
import { accuracyPart, smoothedPart } from "./median-parts.ts";
import { quarterPart } from "./quarter-part.ts";
import { smoothPart } from "./smooth-part.ts";

export default defineExperiment({
  id: "inverse-sensitivity",
  version: 1,
  title: "Inverse sensitivity and smooth sensitivity",
  area: "inverse-sensitivity",
  parts: {
    "inverse-sensitivity": inversePart,
    "ism-discrete": discretePart,
    "ism-quarter-optimal": quarterPart,
    "ism-mean": meanPart,
    "ism-smoothed": smoothedPart,
    "median-accuracy": accuracyPart,
    "smooth-sensitivity": smoothPart,
  },
  figures: {
    losses: lossesFigure,
    success: { parts: ["ism-quarter-optimal"], draw: successFigure },
    masses: { parts: ["ism-mean"], draw: massesFigure },
    medians: medianFigure,
    sensitivities: sensitivitiesFigure,
  },
});
