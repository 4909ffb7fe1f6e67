/**
 * Releases that are to be published: are they exact, and does nothing of the data show in which outputs are possible?
 *
 * Sums, means, histograms, quantiles, whole vectors and choices by scores on a declared grid, in whole numbers from the data to the
 * output: under the support attack, by exact audits over all neighbours of few records, by draws from two kinds of source, and
 * beside the float64 mechanisms.
 * Sources: Mironov (CCS 2012); Canonne, Kamath, Steinke (NeurIPS 2020); Kaplan, Schnapp, Stemmer (ICML 2022).
 */
import { defineExperiment } from "../kit.ts";
import { noiseAuditPart, quantileAuditPart, vectorAuditPart } from "./audit-parts.ts";
import { drawsPart, utilityPart } from "./draw-parts.ts";
import { utilityFigure } from "./figures.ts";
import { selectionAuditPart } from "./selection-part.ts";
import { supportPart } from "./support-part.ts";

export default defineExperiment({
  id: "secure-release",
  version: 3,
  title: "Releases in whole numbers: support, privacy and cost",
  area: "releases",
  parts: {
    support: supportPart,
    "grid-noise": noiseAuditPart,
    "grid-quantiles": quantileAuditPart,
    "vector-discrete-gaussian": vectorAuditPart,
    "grid-selection": selectionAuditPart,
    draws: drawsPart,
    utility: utilityPart,
  },
  figures: {
    utility: utilityFigure,
  },
});
