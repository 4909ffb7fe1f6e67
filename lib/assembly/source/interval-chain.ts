// One level of an interval chain: weights of intervals, two to a vector. The oracle, and the meaning, is lib/mechanisms/chain-steps.ts.
// What falls below LEAST is set to 0 on both sides, so that no subnormal number arises.
const LEAST: f64 = 1e-290;

// @ts-ignore: decorator
@inline
function flushed(value: f64): f64 {
  return value < LEAST ? 0 : value;
}

/** weights = factor * lengths * weights where a weight is above LEAST / factor, and 0 elsewhere. */
export function shrinkWeights(at: usize, lengths: usize, count: i32, factor: f64): void {
  const least = LEAST / factor;
  const leasts = f64x2.splat(least), factors = f64x2.splat(factor);
  const end = at + (<usize>count << 3);
  for (const last = end - 8; at < last; at += 16, lengths += 16) {
    const weights = v128.load(at);
    const counted = v128.and(weights, f64x2.gt(weights, leasts));
    v128.store(at, f64x2.mul(f64x2.mul(factors, v128.load(lengths)), counted));
  }
  if (at < end) {
    const weight = load<f64>(at);
    store<f64>(at, weight > least ? factor * load<f64>(lengths) * weight : 0);
  }
}

export function addWeights(at: usize, other: usize, count: i32): void {
  const end = at + (<usize>count << 3);
  for (const last = end - 8; at < last; at += 16, other += 16) v128.store(at, f64x2.add(v128.load(at), v128.load(other)));
  if (at < end) store<f64>(at, load<f64>(at) + load<f64>(other));
}

/** weights = weights * lengths; the largest of them. */
export function weighWeights(at: usize, lengths: usize, count: i32): f64 {
  let largests = f64x2.splat(0);
  const end = at + (<usize>count << 3);
  for (const last = end - 8; at < last; at += 16, lengths += 16) {
    const weights = f64x2.mul(v128.load(at), v128.load(lengths));
    v128.store(at, weights);
    largests = f64x2.pmax(largests, weights);
  }
  let largest = max(f64x2.extract_lane(largests, 0), f64x2.extract_lane(largests, 1));
  if (at < end) {
    const weight = load<f64>(at) * load<f64>(lengths);
    store<f64>(at, weight);
    largest = max(largest, weight);
  }
  return largest;
}

export function scaleWeights(at: usize, count: i32, largest: f64): void {
  const least = f64x2.splat(LEAST), largests = f64x2.splat(largest);
  const end = at + (<usize>count << 3);
  for (const last = end - 8; at < last; at += 16) {
    const weights = f64x2.div(v128.load(at), largests);
    v128.store(at, v128.and(weights, f64x2.ge(weights, least)));
  }
  if (at < end) store<f64>(at, flushed(load<f64>(at) / largest));
}

/** Spreads `count` weights by the kernel over at most `room` places; how many it reached. */
export function spreadWeights(
  from: usize, count: i32, to: usize, room: i32, whole: i32, before: f64, beyond: f64, powers: usize, suffix: usize
): i32 {
  const ratio = load<f64>(powers, 8);
  if (whole > 0) {
    let sum: f64 = 0;
    for (let i = count - 1, place = (count - 1) % whole; i >= 0; i--) {
      sum = flushed(load<f64>(from + (<usize>i << 3)) + ratio * sum);
      store<f64>(suffix + (<usize>i << 3), sum);
      if (place-- == 0) {
        place = whole - 1;
        sum = 0;
      }
    }
  }
  let far: f64 = 0, prefix: f64 = 0;
  for (let i = 1, place = 0; i <= room; i++) {
    const behind = i - whole - 1;
    if (behind >= 0) far = flushed(far * ratio + (behind < count ? load<f64>(from + (<usize>behind << 3)) : 0) * beyond);
    let near: f64 = 0;
    if (whole > 0) {
      const weight: f64 = i <= count ? load<f64>(from + (<usize>(i - 1) << 3)) : 0;
      prefix = place == 0 ? weight : prefix + weight * load<f64>(powers + (<usize>place << 3));
      if (behind >= -1 && behind + 1 < count) near = load<f64>(suffix + (<usize>(behind + 1) << 3));
      if (place == whole - 1) place = 0;
      else near += prefix * load<f64>(powers + (<usize>(whole - ++place) << 3));
    }
    store<f64>(to + (<usize>(i - 1) << 3), flushed(far + before * near));
    if (behind > count && far == 0) return i;
  }
  return room;
}
