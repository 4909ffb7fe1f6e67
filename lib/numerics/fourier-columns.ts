/**
 * The steps of a Fourier transform in plain TypeScript, operation by operation those of the kernels (`assembly/source/fourier*.ts`).
 *
 * Method: the four-step algorithm (Bailey, "FFTs in external or hierarchical memory", J. Supercomputing 4, 1990). With n = R C, input
 * index m = C i + c and frequency k = r + R l: a transform of length R over i for each c, a product with exp(-2 pi i r c / n), a
 * transform of length C over c for each r. The short transforms decimate in frequency, by radix 4 with one radix 2 where it is needed.
 * A real column c goes with the real column c + C/2 as the parts of one complex column; r = 0 ... R/2 then tell everything.
 * Inverses are forward transforms with real and imaginary parts exchanged before and after.
 */
import type { FourierPlan } from "./fourier-plan.ts";

export interface Spectrum {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** Complex values times `scale`, a power of two, transformed. */
export function transformColumns(plan: FourierPlan, { re, im }: Spectrum, scale: number): Spectrum {
  const { rows, columns, length } = plan;
  const across = matrix(length);
  const column = matrix(rows);
  for (let c = 0; c < columns; c++) {
    for (let i = 0; i < rows; i++) place(column, i, re[columns * i + c], im[columns * i + c]);
    transformColumn(column, plan.rowTurns);
    const base = c & ~7;
    for (let r = 0; r < rows; r++) {
      const at = plan.rowReversal[r] >> 5;
      setTwiddle(plan, { row: r, base, offset: c - base, scale });
      placeProduct(across, rows * c + r, column.re[at], column.im[at]);
    }
  }
  const result = matrix(length);
  const row = matrix(columns);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) place(row, c, across.re[rows * c + r], across.im[rows * c + r]);
    transformColumn(row, plan.columnTurns);
    for (let l = 0; l < columns; l++) {
      const at = plan.columnReversal[l] >> 5;
      place(result, rows * l + r, row.re[at], row.im[at]);
    }
  }
  return result;
}

/** Frequencies r = 0 ... R/2 of each real column, twisted: at c (R/2 + 1) + r. The length is at least 4. */
export function twistReals(plan: FourierPlan, values: Float64Array): Spectrum {
  const { rows, columns } = plan;
  const half = columns / 2;
  const width = rows / 2 + 1;
  const result = matrix(width * columns);
  const column = matrix(rows);
  for (let c = 0; c < half; c++) {
    for (let i = 0; i < rows; i++) place(column, i, values[columns * i + c], values[columns * i + c + half]);
    transformColumn(column, plan.rowTurns);
    const base = c & ~7;
    for (let r = 0; r < width; r++) {
      const z = plan.rowReversal[r] >> 5;
      const m = plan.rowReversal[(rows - r) & (rows - 1)] >> 5;
      setTwiddle(plan, { row: r, base, offset: c - base, scale: 0.5 });
      placeProduct(result, width * c + r, column.re[z] + column.re[m], column.im[z] - column.im[m]);
      setTwiddle(plan, { row: r, base: base + half, offset: c - base, scale: 0.5 });
      placeProduct(result, width * (c + half) + r, column.im[z] + column.im[m], column.re[m] - column.re[z]);
    }
  }
  return result;
}

/** The spectrum at frequencies r + R l, all l for one r, from what `twistReals` left. */
export function spectrumColumn(plan: FourierPlan, across: Spectrum, r: number): Spectrum {
  const { columns } = plan;
  const width = plan.rows / 2 + 1;
  const row = matrix(columns);
  for (let c = 0; c < columns; c++) place(row, c, across.re[width * c + r], across.im[width * c + r]);
  transformColumn(row, plan.columnTurns);
  const result = matrix(columns);
  for (let l = 0; l < columns; l++) {
    const at = plan.columnReversal[l] >> 5;
    place(result, l, row.re[at], row.im[at]);
  }
  return result;
}

/** Undoes `spectrumColumn` but for a factor: the twisted frequencies r of each real column, conjugate and exchanged, at r C + c. */
export function untwistColumn(plan: FourierPlan, column: Spectrum, r: number, into: Spectrum): void {
  const { columns, length } = plan;
  const exchanged = { re: column.im.slice(), im: column.re.slice() };
  transformColumn(exchanged, plan.columnTurns);
  const base = r & ~7;
  for (let c = 0; c < columns; c++) {
    const at = plan.columnReversal[c] >> 5;
    setTwiddle(plan, { row: c, base, offset: r - base, scale: 1 / length });
    placeProduct(into, columns * r + c, exchanged.re[at], exchanged.im[at]);
  }
}

/** Real values from what `untwistColumn` left of r = 0 ... R/2. */
export function joinReals(plan: FourierPlan, exchanged: Spectrum): Float64Array {
  const { rows, columns, length } = plan;
  const half = columns / 2;
  const result = new Float64Array(length);
  const column = matrix(rows);
  for (let c = 0; c < half; c++) {
    for (let r = 0; r <= rows / 2; r++) {
      const [ai, ar] = [exchanged.re[columns * r + c], exchanged.im[columns * r + c]];
      const [bi, br] = [exchanged.re[columns * r + c + half], exchanged.im[columns * r + c + half]];
      if (r === 0 || r === rows / 2) place(column, r, br, ar);
      else {
        place(column, r, ai + br, ar - bi);
        place(column, rows - r, br - ai, ar + bi);
      }
    }
    transformColumn(column, plan.rowTurns);
    for (let i = 0; i < rows; i++) {
      const at = plan.rowReversal[i] >> 5;
      result[columns * i + c] = column.im[at];
      result[columns * i + c + half] = column.re[at];
    }
  }
  return result;
}

/** In place; frequency k is left where the plan's reversal says. */
function transformColumn({ re, im }: Spectrum, turns: Float64Array): void {
  const { length } = re;
  let span = length;
  for (let step = 6; span > 4; span >>= 2, step <<= 2) {
    const leg = span >> 2;
    for (let block = 0; block < length; block += span) {
      for (let p = 0; p < leg; p++) {
        const [a, b, c, d] = [block + p, block + p + leg, block + p + 2 * leg, block + p + 3 * leg];
        turnFour(re, im, a, leg);
        turn(re, im, b, turns, p * step);
        turn(re, im, c, turns, p * step + 2);
        turn(re, im, d, turns, p * step + 4);
      }
    }
  }
  if (span === 4) for (let a = 0; a < length; a += 4) turnFour(re, im, a, 1);
  if (span === 2)
    for (let a = 0; a < length; a += 2) {
      turnTwo(re, a);
      turnTwo(im, a);
    }
}

function turnTwo(x: Float64Array, a: number): void {
  const first = x[a];
  x[a] = first + x[a + 1];
  x[a + 1] = first - x[a + 1];
}

/** The transform of length 4 of values `leg` apart. */
function turnFour(re: Float64Array, im: Float64Array, a: number, leg: number): void {
  const [b, c, d] = [a + leg, a + 2 * leg, a + 3 * leg];
  const [sr, si] = [re[a] + re[c], im[a] + im[c]];
  const [tr, ti] = [re[a] - re[c], im[a] - im[c]];
  const [ur, ui] = [re[b] + re[d], im[b] + im[d]];
  const [vr, vi] = [re[b] - re[d], im[b] - im[d]];
  [re[a], im[a]] = [sr + ur, si + ui];
  [re[b], im[b]] = [tr + vi, ti - vr];
  [re[c], im[c]] = [sr - ur, si - ui];
  [re[d], im[d]] = [tr - vi, ti + vr];
}

function turn(re: Float64Array, im: Float64Array, at: number, turns: Float64Array, w: number): void {
  const [x, y] = [re[at], im[at]];
  re[at] = x * turns[w] - y * turns[w + 1];
  im[at] = x * turns[w + 1] + y * turns[w];
}

let twiddleRe = 1;
let twiddleIm = 0;

interface Twiddle {
  readonly row: number;
  readonly base: number;
  readonly offset: number;
  readonly scale: number;
}

/** scale exp(-2 pi i row (base + offset) / n), as the product of three roots. */
function setTwiddle({ roots, offsets, rootBits }: FourierPlan, { row, base, offset, scale }: Twiddle): void {
  const fine = 2 * ((row * base) & ((1 << rootBits) - 1));
  const coarse = 2 * ((1 << rootBits) + ((row * base) >> rootBits));
  const [cr, ci] = [roots[coarse] * scale, roots[coarse + 1] * scale];
  const ur = cr * roots[fine] - ci * roots[fine + 1];
  const ui = cr * roots[fine + 1] + ci * roots[fine];
  const at = 16 * row + 4 * (offset >> 1) + (offset & 1);
  twiddleRe = ur * offsets[at] - ui * offsets[at + 2];
  twiddleIm = ur * offsets[at + 2] + ui * offsets[at];
}

function placeProduct(into: Spectrum, at: number, x: number, y: number): void {
  place(into, at, x * twiddleRe - y * twiddleIm, x * twiddleIm + y * twiddleRe);
}

export function place(into: Spectrum, at: number, re: number, im: number): void {
  into.re[at] = re;
  into.im[at] = im;
}

export function matrix(size: number): Spectrum {
  return { re: new Float64Array(size), im: new Float64Array(size) };
}
