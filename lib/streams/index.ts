/**
 * Streams: running sums of records that arrive one by one, learning from them, and noticing when their law changes.
 */
export type { RecordOf, RecordRange, ScalarRange, StreamNeighbours, VectorRange } from "./record-range.ts";
export type {
  Measured,
  RunningSum,
  RunningSumOf,
  RunningSumParameters,
  RunningSumSession,
  StreamMechanism,
  StreamNoise,
} from "./running-sum.ts";
export { treeLevels, treeSum } from "./tree-sum.ts";
