/**
 * Differencing, linkage, k-anonymity and model inversion.
 */
import type { Part } from "../kit.ts";

export const anonymityParts: Readonly<Record<string, Part>> = {};
