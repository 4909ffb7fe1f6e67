/**
 * Tests of private bandits: instances for the contract, arguments for the fuzz.
 */
import type { MechanismTests } from "./mechanism-tests.ts";

export const BANDIT_MECHANISMS: MechanismTests = {};
