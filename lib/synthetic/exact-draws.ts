/**
 * Exact draws of a synthesiser: noise on marginals and choices among them in whole numbers, from any source; for release.
 *
 * Theorem: counts that a person moves by at most D in the l2 norm, with discrete Gaussian noise of variance D^2 / (2 rho) each,
 * cost rho. Scores that a person moves by at most S, rounded to a grid of step g and chosen by the exponential mechanism for S + g,
 * cost epsilon^2 / 8: what the model expects and what the noise would be are rounded to multiples of 2^-10 below 2^40, so that
 * distances are exact in float64, and one product with a weight, rounded by less than g / 2, is all that is not. Records are drawn
 * from the fitted model, which is public by then, from a stream whose seed the source gives.
 * Source: Canonne, Kamath, Steinke (NeurIPS 2020), theorem 14; Mironov (CCS 2012) for rounding as the cure of float64.
 * Limits: for tables of fewer than 2^40 rows. Time is not constant: it depends on the noise and on the scores.
 */
import { exponentialMechanism } from "../mechanisms/choice/exponential-mechanism.ts";
import type { ClosedMechanism } from "../privacy/guarantees/mechanism.ts";
import type { DiscreteLaw } from "../privacy/loss/law.ts";
import { sampleExactDiscreteGaussian } from "../random/exact-discrete-gaussian.ts";
import type { Random } from "../random/random.ts";
import { exactFraction } from "../random/rational.ts";
import { type Stream, stream } from "../random/stream.ts";
import { countedMarginal, type MarginalQuery } from "./marginal.ts";
import type { NoisyMarginal } from "./marginal-fit.ts";
import { gaussianSigma } from "./rho-budget.ts";
import type { SynthesiserNeighbours } from "./synthesiser.ts";

/** The counts of a marginal, whose squared l2 sensitivity is a whole number, with exact noise that costs rho. */
export function exactNoisyMarginal(
  codes: readonly ArrayLike<number>[],
  query: MarginalQuery,
  { rho, square }: { readonly rho: number; readonly square: number },
  random: Random,
): NoisyMarginal {
  const { numerator, denominator } = exactFraction(rho);
  const variance = { numerator: BigInt(square) * denominator, denominator: 2n * numerator };
  const counts = countedMarginal(codes, query);
  for (let cell = 0; cell < counts.length; cell++)
    counts[cell] += Number(sampleExactDiscreteGaussian(variance, random));
  return { set: query.places, counts, sigma: gaussianSigma(rho, square) };
}

const LARGEST = 1099511627776; // 2^40
const PARTS = 1024;

/** A public number that float64 adds to counts without rounding. */
export function wholeParts(value: number): number {
  return Math.round(Math.min(LARGEST, value) * PARTS) / PARTS;
}

/** What a model expects of a marginal at the given number of records, in whole parts. */
export function wholeAnswer(shares: Float64Array, total: number): Float64Array {
  const records = Math.min(LARGEST, total);
  return shares.map((share) => wholeParts(share * records));
}

/** The exponential mechanism for scores that are moved by at most `sensitivity`, from any source. */
export function exactChoice({
  epsilon,
  sensitivity,
  options,
  neighbours,
}: {
  readonly epsilon: number;
  readonly sensitivity: number;
  readonly options: number;
  readonly neighbours: SynthesiserNeighbours;
}): ClosedMechanism<readonly number[], number, Random, DiscreteLaw<number>> {
  // The step is between a 1024th and a 512th of the sensitivity.
  let step = 1;
  while (step > sensitivity / 512) step /= 2;
  while (2 * step <= sensitivity / 512) step *= 2;
  return exponentialMechanism({
    epsilon,
    sensitivity: sensitivity + step,
    change: "general",
    options,
    neighbours,
    step: exactFraction(step),
  });
}

/** A stream for what is public, with a seed of 64 bits from the source. */
export function publicStream(random: Random): Stream {
  return stream((BigInt(random.uint32()) << 32n) | BigInt(random.uint32()));
}
