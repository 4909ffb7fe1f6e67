/**
 * Composition: what many releases cost together, and what a guarantee means for groups.
 *
 * Exact throughout: the laws of all lists of answers, of adaptive rounds too, the binomial law of many randomized responses, chains
 * of neighbours step by step. Random laws come from streams that the axes name, so that another `sample` is another pair of laws
 * and the seed changes nothing.
 */
import { defineExperiment } from "../kit.ts";
import { advancedPart } from "./advanced-part.ts";
import { basicPart, groupPart } from "./basic-parts.ts";
import { simulationFigure, totalsFigure } from "./figures.ts";
import { leakyPart, optimalPart, simulationPart } from "./leaky-parts.ts";

export default defineExperiment({
  id: "composition",
  version: 1,
  title: "Composition: what many releases cost together, and groups",
  area: "composition",
  parts: {
    "basic-composition": basicPart,
    "advanced-composition": advancedPart,
    "simulation-lemma": simulationPart,
    "leaky-rr": leakyPart,
    "kov-optimal-composition": optimalPart,
    "group-privacy": groupPart,
  },
  figures: {
    totals: totalsFigure,
    simulation: { parts: ["simulation-lemma"], draw: simulationFigure },
  },
});
