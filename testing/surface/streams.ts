/**
 * How the functions of lib/continual are called, for the fuzz test: those that build a mechanism as the tests of the mechanism say,
 * the others here.
 */

import fc from "fast-check";
import { bufferedToeplitzParameters } from "../../lib/continual/counters/buffered-toeplitz.ts";
import { optimalBandsParameters } from "../../lib/continual/counters/optimal-bands.ts";
import { fuzzOf } from "../contract/mechanism-tests.ts";
import { STREAM_MECHANISMS } from "../contract/streams.ts";
import { oneOf } from "./arguments.ts";
import { BANDITS } from "./bandits.ts";
import { CHANGEPOINTS } from "./changepoints.ts";
import { declares } from "./declared.ts";
import { type Entry, takes } from "./fuzz.ts";
import { ONLINE_LEARNING } from "./online-learning.ts";

const horizon = fc.integer({ min: 1, max: 300 });

export const STREAMS: Readonly<Record<string, Entry>> = {
  ...fuzzOf(STREAM_MECHANISMS),
  ...BANDITS,
  ...CHANGEPOINTS,
  ...ONLINE_LEARNING,
  bufferedToeplitz: declares(bufferedToeplitzParameters, {
    own: { horizon, buffers: oneOf(1, 2, 3) },
    slow: 4,
    follow: (factor: { rowSquare(t: number): number; columnSum(t: number): number }) => [
      factor.rowSquare(3),
      factor.columnSum(3),
    ],
  }),
  countingErrorBounds: takes([horizon], { range: [0, Infinity], fixed: /0/ }),
  optimalBands: declares(optimalBandsParameters, {
    own: { horizon: oneOf(8, 20), bands: oneOf(1, 3) },
    slow: 4,
    fixed: /horizon/,
  }),
  squareRootCoefficients: takes([horizon], { range: [0, 1], fixed: /0/ }),
  treeLevels: takes([horizon], { range: [1, 31] }),
};
