/**
 * How the functions of lib/streams on bandits are called, for the fuzz test.
 */
import type { Entry } from "./fuzz.ts";

export const BANDITS: Readonly<Record<string, Entry>> = {};
