/**
 * The sum of clipped gradients by the compiled kernels (`assembly/source/clipped-rows.ts`): the bits of the plain form.
 *
 * The records stay in a memory of the kernels' own from one sum to the next. Datasets lie there one behind the other; when they have filled
 * `ROOM`, it is given out again from its beginning, and whose records were overwritten puts them back at its next sum.
 * Slopes are computed by the loss itself, a block of records at a time, but for the logistic loss, which has a kernel.
 */
import { type Kernels, separateKernels } from "../assembly/kernels.ts";
import { type ClippedGradientParameters, type GradientSum, slopeLimits } from "./clipped-gradient-plain.ts";
import type { Dataset } from "./dataset.ts";
import { logisticLoss } from "./loss.ts";
import { BLOCK, type LossBlock } from "./loss-batch.ts";

const ROOM = 1 << 24; // bytes
/** A larger dataset is left to the plain form. */
const MOST = 1 << 30; // bytes
const PAGE = 65536;

/** The memory and its views, with room at `block` for what belongs to a block of records. */
interface Residence {
  readonly kernels: Kernels;
  readonly base: number;
  /** The first byte that no dataset has. */
  free: number;
  /** How often the room was given out again. */
  round: number;
  floats: Float64Array;
  integers: Int32Array;
  block: LossBlock;
}

let residence: Residence | undefined;

/** Undefined where there is no WebAssembly, or the dataset is too large for it. */
export function compiledGradients({ data, loss, clip }: ClippedGradientParameters): GradientSum | undefined {
  const bytes = bytesOf(data);
  if (bytes > MOST) return undefined;
  residence ??= newResidence();
  if (residence === undefined) return undefined;
  const home = residence;
  const { kernels, base } = home;
  const { rows, columns } = data;
  const stride = strideOf(data);
  const limits = slopeLimits(data, clip);
  const [predictions, slopes, blockLabels, blockLimits, names] = [0, 1, 2, 3, 4].map((part) => base + 8 * BLOCK * part);
  let [round, at] = [-1, 0];
  return (weights, out, chosen) => {
    if (round !== home.round) {
      at = place(home, bytes);
      round = home.round;
      settle(home.floats, at, data, limits);
    }
    const { floats } = home;
    const labelsAt = at + rows * stride;
    const limitsAt = labelsAt + columnBytes(rows);
    const weightsAt = limitsAt + columnBytes(rows);
    const sumAt = weightsAt + stride;
    floats.fill(0, weightsAt >> 3, (sumAt + stride) >> 3);
    floats.set(weights, weightsAt >> 3);
    const total = chosen?.length ?? rows;
    for (let first = 0; first < total; first += BLOCK) {
      const count = Math.min(BLOCK, total - first);
      const even = count + (count % 2);
      let [from, labelled, limited, order] = [at + first * stride, labelsAt + 8 * first, limitsAt + 8 * first, 0];
      if (chosen !== undefined) {
        [from, labelled, limited, order] = [at, blockLabels, blockLimits, names];
        home.integers.set(chosen.subarray(first, first + count), names >> 2);
        kernels.gatherNumbers(labelsAt, names, count, blockLabels);
        kernels.gatherNumbers(limitsAt, names, count, blockLimits);
      }
      kernels.predictRows(from, stride, order, count, weightsAt, predictions);
      const done = loss === logisticLoss && kernels.logisticSlopes(predictions, labelled, even, slopes) === 1;
      if (!done) {
        floats.copyWithin(blockLabels >> 3, labelled >> 3, (labelled >> 3) + count);
        loss.fillSlopes(home.block, count);
      }
      kernels.limitSlopes(slopes, limited, even);
      kernels.addScaledRows(from, stride, order, count, slopes, sumAt);
    }
    out.set(floats.subarray(sumAt >> 3, (sumAt >> 3) + columns));
  };
}

/** Of a row: columns in pairs. */
function strideOf({ columns }: Dataset): number {
  return 8 * (columns + (columns % 2));
}

/** Of a number for each record, in pairs. */
function columnBytes(rows: number): number {
  return 8 * (rows + (rows % 2));
}

/** Rows, labels, limits, weights, sum. */
function bytesOf(data: Dataset): number {
  return (data.rows + 2) * strideOf(data) + 2 * columnBytes(data.rows);
}

function settle(floats: Float64Array, at: number, data: Dataset, limits: Float64Array): void {
  const { features, labels, rows, columns } = data;
  const width = strideOf(data) >> 3;
  const start = at >> 3;
  const labelsAt = start + rows * width;
  const limitsAt = labelsAt + (columnBytes(rows) >> 3);
  if (width === columns) floats.set(features, start);
  else {
    for (let i = 0, from = 0, to = start; i < rows; i++) {
      for (let j = 0; j < columns; j++) floats[to++] = features[from++];
      floats[to++] = 0;
    }
  }
  floats.set(labels, labelsAt);
  floats.set(limits, limitsAt);
  if (rows % 2 === 1) floats[labelsAt + rows] = floats[limitsAt + rows] = 0;
}

/** Room for this many bytes: where all others still are, or from the beginning. */
function place(home: Residence, bytes: number): number {
  const start = home.base + 8 * BLOCK * 5;
  if (home.free + bytes > start + Math.max(ROOM, bytes)) {
    home.free = start;
    home.round++;
  }
  const at = home.free;
  home.free = align(at + bytes);
  const { memory } = home.kernels;
  // All of the room at once: every growth moves the memory, and the engine takes the old one for garbage of its size.
  const missing = Math.max(home.free, start + ROOM) - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
  if (home.floats.buffer !== memory.buffer) view(home);
  return at;
}

function newResidence(): Residence | undefined {
  const kernels = separateKernels();
  if (kernels === undefined) return undefined;
  const base = align(kernels.heapBase());
  const none = new Float64Array(0);
  const block: LossBlock = { predictions: none, slopes: none, labels: none, values: none, curvatures: none };
  const home = {
    kernels,
    base,
    free: base + 8 * BLOCK * 5,
    round: 0,
    floats: none,
    integers: new Int32Array(0),
    block,
  };
  view(home);
  return home;
}

/** The views once more, after the memory has grown and moved. */
function view(home: Residence): void {
  const { buffer } = home.kernels.memory;
  const part = (index: number) => new Float64Array(buffer, home.base + 8 * BLOCK * index, BLOCK);
  const [predictions, slopes, labels] = [part(0), part(1), part(2)];
  // A sum needs slopes only.
  const none = new Float64Array(0);
  home.block = { predictions, slopes, labels, values: none, curvatures: none };
  home.floats = new Float64Array(buffer);
  home.integers = new Int32Array(buffer);
}

function align(pointer: number): number {
  return (pointer + 63) & ~63;
}
