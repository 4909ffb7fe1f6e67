/**
 * Categorical distribution by alias tables: draws from a fixed finite distribution, one 64-bit word and one table row a draw whatever
 * the number of outcomes.
 *
 * A table has 2^bits cells of equal probability; a cell holds an outcome, an alias, and the position in the cell where one gives way
 * to the other. The low bits of a word choose the cell, its upper bits (53, or as many as the cell leaves) the position.
 * Source: Walker (1977), built in linear time as Vose (1991) does, with a power-of-two number of cells.
 * Accuracy: each probability is met within 2^-51 of itself and half a position of a cell; the likeliest, which takes up the
 * rounding of the others, within 2^-51.
 */
import { int32, scratch } from "../assembly/kernels.ts";
import { POWER_OFFSET, powersOfTwo } from "../numerics/float64.ts";
import { kindOf, refuse, requireList } from "../numerics/requirements.ts";
import { sumError } from "../numerics/rounding-error.ts";
import { fill, fillEach, requireArray } from "./batch.ts";
import { nextWord, type Stream } from "./stream.ts";

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
  requireList("weights", weights);
  const count = weights.length;
  let total = 0;
  let lost = 0;
  for (let i = 0; i < count; i++) {
    if (!(typeof weights[i] === "number" && weights[i] >= 0 && weights[i] < Infinity))
      refuse(`weights[${i}]`, "non-negative and finite", weights[i]);
    const sum = total + weights[i];
    lost += sumError(total, weights[i], sum);
    total = sum;
  }
  total += lost;
  if (!(total > 0 && total < Infinity)) refuse("the sum of weights", "positive and finite", total);
  let bits = 0;
  while (1 << bits < count) bits++;
  if (bits > MOST_BITS) refuse("weights", `of at most ${1 << MOST_BITS} outcomes`, weights);
  return pack(quantise(weights, total, bits), bits, first);
}

/** Masses as whole cells and positions of a further cell: integers, so that packing them is exact. */
interface Masses {
  readonly wholes: Int32Array;
  readonly rests: Float64Array;
}

/** Rounds the masses to positions; the likeliest outcome takes what is missing from, or too much for, a sum of 2^bits cells. */
function quantise(weights: ArrayLike<number>, total: number, bits: number): Masses {
  const size = 1 << bits;
  const positions = positionsOf(bits);
  const masses = { wholes: new Int32Array(size), rests: new Float64Array(size) };
  let likeliest = 0;
  let missingCells = size;
  let missing = 0;
  for (let i = 0; i < weights.length; i++) {
    const mass = (weights[i] / total) * size;
    const whole = Math.floor(mass);
    const rest = Math.round((mass - whole) * positions);
    add(masses, positions, i, whole, rest);
    missingCells -= whole;
    missing -= rest;
    if (missing < 0) {
      missing += positions;
      missingCells--;
    }
    if (weights[i] > weights[likeliest]) likeliest = i;
  }
  add(masses, positions, likeliest, missingCells, missing);
  return masses;
}

/** Adds whole cells and positions, up to one cell more or less, to the mass of an outcome. */
function add({ wholes, rests }: Masses, positions: number, outcome: number, whole: number, rest: number): void {
  const sum = rests[outcome] - positions + rest;
  wholes[outcome] += whole + (sum >= 0 ? 1 : 0);
  rests[outcome] = sum >= 0 ? sum : sum + positions;
}

function pack({ wholes, rests }: Masses, bits: number, first: number): AliasTable {
  const size = 1 << bits;
  const positions = positionsOf(bits);
  const cells = new Int32Array(4 * size);
  const thresholds = new Float64Array(cells.buffer);
  const small: number[] = [];
  const large: number[] = [];
  for (let i = 0; i < size; i++) (wholes[i] === 0 ? small : large).push(i);
  const write = (cell: number, threshold: number, alias: number) => {
    thresholds[2 * cell] = threshold;
    cells[4 * cell + 2] = first + cell;
    cells[4 * cell + 3] = first + alias;
  };
  for (let cell = small.pop(); cell !== undefined; cell = small.pop()) {
    // The masses fill the cells exactly, so that as long as one falls short another has more than its own.
    const donor = large[large.length - 1];
    write(cell, rests[cell], donor);
    wholes[donor]--;
    add({ wholes, rests }, positions, donor, 0, rests[cell]);
    if (wholes[donor] === 0) {
      large.pop();
      small.push(donor);
    }
  }
  for (const cell of large) write(cell, positions, cell);
  return { bits, cells, thresholds };
}

function requireTable(table: AliasTable): AliasTable {
  const { cells, thresholds } = Object(table) as Partial<AliasTable>;
  if (!(cells instanceof Int32Array && thresholds instanceof Float64Array))
    throw new RangeError(`table must be made by \`aliasTable\`, got ${kindOf(table)}`);
  return table;
}

function positionsOf(bits: number): number {
  return powersOfTwo[POWER_OFFSET + Math.min(POSITION_BITS, 64 - bits)];
}

export function sampleCategorical(table: AliasTable, random: Stream): number {
  const { bits, cells, thresholds } =
    typeof table?.bits === "number" && table.cells !== undefined && table.thresholds !== undefined
      ? table
      : requireTable(table);
  nextWord(random);
  const { high, low } = random;
  const cell = low & ((1 << bits) - 1);
  const shift = Math.max(64 - POSITION_BITS, bits);
  const position = (high >>> 0) * (1 << (32 - shift)) + (low >>> shift);
  return cells[4 * cell + (position < thresholds[2 * cell] ? 2 : 3)];
}

export function fillCategorical(table: AliasTable, out: Float64Array, random: Stream): Float64Array {
  requireTable(table);
  requireArray(out);
  if (out.length * SHARE < table.cells.length) return fillEach(out, () => sampleCategorical(table, random));
  return fill(
    out,
    (kernels) => {
      const pointer = scratch(table.cells.byteLength);
      int32().set(table.cells, pointer >> 2);
      return (at, count) => kernels.aliases(at, count, pointer, table.bits);
    },
    () => sampleCategorical(table, random),
    random,
  );
}
