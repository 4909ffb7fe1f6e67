/**
 * Clipped gradients of a linear model: the sum over records of clip(gradient of the loss), each shortened to norm at most `clip`.
 *
 * The gradient of loss(<w, x>, y) is the slope of the loss times x, so that its norm is |slope| ||x||, and clipping it is moving the slope
 * into [-clip / ||x||, clip / ||x||]: no gradient of a record is ever written down. min(1, clip / norm) is the factor; max in its place, as
 * lecture notes have it, bounds nothing. Clipping the sum or the mean of a batch in place of each record bounds nothing either.
 * Theorem: one record more or less moves the sum by at most `clip`, one swapped record by at most 2 `clip`.
 * Source: Abadi et al. (CCS 2016); Goodfellow (2015), "Efficient per-example gradient computations", for norms without gradients.
 * Compiled (`clipped-gradient-compiled.ts`), or plain where there is no WebAssembly: the same bits. Sums run in the order of the
 * records; an inner product adds even and odd columns apart.
 * Accuracy: a clipped gradient exceeds `clip` by rounding only, less than 2^-40 of it (NORM_SLACK) up to 4000 columns.
 * Limits: the dataset must not change between calls.
 * @claim clip
 */
import { kernels } from "../assembly/kernels.ts";
import { declare, made, optional, type ParametersOf } from "../numerics/parameters.ts";
import { refuse, refuseKind, requireFinite } from "../numerics/requirements.ts";
import { compiledGradients } from "./clipped-gradient-compiled.ts";
import { type ClippedGradientParameters, clippedGradientParameters, plainGradients } from "./clipped-gradient-plain.ts";
import { requireLabels } from "./dataset.ts";
import { requireLength } from "./empirical-risk.ts";

export interface ClippedGradients extends ClippedGradientParameters {
  /** Writes the sum over the records named by `rows`, in this order, or over all records, and returns it. */
  sum(weights: Float64Array, out: Float64Array, rows?: Int32Array): Float64Array;
}

/** @also gradient clipping, per-example gradients */
export function clippedGradients(parameters: ClippedGradientParameters): ClippedGradients {
  const { data, loss, clip } = clippedGradientParameters.read(parameters);
  requireLabels(data, loss);
  const compiled = kernels() === undefined ? undefined : compiledGradients({ data, loss, clip });
  const sum = compiled ?? plainGradients({ data, loss, clip });
  return {
    data,
    loss,
    clip,
    sum(weights, out, rows) {
      requireLength("weights", weights, data.columns);
      requireLength("out", out, data.columns);
      for (let j = 0; j < data.columns; j++)
        if (!Number.isFinite(weights[j])) requireFinite({ [`weights[${j}]`]: weights[j] });
      if (rows !== undefined) requireRows(rows, data.rows);
      sum(weights, out, rows);
      return out;
    },
  };
}

export const clippedGradientSumParameters = declare({
  ...clippedGradientParameters.declared,
  weights: made<Float64Array>((weights, name) => {
    if (!(weights instanceof Float64Array)) refuseKind(name, "a Float64Array", weights);
  }),
  /** The records that are summed; all without them. */
  rows: optional(
    made<Int32Array>((rows, name) => {
      if (!(rows instanceof Int32Array)) refuseKind(name, "an Int32Array", rows);
    }),
  ),
});

/** One sum, where no more is needed: `clippedGradients` keeps what can be kept between sums. */
export function clippedGradientSum(
  parameters: ParametersOf<typeof clippedGradientSumParameters>,
  out: Float64Array,
): Float64Array {
  const { weights, rows, ...gradients } = clippedGradientSumParameters.read(parameters);
  return clippedGradients(gradients).sum(weights, out, rows);
}

export function requireRows(rows: Int32Array, size: number): void {
  if (!(rows instanceof Int32Array)) refuse("rows", "an Int32Array", rows);
  for (let i = 0; i < rows.length; i++)
    if (!(rows[i] >= 0 && rows[i] < size)) refuse(`rows[${i}]`, `an integer from 0 to ${size - 1}`, rows[i]);
}
