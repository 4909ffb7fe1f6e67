// exp and log, operation by operation those of lib/numerics/exponential.ts and logarithm.ts, which say how and why.

// @ts-ignore: decorator
@inline const LN2_HIGH: f64 = 0.6931471803691238;
// @ts-ignore: decorator
@inline const LN2_LOW: f64 = 1.9082149292705877e-10;

/** log(x) for positive finite x. */
export function log(x: f64): f64 {
  let shift: i32 = 0;
  if (x < 2.2250738585072014e-308) {
    x *= 18014398509481984.0;
    shift = 54;
  }
  const bits = reinterpret<i64>(x);
  const k = ((<i32>(bits >> 32) + 0x95f62) >> 20) - 1023;
  const f = reinterpret<f64>(bits - (<i64>k << 52)) - 1.0;
  const e = <f64>(k - shift);
  const s = f / (2.0 + f);
  const t = s * s;
  const u = t * t;
  const even = u * (0.3999999999941396 + u * (0.22222198553759095 + u * 0.15314021088605476));
  const odd = t * (0.6666666666666734 + u * (0.2857142874256242 + u * (0.18183565408520383 + u * 0.14796261447020007)));
  const halfSquare = 0.5 * f * f;
  return e * LN2_HIGH - (halfSquare - (s * (halfSquare + (odd + even)) + (e * LN2_LOW + 0.0)) - f);
}

// The constants of `scaledLogs` in memory: those written in the code V8 would build again in every turn of the loop.
const CONSTANTS = memory.data<f64>([
  0.14796261447020007, 0.18183565408520383, 0.2857142874256242, 0.6666666666666734, 0.15314021088605476, 0.22222198553759095,
  0.3999999999941396, 0.6931471803691238, 1.9082149292705877e-10, 0.5, 1.0, 2.0, 4503599627371519.0, 4503599627370496.0,
]);

// @ts-ignore: decorator
@inline
function constant(index: usize): v128 {
  return v128.load64_splat(CONSTANTS + (index << 3));
}

/** location - log(max(x, least)) * scale in place for `count` (even) numbers: the operations of `log`, two lanes at a time. */
export function scaledLogs(at: usize, count: i32, least: f64, location: f64, scale: f64): void {
  const l7 = constant(0), l5 = constant(1), l3 = constant(2), l1 = constant(3), l6 = constant(4), l4 = constant(5), l2 = constant(6);
  const high = constant(7), low = constant(8), half = constant(9), one = constant(10), two = constant(11);
  const bias = constant(12), two52 = constant(13);
  const carry = i64x2.splat(0x95f6200000000);
  const leasts = f64x2.splat(least), locations = f64x2.splat(location), scales = f64x2.splat(scale);
  const end = at + (<usize>count << 3);
  for (; at < end; at += 16) {
    const x = f64x2.max(v128.load(at), leasts);
    // The biased exponent, put into the last bits of 2^52, becomes a float by one subtraction.
    const biased = i64x2.shr_u(i64x2.add(x, carry), 52);
    const e = f64x2.sub(v128.or(biased, two52), bias);
    const f = f64x2.sub(i64x2.add(i64x2.sub(x, i64x2.shl(biased, 52)), one), one);
    const s = f64x2.div(f, f64x2.add(two, f));
    const t = f64x2.mul(s, s);
    const u = f64x2.mul(t, t);
    const even = f64x2.mul(u, f64x2.add(l2, f64x2.mul(u, f64x2.add(l4, f64x2.mul(u, l6)))));
    const odd = f64x2.mul(t, f64x2.add(l1, f64x2.mul(u, f64x2.add(l3, f64x2.mul(u, f64x2.add(l5, f64x2.mul(u, l7)))))));
    const halfSquare = f64x2.mul(f64x2.mul(half, f), f);
    const inner = f64x2.add(f64x2.mul(s, f64x2.add(halfSquare, f64x2.add(odd, even))), f64x2.mul(e, low));
    const log = f64x2.sub(f64x2.mul(e, high), f64x2.sub(f64x2.sub(halfSquare, inner), f));
    v128.store(at, f64x2.sub(locations, f64x2.mul(log, scales)));
  }
}

/** exp(x) for x from -708 to 709, where the result is normal. */
export function exp(x: f64): f64 {
  const multiple = x * 1.4426950408889634 + 6755399441055744.0 - 6755399441055744.0;
  const first = x - multiple * LN2_HIGH;
  const second = multiple * LN2_LOW - 0.0;
  const r = first - second;
  const t = r * r;
  const c = r - t * (0.16666666666666602 + t * (-0.002777777777701522 +
    t * (6.613756321394676e-5 + t * (-1.6533902183952777e-6 + t * 4.138136361114211e-8))));
  const y = 1.0 + (first + ((r * c) / (2.0 - c) - second));
  return y * reinterpret<f64>((<i64>multiple + 1023) << 52);
}
