/**
 * How the functions of lib/synthetic on graphical models are called, for the fuzz test.
 */
import type { Entry } from "./fuzz.ts";

export const GRAPHICAL_MODELS: Readonly<Record<string, Entry>> = {};
