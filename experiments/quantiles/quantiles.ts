/**
 * Quantiles: is JointExp private and better than one mechanism for each quantile, what do atoms do to it, and does smoothing help?
 *
 * Privacy is exact, on few records and places; so are the errors on atoms. The errors of several quantiles and of smoothed records
 * are drawn.
 * Sources: Gillenwater, Joseph, Kulesza (ICML 2021); Lalanne et al. (2022).
 */
import { defineExperiment } from "../kit.ts";
import { atomsPart, smoothedPart, smoothedPrivacyPart } from "./atom-parts.ts";
import { manyQuantilesFigure, radiusFigure } from "./figures.ts";
import { jointAccuracyPart, jointPart } from "./joint-parts.ts";

export default defineExperiment({
  id: "quantiles",
  version: 1,
  title: "Private quantiles: many at once, atoms and smoothing",
  area: "quantiles",
  parts: {
    jointexp: jointPart,
    "joint-accuracy": jointAccuracyPart,
    "quantile-atoms": atomsPart,
    "hsjointexp-privacy": smoothedPrivacyPart,
    hsjointexp: smoothedPart,
  },
  figures: {
    "error-against-quantiles": manyQuantilesFigure,
    "error-against-radius": radiusFigure,
  },
});
