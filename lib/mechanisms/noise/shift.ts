/**
 * Noise around a value: every entry of `noise`, in place, plus the value.
 */
export function shift(noise: Float64Array, value: number): Float64Array {
  for (let k = 0; k < noise.length; k++) noise[k] = value + noise[k];
  return noise;
}
