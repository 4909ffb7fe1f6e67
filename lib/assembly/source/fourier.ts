// The sweeps of Fourier transforms over memory; layout and passes are in fourier-passes.ts, the oracle in lib/numerics/fourier-columns.ts.
//
// With n = rows x columns, the first sweep transforms the columns of a rows x columns matrix and leaves the transpose; the second
// transforms the columns of that, and its result stands in natural order. Real input takes column c and c + columns/2 as the real
// and imaginary part of one, so that only frequencies 0 ... rows/2 of a column need the second sweep; its stray last column is never read.
// Columns go by sixteens, eight pairs, so that each page of memory is visited seldom.
// The transpose is in blocks of sixteen columns, `block` bytes apart; a row of a block is 256 bytes: sixteen real parts, sixteen imaginary.
import { gather, passes, prepare, timesImaginary, timesReal } from "./fourier-passes";

/** Where the tables of one length are, and room to work in: written by the host, each field 32 bits. */
@unmanaged
export class Plan {
  rows: i32;
  columns: i32;
  rowTurns: usize;
  columnTurns: usize;
  rowReversal: usize;
  columnReversal: usize;
  /** 2^rootBits powers of exp(-2 pi i / n), then as many of its 2^rootBits-th power as there are. */
  roots: usize;
  rootBits: i32;
  offsets: usize;
  /** Work: four times 16 (rows + 2) bytes, `basesGap` apart. */
  bases: usize;
  basesGap: usize;
  /** Work: seventeen buffers, `gap` bytes apart, of which plain transforms use eight and powers nine. */
  buffer: usize;
  gap: usize;
}

/** Transformed columns, twisted, to the transpose. */
export function spread(plan: Plan, from: usize, pairs: i32, length: i32, reversal: usize, to: usize, block: usize): void {
  let offsets = plan.offsets, bases = plan.bases;
  for (const end = reversal + (<usize>length << 2); reversal < end; to += block) {
    const tall: usize = min<usize>(64, end - reversal);
    let buffer = from, into = to;
    for (let pair = 0; pair < pairs; pair++, buffer += plan.gap, into += 512) {
      let v = offsets + (<usize>(pair & 3) << 5), u = bases + <usize>(pair >> 2) * plan.basesGap, at = into;
      for (let r = reversal, last = reversal + tall; r < last; r += 8, u += 32, v += 256, at += 16) {
        const a = buffer + load<u32>(r), b = buffer + load<u32>(r, 4);
        const ur = v128.load64_splat(u), ui = v128.load64_splat(u, 8), vr = v128.load(v), vi = v128.load(v, 16);
        const wr = timesReal(ur, ui, vr, vi), wi = timesImaginary(ur, ui, vr, vi);
        const ar = v128.load(a), ai = v128.load(a, 16);
        const yr = timesReal(ar, ai, wr, wi), yi = timesImaginary(ar, ai, wr, wi);
        const pr = v128.load64_splat(u, 16), pi = v128.load64_splat(u, 24), qr = v128.load(v, 128), qi = v128.load(v, 144);
        const xr = timesReal(pr, pi, qr, qi), xi = timesImaginary(pr, pi, qr, qi);
        const br = v128.load(b), bi = v128.load(b, 16);
        const zr = timesReal(br, bi, xr, xi), zi = timesImaginary(br, bi, xr, xi);
        v128.store(at, v128.shuffle<f64>(yr, zr, 0, 2));
        v128.store(at, v128.shuffle<f64>(yi, zi, 0, 2), 128);
        v128.store(at, v128.shuffle<f64>(yr, zr, 1, 3), 256);
        v128.store(at, v128.shuffle<f64>(yi, zi, 1, 3), 384);
      }
    }
    reversal += tall;
    offsets += tall << 5;
    bases += tall << 2;
  }
}

/** First sweep, complex: from rows x columns to columns x rows in blocks. */
export function twistColumns(plan: Plan, re: usize, im: usize, stride: usize, to: usize, block: usize, scale: f64): void {
  const rows = plan.rows;
  for (let column = 0; column < plan.columns; column += 16) {
    const pairs = min(8, plan.columns - column >> 1);
    prepare(plan.bases, rows, column, plan.roots, plan.rootBits, scale);
    if (pairs > 4) prepare(plan.bases + plan.basesGap, rows, column + 8, plan.roots, plan.rootBits, scale);
    gather(re, im, stride, pairs, rows, plan.buffer, plan.gap, plan.rowTurns);
    passes(plan.buffer, plan.gap, pairs, rows, <usize>rows >> 2, plan.rowTurns);
    spread(plan, plan.buffer, pairs, rows, plan.rowReversal, to, block);
    re += 128;
    im += 128;
    to += 4096;
  }
}

/** Second sweep, complex: the columns x rows matrix to natural order. */
export function settleColumns(plan: Plan, from: usize, block: usize, re: usize, im: usize, stride: usize): void {
  const length = plan.columns;
  for (let column = 0; column < plan.rows; column += 16) {
    const pairs = min(8, plan.rows - column >> 1);
    gather(from, from + 128, 256, pairs, length, plan.buffer, plan.gap, plan.columnTurns);
    passes(plan.buffer, plan.gap, pairs, length, <usize>length >> 2, plan.columnTurns);
    scatter(plan, pairs, length, plan.columnReversal, re, im, stride);
    from += block;
    re += 128;
    im += 128;
  }
}

/** Transformed columns, in order, to columns of a matrix. */
export function scatter(plan: Plan, pairs: i32, length: i32, reversal: usize, re: usize, im: usize, stride: usize): void {
  const buffer = plan.buffer, gap = plan.gap;
  for (const end = reversal + (<usize>length << 2); reversal < end; reversal += 4) {
    let at = buffer + load<u32>(reversal), x = re, y = im;
    for (const last = re + (<usize>pairs << 4); x < last; x += 16, y += 16, at += gap) {
      v128.store(x, v128.load(at));
      v128.store(y, v128.load(at, 16));
    }
    re += stride;
    im += stride;
  }
}
