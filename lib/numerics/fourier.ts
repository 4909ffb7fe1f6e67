/**
 * Discrete Fourier transforms and circular convolutions of a power-of-two length, in natural order.
 *
 *   fourier(re, im)          X[k] = sum over m of x[m] exp(-2 pi i k m / n)
 *   inverseFourier(re, im)   x[m] = 1/n sum over k of X[k] exp(2 pi i k m / n)
 *   realFourier(values)      X[0 ... n/2] of real values; the rest are conjugates of these
 *   inverseRealFourier       its inverse; the imaginary parts of the first and the last, which must vanish, are not read
 *   convolve(a, b)           c[m] = sum over j of a[j] b[(m - j) mod n]
 *   selfConvolve(a, times)   the convolution of `times` copies of a
 *
 * Convolutions are circular: for a linear one the caller pads with zeros to at least the length of the result, and whatever mass does
 * not fit wraps around. They multiply in the transform's own order, and cost less than the transforms called one by one.
 * Method: `fourier-columns.ts`. Compiled, or plain where there is no WebAssembly or the length is below 64: the same bits.
 *
 * Accuracy: root-mean-square error below 2.5e-16 of the root-mean-square value for n <= 1024, and below 5e-16 there and back at 2^20.
 * A convolution's error is absolute: about 1e-16 log2(n) times the product of the Euclidean norms; the relative error of a spectrum
 * value grows in proportion to `times`.
 * Limits: lengths 1, 2, 4, ... 2^24; NaN and infinities are refused, and so are sums that overflow.
 */
import { kernels } from "../assembly/kernels.ts";
import type { Spectrum } from "./fourier-columns.ts";
import { compiledFourier, SHORTEST_COMPILED } from "./fourier-compiled.ts";
import { type FourierEngine, plainFourier } from "./fourier-plain.ts";
import { fourierPlan } from "./fourier-plan.ts";
import { refuse } from "./requirements.ts";

export type { Spectrum } from "./fourier-columns.ts";

export function fourier(re: Float64Array, im: Float64Array): Spectrum {
  const plan = fourierPlan(lengthOf({ re, im }));
  return finite(engineFor(plan.length).complex(plan, { re, im }, 1));
}

export function inverseFourier(re: Float64Array, im: Float64Array): Spectrum {
  const plan = fourierPlan(lengthOf({ re, im }));
  const exchanged = engineFor(plan.length).complex(plan, { re: im, im: re }, 1 / plan.length);
  return finite({ re: exchanged.im, im: exchanged.re });
}

export function realFourier(values: Float64Array): Spectrum {
  const plan = fourierPlan(lengthOf({ values }));
  if (plan.length >= 4) return finite(engineFor(plan.length).real(plan, values));
  return finite({ re: shortTransform(values, 1), im: new Float64Array(plan.length) });
}

export function inverseRealFourier(re: Float64Array, im: Float64Array): Float64Array {
  const bins = lengthOf({ re, im });
  const plan = fourierPlan(bins === 1 ? 1 : 2 * (bins - 1));
  if (plan.length < 4) return finiteValues(shortTransform(re, 1 / plan.length));
  const real = im.slice();
  real[0] = 0;
  real[bins - 1] = 0;
  return finiteValues(engineFor(plan.length).inverseReal(plan, { re, im: real }));
}

export function convolve(a: Float64Array, b: Float64Array): Float64Array {
  const plan = fourierPlan(lengthOf({ a, b }));
  if (plan.length >= 4) return finiteValues(engineFor(plan.length).convolve(plan, a, b));
  const second = shortTransform(b, 1);
  const product = shortTransform(a, 1).map((value, k) => value * second[k]);
  return finiteValues(shortTransform(product, 1 / plan.length));
}

export function selfConvolve(a: Float64Array, times: number): Float64Array {
  if (!(Number.isInteger(times) && times >= 1 && times <= 2147483647))
    refuse("times", "an integer from 1 to 2^31 - 1", times);
  const plan = fourierPlan(lengthOf({ a }));
  if (plan.length >= 4) return finiteValues(engineFor(plan.length).selfConvolve(plan, a, times));
  const power = shortTransform(a, 1).map((value) => raise(value, times));
  return finiteValues(shortTransform(power, 1 / plan.length));
}

let compiled: FourierEngine | undefined;

function engineFor(length: number): FourierEngine {
  const available = length < SHORTEST_COMPILED ? undefined : kernels();
  if (available === undefined) return plainFourier;
  compiled ??= compiledFourier(available);
  return compiled;
}

/** Lengths 1 and 2, where every value of the spectrum is real. */
function shortTransform(values: Float64Array, scale: number): Float64Array {
  const [x, y] = values;
  return values.length === 1 ? Float64Array.of(x) : Float64Array.of((x + y) * scale, (x - y) * scale);
}

function raise(value: number, times: number): number {
  let power = value;
  for (let bit = 30 - Math.clz32(times); bit >= 0; bit--) {
    power *= power;
    if (((times >> bit) & 1) === 1) power *= value;
  }
  return power;
}

function lengthOf(arrays: Readonly<Record<string, Float64Array>>): number {
  const names = Object.keys(arrays);
  for (const name of names) {
    if (!(arrays[name] instanceof Float64Array)) refuse(name, "a Float64Array", arrays[name]);
  }
  const { length } = arrays[names[0]];
  for (const name of names) {
    if (arrays[name].length !== length) refuse(name, `of the same length as ${names[0]}, ${length}`, arrays[name]);
  }
  return length;
}

function finite(spectrum: Spectrum): Spectrum {
  finiteValues(spectrum.re);
  finiteValues(spectrum.im);
  return spectrum;
}

function finiteValues(values: Float64Array): Float64Array {
  // Zero times anything finite is zero.
  let zero = 0;
  for (let i = 0; i < values.length; i++) zero += 0 * values[i];
  if (zero !== 0) refuse("the sum of the values", "finite", zero);
  return values;
}
