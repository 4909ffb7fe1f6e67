/**
 * How the functions of lib/attacks that guess membership from a trained model are called, for the fuzz test.
 */
import type { Entry } from "./fuzz.ts";

export const EMPIRICAL_MEMBERSHIP: Readonly<Record<string, Entry>> = {};
