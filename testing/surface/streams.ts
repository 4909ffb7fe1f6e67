/**
 * How the functions of lib/streams are called, for the fuzz test: those that build a mechanism as the tests of the mechanism say, the others
 * here.
 */

import { fuzzOf } from "../contract/mechanism-tests.ts";
import { STREAM_MECHANISMS } from "../contract/streams.ts";
import type { Entry } from "./fuzz.ts";

export const STREAMS: Readonly<Record<string, Entry>> = { ...fuzzOf(STREAM_MECHANISMS) };
