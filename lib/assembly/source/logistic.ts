// The logistic loss of many predictions, two to a vector: the operations of lib/numerics/exponential.ts and logarithm.ts, and of
// the plain forms in
// lib/learning/logistic-batch.ts, which are the oracle. Each takes an even number of records, and answers 0 if a margin is beyond
// 708 or NaN:
// what it wrote is then worthless.

// The constants in memory: those written in the code V8 would build again in every turn of the loop.
const CONSTANTS = memory.data<f64>([
  1.4426950408889634, 6755399441055744.0, 0.6931471803691238, 1.9082149292705877e-10, 0.16666666666666602, -0.002777777777701522,
  6.613756321394676e-5, -1.6533902183952777e-6, 4.138136361114211e-8, 1.0, 2.0, 0.5, 0.41,
  0.6666666666666734, 0.3999999999941396, 0.2857142874256242, 0.22222198553759095, 0.18183565408520383, 0.15314021088605476,
  0.14796261447020007,
  4503599627371519.0, 4503599627370496.0,
]);

// @ts-ignore: decorator
@inline
function constant(index: usize): v128 {
  return v128.load64_splat(CONSTANTS + (index << 3));
}

// @ts-ignore: decorator
@inline const LEAST: f64 = -708;

/** exp(x) for x from -708 to 0. */
// @ts-ignore: decorator
@inline
function exponentials(x: v128, one: v128): v128 {
  const shifted = f64x2.add(f64x2.mul(x, constant(0)), constant(1));
  const multiple = f64x2.sub(shifted, constant(1));
  const first = f64x2.sub(x, f64x2.mul(multiple, constant(2)));
  const second = f64x2.mul(multiple, constant(3));
  const r = f64x2.sub(first, second);
  const t = f64x2.mul(r, r);
  const inner = f64x2.add(constant(5), f64x2.mul(t, f64x2.add(constant(6), f64x2.mul(t,
    f64x2.add(constant(7), f64x2.mul(t, constant(8)))))));
  const c = f64x2.sub(r, f64x2.mul(t, f64x2.add(constant(4), f64x2.mul(t, inner))));
  const rest = f64x2.sub(f64x2.div(f64x2.mul(r, c), f64x2.sub(constant(10), c)), second);
  // The multiple stands in the last bits of the shifted sum: from there to the exponent.
  const power = i64x2.shl(i64x2.add(shifted, i64x2.splat(1023)), 52);
  return f64x2.mul(f64x2.add(one, f64x2.add(first, rest)), power);
}

/** log(1 + x) for x from 0 to 1. */
// @ts-ignore: decorator
@inline
function logarithms(x: v128, one: v128): v128 {
  const near = f64x2.lt(x, constant(12));
  const sum = f64x2.add(one, x);
  const lost = f64x2.sub(x, f64x2.sub(sum, one));
  // From sqrt(2) on the exponent is one more.
  const biased = i64x2.shr_u(i64x2.add(sum, i64x2.splat(0x95f6200000000)), 52);
  const e = v128.andnot(f64x2.sub(v128.or(biased, constant(21)), constant(20)), near);
  const halved = f64x2.sub(i64x2.sub(sum, i64x2.shl(i64x2.sub(biased, i64x2.splat(1023)), 52)), one);
  const f = v128.bitselect(x, halved, near);
  const correction = v128.andnot(f64x2.div(lost, sum), near);
  const s = f64x2.div(f, f64x2.add(constant(10), f));
  const t = f64x2.mul(s, s);
  const u = f64x2.mul(t, t);
  const even = f64x2.mul(u, f64x2.add(constant(14), f64x2.mul(u, f64x2.add(constant(16), f64x2.mul(u, constant(18))))));
  const odd = f64x2.mul(t, f64x2.add(constant(13), f64x2.mul(u, f64x2.add(constant(15), f64x2.mul(u,
    f64x2.add(constant(17), f64x2.mul(u, constant(19))))))));
  const halfSquare = f64x2.mul(f64x2.mul(constant(11), f), f);
  const inner = f64x2.add(f64x2.mul(s, f64x2.add(halfSquare, f64x2.add(odd, even))), f64x2.add(f64x2.mul(e, constant(3)), correction));
  return f64x2.sub(f64x2.mul(e, constant(2)), f64x2.sub(f64x2.sub(halfSquare, inner), f));
}

/** The derivative of log(1 + e^(-label prediction)) in the prediction. */
export function logisticSlopes(predictions: usize, labels: usize, count: i32, slopes: usize): i32 {
  const one = constant(9), least = f64x2.splat(LEAST), zero = f64x2.splat(0);
  let fits = i64x2.splat(-1);
  const end = predictions + (<usize>count << 3);
  for (; predictions < end; predictions += 16, labels += 16, slopes += 16) {
    const label = v128.load(labels);
    const margin = f64x2.mul(v128.load(predictions), label);
    const x = f64x2.neg(f64x2.abs(margin));
    fits = v128.and(fits, f64x2.ge(x, least));
    const far = exponentials(x, one);
    const share = v128.bitselect(far, one, f64x2.ge(margin, zero));
    v128.store(slopes, f64x2.div(f64x2.mul(f64x2.neg(label), share), f64x2.add(one, far)));
  }
  return i64x2.all_true(fits) ? 1 : 0;
}

/** The loss, its derivative and its curvature. */
export function logisticLosses(predictions: usize, labels: usize, count: i32, values: usize, slopes: usize, curvatures: usize): i32 {
  const one = constant(9), least = f64x2.splat(LEAST), zero = f64x2.splat(0);
  let fits = i64x2.splat(-1);
  for (let at: usize = 0, end = <usize>count << 3; at < end; at += 16) {
    const label = v128.load(labels + at);
    const margin = f64x2.mul(v128.load(predictions + at), label);
    const x = f64x2.neg(f64x2.abs(margin));
    fits = v128.and(fits, f64x2.ge(x, least));
    const far = exponentials(x, one);
    const share = f64x2.div(one, f64x2.add(one, far));
    const short = v128.and(f64x2.neg(margin), f64x2.lt(margin, zero));
    v128.store(values + at, f64x2.add(short, logarithms(far, one)));
    const chosen = v128.bitselect(far, one, f64x2.ge(margin, zero));
    v128.store(slopes + at, f64x2.mul(f64x2.mul(f64x2.neg(label), chosen), share));
    v128.store(curvatures + at, f64x2.mul(f64x2.mul(far, share), share));
  }
  return i64x2.all_true(fits) ? 1 : 0;
}
