/**
 * Hinge solver: the weights that minimise the mean hinge loss plus (Lambda/2) ||w||^2 (a support vector machine without offset), with a
 * certificate of how near they are.
 *
 * Theorem: for any alpha in [0, 1]^n let w = sum alpha_i y_i x_i / (n Lambda). The risk of w exceeds the least one by at most the
 * duality gap (1/n) sum of (max(0, 1 - m_i) - alpha_i (1 - m_i)), m_i = y_i <w, x_i>, a sum of terms none of which is negative; and
 * by strong convexity w is within sqrt(2 gap / Lambda) of the minimiser.
 * Method: the hinge is rounded over ever smaller widths (`huberHingeLoss`), each solved from the last, whose slopes are an alpha.
 * The records within the width are taken for those of margin 1, which makes their alpha the solution of a linear system; where that
 * lies in [0, 1] and the gap is small enough, it is the answer.
 * Sources: Chapelle, "Training a support vector machine in the primal" (Neural Computation 19, 2007); Boyd, Vandenberghe (2004),
 * section 5.5.
 * Accuracy: a gap of at most 1e-14, or an Error. Limits: at most 400 records on the margin.
 */
import { cholesky } from "../numerics/linear-algebra.ts";
import { requirePositive } from "../numerics/requirements.ts";
import { type Dataset, requireDataset, requireLabels } from "./dataset.ts";
import { hingeLoss, huberHingeLoss } from "./loss.ts";
import { riskSolver } from "./risk-solver.ts";

export const HINGE_GAP = 1e-14;

export interface HingeMinimum {
  readonly weights: Float64Array;
  readonly value: number;
  /** The risk is no further than this above its minimum. */
  readonly gap: number;
}

const WIDTHS = [1, 0.2, 0.03, 0.004, 5e-4, 5e-5, 5e-6, 5e-7];
const MOST_ON_MARGIN = 400;
const ROUNDS = 8;

export function minimiseHinge(data: Dataset, regularisation: number): HingeMinimum {
  requireDataset(data);
  requireLabels(data, hingeLoss);
  requirePositive({ regularisation });
  let start = new Float64Array(data.columns);
  let least = Infinity;
  for (const width of WIDTHS) {
    start = Float64Array.from(riskSolver(data, huberHingeLoss(width)).solve({ regularisation, start }).weights);
    const alphas = slopesAt(data, start, width);
    for (const candidate of [polished(data, alphas, regularisation), alphas]) {
      if (candidate === undefined) continue;
      const found = certified(data, candidate, regularisation);
      if (found.gap <= HINGE_GAP) return found;
      least = Math.min(least, found.gap);
    }
  }
  throw new Error(`minimiseHinge did not converge: a gap of ${least}, wanted ${HINGE_GAP}`);
}

/** Minus the slope of the rounded hinge at each margin. */
function slopesAt(data: Dataset, weights: Float64Array, width: number): Float64Array {
  return marginsOf(data, weights).map((margin) => Math.min(1, Math.max(0, (1 - margin + width) / (2 * width))));
}

/** The alphas at which the records strictly between 0 and 1 have margin 1; undefined where some leave [0, 1]. */
function polished(data: Dataset, alphas: Float64Array, regularisation: number): Float64Array | undefined {
  const chosen = Array.from(alphas.keys()).filter((i) => alphas[i] > 0 && alphas[i] < 1);
  if (chosen.length === 0 || chosen.length > MOST_ON_MARGIN) return undefined;
  const signed = chosen.map((i) => signedRow(data, i));
  const gram = signed.map((one) => Float64Array.from(signed, (other) => dotOf(one, other)));
  const ridge = 1e-9 * gram.reduce((sum, row, k) => sum + row[k], 0);
  if (!(ridge > 0)) return undefined;
  const factor = cholesky(gram.map((row, k) => row.with(k, row[k] + ridge)));
  const result = alphas.slice();
  // A step towards margin 1 with a ridge, repeated: a system that has several solutions is as good as one that has one.
  for (let round = 0; round < ROUNDS; round++) {
    const weights = weightsOf(data, result, regularisation);
    const lacking = signed.map((row) => (1 - dotOf(row, weights)) * data.rows * regularisation);
    const step = factor.solve(lacking);
    chosen.forEach((i, k) => {
      result[i] += step[k];
    });
  }
  for (const i of chosen) {
    if (!(result[i] >= -1e-12 && result[i] <= 1 + 1e-12)) return undefined;
    result[i] = Math.min(1, Math.max(0, result[i]));
  }
  return result;
}

function certified(data: Dataset, alphas: Float64Array, regularisation: number): HingeMinimum {
  const weights = weightsOf(data, alphas, regularisation);
  const margins = marginsOf(data, weights);
  let [gap, loss] = [0, 0];
  for (let i = 0; i < data.rows; i++) {
    const short = 1 - margins[i];
    // max(0, s) - alpha s, without a difference of equals.
    gap += short > 0 ? (1 - alphas[i]) * short : -alphas[i] * short;
    loss += Math.max(0, short);
  }
  const value = loss / data.rows + 0.5 * regularisation * dotOf(weights, weights);
  return { weights, value, gap: gap / data.rows };
}

function weightsOf(data: Dataset, alphas: Float64Array, regularisation: number): Float64Array {
  const weights = new Float64Array(data.columns);
  for (let i = 0, at = 0; i < data.rows; i++)
    for (let j = 0; j < data.columns; j++, at++) weights[j] += alphas[i] * data.labels[i] * data.features[at];
  for (let j = 0; j < data.columns; j++) weights[j] /= data.rows * regularisation;
  return weights;
}

function marginsOf(data: Dataset, weights: Float64Array): Float64Array {
  const margins = new Float64Array(data.rows);
  for (let i = 0, at = 0; i < data.rows; i++) {
    let sum = 0;
    for (let j = 0; j < data.columns; j++, at++) sum += data.features[at] * weights[j];
    margins[i] = data.labels[i] * sum;
  }
  return margins;
}

function signedRow(data: Dataset, i: number): Float64Array {
  return data.features.slice(i * data.columns, (i + 1) * data.columns).map((x) => x * data.labels[i]);
}

function dotOf(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < one.length; j++) sum += one[j] * other[j];
  return sum;
}
