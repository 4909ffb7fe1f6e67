/**
 * Cosine series: the first coefficients of a density on [0, 1] in the basis 1, sqrt 2 cos(pi x), sqrt 2 cos(2 pi x), ...
 *
 * Theorem: the means of sqrt 2 cos(k pi x), k = 1..K, over n records change by at most 2 sqrt 2 K / n in the l1 norm when a record is
 * replaced (`swap`): each cosine by at most 2. So with Laplace noise of that over epsilon they are epsilon-differentially private,
 * and 1 + sum of a_k sqrt 2 cos(k pi x) is a density estimate that needs no cells.
 * Source: Wasserman, Zhou, Journal of the American Statistical Association 105 (2010), 375-389.
 * Limits: the series may be negative; its integral is 1. The bound is attained for one term; for more it is not, as cosines that go
 * through even numbers of half-waves agree at both ends. Records outside [0, 1] are moved to its ends.
 * @example
 * ```ts
 * import { laplace, stream } from "epsilab";
 * import { cosineSeries } from "epsilab/mechanisms";
 * const series = cosineSeries({ terms: 4 });
 * const records = Array.from({ length: 1000 }, (_, i) => Math.sqrt(i / 1000)); // of density 2x
 * const sensitivity = series.sensitivity(records.length);
 * const noise = laplace({ epsilon: 1, sensitivity, dimension: 4, norm: "l1", neighbours: "swap" });
 * const coefficients = noise.release(series.coefficients(records), stream(20261119, "example"));
 * series.density(series.coefficients(records), 0.5); // => 1.0000...
 * coefficients.length; // => 4
 * ```
 * @claim nonparametric-density
 * @also private density estimation, orthogonal series
 */
import { count, declare, type ParametersOf } from "../../numerics/parameters.ts";
import { refuse, requireFinite, requireInteger, requireList } from "../../numerics/requirements.ts";
import { cos } from "../../numerics/trigonometry.ts";
import { clamp } from "./noisy-statistic.ts";

export const cosineSeriesParameters = declare({
  /** K: the number of coefficients. */
  terms: count,
});

export interface CosineSeriesParameters extends ParametersOf<typeof cosineSeriesParameters> {}

export interface CosineSeries {
  /** The means of the cosines over the records, without noise. */
  coefficients(records: ArrayLike<number>): Float64Array;
  /** The l1 sensitivity of the coefficients of `size` records, when one of them is replaced. */
  sensitivity(size: number): number;
  /** The density of these coefficients at a point. */
  density(coefficients: ArrayLike<number>, x: number): number;
}

const UNIT = { lower: 0, upper: 1 } as const;

export function cosineSeries(parameters: CosineSeriesParameters): CosineSeries {
  const { terms } = cosineSeriesParameters.read(parameters);
  const cosine = (k: number, x: number) => Math.SQRT2 * cos((k + 1) * Math.PI * x);
  return {
    coefficients: (records) => {
      requireList("records", records);
      if (records.length === 0) refuse("records", "at least one", records);
      const places = Array.from(records, (record) => clamp(record, UNIT));
      return Float64Array.from(
        { length: terms },
        (_, k) => places.reduce((sum, x) => sum + cosine(k, x), 0) / places.length,
      );
    },
    sensitivity: (size) => {
      requireInteger({ size }, 1);
      return (2 * Math.SQRT2 * terms) / size;
    },
    density: (coefficients, x) => {
      requireList("coefficients", coefficients, terms);
      requireFinite({ x });
      let sum = 1;
      for (let k = 0; k < terms; k++) sum += coefficients[k] * cosine(k, x);
      return sum;
    },
  };
}
