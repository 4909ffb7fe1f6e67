/**
 * Structured releases: are the mechanisms that make use of the structure of data or questions as private and as accurate as stated?
 *
 * The top k of scores, keys over an unknown domain, propose-test-release, the matrix mechanism, and covariance with its principal
 * components. Laws are exact; measured errors are compared with what matrices say.
 */
import { defineExperiment } from "../kit.ts";
import { componentsFigure, failureFigure, strategyFigure } from "./figures.ts";
import { componentsPart, covariancePart, measuredPart, strategyPart } from "./linear-parts.ts";
import { proposePart, stabilityPart, topKPart } from "./selection-parts.ts";

export default defineExperiment({
  id: "structured-releases",
  version: 1,
  title: "Structured releases: top k, unknown domains, propose-test-release, workloads and covariance",
  area: "structured",
  parts: {
    "top-k": topKPart,
    "stability-histogram": stabilityPart,
    "propose-test-release": proposePart,
    "matrix-mechanism": strategyPart,
    "measured-error": measuredPart,
    "analyze-gauss": covariancePart,
    "principal-components": componentsPart,
  },
  figures: {
    strategies: strategyFigure,
    "failure-rate": failureFigure,
    components: componentsFigure,
  },
});
