/**
 * Tests of the mechanisms that reject hypotheses: instances for the contract, arguments for the fuzz.
 */
import type { MechanismTests } from "./mechanism-tests.ts";

export const DISCOVERY_MECHANISMS: MechanismTests = {};
