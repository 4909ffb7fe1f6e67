/**
 * Streams: running sums of records that arrive one by one, learning from them, and noticing when their law changes.
 */
export { type BandedSumParameters, bandedSum } from "./banded-sum.ts";
export { type BufferedSumParameters, bufferedSum } from "./buffered-sum.ts";
export { type BufferedParameters, type BufferedToeplitz, bufferedToeplitz } from "./buffered-toeplitz.ts";
export { type CountingErrorBounds, countingErrorBounds } from "./counting-error-bounds.ts";
export { type DoublingTreeParameters, doublingTreeSum } from "./doubling-tree-sum.ts";
export { freshNoiseSum } from "./fresh-noise-sum.ts";
export { noisyRecordsSum } from "./noisy-records-sum.ts";
export { type BandsParameters, optimalBands } from "./optimal-bands.ts";
export type { RecordOf, RecordRange, ScalarRange, StreamNeighbours, VectorRange } from "./record-range.ts";
export { refinedTreeSum } from "./refined-tree-sum.ts";
export type {
  Measured,
  RunningSum,
  RunningSumOf,
  RunningSumParameters,
  RunningSumSession,
  StreamMechanism,
  StreamNoise,
} from "./running-sum.ts";
export { squareRootCoefficients, squareRootSum } from "./square-root-sum.ts";
export { treeLevels, treeSum } from "./tree-sum.ts";
