/**
 * Reconstruction from noisy sums, and from published tables.
 */
import type { Part } from "../kit.ts";
import { censusNoisePart, censusPart } from "./census-parts.ts";
import { defencePart } from "./reconstruction-defence-part.ts";
import { programsPart, subsetsPart } from "./reconstruction-solver-parts.ts";
import { drawsPart, reconstructionPart } from "./reconstruction-sum-parts.ts";

export const reconstructionParts: Readonly<Record<string, Part>> = {
  "reconstruction-attack": reconstructionPart,
  "reconstruction-draws": drawsPart,
  "all-subsets": subsetsPart,
  "linear-programs": programsPart,
  "reconstruction-defence": defencePart,
  "census-reconstruction": censusPart,
  "census-noise": censusNoisePart,
};
