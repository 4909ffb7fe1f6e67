/**
 * Amplification by subsampling: the guarantee of a mechanism that is run on a random sample of the records.
 *
 * - Poisson (each record enters with probability p; relation `add-remove`) and without replacement (batch B of n records, p = B / n;
 *   relation `swap`): (log(1 + p (e^epsilon - 1)), p delta). Tight. It is never below p epsilon, so "p epsilon" is no guarantee.
 * - With replacement (B draws from n records, relation `swap`): a record may be drawn several times, so that group privacy of the
 *   mechanism enters. For a pure guarantee the loss is at most B log(1 + (e^epsilon - 1) / n) = log E e^(K epsilon), with K from
 *   Bin(B, 1/n) the number of times that the record is drawn. The formula with p = B / n fails here.
 * Sources: Kasiviswanathan, Lee, Nissim, Raskhodnikova, Smith (SIAM J. Comput. 2011); Balle, Barthe, Gaboardi (NeurIPS 2018),
 * theorems 8 to 10.
 * Limits: each function holds for the relation it names and refuses the others: the base mechanism must have its guarantee for it.
 * @claim subsampling-amplification
 */
import { expm1 } from "../../numerics/exponential.ts";
import { logAddExp } from "../../numerics/log-sum.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { declare, type ParametersOf, positiveProbability } from "../../numerics/parameters.ts";
import {
  type ApproximateGuarantee,
  anyGuarantee,
  approximate,
  type PureGuarantee,
  pure,
} from "../guarantees/guarantee.ts";
import { onlyNeighbours } from "../guarantees/neighbours.ts";
import { BATCH, requireBatch } from "../loss/without-replacement-pld.ts";

/** What samples of either size take. */
const bounded = anyGuarantee("pure", "approximate");

export const poissonSample = declare({
  guarantee: bounded,
  samplingRate: positiveProbability,
  neighbours: onlyNeighbours("add-remove", "for Poisson sampling"),
});

export interface PoissonSample extends ParametersOf<typeof poissonSample> {}

export const fixedSample = declare(
  { guarantee: bounded, ...BATCH, neighbours: onlyNeighbours("swap", "for sampling without replacement") },
  requireBatch,
);

export interface FixedSample extends ParametersOf<typeof fixedSample> {}

/** @also amplification by subsampling, privacy amplification */
export function amplifyPoisson(sample: PoissonSample): ApproximateGuarantee {
  const { guarantee, samplingRate } = poissonSample.read(sample);
  return amplified(guarantee, samplingRate);
}

export function amplifyWithoutReplacement(sample: FixedSample): ApproximateGuarantee {
  const { guarantee, batchSize, size } = fixedSample.read(sample);
  return amplified(guarantee, batchSize / size);
}

/** Here a batch may be larger than the records. */
export const replacedSample = declare({
  guarantee: anyGuarantee("pure"),
  ...BATCH,
  neighbours: onlyNeighbours("swap", "for sampling with replacement"),
});

export function amplifyWithReplacement(sample: ParametersOf<typeof replacedSample>): PureGuarantee {
  const { guarantee, batchSize, size } = replacedSample.read(sample);
  return pure(batchSize * logMixture(guarantee.epsilon, 1 / size));
}

function amplified(guarantee: PureGuarantee | ApproximateGuarantee, rate: number): ApproximateGuarantee {
  const delta = guarantee.kind === "pure" ? 0 : guarantee.delta;
  return approximate(logMixture(guarantee.epsilon, rate), rate * delta);
}

/** log(1 + rate (e^epsilon - 1)). */
function logMixture(epsilon: number, rate: number): number {
  if (epsilon > 700) return logAddExp(0, epsilon + log(rate));
  return log1p(rate * expm1(epsilon));
}
