/**
 * Accountants: is what the accountants of other libraries state as upper bounds of epsilon above what is certified, and by how much?
 *
 * The table of what they state stands in `stated-epsilons.json`, with the versions; nothing of theirs is run here. See the files of
 * the parts for what each compares.
 */
import { defineExperiment } from "../kit.ts";
import { loosenessFigure, warnedFigure } from "./figures.ts";
import { closedFormsPart, upperBoundsPart } from "./upper-bounds-part.ts";

export default defineExperiment({
  id: "accountants",
  version: 1,
  title: "Accountants of other libraries: stated upper bounds of epsilon beside certified intervals",
  area: "accounting",
  parts: {
    "upper-bounds": upperBoundsPart,
    "closed-forms": closedFormsPart,
  },
  figures: { looseness: loosenessFigure, "central-limit": warnedFigure },
});
