/**
 * How the functions of lib/attacks that reconstruct records are called, for the fuzz test.
 */
import type { Entry } from "./fuzz.ts";

export const RECONSTRUCTION: Readonly<Record<string, Entry>> = {};
