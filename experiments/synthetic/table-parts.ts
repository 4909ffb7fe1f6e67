/**
 * Synthetic tables from histograms and by MWEM: their privacy, their errors beside independent marginals, and whether they betray a record.
 */
import type { Part } from "../kit.ts";
import { histogramParts } from "./histogram-parts.ts";
import { membershipParts } from "./membership-part.ts";
import { mwemParts } from "./mwem-parts.ts";
import { qualityParts } from "./quality-parts.ts";

export const tableParts: Readonly<Record<string, Part>> = {
  ...mwemParts,
  ...histogramParts,
  ...qualityParts,
  ...membershipParts,
};
