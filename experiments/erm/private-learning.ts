/**
 * Private learning: finite classes, teachers' votes, linear regression from sums, blocks of records, and what three methods exactly cost.
 *
 * Everything is exact but the rates of regression and the failures on a population, which are drawn. The excess risk of private
 * empirical risk minimisation is the experiment `erm-excess-risk`.
 */
import { defineExperiment } from "../kit.ts";
import { blocksPart, blockVariancePart } from "./block-part.ts";
import { labelingsPart, populationPart, thresholdsPart } from "./class-parts.ts";
import { descentStepPart, exponentialDeltaPart, objectiveLinePart } from "./exact-privacy-parts.ts";
import { blocksFigure, lineFigure, thresholdsFigure, votesFigure } from "./learning-figures.ts";
import { linePrivacyPart, lineRatePart, regressionPart } from "./line-parts.ts";
import { gaussianVotesPart, votesPart } from "./votes-parts.ts";

export default defineExperiment({
  id: "private-learning",
  version: 2,
  title: "Private learning: classes, votes, sums and blocks",
  area: "erm",
  parts: {
    "klnrs-learning": thresholdsPart,
    "all-labelings": labelingsPart,
    population: populationPart,
    pate: votesPart,
    "pate-gaussian": gaussianVotesPart,
    "linreg-sufficient-statistics": linePrivacyPart,
    "regression-sensitivity": regressionPart,
    "linreg-rate": lineRatePart,
    "subsample-aggregate": blocksPart,
    "block-variance": blockVariancePart,
    "objective-line": objectiveLinePart,
    "exponential-delta": exponentialDeltaPart,
    "descent-step": descentStepPart,
  },
  figures: {
    thresholds: thresholdsFigure,
    votes: votesFigure,
    line: lineFigure,
    blocks: blocksFigure,
  },
});
