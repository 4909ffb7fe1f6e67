/**
 * Tests of the mechanisms that fit a graphical model: instances for the contract, arguments for the fuzz.
 */
import type { MechanismTests } from "./mechanism-tests.ts";

export const GRAPHICAL_MECHANISMS: MechanismTests = {};
