/**
 * Streams: do running sums that are released at every time have the privacy and the errors that are stated, and which counter errs least?
 *
 * Naive counters, the tree, and factorisations of the running sums, all by exact variances, exact audits and exact bounds; and
 * learning from a stream by a private running sum of gradients: its regret, how that grows, and its exact audit; and bandits, which
 * see the rewards of the arms that they pull alone.
 */
import { defineExperiment } from "../kit.ts";
import { banditFigure } from "./bandit-figures.ts";
import { banditLowerBoundPart, banditPrivacyPart } from "./bandit-parts.ts";
import { confidenceRegretPart, eliminationRegretPart } from "./bandit-regret-parts.ts";
import { errorFigure, varianceFigure } from "./counter-figures.ts";
import { crossingPart, naivePart, treePart } from "./counter-parts.ts";
import { factorisationPart } from "./factorisation-part.ts";
import { regretFigure } from "./learning-figures.ts";
import { growthPart, privacyPart, regretPart } from "./learning-parts.ts";

export default defineExperiment({
  id: "streams",
  version: 2,
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
    "bandit-privacy": banditPrivacyPart,
    "private-bandits": confidenceRegretPart,
    "elimination-regret": eliminationRegretPart,
    "bandit-lower-bound": banditLowerBoundPart,
  },
  figures: {
    "counter-errors": errorFigure,
    "counter-variances": varianceFigure,
    regret: regretFigure,
    "bandit-regret": { parts: ["private-bandits", "elimination-regret"], draw: banditFigure },
  },
});
