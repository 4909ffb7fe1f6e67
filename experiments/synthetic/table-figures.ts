/**
 * Figures. Synthetic tables from histograms and by MWEM.
 */
import type { FigureOfRows } from "../kit.ts";

export const tableFigures: Readonly<Record<string, FigureOfRows>> = {};
