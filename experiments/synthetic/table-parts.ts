/**
 * Synthetic tables from histograms and by MWEM.
 */
import type { Part } from "../kit.ts";

export const tableParts: Readonly<Record<string, Part>> = {};
