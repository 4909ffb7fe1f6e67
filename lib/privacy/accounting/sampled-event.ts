/**
 * Events on samples of the records. `poissonSampled`: each record enters with probability `rate`; `batchSampled`: `batch` of
 * `records` are drawn without replacement.
 *
 * Each of the `times` has its own sample, and all that is released at one time is on that sample:
 * `poissonSampled([gradient, norm], ...)`. A Poisson sample of one release on a Poisson sample is one of the product of the rates.
 * Theorem: if (P, Q) dominates a mechanism under `add-remove`, P the side with the record, then (1 - rate) Q + rate P against Q, in
 * both orders, dominates the mechanism on a Poisson sample. Several releases are one mechanism, which the product of their pairs
 * dominates: for Gaussian noise that is one Gaussian release whose mu^2 is the sum of theirs; else the sums of their losses where
 * these are few, or a finite pair above them (`composed-pair.ts`).
 * Source: Zhu, Dong, Wang (AISTATS 2022), theorems 10 and 11; Balle, Barthe, Gaboardi (NeurIPS 2018) for (epsilon, delta).
 * Limits: Poisson sampling is for the relation `add-remove`, batches are for `swap`; a mechanism with another one is refused, as is
 * one sampled in both ways. Of a batch the loss, the (epsilon, delta) and the Renyi curve are amplified
 * (`without-replacement-pld.ts`, `amplification.ts`, `without-replacement-renyi.ts`). Of a mechanism whose dominating pair has a
 * density that is neither Gaussian nor Laplace, the worst pair of its guarantee is sampled instead, or a finite pair above its own
 * where it has no guarantee: upper bounds.
 * @example
 * ```ts
 * import { compose, poissonSampled } from "epsilab";
 * const gradient = { kind: "gaussian", sigma: 1.5, sensitivity: 1 } as const;
 * const event = poissonSampled(gradient, { samplingRate: 0.04, times: 2250 });
 * compose(event).epsilonAt(1e-5).upper; // => 6.768...
 * // A second release on each of the samples.
 * const norm = { kind: "gaussian", sigma: 10, sensitivity: 1 } as const;
 * compose(poissonSampled([gradient, norm], { samplingRate: 0.04, times: 2250 })).epsilonAt(1e-5).upper; // => 6.8...
 * ```
 */
import { count, declare, optional, type ParametersOf, positiveProbability } from "../../numerics/parameters.ts";
import { BATCH, requireBatch } from "../loss/without-replacement-pld.ts";
import type { PrivacyEvent, Releases } from "./privacy-event.ts";
import { readReleases } from "./read-event.ts";

const ONCE = optional(count, 1);

export const poissonSampling = declare({ samplingRate: positiveProbability, times: ONCE });

/** @also poisson subsampling, amplification by subsampling, dp-sgd */
export function poissonSampled(mechanism: Releases, sample: ParametersOf<typeof poissonSampling>): PrivacyEvent {
  const { samplingRate, times } = poissonSampling.read(sample);
  const event: PrivacyEvent = { mechanism, times, sampling: { kind: "poisson", samplingRate } };
  readReleases(event);
  return event;
}

export const batchSampling = declare({ ...BATCH, times: ONCE }, requireBatch);

/** @also subsampling without replacement, amplification by subsampling */
export function batchSampled(mechanism: Releases, sample: ParametersOf<typeof batchSampling>): PrivacyEvent {
  const { batchSize, size, times } = batchSampling.read(sample);
  const event: PrivacyEvent = { mechanism, times, sampling: { kind: "without-replacement", batchSize, size } };
  readReleases(event);
  return event;
}
