/**
 * Differencing, linkage, k-anonymity and model inversion.
 */
import type { Part } from "../kit.ts";
import { differencingDrawsPart, differencingPart } from "./differencing-parts.ts";
import { inversionModelsPart, inversionPart } from "./inversion-parts.ts";
import { kAnonymityPart } from "./k-anonymity-part.ts";
import { linkagePart, linkageRegistersPart } from "./linkage-parts.ts";

export const anonymityParts: Readonly<Record<string, Part>> = {
  "differencing-attack": differencingPart,
  "differencing-draws": differencingDrawsPart,
  "linkage-attack": linkagePart,
  "linkage-registers": linkageRegistersPart,
  "k-anonymity": kAnonymityPart,
  "model-inversion": inversionPart,
  "inversion-models": inversionModelsPart,
};
