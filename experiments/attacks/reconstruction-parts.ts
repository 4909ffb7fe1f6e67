/**
 * Reconstruction from noisy sums, and from published tables.
 */
import type { Part } from "../kit.ts";

export const reconstructionParts: Readonly<Record<string, Part>> = {};
