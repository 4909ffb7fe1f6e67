/**
 * How the functions of lib/attacks that guess membership from a trained model or a synthetic table are called, for the fuzz test.
 */
import fc from "fast-check";
import { listOf, openProbability, record } from "./arguments.ts";
import { type Entry, takes } from "./fuzz.ts";

const code = fc.integer({ min: 0, max: 2 });
const coded = fc.array(code, { minLength: 3, maxLength: 3 });
const table = { target: coded, synthetic: listOf(coded), reference: listOf(coded) };

export const EMPIRICAL_MEMBERSHIP: Readonly<Record<string, Entry>> = {
  densityRatioScore: takes([record({ ...table, sizes: fc.constant([3, 3, 3]), bandwidth: openProbability })]),
  nearestRecordScore: takes([record(table)], { range: [-3, 3] }),
};
