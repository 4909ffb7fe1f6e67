/**
 * Auditing methods: what audits of black boxes may say, and how often they are wrong: one run by its trade-off curve, audits that
 * are watched, audits of mu and of Renyi curves, and the search for the worst neighbouring inputs.
 */
import { defineExperiment } from "../kit.ts";
import { auditFigures } from "./audit-figures.ts";
import { divergencePart, hiddenPart, selectionPart } from "./black-box-parts.ts";
import { boundPart, countsPart, gaussianRunPart } from "./one-run-parts.ts";
import { peekingPart, stoppingPart } from "./watched-parts.ts";

export default defineExperiment({
  id: "auditing-methods",
  version: 1,
  title: "Auditing methods: one run, watched, by mu and Renyi curves, and by search",
  area: "auditing",
  parts: {
    "one-run-bound": boundPart,
    "one-run-counts": countsPart,
    "one-run-gaussian": gaussianRunPart,
    "watched-looks": peekingPart,
    "watched-stopping": stoppingPart,
    "sampled-divergences": divergencePart,
    "hidden-input": hiddenPart,
    "search-selection": selectionPart,
  },
  figures: auditFigures,
});
