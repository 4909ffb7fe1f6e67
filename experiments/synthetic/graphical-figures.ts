/**
 * Figures. Synthetic tables from graphical models of marginals.
 */
import type { FigureOfRows } from "../kit.ts";

export const graphicalFigures: Readonly<Record<string, FigureOfRows>> = {};
