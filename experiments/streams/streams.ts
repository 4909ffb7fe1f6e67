/**
 * Streams: do running sums that are released at every time have the privacy and the errors that are stated, and which counter errs least?
 *
 * Naive counters, the tree, and factorisations of the running sums, all by exact variances, exact audits and exact bounds; and learning from a stream by
 * a private running sum of gradients: its regret, how that grows, and its exact audit.
 */
import { defineExperiment } from "../kit.ts";
import { errorFigure, varianceFigure } from "./counter-figures.ts";
import { crossingPart, naivePart, treePart } from "./counter-parts.ts";
import { factorisationPart } from "./factorisation-part.ts";
import { regretFigure } from "./learning-figures.ts";
import { growthPart, privacyPart, regretPart } from "./learning-parts.ts";

export default defineExperiment({
  id: "streams",
  version: 1,
  title: "Running sums of a stream, and learning from one: their privacy and their errors",
  area: "streams",
  parts: {
    "counter-naive": naivePart,
    "tree-aggregation": treePart,
    "tree-crossing": crossingPart,
    "matrix-factorisation": factorisationPart,
    pftal: regretPart,
    "leader-growth": growthPart,
    "leader-privacy": privacyPart,
  },
  figures: {
    "counter-errors": { parts: ["tree-crossing", "matrix-factorisation"], draw: errorFigure },
    "counter-variances": { parts: ["matrix-factorisation"], draw: varianceFigure },
    regret: { parts: ["pftal"], draw: regretFigure },
  },
});
