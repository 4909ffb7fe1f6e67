/**
 * Membership in the training data of a model.
 */
import type { Part } from "../kit.ts";

export const membershipParts: Readonly<Record<string, Part>> = {};
