/**
 * Fingerprinting: the squared error of private estimates of the mean of independent bits, tight in the dimension.
 *
 * Theorem: bits 1 or -1 with means p_1, ..., p_d, each p_j drawn with a density proportional to (1 - p^2)^(k - 1), k > 0, and n
 * records. For every estimate f of p_j from the sample X, E[f sum_i (X_ij - p_j)] = 2 k E[f p_j] (integration by parts, the
 * fingerprinting lemma). With A = E |f - p|^2 and E p^2 = 1 / (2k + 1), the sum over j of the left side is at least d 2k / (2k + 1) -
 * 2k sqrt(d A / (2k + 1)). It is a sum over records of the mean of <f - p, X_i - p>, and each is at most
 * - sqrt(A) times r sqrt(d 2k / (2k + 1)), or sqrt(A) c + lost d t, by `output-correlation.ts`, t = (2k / (2k + 1))(1 + 1 / sqrt(2k + 3));
 * and all together at most sqrt(A n d 2k / (2k + 1)), without privacy. So A is at least the square of
 *   d (2k / (2k + 1) - n lost t) / (K + 2k sqrt(d / (2k + 1))),   K the least of n r sqrt(d 2k / (2k + 1)), n c, sqrt(n d 2k / (2k + 1)),
 * for every k; estimates may be clamped, which makes t valid and A no larger. Shares (1 + p) / 2 have a quarter of A.
 * Source: Bun, Ullman, Vadhan (STOC 2014); Dwork, Smith, Steinke, Ullman, Vadhan (FOCS 2015); Kamath, Ullman, A primer on private
 * statistics (2020), for the lemma with a uniform prior; the family of priors and the constants are our own derivation.
 * Limits: squared Euclidean loss of shares. Under zero-concentrated privacy it tends to a quarter of what Gaussian noise has as rho
 * and sqrt(d / rho) / n fall, in every dimension; with delta it does not grow with log(1 / delta), and delta must be well below 1 /
 * (2 n).
 * @example
 * ```ts
 * import { approximate, zeroConcentrated } from "epsilab";
 * import { fingerprintingBound } from "epsilab/bounds";
 * const problem = { dimension: 1000, size: 10_000 };
 * fingerprintingBound({ ...problem, guarantee: zeroConcentrated(1e-4) }).value; // => 4.0975276...
 * fingerprintingBound({ ...problem, guarantee: approximate(0.01, 1e-8) }).value; // => 6.5317890...
 * ```
 * @claim fingerprinting-bound
 */
import { declare, integer, optional, type ParametersOf } from "../numerics/parameters.ts";
import { bestSeparation } from "./best-separation.ts";
import { boundedGuarantee, estimatorNeighbours, underSwap } from "./indistinguishability.ts";
import { alignment, squaredCorrelation } from "./output-correlation.ts";
import { anyDimension } from "./statistical-model.ts";

export const sampleSize = integer(1, 1e9);

export const fingerprintingParameters = declare({
  dimension: anyDimension,
  /** How many records there are. */
  size: sampleSize,
  /** Without one, the bound for all estimators. */
  guarantee: optional(boundedGuarantee),
  /** Swap by default. */
  neighbours: optional(estimatorNeighbours, "swap"),
});

export interface FingerprintingParameters extends ParametersOf<typeof fingerprintingParameters> {}

export interface FingerprintingBound {
  /** Below the mean squared Euclidean error, at some shares, of every estimate with the guarantee. */
  readonly value: number;
  /** The k of the prior, of density proportional to (1 - p^2)^(k - 1). */
  readonly concentration: number;
}

const WIDEST = 1e12;

/** @also tracing, fingerprinting lower bound */
export function fingerprintingBound(parameters: FingerprintingParameters): FingerprintingBound {
  const { dimension, size, neighbours, guarantee: given } = fingerprintingParameters.read(parameters);
  const guarantee = given && underSwap(given, neighbours);
  const root = (concentration: number) => {
    const kept = (2 * concentration) / (2 * concentration + 1);
    const prior = 2 * concentration * Math.sqrt(dimension / (2 * concentration + 1));
    const open = Math.sqrt(size * dimension * kept);
    const least = (leaked: number, lost = 0) => (dimension * Math.max(0, kept - lost)) / (leaked + prior);
    if (guarantee === undefined) return least(open);
    const { factor, lost } = alignment(guarantee);
    const correlated = size * Math.sqrt(squaredCorrelation(guarantee) * dimension * kept);
    const spread = kept * (1 + 1 / Math.sqrt(2 * concentration + 3));
    return Math.max(least(Math.min(open, correlated)), least(size * factor, size * lost * spread));
  };
  const concentration = bestSeparation(root, { widest: WIDEST, narrowest: 1e-3 });
  const half = root(concentration) / 2;
  return { value: half * half, concentration };
}
