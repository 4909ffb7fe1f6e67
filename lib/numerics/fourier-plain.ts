/**
 * The Fourier engine in plain TypeScript: for engines without WebAssembly, for lengths too short to be worth a call, and as the
 * oracle of the compiled one, whose bits it gives.
 */
import {
  joinReals,
  matrix,
  place,
  type Spectrum,
  spectrumColumn,
  transformColumns,
  twistReals,
  untwistColumn,
} from "./fourier-columns.ts";
import type { FourierPlan } from "./fourier-plan.ts";

/** What a transform can be asked for; the lengths of the arrays are the plan's, and real ones at least 4. */
export interface FourierEngine {
  /** The transform of complex values times `scale`, a power of two. */
  complex(plan: FourierPlan, values: Spectrum, scale: number): Spectrum;
  /** Frequencies 0 ... n/2 of real values. */
  real(plan: FourierPlan, values: Float64Array): Spectrum;
  /** Real values from frequencies 0 ... n/2, whose first and last are real. */
  inverseReal(plan: FourierPlan, spectrum: Spectrum): Float64Array;
  /** The circular convolution of real values. */
  convolve(plan: FourierPlan, first: Float64Array, second: Float64Array): Float64Array;
  /** The circular convolution of `times` copies of real values. */
  selfConvolve(plan: FourierPlan, values: Float64Array, times: number): Float64Array;
}

export const plainFourier: FourierEngine = { complex: transformColumns, real, inverseReal, convolve, selfConvolve };

function real(plan: FourierPlan, values: Float64Array): Spectrum {
  const { rows, columns, length } = plan;
  const half = columns / 2;
  const across = twistReals(plan, values);
  const result = matrix(length / 2 + 1);
  for (let r = 0; r <= rows / 2; r++) {
    const { re, im } = spectrumColumn(plan, across, r);
    for (let l = 0; l < half; l++) place(result, r + rows * l, re[l], im[l]);
    if (r === 0) place(result, length / 2, re[half], -im[half]);
    else if (r < rows / 2) for (let l = half; l < columns; l++) place(result, length - r - rows * l, re[l], -im[l]);
  }
  return result;
}

function inverseReal(plan: FourierPlan, { re, im }: Spectrum): Float64Array {
  const { rows, columns, length } = plan;
  return fromColumns(plan, (r) => {
    const column = matrix(columns);
    for (let l = 0; l < columns; l++) {
      const k = r + rows * l;
      if (2 * l < columns) place(column, l, re[k], im[k]);
      else place(column, l, re[length - k], -im[length - k]);
    }
    return column;
  });
}

function convolve(plan: FourierPlan, first: Float64Array, second: Float64Array): Float64Array {
  const one = twistReals(plan, first);
  const other = twistReals(plan, second);
  return fromColumns(plan, (r) => {
    const a = spectrumColumn(plan, one, r);
    const b = spectrumColumn(plan, other, r);
    for (let l = 0; l < plan.columns; l++) multiply(a, l, b.re[l], b.im[l]);
    return a;
  });
}

function selfConvolve(plan: FourierPlan, values: Float64Array, times: number): Float64Array {
  const across = twistReals(plan, values);
  return fromColumns(plan, (r) => {
    const column = spectrumColumn(plan, across, r);
    for (let l = 0; l < plan.columns; l++) raise(column, l, times);
    return column;
  });
}

function fromColumns(plan: FourierPlan, columnOf: (r: number) => Spectrum): Float64Array {
  const across = matrix((plan.rows / 2 + 1) * plan.columns);
  for (let r = 0; r <= plan.rows / 2; r++) untwistColumn(plan, columnOf(r), r, across);
  return joinReals(plan, across);
}

function multiply(values: Spectrum, at: number, re: number, im: number): void {
  const x = values.re[at];
  const y = values.im[at];
  place(values, at, x * re - y * im, x * im + y * re);
}

/** Squarings and products from the leading bit of `times` down. */
function raise(values: Spectrum, at: number, times: number): void {
  const re = values.re[at];
  const im = values.im[at];
  for (let bit = 30 - Math.clz32(times); bit >= 0; bit--) {
    const x = values.re[at];
    const y = values.im[at];
    place(values, at, (x + y) * (x - y), (x + x) * y);
    if (((times >> bit) & 1) === 1) multiply(values, at, re, im);
  }
}
