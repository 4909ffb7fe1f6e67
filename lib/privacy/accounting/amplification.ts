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
import { refuse, requireInteger, requireNonNegative } from "../../numerics/requirements.ts";
import { type ApproximateGuarantee, approximate, type PureGuarantee, pure } from "../guarantees/guarantee.ts";
import type { Neighbours } from "../guarantees/neighbours.ts";

export interface PoissonSample {
  readonly guarantee: PureGuarantee | ApproximateGuarantee;
  readonly samplingRate: number;
  readonly neighbours: Neighbours;
}

export interface FixedSample {
  readonly guarantee: PureGuarantee | ApproximateGuarantee;
  readonly batch: number;
  readonly records: number;
  readonly neighbours: Neighbours;
}

/** @also amplification by subsampling, privacy amplification */
export function amplifyPoisson({ guarantee, samplingRate, neighbours }: PoissonSample): ApproximateGuarantee {
  if (neighbours !== "add-remove") refuse("neighbours", '"add-remove" for Poisson sampling', neighbours);
  if (!(typeof samplingRate === "number" && samplingRate > 0 && samplingRate <= 1))
    refuse("samplingRate", "above 0 and at most 1", samplingRate);
  return amplified(guarantee, samplingRate);
}

export function amplifyWithoutReplacement(sample: FixedSample): ApproximateGuarantee {
  const { guarantee, batch, records, neighbours } = sample;
  if (neighbours !== "swap") refuse("neighbours", '"swap" for sampling without replacement', neighbours);
  requireInteger({ batch, records }, 1);
  if (batch > records) refuse("batch", `at most the number of records, ${records}`, batch);
  return amplified(guarantee, batch / records);
}

export function amplifyWithReplacement(sample: FixedSample & { readonly guarantee: PureGuarantee }): PureGuarantee {
  const { guarantee, batch, records, neighbours } = sample;
  if (neighbours !== "swap") refuse("neighbours", '"swap" for sampling with replacement', neighbours);
  if (guarantee.kind !== "pure") refuse("guarantee.kind", '"pure" for sampling with replacement', guarantee);
  requireInteger({ batch, records }, 1);
  return pure(batch * logMixture(guarantee.epsilon, 1 / records));
}

function amplified(guarantee: PureGuarantee | ApproximateGuarantee, rate: number): ApproximateGuarantee {
  const { kind } = guarantee;
  if (kind !== "pure" && kind !== "approximate") refuse("guarantee.kind", '"pure" or "approximate"', kind);
  const delta = kind === "pure" ? 0 : guarantee.delta;
  return approximate(logMixture(guarantee.epsilon, rate), rate * delta);
}

/** log(1 + rate (e^epsilon - 1)). */
function logMixture(epsilon: number, rate: number): number {
  requireNonNegative({ epsilon });
  if (epsilon > 700) return logAddExp(0, epsilon + log(rate));
  return log1p(rate * expm1(epsilon));
}
