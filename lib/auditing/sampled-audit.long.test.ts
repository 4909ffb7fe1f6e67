/** The level of the audits by sampling: over 200 seeds, correct mechanisms are rejected no more often than the error rate allows. */
import { describe, expect, it } from "vitest";
import { binomialUpperTail } from "../numerics/binomial.ts";
import { exp } from "../numerics/exponential.ts";
import { sampleBernoulli } from "../random/bernoulli.ts";
import { sampleDiscreteLaplace } from "../random/discrete-laplace.ts";
import { sampleLaplace } from "../random/laplace.ts";
import { type Stream, stream } from "../random/stream.ts";
import { releaseSparse } from "./broken/sparse-vector.ts";
import { classifierEvent } from "./classifier-event.ts";
import { cellEvent, type EventChoice, halfLineEvent } from "./event-choice.ts";
import { auditRelease } from "./sampled-audit.ts";

const RUNS = 200;
const ERROR_RATE = 0.05;

interface Correct<Output> {
  readonly release: (input: readonly number[], random: Stream) => Output;
  readonly inputs: readonly [readonly number[], readonly number[]];
  readonly choose: EventChoice<Output>;
}

function rejections<Output>(name: string, { release, inputs, choose }: Correct<Output>): number {
  const audit = { inputs, draws: 4000, epsilon: 1, delta: 0, errorRate: ERROR_RATE, choose };
  let count = 0;
  for (let run = 0; run < RUNS; run++)
    if (auditRelease(release, audit, stream(20261115, name, run)).verdict === "violated") count++;
  return count;
}

/** This many rejections have a probability below 1e-6 at the error rate. */
const LIMIT = Array.from({ length: RUNS }, (_, k) => k).findIndex(
  (successes) => binomialUpperTail({ trials: RUNS, successes, probability: ERROR_RATE }) < 1e-6,
);

describe("correct mechanisms at epsilon 1", () => {
  it("are rejected within a binomial bound of the error rate: Laplace", () => {
    const release = ([centre]: readonly number[], random: Stream) => centre + sampleLaplace(1, random);
    expect(rejections("laplace", { release, inputs: [[0], [1]], choose: halfLineEvent((x) => x) })).toBeLessThan(LIMIT);
  });

  it("are rejected within a binomial bound of the error rate: geometric", () => {
    const release = ([centre]: readonly number[], random: Stream) => centre + sampleDiscreteLaplace(1, random);
    expect(rejections("geometric", { release, inputs: [[0], [1]], choose: cellEvent((k) => k) })).toBeLessThan(LIMIT);
  });

  it("are rejected within a binomial bound of the error rate: randomized response", () => {
    const keep = 1 / (1 + exp(-1));
    const release = ([bit]: readonly number[], random: Stream) => (sampleBernoulli(keep, random) ? bit : 1 - bit);
    expect(rejections("response", { release, inputs: [[0], [1]], choose: cellEvent((k) => k) })).toBeLessThan(LIMIT);
  });

  it("are rejected within a binomial bound of the error rate: noisy max with the scale for swap", () => {
    const release = (counts: readonly number[], random: Stream) => {
      const noisy = counts.map((count) => count + sampleLaplace(2, random));
      return noisy.indexOf(Math.max(...noisy));
    };
    const inputs = [
      [0, 0, 3],
      [1, 0, 2],
    ] as const;
    expect(rejections("noisy-max", { release, inputs, choose: cellEvent((k) => k) })).toBeLessThan(LIMIT);
  });

  it("are rejected within a binomial bound of the error rate: above threshold", () => {
    const variant = { thresholdScale: 2, queryScale: 4, positives: 1, releases: "answer" as const };
    const release = (queries: readonly number[], random: Stream) => releaseSparse(variant, queries, random).join();
    const inputs = [
      [0, 0, 1],
      [1, 1, 0],
    ] as const;
    expect(rejections("sparse", { release, inputs, choose: cellEvent((answers) => answers) })).toBeLessThan(LIMIT);
  });

  it("are rejected within a binomial bound of the error rate: a noisy histogram, by classifier", () => {
    const release = (counts: readonly number[], random: Stream) =>
      counts.map((count) => count + sampleLaplace(2, random));
    const inputs = [
      [1, 0, 0],
      [0, 1, 0],
    ] as const;
    const choose = classifierEvent((y: readonly number[]) => y.map((x) => Math.max(0, Math.min(1, x))));
    expect(rejections("histogram", { release, inputs, choose })).toBeLessThan(LIMIT);
  });

  it("can be told from broken ones: half the noise is rejected in every run", () => {
    const release = ([centre]: readonly number[], random: Stream) => centre + sampleLaplace(0.5, random);
    expect(rejections("half-noise", { release, inputs: [[0], [1]], choose: halfLineEvent((x) => x) })).toBe(RUNS);
  });
});
