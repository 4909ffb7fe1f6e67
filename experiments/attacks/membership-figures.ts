/**
 * Figures. Membership in the training data of a model.
 */
import type { FigureOfRows } from "../kit.ts";

export const membershipFigures: Readonly<Record<string, FigureOfRows>> = {};
