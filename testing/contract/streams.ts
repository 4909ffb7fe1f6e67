/**
 * Tests of the mechanisms that look at a stream: instances for the contract, arguments for the fuzz.
 */
import type { MechanismTests } from "./mechanism-tests.ts";

export const STREAM_MECHANISMS: MechanismTests = {};
