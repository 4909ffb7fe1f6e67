/**
 * The Fourier engine of the compiled kernels (`assembly/source/fourier*.ts`, which also describe the layout).
 *
 * Scratch memory: a record of the plan, its tables, room to work, then two or three areas that each hold one state of the data. The
 * kernels take lengths from 64 on, whose rows and columns are at least 8.
 */
import { float64, int32, type Kernels, scratch } from "../assembly/kernels.ts";
import { matrix } from "./fourier-columns.ts";
import type { FourierEngine } from "./fourier-plain.ts";
import type { FourierPlan } from "./fourier-plan.ts";

export const SHORTEST_COMPILED = 64;

/** Keeps rows, buffers and areas off powers of two, which would compete for the same cache sets. */
const PADDING = 8; // float64 numbers: one cache line
const AREA_PADDING = 4160; // bytes

interface Memory {
  readonly plan: number;
  readonly areas: readonly [number, number, number];
  /** From the real to the imaginary parts of an area in natural order. */
  readonly apart: number;
  /** Of rows x columns and columns x rows, in float64 numbers. */
  readonly stride: number;
  readonly acrossStride: number;
  /** Bytes of a block of the transpose, and of the transpose of half a spectrum. */
  readonly block: number;
  readonly halfBlock: number;
}

export function compiledFourier(kernels: Kernels): FourierEngine {
  return {
    complex(plan, { re, im }, scale) {
      const at = load(plan, 2 * plan.length, 2);
      const [a, b] = at.areas;
      copyIn(re, a, plan.rows, plan.columns, at.stride);
      copyIn(im, a + at.apart, plan.rows, plan.columns, at.stride);
      kernels.twistColumns(at.plan, a, a + at.apart, 8 * at.stride, b, at.block, scale);
      kernels.settleColumns(at.plan, b, at.block, a, a + at.apart, 8 * at.acrossStride);
      const result = matrix(plan.length);
      copyOut(a, result.re, plan.columns, plan.rows, at.acrossStride);
      copyOut(a + at.apart, result.im, plan.columns, plan.rows, at.acrossStride);
      return result;
    },
    real(plan, values) {
      const at = load(plan, plan.length, 2);
      const [a, b] = at.areas;
      copyIn(values, a, plan.rows, plan.columns, at.stride);
      kernels.twistReals(at.plan, a, 8 * at.stride, b, at.block);
      kernels.settleReals(at.plan, b, at.block, a, a + at.apart, 8 * at.acrossStride);
      const result = matrix(plan.length / 2 + 1);
      copyOut(a, result.re, plan.columns / 2, plan.rows, at.acrossStride);
      copyOut(a + at.apart, result.im, plan.columns / 2, plan.rows, at.acrossStride);
      return result;
    },
    inverseReal(plan, { re, im }) {
      const at = load(plan, plan.length, 2);
      const [a, b] = at.areas;
      copyIn(re, a, plan.columns / 2, plan.rows, at.acrossStride);
      copyIn(im, a + at.apart, plan.columns / 2, plan.rows, at.acrossStride);
      kernels.twistSpectrum(at.plan, a, a + at.apart, 8 * at.acrossStride, b, at.halfBlock, 1 / plan.length);
      return settle(plan, at, b, a);
    },
    convolve(plan, first, second) {
      const at = load(plan, plan.length, 3);
      const [a, b, c] = at.areas;
      copyIn(first, a, plan.rows, plan.columns, at.stride);
      kernels.twistReals(at.plan, a, 8 * at.stride, b, at.block);
      copyIn(second, a, plan.rows, plan.columns, at.stride);
      kernels.twistReals(at.plan, a, 8 * at.stride, c, at.block);
      kernels.multiplyColumns(at.plan, b, c, at.block, a, at.halfBlock, 1 / plan.length);
      return settle(plan, at, a, b);
    },
    selfConvolve(plan, values, times) {
      const at = load(plan, plan.length, 2);
      const [a, b] = at.areas;
      copyIn(values, a, plan.rows, plan.columns, at.stride);
      kernels.twistReals(at.plan, a, 8 * at.stride, b, at.block);
      kernels.raiseColumns(at.plan, b, at.block, times, a, at.halfBlock, 1 / plan.length);
      return settle(plan, at, a, b);
    },
  };

  function settle(plan: FourierPlan, at: Memory, from: number, to: number): Float64Array {
    kernels.settleSpectrum(at.plan, from, at.halfBlock, to, 8 * at.stride);
    const result = new Float64Array(plan.length);
    copyOut(to, result, plan.rows, plan.columns, at.stride);
    return result;
  }
}

/** Makes room, writes the plan and its tables; an area holds `numbers` float64 numbers in any of their layouts. */
function load(plan: FourierPlan, numbers: number, count: number): Memory {
  const { rows, columns, table } = plan;
  const basesGap = 16 * rows + 64;
  const gap = 32 * rows + 576;
  const block = 256 * columns + AREA_PADDING;
  const halfBlock = 256 * (rows / 2 + 16) + AREA_PADDING;
  const apart = align(4 * numbers + 8 * PADDING * rows) + AREA_PADDING;
  const blocks = Math.max((1 + numbers / (32 * columns)) * block, (1 + (columns >> 4)) * halfBlock);
  const area = align(Math.max(2 * apart, blocks)) + AREA_PADDING;

  const tables = 64;
  const bases = tables + align(table.byteLength);
  const buffers = bases + 4 * basesGap;
  const data = align(buffers + 17 * gap);
  const start = scratch(data + count * area);
  const at = (section: Float64Array | Int32Array) => start + tables + section.byteOffset;
  const record = [
    rows,
    columns,
    at(plan.rowTurns),
    at(plan.columnTurns),
    at(plan.rowReversal),
    at(plan.columnReversal),
  ];
  record.push(at(plan.roots), plan.rootBits, at(plan.offsets), start + bases, basesGap, start + buffers, gap);
  int32().set(record, start >> 2);
  float64().set(table, (start + tables) >> 3);
  const areas = [start + data, start + data + area, start + data + 2 * area] as const;
  return { plan: start, areas, apart, stride: columns + PADDING, acrossStride: rows + PADDING, block, halfBlock };
}

/** Rows of `width` values to rows `stride` apart; the value behind a row, where there is one, comes along. */
function copyIn(values: Float64Array, pointer: number, height: number, width: number, stride: number): void {
  const memory = float64();
  for (let row = 0, at = pointer >> 3; row < height; row++, at += stride) {
    memory.set(values.subarray(row * width, (row + 1) * width + 1), at);
  }
}

function copyOut(pointer: number, values: Float64Array, height: number, width: number, stride: number): void {
  const memory = float64();
  const at = pointer >> 3;
  for (let row = 0; row < height; row++)
    values.set(memory.subarray(at + row * stride, at + row * stride + width), row * width);
  if (values.length > height * width) values[height * width] = memory[at + (height - 1) * stride + width];
}

function align(size: number): number {
  return (size + 63) & ~63;
}
