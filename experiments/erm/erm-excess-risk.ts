/**
 * Private empirical risk minimisation (H4): how much risk do private methods add, how does it fall with the number of records, do the
 * bounds hold, and how far above the least that any private method adds are they?
 *
 * Logistic regression on points of the unit sphere, neighbours that differ by `swap`. The excess is that of the regularised empirical
 * risk over its exact minimum; population risk and accuracy are exact integrals. Sources: Chaudhuri, Monteleoni, Sarwate 2011;
 * Bassily, Smith, Thakurta 2014; Abadi et al. 2016.
 */
import { defineExperiment } from "../kit.ts";
import { descentPart } from "./descent-part.ts";
import { descentPrivacyPart } from "./descent-privacy.ts";
import { expectedDescentPart } from "./expected-descent.ts";
import { expectedPart } from "./expected-part.ts";
import { linearDrawnPart, linearPrivacyPart } from "./exponential-checks.ts";
import { linearPart, linearRatePart } from "./exponential-parts.ts";
import { dimensionFigure, epsilonFigure, excessFigure, linearFigure, populationFigure } from "./figures.ts";
import { gridPart } from "./grid-part.ts";
import { objectivePart } from "./objective-part.ts";
import { outputPart } from "./output-part.ts";
import { objectivePrivacyPart, outputPrivacyPart } from "./perturbation-privacy.ts";
import { sandwichFigure } from "./sandwich-figure.ts";
import { logisticSandwichPart, sandwichPart } from "./sandwich-parts.ts";
import { slopePart } from "./slope-part.ts";
import { stochasticPart, stochasticPrivacyPart } from "./stochastic-part.ts";
import { subsamplePart } from "./subsample-part.ts";

/** The methods, and the lower bound for all of them. */
export default defineExperiment({
  id: "erm-excess-risk",
  version: 3,
  title: "The excess risk of private empirical risk minimisation",
  area: "erm",
  parts: {
    output: outputPart,
    objective: objectivePart,
    expected: expectedPart,
    slope: slopePart,
    descent: descentPart,
    "expected-descent": expectedDescentPart,
    stochastic: stochasticPart,
    subsample: subsamplePart,
    linear: linearPart,
    "linear-rate": linearRatePart,
    "linear-drawn": linearDrawnPart,
    grid: gridPart,
    "output-privacy": outputPrivacyPart,
    "objective-privacy": objectivePrivacyPart,
    "descent-privacy": descentPrivacyPart,
    "stochastic-privacy": stochasticPrivacyPart,
    "linear-privacy": linearPrivacyPart,
    sandwich: sandwichPart,
    "logistic-sandwich": logisticSandwichPart,
  },
  figures: {
    excess: excessFigure,
    dimension: dimensionFigure,
    epsilon: epsilonFigure,
    population: populationFigure,
    linear: linearFigure,
    sandwich: sandwichFigure,
  },
});
