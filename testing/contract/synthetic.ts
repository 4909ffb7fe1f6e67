/**
 * Tests of the mechanisms that make synthetic tables: instances for the contract, arguments for the fuzz.
 */
import { GRAPHICAL_MECHANISMS } from "./graphical-models.ts";
import type { MechanismTests } from "./mechanism-tests.ts";

export const SYNTHETIC_MECHANISMS: MechanismTests = { ...GRAPHICAL_MECHANISMS };
