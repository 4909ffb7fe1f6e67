/**
 * The compiled hot loops and their memory.
 *
 * Memory has three parts: the module's own data, tables reserved once and kept (`reserve`), and scratch space that any call may
 * overwrite (`scratch`). Calls are synchronous and never nested, so that one scratch space serves all.
 * Limits: where the engine has no WebAssembly (`node --jitless`, some emulators) `kernels()` is undefined, and every caller
 * has a plain TypeScript form that gives the same bits.
 */
import { binary } from "./binary.generated.ts";

/** Pointers are byte offsets into the memory, counts are numbers of items. Each function is described in `source/`. */
export interface Kernels {
  readonly memory: WebAssembly.Memory;
  heapBase(): number;
  threefry(key: number, c0: number, c1: number, c2: number, c3: number, out: number): void;
  words(state: number, out: number, count: number): void;
  uniforms(at: number, count: number): void;
  laplaces(at: number, count: number, table: number, scale: number, context: number, rejects: number): void;
  normals(
    at: number,
    count: number,
    table: number,
    mean: number,
    sigma: number,
    context: number,
    rejects: number,
  ): void;
  exponentials(at: number, count: number, table: number, scale: number, context: number, rejects: number): void;
  gumbels(
    at: number,
    count: number,
    table: number,
    location: number,
    scale: number,
    context: number,
    rejects: number,
  ): void;
  aliases(at: number, count: number, table: number, bits: number): void;
  sortNumbers(at: number, count: number, spare: number, counts: number, leading: number): number;
  twistColumns(plan: number, re: number, im: number, stride: number, to: number, block: number, scale: number): void;
  settleColumns(plan: number, from: number, block: number, re: number, im: number, stride: number): void;
  twistReals(plan: number, from: number, stride: number, to: number, block: number): void;
  settleReals(plan: number, from: number, block: number, re: number, im: number, stride: number): void;
  twistSpectrum(plan: number, re: number, im: number, stride: number, to: number, block: number, scale: number): void;
  settleSpectrum(plan: number, from: number, block: number, to: number, stride: number): void;
  raiseColumns(
    plan: number,
    from: number,
    block: number,
    times: number,
    to: number,
    toBlock: number,
    scale: number,
  ): void;
  multiplyColumns(
    plan: number,
    from: number,
    other: number,
    block: number,
    to: number,
    toBlock: number,
    scale: number,
  ): void;
  shrinkWeights(at: number, lengths: number, count: number, factor: number): void;
  addWeights(at: number, other: number, count: number): void;
  weighWeights(at: number, lengths: number, count: number): number;
  scaleWeights(at: number, count: number, largest: number): void;
  spreadWeights(
    from: number,
    count: number,
    to: number,
    room: number,
    whole: number,
    before: number,
    beyond: number,
    powers: number,
    suffix: number,
  ): number;
  predictRows(at: number, stride: number, order: number, count: number, weights: number, out: number): void;
  addScaledRows(at: number, stride: number, order: number, count: number, factors: number, sum: number): void;
  gatherNumbers(values: number, order: number, count: number, out: number): void;
  limitSlopes(slopes: number, limits: number, count: number): void;
  logisticSlopes(predictions: number, labels: number, count: number, slopes: number): number;
  logisticLosses(
    predictions: number,
    labels: number,
    count: number,
    values: number,
    slopes: number,
    curvatures: number,
  ): number;
}

const RESERVED_BYTES = 1 << 20;
const PAGE = 65536;

let loaded: Kernels | undefined;
let tried = false;
let reserved = 0;
let bytes = new Uint8Array(0);
let floats = new Float64Array(0);
let integers = new Int32Array(0);

/** The compiled functions, or undefined where the engine has no WebAssembly. */
export function kernels(): Kernels | undefined {
  if (!tried) {
    tried = true;
    loaded = instantiate();
  }
  return loaded;
}

/** The functions once more, with a memory that no other caller touches: for data that stays through many calls. */
export function separateKernels(): Kernels | undefined {
  return kernels() === undefined ? undefined : instantiate();
}

/** Space for a table that stays, at a multiple of 64 bytes. */
export function reserve(size: number): number {
  const { memory, heapBase } = present();
  if (reserved === 0) reserved = align(heapBase());
  const pointer = reserved;
  reserved = align(pointer + size);
  if (reserved > RESERVED_BYTES || memory.buffer.byteLength < RESERVED_BYTES) {
    throw new Error(`the reserved part of WebAssembly memory is full: ${reserved} of ${RESERVED_BYTES} bytes`);
  }
  return pointer;
}

/** Space of at least `size` bytes that the next caller may overwrite. */
export function scratch(size: number): number {
  const { memory } = present();
  const missing = RESERVED_BYTES + size - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
  return RESERVED_BYTES;
}

/** The whole memory as float64; ask again after any `scratch`, which may have moved it. */
export function float64(): Float64Array {
  refresh();
  return floats;
}

/** The whole memory as int32; ask again after any `scratch`, which may have moved it. */
export function int32(): Int32Array {
  refresh();
  return integers;
}

function refresh(): void {
  const { buffer } = present().memory;
  if (bytes.buffer === buffer) return;
  bytes = new Uint8Array(buffer);
  floats = new Float64Array(buffer);
  integers = new Int32Array(buffer);
}

function present(): Kernels {
  const found = kernels();
  if (found === undefined) throw new Error("this engine has no WebAssembly");
  return found;
}

function instantiate(): Kernels | undefined {
  if (typeof WebAssembly === "undefined") return undefined;
  const module = new WebAssembly.Module(Uint8Array.from(atob(binary), (character) => character.charCodeAt(0)));
  const abort = () => {
    throw new Error("a compiled kernel aborted");
  };
  return new WebAssembly.Instance(module, { env: { abort } }).exports as Kernels;
}

function align(pointer: number): number {
  return (pointer + 63) & ~63;
}
