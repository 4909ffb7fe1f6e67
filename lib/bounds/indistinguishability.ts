/**
 * Indistinguishability: what a guarantee leaves of the overlap, 1 minus total variation, of the outputs on datasets that differ in
 * h records.
 *
 * Theorem (swap neighbours, group privacy, then the best test): pure, 2 / (1 + e^(h epsilon)); approximate,
 * 2 (1 - delta_h) / (1 + e^(h epsilon)) with delta_h = delta (e^(h epsilon) - 1) / (e^epsilon - 1); zero-concentrated,
 * the larger of 1 - h sqrt(rho / 2) (Pinsker) and e^(-h^2 rho) / 2 (Bretagnolle, Huber), since the divergence is at most h^2 rho;
 * Gaussian, 2 Phi(-h mu / 2). Each, or for zero-concentrated each part after its substitution, is convex in h, so that the mean
 * over random h is at least the closed form at the mean of h (of h^2 in the second part). `harmonicOverlap`, the integral of 2 p q
 * / (p + q), is what squared errors leave: two parameters d apart have risks of at least (d^2 / 4) times it on average. Pure, 1 /
 * cosh^2(h epsilon / 2); approximate, (1 - delta_h) times that, as leaky randomized response is the least private; never below the
 * overlap. `underSwap`: a guarantee under `add-remove` holds under `swap` for a group of two (`convertNeighbours`).
 * Source: Vadhan (2017), lemma 2.2; Kairouz, Oh, Viswanath (ICML 2015), theorem 3.1; Bun, Steinke (TCC 2016) and Dong, Roth, Su
 * (2022) for groups.
 * Limits: Renyi curves, trade-off curves and loss distributions are refused: convert them first. A bound below e^-700 is 0.
 */
import { exp, expm1 } from "../numerics/exponential.ts";
import { log1p } from "../numerics/logarithm.ts";
import { normalCdf } from "../numerics/normal.ts";
import { oneOf } from "../numerics/parameters.ts";
import {
  type ApproximateGuarantee,
  anyGuarantee,
  type GaussianGuarantee,
  type PureGuarantee,
  type ZeroConcentratedGuarantee,
} from "../privacy/guarantees/guarantee.ts";
import { convertNeighbours } from "../privacy/guarantees/neighbour-check.ts";
import { binomialMean } from "./binomial-mean.ts";

export type BoundedGuarantee = PureGuarantee | ApproximateGuarantee | ZeroConcentratedGuarantee | GaussianGuarantee;

/** A guarantee of an estimator, as a parameter. */
export const boundedGuarantee = anyGuarantee("pure", "approximate", "zero-concentrated", "gaussian");

/** The relations under which a guarantee of an estimator may hold; the number of records is known in both. */
export type EstimatorNeighbours = "swap" | "add-remove";

/** Those, as a parameter. */
export const estimatorNeighbours = oneOf<EstimatorNeighbours>("swap", "add-remove");

/** Samples coupled record by record, by maximal couplings: the number of records in which they differ is binomial. */
export interface Coupling {
  readonly size: number;
  /** Total variation distance of one record. */
  readonly distance: number;
}

const NEGLIGIBLE_EXPONENT = 700;
/** Beyond this variance of the number of changes the mean is not summed. */
const LARGEST_VARIANCE = 1e7;

/** The least overlap of the outputs at this many changed records. */
export function leastOverlap(guarantee: BoundedGuarantee, changes: number): number {
  switch (guarantee.kind) {
    case "pure":
      return 2 / (1 + exp(changes * guarantee.epsilon));
    case "approximate": {
      const { epsilon, delta } = guarantee;
      if (changes * epsilon > NEGLIGIBLE_EXPONENT) return 0;
      const groupDelta = delta * (epsilon === 0 ? changes : expm1(changes * epsilon) / expm1(epsilon));
      return Math.max(0, (2 * (1 - groupDelta)) / (1 + exp(changes * epsilon)));
    }
    case "zero-concentrated": {
      const { rho } = guarantee;
      return Math.max(0, 1 - changes * Math.sqrt(rho / 2), exp(-rho * changes * changes) / 2);
    }
    case "gaussian":
      return 2 * normalCdf((-changes * guarantee.mu) / 2);
  }
}

/** The same from the mean number of changes: a lower bound of the mean overlap over a coupling. */
export function convexOverlap(guarantee: BoundedGuarantee, { size, distance }: Coupling): number {
  const mean = size * distance;
  if (guarantee.kind !== "zero-concentrated") return leastOverlap(guarantee, mean);
  const { rho } = guarantee;
  const square = mean * mean + mean * (1 - distance);
  return Math.max(0, 1 - mean * Math.sqrt(rho / 2), exp(-rho * square) / 2);
}

/** The mean of the least overlap over a coupling, exactly where the sum is not too long. */
export function meanOverlap(guarantee: BoundedGuarantee, coupling: Coupling): number {
  const convex = convexOverlap(guarantee, coupling);
  const { size, distance } = coupling;
  if (size * distance * (1 - distance) > LARGEST_VARIANCE) return convex;
  const changes = { trials: size, probability: distance };
  const summed = binomialMean(changes, (count) => leastOverlap(guarantee, count));
  return Math.max(convex, summed);
}

/** The least harmonic overlap of the outputs at this many changed records. */
export function harmonicOverlap(guarantee: BoundedGuarantee, changes: number): number {
  const least = leastOverlap(guarantee, changes);
  if (guarantee.kind !== "pure" && guarantee.kind !== "approximate") return least;
  // 2 (1 - delta_h) / (1 + e^(h epsilon)), times 2 / (1 + e^(-h epsilon)).
  return (2 * least) / (1 + exp(-changes * guarantee.epsilon));
}

/** The mean of the least harmonic overlap over a coupling, or a number below it where the sum is too long. */
export function meanHarmonicOverlap(guarantee: BoundedGuarantee, coupling: Coupling): number {
  const { size, distance } = coupling;
  const least = convexOverlap(guarantee, coupling);
  if (size * distance * (1 - distance) > LARGEST_VARIANCE) return least;
  const changes = { trials: size, probability: distance };
  return Math.max(
    least,
    binomialMean(changes, (count) => harmonicOverlap(guarantee, count)),
  );
}

/** What the guarantee is worth under `swap`. */
export function underSwap<Given extends BoundedGuarantee>(guarantee: Given, neighbours: EstimatorNeighbours): Given {
  estimatorNeighbours.read(neighbours, "neighbours");
  return convertNeighbours(guarantee, { from: neighbours, to: "swap" }) as Given;
}

/** The mean over a coupling of what a test of errors keeps: e^(-h epsilon)(1 - delta_h), in closed form. */
export function testOverlap({ epsilon, delta }: Omit<ApproximateGuarantee, "kind">, coupling: Coupling): number {
  const { size, distance } = coupling;
  const logKept = size * log1p(expm1(-epsilon) * distance);
  const lost = epsilon === 0 ? size * distance : -expm1(logKept) / expm1(epsilon);
  return Math.max(0, exp(logKept) - delta * lost);
}
