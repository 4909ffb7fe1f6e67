/**
 * Synthetic data: are the tables private, how far do their marginals err, and does a table betray its records?
 */
import { defineExperiment } from "../kit.ts";
import { graphicalFigures } from "./graphical-figures.ts";
import { graphicalParts } from "./graphical-parts.ts";
import { tableFigures } from "./table-figures.ts";
import { tableParts } from "./table-parts.ts";

export default defineExperiment({
  id: "synthetic",
  version: 1,
  title: "Synthetic data: noisy histograms, MWEM, and graphical models of marginals",
  area: "synthetic",
  parts: { ...tableParts, ...graphicalParts },
  figures: { ...tableFigures, ...graphicalFigures },
});
