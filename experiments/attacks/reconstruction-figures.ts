/**
 * Figures. Reconstruction from noisy sums, and from published tables.
 */
import type { FigureOfRows } from "../kit.ts";

export const reconstructionFigures: Readonly<Record<string, FigureOfRows>> = {};
