// Rows of a dataset against the weights of a linear model, two columns to a vector. The oracle is lib/learning/clipped-gradient.ts.
//
// A row has an even number of columns, the last of which may be padding of 0. Four rows go by together: the weights, or the sums, are then
// read once for the four, and the four running sums do not wait for one another. `order` names the rows by 32-bit numbers; 0 for as
// they come.

// @ts-ignore: decorator
@inline
function rowAt(at: usize, stride: usize, order: usize, i: i32): usize {
  return at + stride * (order == 0 ? <usize>i : <usize>load<u32>(order + (<usize>i << 2)));
}

// @ts-ignore: decorator
@inline
function product(row: usize, weights: usize, bytes: usize): v128 {
  let sums = f64x2.splat(0);
  for (let j: usize = 0; j < bytes; j += 16) sums = f64x2.add(sums, f64x2.mul(v128.load(row + j), v128.load(weights + j)));
  return sums;
}

// @ts-ignore: decorator
@inline
function total(sums: v128): f64 {
  return f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
}

/** The inner product of each row with the weights: even columns in one lane, odd ones in the other. */
export function predictRows(at: usize, stride: usize, order: usize, count: i32, weights: usize, out: usize): void {
  let i = 0;
  for (; i + 4 <= count; i += 4) {
    const a = rowAt(at, stride, order, i), b = rowAt(at, stride, order, i + 1);
    const c = rowAt(at, stride, order, i + 2), d = rowAt(at, stride, order, i + 3);
    let sumA = f64x2.splat(0), sumB = f64x2.splat(0), sumC = f64x2.splat(0), sumD = f64x2.splat(0);
    for (let j: usize = 0; j < stride; j += 16) {
      const w = v128.load(weights + j);
      sumA = f64x2.add(sumA, f64x2.mul(v128.load(a + j), w));
      sumB = f64x2.add(sumB, f64x2.mul(v128.load(b + j), w));
      sumC = f64x2.add(sumC, f64x2.mul(v128.load(c + j), w));
      sumD = f64x2.add(sumD, f64x2.mul(v128.load(d + j), w));
    }
    const to = out + (<usize>i << 3);
    store<f64>(to, total(sumA));
    store<f64>(to, total(sumB), 8);
    store<f64>(to, total(sumC), 16);
    store<f64>(to, total(sumD), 24);
  }
  for (; i < count; i++) store<f64>(out + (<usize>i << 3), total(product(rowAt(at, stride, order, i), weights, stride)));
}

/** Adds each row times its factor, in the order of the rows. */
export function addScaledRows(at: usize, stride: usize, order: usize, count: i32, factors: usize, sum: usize): void {
  let i = 0;
  for (; i + 4 <= count; i += 4, factors += 32) {
    const a = rowAt(at, stride, order, i), b = rowAt(at, stride, order, i + 1);
    const c = rowAt(at, stride, order, i + 2), d = rowAt(at, stride, order, i + 3);
    const fa = v128.load64_splat(factors), fb = v128.load64_splat(factors, 8);
    const fc = v128.load64_splat(factors, 16), fd = v128.load64_splat(factors, 24);
    for (let j: usize = 0; j < stride; j += 16) {
      let s = f64x2.add(v128.load(sum + j), f64x2.mul(fa, v128.load(a + j)));
      s = f64x2.add(s, f64x2.mul(fb, v128.load(b + j)));
      s = f64x2.add(s, f64x2.mul(fc, v128.load(c + j)));
      v128.store(sum + j, f64x2.add(s, f64x2.mul(fd, v128.load(d + j))));
    }
  }
  for (; i < count; i++, factors += 8) {
    const a = rowAt(at, stride, order, i), fa = v128.load64_splat(factors);
    for (let j: usize = 0; j < stride; j += 16) v128.store(sum + j, f64x2.add(v128.load(sum + j), f64x2.mul(fa, v128.load(a + j))));
  }
}

/** values[order[i]] for each i. */
export function gatherNumbers(values: usize, order: usize, count: i32, out: usize): void {
  for (let i = 0; i < count; i++) store<f64>(out + (<usize>i << 3), load<f64>(values + (<usize>load<u32>(order + (<usize>i << 2)) << 3)));
}

/** Each slope moved into [-limit, limit]; an even number of them is touched. */
export function limitSlopes(slopes: usize, limits: usize, count: i32): void {
  const end = slopes + (<usize>count << 3);
  for (; slopes < end; slopes += 16, limits += 16) {
    const limit = v128.load(limits);
    v128.store(slopes, f64x2.pmax(f64x2.pmin(v128.load(slopes), limit), f64x2.neg(limit)));
  }
}
