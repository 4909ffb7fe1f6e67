// From spectra back to real values, and products of spectra that never leave the transposed order: convolutions and their powers.
// See fourier.ts for the blocks and fourier-passes.ts for the rest. Everything here keeps imaginary parts where a forward transform
// keeps real ones, which makes it the inverse.
import { gather, passes, prepare, timesImaginary, timesReal } from "./fourier-passes";
import { Plan, scatter, spread } from "./fourier";
import { pairsFrom } from "./fourier-real";

/** First sweep of the inverse: half a spectrum in natural order, each row with the first value of the next behind it, to blocks. */
export function twistSpectrum(plan: Plan, re: usize, im: usize, stride: usize, to: usize, block: usize, scale: f64): void {
  for (let column = 0; column <= plan.rows >> 1; column += 16, to += 4096) {
    const pairs = pairsFrom(plan, column);
    const at = <usize>column << 3, mirrored = (<usize>(plan.rows - column - 1) << 3) + <usize>((plan.columns >> 1) - 1) * stride;
    unfold(plan, pairs, re + at, im + at, re + mirrored, im + mirrored, stride);
    finish(plan, column, pairs, to, block, scale);
  }
}

/** Columns of the whole spectrum from the half of it: rows beyond the middle are conjugates of mirrored ones. */
function unfold(plan: Plan, pairs: i32, re: usize, im: usize, mirroredRe: usize, mirroredIm: usize, stride: usize): void {
  const buffer = plan.buffer, gap = plan.gap, half = <usize>plan.columns << 4;
  for (let row: usize = 0; row < half; row += 32) {
    let to = buffer + row;
    for (let pair: usize = 0, end = <usize>pairs << 4; pair < end; pair += 16, to += gap) {
      v128.store(to, v128.load(im + pair));
      v128.store(to, v128.load(re + pair), 16);
      const x = v128.load(mirroredRe - pair), y = f64x2.neg(v128.load(mirroredIm - pair));
      v128.store(to + half, v128.shuffle<f64>(y, y, 1, 0));
      v128.store(to + half, v128.shuffle<f64>(x, x, 1, 0), 16);
    }
    re += stride;
    im += stride;
    mirroredRe -= stride;
    mirroredIm -= stride;
  }
}

/** Transforms columns that stand in the buffers and spreads them. */
function finish(plan: Plan, column: i32, pairs: i32, to: usize, block: usize, scale: f64): void {
  const length = plan.columns;
  prepare(plan.bases, length, column, plan.roots, plan.rootBits, scale);
  if (pairs > 4) prepare(plan.bases + plan.basesGap, length, column + 8, plan.roots, plan.rootBits, scale);
  passes(plan.buffer, plan.gap, pairs, length, <usize>length, plan.columnTurns);
  spread(plan, plan.buffer, pairs, length, plan.columnReversal, to, block);
}

/** Second sweep of the inverse: blocks to real values in natural order, columns c and c + columns/2 at once. */
export function settleSpectrum(plan: Plan, from: usize, block: usize, to: usize, stride: usize): void {
  const rows = plan.rows, half = plan.columns >> 1;
  for (let column = 0; column < half; column += 16, to += 128) {
    const pairs = min(8, half - column >> 1), far = column + half;
    join(plan, pairs, from + <usize>(column >> 4) * block, from + <usize>(far >> 4) * block + (<usize>(far & 15) << 3));
    passes(plan.buffer, plan.gap, pairs, rows, <usize>rows, plan.rowTurns);
    scatter(plan, pairs, rows, plan.rowReversal, to + (<usize>half << 3), to, stride);
  }
}

/** Z = A + i B for two columns of real values: Z[k] = A[k] + i B[k], Z[-k] = conj A[k] + i conj B[k]. */
function join(plan: Plan, pairs: i32, near: usize, far: usize): void {
  const gap = plan.gap, middle = <usize>plan.rows << 4;
  for (let row: usize = 0; row <= middle; row += 32, near += 256, far += 256) {
    let to = plan.buffer + row, mirrored = plan.buffer + ((2 * middle - row) & (2 * middle - 1));
    for (let pair: usize = 0, end = <usize>pairs << 4; pair < end; pair += 16, to += gap, mirrored += gap) {
      const ai = v128.load(near + pair), ar = v128.load(near + pair, 128);
      const bi = v128.load(far + pair), br = v128.load(far + pair, 128);
      if (to == mirrored) {
        v128.store(to, br);
        v128.store(to, ar, 16);
      } else {
        v128.store(to, f64x2.add(ai, br));
        v128.store(to, f64x2.sub(ar, bi), 16);
        v128.store(mirrored, f64x2.sub(br, ai));
        v128.store(mirrored, f64x2.add(ar, bi), 16);
      }
    }
  }
}

/** Between the sweeps of a convolution power: each value of the spectrum to the power `times`. */
export function raiseColumns(plan: Plan, from: usize, block: usize, times: i32, to: usize, toBlock: usize, scale: f64): void {
  const length = plan.columns, gap = plan.gap;
  for (let column = 0; column <= plan.rows >> 1; column += 16, from += block, to += 4096) {
    const pairs = pairsFrom(plan, column);
    gather(from, from + 128, 256, pairs, length, plan.buffer + gap, gap, plan.columnTurns);
    passes(plan.buffer + gap, gap, pairs, length, <usize>length >> 2, plan.columnTurns);
    // The powers of a pair go where the pair before stood.
    for (let pair: usize = 0; pair < <usize>pairs; pair++) raise(plan, plan.buffer + pair * gap, times);
    finish(plan, column, pairs, to, toBlock, scale);
  }
}

/**
 * From the buffer behind `to`, in frequency order, with the parts exchanged: squarings and products from the leading bit of `times`
 * down.
 */
function raise(plan: Plan, to: usize, times: i32): void {
  const from = to + plan.gap, leading = 1 << (30 - clz(times));
  for (let reversal = plan.columnReversal, end = reversal + (<usize>plan.columns << 2); reversal < end; reversal += 8, to += 64) {
    const a = from + load<u32>(reversal), b = from + load<u32>(reversal, 4);
    const zr = v128.load(a), zi = v128.load(a, 16), yr = v128.load(b), yi = v128.load(b, 16);
    let pr = zr, pi = zi, qr = yr, qi = yi;
    for (let bit = leading; bit > 0; bit >>= 1) {
      const ps = f64x2.mul(f64x2.add(pr, pi), f64x2.sub(pr, pi)), qs = f64x2.mul(f64x2.add(qr, qi), f64x2.sub(qr, qi));
      pi = f64x2.mul(f64x2.add(pr, pr), pi);
      qi = f64x2.mul(f64x2.add(qr, qr), qi);
      pr = ps;
      qr = qs;
      if (times & bit) {
        const pt = timesReal(pr, pi, zr, zi), qt = timesReal(qr, qi, yr, yi);
        pi = timesImaginary(pr, pi, zr, zi);
        qi = timesImaginary(qr, qi, yr, yi);
        pr = pt;
        qr = qt;
      }
    }
    v128.store(to, pi);
    v128.store(to, pr, 16);
    v128.store(to, qi, 32);
    v128.store(to, qr, 48);
  }
}

/** Between the sweeps of a convolution: the products of two spectra. */
export function multiplyColumns(plan: Plan, from: usize, other: usize, block: usize, to: usize, toBlock: usize, scale: f64): void {
  const length = plan.columns, gap = plan.gap, second = plan.buffer + 9 * gap;
  for (let column = 0; column <= plan.rows >> 1; column += 16, from += block, other += block, to += 4096) {
    const pairs = pairsFrom(plan, column);
    gather(from, from + 128, 256, pairs, length, plan.buffer + gap, gap, plan.columnTurns);
    passes(plan.buffer + gap, gap, pairs, length, <usize>length >> 2, plan.columnTurns);
    gather(other, other + 128, 256, pairs, length, second, gap, plan.columnTurns);
    passes(second, gap, pairs, length, <usize>length >> 2, plan.columnTurns);
    for (let pair: usize = 0; pair < <usize>pairs; pair++) multiply(plan, plan.buffer + pair * gap, second + pair * gap);
    finish(plan, column, pairs, to, toBlock, scale);
  }
}

function multiply(plan: Plan, to: usize, second: usize): void {
  const first = to + plan.gap;
  for (let reversal = plan.columnReversal, end = reversal + (<usize>plan.columns << 2); reversal < end; reversal += 4, to += 32) {
    const row = load<u32>(reversal);
    const ar = v128.load(first + row), ai = v128.load(first + row, 16), br = v128.load(second + row), bi = v128.load(second + row, 16);
    v128.store(to, timesImaginary(ar, ai, br, bi));
    v128.store(to, timesReal(ar, ai, br, bi), 16);
  }
}
