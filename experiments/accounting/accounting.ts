/**
 * Accounting: do the accountants give what the laws of the mechanisms demand?
 *
 * Renyi curves, also on samples, concentrated privacy, also truncated, amplification by sampling, the moments accountant,
 * privacy-loss distributions, filters for each person and persons who take part several times, each against quadrature of the
 * densities, enumeration of all samples, or a closed form: exact throughout. See the files of the parts for what each compares.
 */
import { defineExperiment } from "../kit.ts";
import { amplificationPart } from "./amplification-part.ts";
import { batchPart, groupPart } from "./batch-and-group-parts.ts";
import { concentratedPart, samplingPart } from "./concentrated-parts.ts";
import { amplificationFigure, concentrationFigure, conversionFigure, stepsFigure } from "./figures.ts";
import { individualPart } from "./individual-part.ts";
import { gaussianPart, lossPart } from "./loss-parts.ts";
import { momentsPart } from "./moments-part.ts";
import { participationPart } from "./participation-part.ts";
import { conversionPart, divergencePart } from "./renyi-parts.ts";
import { samplingFigure } from "./sampled-renyi-figure.ts";
import { sampledRenyiPart } from "./sampled-renyi-part.ts";
import { tinyRatesPart } from "./tiny-rates-part.ts";
import { truncatedPart } from "./truncated-part.ts";

export default defineExperiment({
  id: "accounting",
  version: 3,
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
    "renyi-sampling": sampledRenyiPart,
    "truncated-concentrated": truncatedPart,
    "individual-filter": individualPart,
    participation: participationPart,
    "tiny-rates": tinyRatesPart,
    "batch-loss": batchPart,
    "group-loss": groupPart,
  },
  figures: {
    conversion: conversionFigure,
    concentration: concentrationFigure,
    amplification: amplificationFigure,
    steps: stepsFigure,
    sampling: samplingFigure,
  },
});
