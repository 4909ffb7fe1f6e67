/**
 * Plan of a Fourier transform of a power-of-two length: the roots of unity it multiplies by, and the order it leaves.
 *
 * The length is split into rows x columns, rows = columns or 2 columns. Sections of `table`, each at `at`:
 *   turns      for a column length L and p < L/4: w, w^2, w^3 (real, imaginary) of w = exp(-2 pi i p / L)
 *   roots      exp(-2 pi i m / n) for m < 2^rootBits, then for the multiples of 2^rootBits
 *   offsets    exp(-2 pi i r j / n) for row r and j < 8, in four pairs of columns: two real parts, two imaginary parts
 *   reversal   32-bit numbers: frequency k of a column stands at row reversal[k] / 32 after the passes (`fourier-columns.ts`)
 *
 * Accuracy: the roots are within 1.01 units in the last place of the true values, and 85 of 100 are the nearest float64.
 */
import { refuse } from "./requirements.ts";
import { productError } from "./rounding-error.ts";
import { cos, sin } from "./trigonometry.ts";

const LARGEST_FOURIER_LENGTH = 16777216; // 2^24: 0.6 GB of working memory

export interface FourierPlan {
  readonly length: number;
  readonly rows: number;
  readonly columns: number;
  readonly rootBits: number;
  /** Everything below in one block, to be copied into compiled memory at one go. */
  readonly table: Float64Array;
  readonly rowTurns: Float64Array;
  readonly columnTurns: Float64Array;
  readonly roots: Float64Array;
  readonly offsets: Float64Array;
  readonly rowReversal: Int32Array;
  readonly columnReversal: Int32Array;
}

const plans = new Map<number, FourierPlan>();

/** The plan for arrays of `length` values; made once for each length. */
export function fourierPlan(length: number): FourierPlan {
  const known = plans.get(length);
  if (known !== undefined) return known;
  const logarithm = 31 - Math.clz32(length);
  if (!(length >= 1 && length <= LARGEST_FOURIER_LENGTH) || length !== 1 << logarithm) {
    refuse("length", `a power of two from 1 to ${LARGEST_FOURIER_LENGTH} (pad with zeros)`, length);
  }
  const plan = makePlan(length, logarithm);
  plans.set(length, plan);
  return plan;
}

function makePlan(length: number, logarithm: number): FourierPlan {
  const columns = 1 << (logarithm >> 1);
  const rows = length / columns;
  const rootBits = (logarithm + 1) >> 1;
  const fine = 1 << rootBits;
  const coarse = length / fine;
  const sizes = [
    turnsSize(rows),
    turnsSize(columns),
    2 * (fine + coarse),
    16 * rows,
    (rows + 1) >> 1,
    (columns + 1) >> 1,
  ];
  // A section starts at a multiple of 64 bytes.
  const starts = sizes.map((_, i) => sizes.slice(0, i).reduce((sum, size) => sum + ((size + 7) & ~7), 0));
  const table = new Float64Array(starts[5] + sizes[5]);
  const section = (i: number) => table.subarray(starts[i], starts[i] + sizes[i]);
  const [rowTurns, columnTurns, roots, offsets] = [0, 1, 2, 3].map(section);
  const rowReversal = new Int32Array(table.buffer, 8 * starts[4], rows);
  const columnReversal = new Int32Array(table.buffer, 8 * starts[5], columns);

  fillTurns(rowTurns, rows);
  fillTurns(columnTurns, columns);
  for (let m = 0; m < fine; m++) setRoot(roots, 2 * m, m, length, 1);
  for (let m = 0; m < coarse; m++) setRoot(roots, 2 * (fine + m), m * fine, length, 1);
  for (let r = 0; r < rows; r++) {
    for (let j = 0; j < 8; j++) setRoot(offsets, 16 * r + 4 * (j >> 1) + (j & 1), (r * j) % length, length, 2);
  }
  fillReversal(rowReversal);
  fillReversal(columnReversal);
  return { length, rows, columns, rootBits, table, rowTurns, columnTurns, roots, offsets, rowReversal, columnReversal };
}

function turnsSize(length: number): number {
  return 6 * Math.max(1, length >> 2);
}

function fillTurns(turns: Float64Array, length: number): void {
  for (let p = 0; 4 * p < length; p++) {
    for (let power = 1; power <= 3; power++) setRoot(turns, 6 * p + 2 * power - 2, p * power, length, 1);
  }
}

/** A pass of radix 4 sends residue j modulo 4 of the frequency to the j-th quarter; radix 2 is left for last where it is needed. */
function fillReversal(reversal: Int32Array): void {
  for (let k = 0; k < reversal.length; k++) {
    let row = 0;
    let span = reversal.length;
    let rest = k;
    for (; span > 2; span >>= 2, rest >>= 2) row += (rest & 3) * (span >> 2);
    reversal[k] = 32 * (span === 2 ? row + (rest & 1) : row);
  }
}

const TURN = 6.283185307179586;
const TURN_LOW = 2.4492935982947064e-16;
const DIAGONAL = Math.sqrt(0.5);

/** exp(-2 pi i m / n) by the symmetries of the octants, from an angle of at most pi/4 in double-double; `apart` from part to part. */
function setRoot(into: Float64Array, at: number, m: number, n: number, apart: number): void {
  const eighth = Math.floor((8 * m) / n);
  const fraction = (eighth & 1) === 0 ? m / n - eighth / 8 : (eighth + 1) / 8 - m / n;
  const angle = fraction * TURN;
  const low = productError(fraction, TURN, angle) + fraction * TURN_LOW;
  const isDiagonal = fraction === 0.125;
  const s = sin(angle);
  const c = cos(angle);
  const sine = isDiagonal ? DIAGONAL : s + low * c;
  const cosine = isDiagonal ? DIAGONAL : c - low * s;
  const isSwapped = ((eighth + 1) & 2) !== 0;
  const x = isSwapped ? sine : cosine;
  const y = isSwapped ? cosine : sine;
  into[at] = eighth >= 2 && eighth < 6 ? -x : x;
  into[at + apart] = eighth < 4 ? -y : y;
}
