/**
 * Published audits: the mechanisms on which DP-Sniper was measured, at its parameters, with the epsilon it found in each.
 *
 * All of them state epsilon 0.1 but RAPPOR, which states nothing. DP-Sniper trains a classifier, takes the event that has
 * probability 0.01 under the second input, and counts it in 2e8 draws from each; `found` is the log-ratio of the counts, `limit`
 * its lower limit at confidence 0.9. What it can find is therefore log(power at level 0.01 / 0.01), which may be far below epsilon.
 * Source: Bichsel, Steffen, Bogunovic, Vechev (S&P 2021), the results and settings published with its code, logistic classifier; the
 * mechanisms of Ding et al. (CCS 2018), Lyu, Su, Li (VLDB 2017), Wang et al. (PLDI 2019), Erlingsson, Pihur, Korolova (CCS 2014).
 * Limits: `certify` draws in constant memory, but for the outputs that choose the event.
 */
import { largestOf } from "../../numerics/extremes.ts";
import { sampleBernoulli } from "../../random/bernoulli.ts";
import { sampleExponential } from "../../random/exponential.ts";
import { sampleLaplace } from "../../random/laplace.ts";
import type { Stream } from "../../random/stream.ts";
import type { PrivacyVerdict } from "../../statistics/privacy-verdict.ts";
import { certifiedLogRatio } from "../certified-epsilon.ts";
import { classifierEvent } from "../classifier-event.ts";
import { cellEvent, type EventChoice, halfLineEvent } from "../event-choice.ts";
import { auditRelease } from "../sampled-audit.ts";
import { releaseSparse, sparseVariant } from "./sparse-vector.ts";

export interface PublishedAudit {
  readonly name: string;
  readonly inputs: readonly [readonly number[], readonly number[]];
  readonly found: number;
  readonly limit: number;
  /** Against the claim of 0.1, half of the draws choosing the event. */
  readonly audit: (draws: number, random: Stream) => PrivacyVerdict;
  /** A lower confidence bound on epsilon from `counted` draws of each input, the event chosen on `training` others. */
  readonly certify: (sizes: AuditSizes, random: Stream) => number;
}

interface AuditSizes {
  readonly training: number;
  readonly counted: number;
}

/** The error rate of these audits. */
export const PUBLISHED_ERROR_RATE = 0.01;

interface Measured<Output> extends Pick<PublishedAudit, "name" | "inputs" | "found" | "limit"> {
  readonly release: (input: readonly number[], random: Stream) => Output;
  readonly choose: EventChoice<Output>;
}

function measured<Output>({ release, choose, ...shown }: Measured<Output>): PublishedAudit {
  const { inputs } = shown;
  return {
    ...shown,
    audit: (draws, random) =>
      auditRelease(release, { inputs, draws, epsilon: 0.1, delta: 0, errorRate: PUBLISHED_ERROR_RATE, choose }, random),
    certify: ({ training, counted }, random) => {
      const [first, second] = inputs.map((input, side) => {
        const own = random.child(side);
        return { input, own, outputs: Array.from({ length: training }, () => release(input, own)) };
      });
      const errorRate = PUBLISHED_ERROR_RATE / 2;
      const sides = [
        { over: first, under: second },
        { over: second, under: first },
      ].map(({ over, under }) => ({
        over,
        event: choose({ over: over.outputs, under: under.outputs, delta: 0, errorRate }),
        hits: new Map([
          [first, 0],
          [second, 0],
        ]),
      }));
      for (const source of [first, second]) {
        for (let draw = 0; draw < counted; draw++) {
          const output = release(source.input, source.own);
          for (const { event, hits } of sides) if (event(output)) hits.set(source, (hits.get(source) ?? 0) + 1);
        }
      }
      const bounds = sides.map(({ over, hits }) => {
        const count = (source: typeof first) => ({ successes: hits.get(source) ?? 0, trials: counted });
        const under = over === first ? second : first;
        return certifiedLogRatio({ over: count(over), under: count(under), delta: 0, errorRate });
      });
      return Math.max(0, largestOf(bounds));
    },
  };
}

const noisy = (input: readonly number[], noise: () => number) => input.map((value) => value + noise());
const alike = (length: number, value: number) => new Array<number>(length).fill(value);
/** Queries less their threshold of 1. */
const [level, halved] = [alike(10, 0), alike(10, 1).fill(-1, 5)];
const sparse = (variant: 3 | 4 | 5 | 6) => {
  const shape = sparseVariant(variant, { epsilon: 0.1, positives: 1 });
  return (queries: readonly number[], random: Stream) => releaseSparse(shape, queries, random);
};
const answers = cellEvent((output: readonly (string | number)[]) => output.join());

export const publishedAudits: readonly PublishedAudit[] = [
  measured({
    name: "Laplace",
    inputs: [[1], [2]],
    found: 0.0991,
    limit: 0.0968,
    release: ([centre], random) => centre + sampleLaplace(10, random),
    choose: halfLineEvent((x: number) => x),
  }),
  measured({
    name: "NoisyHist2",
    inputs: [
      [0, 1, 1, 1, 1],
      [1, 1, 1, 1, 1],
    ],
    found: 4.6032,
    limit: 4.602,
    release: (counts, random) => noisy(counts, () => sampleLaplace(0.1, random)),
    choose: classifierEvent((counts: readonly number[]) => counts),
  }),
  measured({
    name: "RNM3",
    inputs: [alike(5, 0), alike(5, 1)],
    found: 0.25,
    limit: 0.2478,
    release: (counts, random) => largestOf(noisy(counts, () => sampleLaplace(20, random))),
    choose: halfLineEvent((x: number) => x),
  }),
  measured({
    name: "RNM4",
    inputs: [alike(5, 1), alike(5, 2)],
    found: 0.3485,
    limit: 0.3463,
    release: (counts, random) => largestOf(noisy(counts, () => sampleExponential(20, random))),
    choose: halfLineEvent((x: number) => x),
  }),
  measured({
    name: "SVT3",
    inputs: [level, halved],
    found: 0.1738,
    limit: 0.1716,
    release: sparse(3),
    // The place of the positive answer, and whether its value is positive.
    choose: cellEvent((output) => {
      const value = output[output.length - 1];
      return typeof value === "number" ? `${output.length} ${value > 0}` : "none";
    }),
  }),
  measured({
    name: "SVT4",
    inputs: [level, halved],
    found: 0.1709,
    limit: 0.1687,
    release: sparse(4),
    choose: answers,
  }),
  measured({
    name: "SVT5",
    inputs: [halved, level],
    found: 1.7628,
    limit: 1.7612,
    release: sparse(5),
    choose: answers,
  }),
  measured({
    name: "SVT6",
    inputs: [alike(10, 0).fill(-1, 5), alike(10, -1).fill(0, 5)],
    found: 0.2742,
    limit: 0.272,
    release: sparse(6),
    choose: classifierEvent((output) => output.map((answer) => (answer === "above" ? 1 : 0))),
  }),
  measured({
    name: "PrefixSum",
    inputs: [alike(10, 1), alike(10, 0)],
    found: 0.5061,
    limit: 0.504,
    release: (queries, random) => {
      let sum = 0;
      return noisy(queries, () => sampleLaplace(10, random)).map((value) => {
        sum += value;
        return sum;
      });
    },
    // What each sum adds to the one before, where it can tell the inputs apart.
    choose: classifierEvent((sums: readonly number[]) =>
      sums.map((sum, k) => Math.max(0, Math.min(1, sum - (k === 0 ? 0 : sums[k - 1])))),
    ),
  }),
  measured({
    name: "OneTimeRappor",
    // The hashes of the two values differ in three bits each; the other bits tell nothing.
    inputs: [
      [1, 1, 1, 0, 0, 0],
      [0, 0, 0, 1, 1, 1],
    ],
    found: 0.5998,
    limit: 0.5978,
    release: (bits, random) => bits.map((bit) => (sampleBernoulli(0.475, random) ? 1 - bit : bit)),
    choose: classifierEvent((bits: readonly number[]) => bits),
  }),
];
