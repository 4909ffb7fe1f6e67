/**
 * False discoveries: are p-values what they should be, and do the rules that reject by them keep their rates?
 *
 * Parts on p-values and batch rules are exact (`batch-parts.ts`), those on online rules exact where the law of the decisions is
 * known and sampled where it is not (`investing-parts.ts`, `online-parts.ts`), those on sensitivities and private rules likewise
 * (`private-parts.ts`).
 * Source: Benjamini, Hochberg (JRSS B 57, 1995); Foster, Stine (JRSS B 70, 2008); Ramdas, Yang, Wainwright, Jordan (NeurIPS 2017);
 * Ramdas, Zrnic, Wainwright, Jordan (ICML 2018).
 */
import { defineExperiment } from "../kit.ts";
import { batchParts } from "./batch-parts.ts";
import { investingParts } from "./investing-parts.ts";
import { onlineParts } from "./online-parts.ts";
import { privateFigures } from "./private-figures.ts";
import { privateParts } from "./private-parts.ts";
import { batchFigure, onlinePowerFigure, onlineRateFigure } from "./rules-figures.ts";

export default defineExperiment({
  id: "false-discovery",
  version: 1,
  title: "False discoveries: p-values, batch rules, online rules and private ones",
  area: "false-discovery",
  parts: { ...batchParts, ...investingParts, ...onlineParts, ...privateParts },
  figures: {
    batch: batchFigure,
    online: onlineRateFigure,
    "online-power": onlinePowerFigure,
    ...privateFigures,
  },
});
