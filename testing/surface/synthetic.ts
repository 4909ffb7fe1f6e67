/**
 * How the functions of lib/synthetic are called, for the fuzz test: those that build a mechanism as the tests of the mechanism say, the others
 * here.
 */
import { fuzzOf } from "../contract/mechanism-tests.ts";
import { SYNTHETIC_MECHANISMS } from "../contract/synthetic.ts";
import type { Entry } from "./fuzz.ts";
import { GRAPHICAL_MODELS } from "./graphical-models.ts";

export const SYNTHETIC: Readonly<Record<string, Entry>> = { ...fuzzOf(SYNTHETIC_MECHANISMS), ...GRAPHICAL_MODELS };
