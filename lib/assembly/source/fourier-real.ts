// The sweeps of real Fourier transforms; see fourier.ts for the blocks and fourier-passes.ts for the rest.
import { gather, passes, prepare, timesImaginary, timesReal } from "./fourier-passes";
import { Plan, scatter } from "./fourier";

/** First sweep of real input: columns c and c + columns/2 at once, apart afterwards. */
export function twistReals(plan: Plan, from: usize, stride: usize, to: usize, block: usize): void {
  const rows = plan.rows, half = plan.columns >> 1, needed = (rows >> 1) + 2, gap = plan.basesGap;
  for (let column = 0; column < half; column += 16) {
    const pairs = min(8, half - column >> 1);
    for (let i = 0; i < 2; i++) {
      prepare(plan.bases + <usize>i * gap, needed, column + 8 * i, plan.roots, plan.rootBits, 0.5);
      prepare(plan.bases + <usize>(i + 2) * gap, needed, column + 8 * i + half, plan.roots, plan.rootBits, 0.5);
    }
    gather(from, from + (<usize>half << 3), stride, pairs, rows, plan.buffer, plan.gap, plan.rowTurns);
    passes(plan.buffer, plan.gap, pairs, rows, <usize>rows >> 2, plan.rowTurns);
    spreadReals(plan, pairs, to, block);
    from += 128;
    to += 4096;
  }
}

/**
 * Z = A + i B with A and B of real columns: A[k] = (Z[k] + conj Z[-k]) / 2 and B[k] = (Z[k] - conj Z[-k]) / 2i, twisted; the bases
 * hold the half. The last k is one too many.
 */
function spreadReals(plan: Plan, pairs: i32, to: usize, block: usize): void {
  const rows = plan.rows, reversal = plan.rowReversal;
  const far = <usize>plan.columns << 7, gap = plan.basesGap;
  for (let first = 0; first <= rows >> 1; first += 16, to += block) {
    let buffer = plan.buffer, into = to;
    const last = min(first + 16, (rows >> 1) + 1);
    for (let pair = 0; pair < pairs; pair++, buffer += plan.gap, into += 512) {
      let v = plan.offsets + (<usize>first << 7) + (<usize>(pair & 3) << 5), at = into;
      let u = plan.bases + (<usize>first << 4) + <usize>(pair >> 2) * gap, t = u + 2 * gap;
      for (let k = first; k < last; k += 2) {
        const z = buffer + load<u32>(reversal + (<usize>k << 2));
        const m = buffer + load<u32>(reversal + (<usize>((rows - k) & (rows - 1)) << 2));
        const zr = v128.load(z), zi = v128.load(z, 16), mr = v128.load(m), mi = v128.load(m, 16);
        const vr = v128.load(v), vi = v128.load(v, 16);
        let br = v128.load64_splat(u), bi = v128.load64_splat(u, 8);
        let wr = timesReal(br, bi, vr, vi), wi = timesImaginary(br, bi, vr, vi);
        let xr = f64x2.add(zr, mr), xi = f64x2.sub(zi, mi);
        const ar = timesReal(xr, xi, wr, wi), ai = timesImaginary(xr, xi, wr, wi);
        br = v128.load64_splat(t), bi = v128.load64_splat(t, 8);
        wr = timesReal(br, bi, vr, vi), wi = timesImaginary(br, bi, vr, vi);
        xr = f64x2.add(zi, mi), xi = f64x2.sub(mr, zr);
        const cr = timesReal(xr, xi, wr, wi), ci = timesImaginary(xr, xi, wr, wi);

        const y = buffer + load<u32>(reversal + (<usize>k << 2), 4), l = buffer + load<u32>(reversal + (<usize>(rows - k - 1) << 2));
        const yr = v128.load(y), yi = v128.load(y, 16), lr = v128.load(l), li = v128.load(l, 16);
        const ur = v128.load(v, 128), ui = v128.load(v, 144);
        br = v128.load64_splat(u, 16), bi = v128.load64_splat(u, 24);
        wr = timesReal(br, bi, ur, ui), wi = timesImaginary(br, bi, ur, ui);
        xr = f64x2.add(yr, lr), xi = f64x2.sub(yi, li);
        const er = timesReal(xr, xi, wr, wi), ei = timesImaginary(xr, xi, wr, wi);
        br = v128.load64_splat(t, 16), bi = v128.load64_splat(t, 24);
        wr = timesReal(br, bi, ur, ui), wi = timesImaginary(br, bi, ur, ui);
        xr = f64x2.add(yi, li), xi = f64x2.sub(lr, yr);
        const gr = timesReal(xr, xi, wr, wi), gi = timesImaginary(xr, xi, wr, wi);

        v128.store(at, v128.shuffle<f64>(ar, er, 0, 2));
        v128.store(at, v128.shuffle<f64>(ai, ei, 0, 2), 128);
        v128.store(at, v128.shuffle<f64>(ar, er, 1, 3), 256);
        v128.store(at, v128.shuffle<f64>(ai, ei, 1, 3), 384);
        const other = at + far;
        v128.store(other, v128.shuffle<f64>(cr, gr, 0, 2));
        v128.store(other, v128.shuffle<f64>(ci, gi, 0, 2), 128);
        v128.store(other, v128.shuffle<f64>(cr, gr, 1, 3), 256);
        v128.store(other, v128.shuffle<f64>(ci, gi, 1, 3), 384);
        u += 32;
        t += 32;
        v += 256;
        at += 16;
      }
    }
  }
}

/** How many pairs of the sixteen columns from `column` on hold frequencies 0 ... rows/2. */
// @ts-ignore: decorator
@inline
export function pairsFrom(plan: Plan, column: i32): i32 {
  return min(8, ((plan.rows >> 1) - column >> 1) + 1);
}

/**
 * Second sweep of real input: frequency k + rows l of column k, for l below columns/2 as it is, beyond as the conjugate of its mirror.
 * The last pair goes first: the stray column's values are then overwritten.
 */
export function settleReals(plan: Plan, from: usize, block: usize, re: usize, im: usize, stride: usize): void {
  const length = plan.columns, middle = plan.rows >> 1, half = length >> 1;
  for (let column = middle & ~15; column >= 0; column -= 16) {
    const pairs = pairsFrom(plan, column);
    const at = from + <usize>(column >> 4) * block;
    gather(at, at + 128, 256, pairs, length, plan.buffer, plan.gap, plan.columnTurns);
    passes(plan.buffer, plan.gap, pairs, length, <usize>length >> 2, plan.columnTurns);
    const to = <usize>column << 3;
    scatter(plan, pairs, half, plan.columnReversal, re + to, im + to, stride);
    const mirrored = (<usize>(plan.rows - column - 1) << 3) + <usize>(half - 1) * stride;
    const reversal = plan.columnReversal + (<usize>half << 2);
    scatterMirrored(plan, min(pairs, middle - column >> 1), half, reversal, re + mirrored, im + mirrored, stride);
  }
}

function scatterMirrored(plan: Plan, pairs: i32, length: i32, reversal: usize, re: usize, im: usize, stride: usize): void {
  const buffer = plan.buffer, gap = plan.gap;
  for (const end = reversal + (<usize>length << 2); reversal < end; reversal += 4) {
    let at = buffer + load<u32>(reversal), x = re, y = im;
    for (const last = re - (<usize>pairs << 4); x > last; x -= 16, y -= 16, at += gap) {
      const r = v128.load(at), i = f64x2.neg(v128.load(at, 16));
      v128.store(x, v128.shuffle<f64>(r, r, 1, 0));
      v128.store(y, v128.shuffle<f64>(i, i, 1, 0));
    }
    re -= stride;
    im -= stride;
  }
}
