/**
 * How the functions of lib/attacks on anonymised tables are called, for the fuzz test.
 */
import type { Entry } from "./fuzz.ts";

export const ANONYMITY: Readonly<Record<string, Entry>> = {};
