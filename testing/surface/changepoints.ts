/**
 * How the functions of lib/continual on changepoints are called, for the fuzz test.
 */
import fc from "fast-check";
import {
  alarmDelayParameters,
  alarmNoiseParameters,
  alarmThresholdParameters,
} from "../../lib/continual/changepoints/alarm-noise.ts";
import {
  changepointErrorParameters,
  changepointTailParameters,
} from "../../lib/continual/changepoints/changepoint-error.ts";
import { anyShift } from "../contract/changepoints.ts";
import { anyNumber, hugeCount } from "./arguments.ts";
import { argumentsOf, declares } from "./declared.ts";
import { type Entry, takes } from "./fuzz.ts";

/** Probabilities of a table are shares of a whole: one more or less is refused by its sum. */
const LAWS = { own: { model: anyShift }, free: /model\.(before|after)\.\d/ };

export const CHANGEPOINTS: Readonly<Record<string, Entry>> = {
  alarmDelay: declares(alarmDelayParameters, {
    ...LAWS,
    own: { ...LAWS.own, window: fc.integer({ min: 2, max: 5000 }) },
    range: [1, 5000],
  }),
  alarmNoiseTail: takes([argumentsOf(alarmNoiseParameters), anyNumber], { range: [0, 1], isDeclared: true }),
  alarmThresholdFor: declares(alarmThresholdParameters, {
    ...LAWS,
    own: { ...LAWS.own, tests: hugeCount },
    range: [0, Infinity],
    slow: 2,
  }),
  changepointError: declares(changepointErrorParameters, { ...LAWS, range: [0, 2 ** 54] }),
  changepointTail: declares(changepointTailParameters, {
    ...LAWS,
    own: { ...LAWS.own, error: hugeCount },
    range: [0, 1],
  }),
};
