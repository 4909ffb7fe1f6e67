/**
 * Attacks: what an adversary makes of exact answers, of anonymised tables and of trained models, and what noise of the right size
 * leaves to them.
 */
import { defineExperiment } from "../kit.ts";
import { anonymityFigures } from "./anonymity-figures.ts";
import { anonymityParts } from "./anonymity-parts.ts";
import { membershipFigures } from "./membership-figures.ts";
import { membershipParts } from "./membership-parts.ts";
import { reconstructionFigures } from "./reconstruction-figures.ts";
import { reconstructionParts } from "./reconstruction-parts.ts";

export default defineExperiment({
  id: "attacks",
  version: 1,
  title: "Attacks: differencing, linkage, reconstruction, inversion, and membership in trained models",
  area: "attacks",
  parts: { ...anonymityParts, ...reconstructionParts, ...membershipParts },
  figures: { ...anonymityFigures, ...reconstructionFigures, ...membershipFigures },
});
