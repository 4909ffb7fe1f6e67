/**
 * Categorical distribution by alias tables: draws from a fixed finite distribution, one 64-bit word and one table row a draw whatever
 * the number of outcomes.
 *
 * A table has 2^bits cells of equal probability; a cell holds an outcome, an alias, and the position in the cell where one gives way
 * to the other. The low bits of a word choose the cell, its upper bits (53, or as many as the cell leaves) the position.
 * Source: Walker (1977), built in linear time as Vose (1991) does, with a power-of-two number of cells.
 * Accuracy: each probability is met within 2^-48 in absolute terms up to some thousand outcomes, within 2^-44 for a million: what the
 * alias of many cells gives them is subtracted one by one.
 */
import { int32, scratch } from "../assembly/kernels.ts";
import { POWER_OFFSET, powersOfTwo } from "../numerics/float64.ts";
import { refuse } from "../numerics/requirements.ts";
import { fill, fillEach } from "./batch.ts";
import type { Stream } from "./stream.ts";

const POSITION_BITS = 53;
const MOST_BITS = 26;
/** Fewer draws than the table has numbers over this are made one by one: to copy the table would cost more. */
const SHARE = 64;

export interface AliasTable {
  readonly bits: number;
  /** Four 32-bit numbers a cell: the threshold (a float64, low half first), the outcome, the alias. */
  readonly cells: Int32Array;
  readonly thresholds: Float64Array;
}

/** The table of the outcomes `first`, `first + 1`, ... with probabilities proportional to `weights`. */
export function aliasTable(weights: ArrayLike<number>, first = 0): AliasTable {
  const count = weights.length;
  let total = 0;
  for (let i = 0; i < count; i++) {
    if (!(weights[i] >= 0 && weights[i] < Infinity)) refuse(`weights[${i}]`, "non-negative and finite", weights[i]);
    total += weights[i];
  }
  if (!(total > 0 && total < Infinity)) refuse("the sum of weights", "positive and finite", total);
  let bits = 0;
  while (1 << bits < count) bits++;
  if (bits > MOST_BITS) refuse("weights", `of at most ${1 << MOST_BITS} outcomes`, weights);
  const size = 1 << bits;
  const mass = new Float64Array(size); // in units of a cell
  for (let i = 0; i < count; i++) mass[i] = (weights[i] / total) * size;
  return pack(mass, bits, first);
}

function pack(mass: Float64Array, bits: number, first: number): AliasTable {
  const size = mass.length;
  const positions = powersOfTwo[POWER_OFFSET + Math.min(POSITION_BITS, 64 - bits)];
  const cells = new Int32Array(4 * size);
  const thresholds = new Float64Array(cells.buffer);
  const small: number[] = [];
  const large: number[] = [];
  let likeliest = 0;
  for (let i = 0; i < size; i++) {
    (mass[i] < 1 ? small : large).push(i);
    if (mass[i] > mass[likeliest]) likeliest = i;
  }
  const write = (cell: number, share: number, alias: number) => {
    thresholds[2 * cell] = Math.floor(share * positions);
    cells[4 * cell + 2] = first + cell;
    cells[4 * cell + 3] = first + alias;
  };
  while (small.length > 0) {
    const cell = small.pop() as number;
    // Rounding may leave a cell short of a partner: the likeliest outcome takes what is missing, at most some 2^-53 of it.
    const donor = large.length > 0 ? large[large.length - 1] : likeliest;
    write(cell, Math.min(1, mass[cell]), donor);
    if (large.length === 0) continue;
    mass[donor] -= 1 - mass[cell];
    if (mass[donor] < 1) {
      large.pop();
      small.push(donor);
    }
  }
  for (const cell of large) write(cell, 1, cell);
  return { bits, cells, thresholds };
}

export function sampleCategorical(random: Stream, { bits, cells, thresholds }: AliasTable): number {
  random.next();
  const { high, low } = random;
  const cell = low & ((1 << bits) - 1);
  const shift = Math.max(64 - POSITION_BITS, bits);
  const position = (high >>> 0) * (1 << (32 - shift)) + (low >>> shift);
  return cells[4 * cell + (position < thresholds[2 * cell] ? 2 : 3)];
}

export function fillCategorical(random: Stream, table: AliasTable, out: Float64Array): Float64Array {
  if (out.length * SHARE < table.cells.length) return fillEach(out, () => sampleCategorical(random, table));
  return fill(
    random,
    out,
    (kernels) => {
      const pointer = scratch(table.cells.byteLength);
      int32().set(table.cells, pointer >> 2);
      return (at, count) => kernels.aliases(at, count, pointer, table.bits);
    },
    () => sampleCategorical(random, table),
  );
}
