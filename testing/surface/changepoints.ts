/**
 * How the functions of lib/streams on changepoints are called, for the fuzz test.
 */
import fc from "fast-check";
import { shifted } from "../contract/changepoints.ts";
import { anyNumber, hugeCount, nonNegative, openProbability, positive, record } from "./arguments.ts";
import { type Entry, takes } from "./fuzz.ts";

/** Probabilities of a table are shares of a whole: one more or less is refused by its sum. */
const LAWS = { free: /model\.(before|after)\.\d/ };

export const CHANGEPOINTS: Readonly<Record<string, Entry>> = {
  alarmDelay: takes(
    [record({ ...shifted, window: fc.integer({ min: 2, max: 5000 }), threshold: anyNumber, beta: openProbability })],
    { ...LAWS, range: [1, 5000] },
  ),
  alarmNoiseTail: takes([record({ epsilon: positive, width: positive }), anyNumber], { range: [0, 1] }),
  alarmThresholdFor: takes([record({ ...shifted, tests: hugeCount, falseAlarm: openProbability })], {
    ...LAWS,
    range: [0, Infinity],
    slow: 2,
  }),
  changepointError: takes([record({ ...shifted, beta: openProbability })], { ...LAWS, range: [0, 2 ** 54] }),
  changepointTail: takes([record({ ...shifted, error: fc.oneof(hugeCount, nonNegative) })], {
    ...LAWS,
    range: [0, 1],
  }),
};
