/**
 * Synthetic tables from graphical models of marginals.
 */
import type { Part } from "../kit.ts";

export const graphicalParts: Readonly<Record<string, Part>> = {};
