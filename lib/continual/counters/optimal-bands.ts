/**
 * Optimal bands: the coefficients of a banded Toeplitz factor C with the least mean squared error of the running sums.
 *
 * With c_0 = 1 and B = A C^-1, the mean over t of the variance of unit Gaussian privacy is |c|^2 times the mean of the squared
 * norms of the rows of B, sum_k (T - k) b_k^2 / T, where b(x) = 1 / ((1 - x) c(x)). Its logarithm is minimised by L-BFGS from the
 * first coefficients of the square root. The gradient is exact: a change of c_j changes b(x) by -x^j b(x) / c(x).
 * Source: Choquette-Choo et al. (NeurIPS 2023); McKenna (ICLR 2025), for Toeplitz bands; the same optimum as jax-privacy's
 * `optimize_banded_toeplitz`.
 * Accuracy: gradient of the logarithm below 1e-6, which leaves the root mean squared error within 1e-8 of the optimum in all cases tried.
 * Limits: horizon times bands at most 2^22; an evaluation takes three such products.
 */
import { minimiseByLbfgs } from "../../numerics/lbfgs.ts";
import { log } from "../../numerics/logarithm.ts";
import { count, declare, type Given, type ParametersOf } from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";
import { squareRootCoefficients } from "./square-root-sum.ts";
import { divideSeries, sumFactor, toeplitzHorizon } from "./toeplitz.ts";

const MOST_PRODUCTS = 4194304; // 2^22

/** What a banded factor takes. */
export const BANDS = {
  horizon: toeplitzHorizon,
  /** b, from 1 to the horizon. */
  bands: count,
};

export const optimalBandsParameters = declare(BANDS, requireBandsWithin, ({ horizon, bands }) => {
  if (bands * horizon > MOST_PRODUCTS)
    refuse("bands", `at most ${Math.floor(MOST_PRODUCTS / horizon)} at this horizon`, bands);
});

export interface BandsParameters extends ParametersOf<typeof optimalBandsParameters> {}

export function requireBandsWithin({ horizon, bands }: Given<typeof BANDS>): void {
  if (bands > horizon) refuse("bands", `at most the horizon, ${horizon}`, bands);
}

export function optimalBands(parameters: BandsParameters): Float64Array {
  const { horizon, bands } = optimalBandsParameters.read(parameters);
  if (bands === 1) return Float64Array.of(1);
  const c = squareRootCoefficients(bands);
  const { at } = minimiseByLbfgs(
    (given, gradient) => {
      c.set(given, 1);
      return logMeanError(c, horizon, gradient);
    },
    { start: c.slice(1), gradientTolerance: 1e-6, memory: 30 },
  );
  c.set(at, 1);
  return c;
}

/** The logarithm of the mean squared error, and its gradient in c_1, c_2, ... */
function logMeanError(c: Float64Array, horizon: number, gradient: Float64Array): number {
  const b = sumFactor(c, horizon);
  const change = divideSeries(b, c, horizon);
  let [size, error] = [0, 0];
  for (let k = 0; k < c.length; k++) size += c[k] * c[k];
  const weighted = b.map((x, k) => x * (horizon - k));
  for (let k = 0; k < horizon; k++) error += weighted[k] * b[k];
  for (let j = 1; j < c.length; j++) {
    let slope = 0;
    for (let k = j; k < horizon; k++) slope += weighted[k] * change[k - j];
    gradient[j - 1] = (2 * c[j]) / size - (2 * slope) / error;
  }
  return log(size) + log(error / horizon);
}
