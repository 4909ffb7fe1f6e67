/**
 * How the functions of lib/false-discovery are called, for the fuzz test: those that build a mechanism as the tests of the mechanism say, the others
 * here.
 */
import { DISCOVERY_MECHANISMS } from "../contract/discovery.ts";
import { fuzzOf } from "../contract/mechanism-tests.ts";
import type { Entry } from "./fuzz.ts";

export const FALSE_DISCOVERY: Readonly<Record<string, Entry>> = { ...fuzzOf(DISCOVERY_MECHANISMS) };
