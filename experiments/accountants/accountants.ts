/**
 * Accountants: is what the accountants of other libraries state as upper bounds of epsilon above what is certified, and by how much?
 *
 * What they state stands in tables with the versions, `stated-epsilons.json` and two smaller ones; nothing of theirs is run here. See the files of
 * the parts for what each compares.
 */
import { defineExperiment } from "../kit.ts";
import { loosenessFigure, warnedFigure } from "./figures.ts";
import { odometersPart } from "./odometers-part.ts";
import { closedFormsPart, upperBoundsPart } from "./upper-bounds-part.ts";

export default defineExperiment({
  id: "accountants",
  version: 2,
  title: "Accountants of other libraries: stated upper bounds of epsilon beside certified intervals",
  area: "accounting",
  parts: {
    "upper-bounds": upperBoundsPart,
    "closed-forms": closedFormsPart,
    odometers: odometersPart,
  },
  figures: { looseness: loosenessFigure, "central-limit": warnedFigure },
});
