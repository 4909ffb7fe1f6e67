/**
 * Accounting: do the accountants give what the laws of the mechanisms demand?
 *
 * Renyi curves, concentrated privacy, amplification by sampling, the moments accountant and privacy-loss distributions, each against quadrature of the
 * densities, enumeration of all samples, or a closed form: exact throughout. See the files of the parts for what each compares.
 */
import { defineExperiment } from "../kit.ts";
import { amplificationPart } from "./amplification-part.ts";
import { concentratedPart, samplingPart } from "./concentrated-parts.ts";
import { amplificationFigure, concentrationFigure, conversionFigure, stepsFigure } from "./figures.ts";
import { gaussianPart, lossPart } from "./loss-parts.ts";
import { momentsPart } from "./moments-part.ts";
import { conversionPart, divergencePart } from "./renyi-parts.ts";

export default defineExperiment({
  id: "accounting",
  version: 1,
  title: "Accounting: Renyi and concentrated privacy, sampling, privacy-loss distributions",
  area: "accounting",
  parts: {
    rdp: divergencePart,
    "rdp-conversion": conversionPart,
    zcdp: concentratedPart,
    "zcdp-subsampling": samplingPart,
    "subsampling-amplification": amplificationPart,
    "moments-accountant": momentsPart,
    pld: lossPart,
    "pld-gaussian": gaussianPart,
  },
  figures: {
    conversion: { parts: ["rdp-conversion"], draw: conversionFigure },
    concentration: { parts: ["zcdp-subsampling"], draw: concentrationFigure },
    amplification: { parts: ["subsampling-amplification"], draw: amplificationFigure },
    steps: { parts: ["moments-accountant"], draw: stepsFigure },
  },
});
