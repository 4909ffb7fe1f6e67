/**
 * Figures. Differencing, linkage, k-anonymity and model inversion.
 */
import type { FigureOfRows } from "../kit.ts";

export const anonymityFigures: Readonly<Record<string, FigureOfRows>> = {};
