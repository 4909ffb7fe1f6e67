// Fourier transforms of n = rows x columns values in two sweeps over memory. The oracle, and the mathematics, is
// lib/numerics/fourier-columns.ts; the sweeps themselves are in fourier.ts.
//
// A matrix: real and imaginary parts apart, rows of `stride` bytes, never a power of two, so that the rows of a column do not
// compete for the same cache sets. Two neighbouring columns are transformed at a time, one to a lane, in a work buffer that the
// first-level cache holds: row r of the buffer is 32 bytes, the pair of real parts and the pair of imaginary parts.
// After the passes, frequency k stands in the buffer at byte `reversal[k]` (32-bit numbers).
// Turns of a length L: for p < L/4 the six numbers w, w^2, w^3 of w = exp(-2 pi i p / L).
// Twiddle of row r and column c, exp(-2 pi i r c / n): `bases[r]` of the first of eight columns times `offsets[r][c % 8]`, where a
// row of `offsets` is four pairs of columns: real parts, imaginary parts.
// Inverse transforms are forward ones with the parts exchanged on the way in and on the way out.

// @ts-ignore: decorator
@inline
export function timesReal(a: v128, b: v128, c: v128, d: v128): v128 {
  return f64x2.sub(f64x2.mul(a, c), f64x2.mul(b, d));
}

// @ts-ignore: decorator
@inline
export function timesImaginary(a: v128, b: v128, c: v128, d: v128): v128 {
  return f64x2.add(f64x2.mul(a, d), f64x2.mul(b, c));
}

/** Four legs, each a pair of columns, through a butterfly; stored at `to` and three `leg`s on. */
// @ts-ignore: decorator
@inline
function butterfly(ar: v128, ai: v128, br: v128, bi: v128, cr: v128, ci: v128, dr: v128, di: v128, w: usize, to: usize, leg: usize): void {
  const sr = f64x2.add(ar, cr), si = f64x2.add(ai, ci);
  const tr = f64x2.sub(ar, cr), ti = f64x2.sub(ai, ci);
  const ur = f64x2.add(br, dr), ui = f64x2.add(bi, di);
  const vr = f64x2.sub(br, dr), vi = f64x2.sub(bi, di);
  v128.store(to, f64x2.add(sr, ur));
  v128.store(to, f64x2.add(si, ui), 16);
  const yr = f64x2.add(tr, vi), yi = f64x2.sub(ti, vr);
  const w1r = v128.load64_splat(w), w1i = v128.load64_splat(w, 8);
  to += leg;
  v128.store(to, timesReal(yr, yi, w1r, w1i));
  v128.store(to, timesImaginary(yr, yi, w1r, w1i), 16);
  const xr = f64x2.sub(sr, ur), xi = f64x2.sub(si, ui);
  const w2r = v128.load64_splat(w, 16), w2i = v128.load64_splat(w, 24);
  to += leg;
  v128.store(to, timesReal(xr, xi, w2r, w2i));
  v128.store(to, timesImaginary(xr, xi, w2r, w2i), 16);
  const zr = f64x2.sub(tr, vi), zi = f64x2.add(ti, vr);
  const w3r = v128.load64_splat(w, 32), w3i = v128.load64_splat(w, 40);
  to += leg;
  v128.store(to, timesReal(zr, zi, w3r, w3i));
  v128.store(to, timesImaginary(zr, zi, w3r, w3i), 16);
}

/** The first pass of `pairs` pairs of columns, from a matrix to as many buffers. */
export function gather(
  re: usize, im: usize, stride: usize, pairs: i32, length: i32, buffer: usize, apartBuffers: usize, turns: usize
): void {
  const quarter = <usize>length >> 2;
  const apart = quarter * stride;
  const leg = quarter << 5;
  for (const end = buffer + leg; buffer < end; buffer += 32) {
    let to = buffer, x = re, y = im;
    for (const last = re + (<usize>pairs << 4); x < last; x += 16, y += 16, to += apartBuffers) {
      const x2 = x + 2 * apart, y2 = y + 2 * apart;
      butterfly(
        v128.load(x), v128.load(y), v128.load(x + apart), v128.load(y + apart),
        v128.load(x2), v128.load(y2), v128.load(x2 + apart), v128.load(y2 + apart),
        turns, to, leg);
    }
    turns += 48;
    re += stride;
    im += stride;
  }
}

/** The passes of blocks of `span` rows and below, in `pairs` buffers. */
export function passes(buffer: usize, gap: usize, pairs: i32, length: i32, span: usize, turns: usize): void {
  for (let pair = 0; pair < pairs; pair++, buffer += gap) passesOfPair(buffer, length, span, turns);
}

function passesOfPair(buffer: usize, length: i32, span: usize, turns: usize): void {
  const end = buffer + (<usize>length << 5);
  let step = <usize>48 * (<usize>length / span);
  for (; span > 4; span >>= 2, step <<= 2) {
    const leg = span << 3;
    for (let at = buffer; at < end; at += 3 * leg) {
      let w = turns;
      for (const stop = at + leg; at < stop; at += 32, w += step) {
        const b = at + leg, c = at + 2 * leg, d = b + 2 * leg;
        butterfly(
          v128.load(at), v128.load(at, 16), v128.load(b), v128.load(b, 16),
          v128.load(c), v128.load(c, 16), v128.load(d), v128.load(d, 16),
          w, at, leg);
      }
    }
  }
  if (span == 4) {
    for (let at = buffer; at < end; at += 128) {
      const ar = v128.load(at), ai = v128.load(at, 16), br = v128.load(at, 32), bi = v128.load(at, 48);
      const cr = v128.load(at, 64), ci = v128.load(at, 80), dr = v128.load(at, 96), di = v128.load(at, 112);
      const sr = f64x2.add(ar, cr), si = f64x2.add(ai, ci), tr = f64x2.sub(ar, cr), ti = f64x2.sub(ai, ci);
      const ur = f64x2.add(br, dr), ui = f64x2.add(bi, di), vr = f64x2.sub(br, dr), vi = f64x2.sub(bi, di);
      v128.store(at, f64x2.add(sr, ur));
      v128.store(at, f64x2.add(si, ui), 16);
      v128.store(at, f64x2.add(tr, vi), 32);
      v128.store(at, f64x2.sub(ti, vr), 48);
      v128.store(at, f64x2.sub(sr, ur), 64);
      v128.store(at, f64x2.sub(si, ui), 80);
      v128.store(at, f64x2.sub(tr, vi), 96);
      v128.store(at, f64x2.add(ti, vr), 112);
    }
  } else {
    for (let at = buffer; at < end; at += 64) {
      const ar = v128.load(at), ai = v128.load(at, 16), br = v128.load(at, 32), bi = v128.load(at, 48);
      v128.store(at, f64x2.add(ar, br));
      v128.store(at, f64x2.add(ai, bi), 16);
      v128.store(at, f64x2.sub(ar, br), 32);
      v128.store(at, f64x2.sub(ai, bi), 48);
    }
  }
}

/** bases[r] = scale exp(-2 pi i r column / n) for r < length, from the product of a coarse and a fine root of unity. */
export function prepare(bases: usize, length: i32, column: i32, roots: usize, bits: i32, scale: f64): void {
  const mask = (1 << bits) - 1;
  const coarse = roots + (<usize>16 << bits);
  let index = 0;
  for (const end = bases + (<usize>length << 4); bases < end; bases += 16, index += column) {
    const c = coarse + (<usize>(index >> bits) << 4), f = roots + (<usize>(index & mask) << 4);
    const cr = load<f64>(c) * scale, ci = load<f64>(c, 8) * scale, fr = load<f64>(f), fi = load<f64>(f, 8);
    store<f64>(bases, cr * fr - ci * fi);
    store<f64>(bases, cr * fi + ci * fr, 8);
  }
}
