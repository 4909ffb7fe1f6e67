/**
 * The level of every audit by sampling, on every mechanism of the library: over 200 seeds a correct mechanism, on its worst pair, is
 * rejected no more often than the error rate allows; a third of the noise is.
 */
import { describe, expect, it } from "vitest";

import { ALL_INSTANCES } from "../../testing/contract/all-mechanisms.ts";
import type { Auditable } from "../../testing/contract/instance.ts";
import { discreteLaplace } from "../mechanisms/noise/discrete-laplace.ts";
import { binomialUpperTail } from "../numerics/binomial.ts";
import { zeroConcentratedToApproximate } from "../privacy/conversions/zero-concentrated-conversions.ts";
import type { Guarantee } from "../privacy/guarantees/guarantee.ts";
import type { AnyLaw } from "../privacy/loss/law.ts";
import { sampleBernoulli } from "../random/bernoulli.ts";
import { stream } from "../random/stream.ts";
import { sampleUniform } from "../random/uniform.ts";
import { classifierEvent } from "./classifier-event.ts";
import type { PrivacyClaim } from "./discrete-audit.ts";
import { cellEvent, type EventChoice, halfLineEvent } from "./event-choice.ts";
import { auditOneRun } from "./one-run-audit.ts";
import { auditSamples } from "./sampled-audit.ts";

type AnyMechanism = Auditable<unknown, unknown>;

const RUNS = 200;
const DRAWS = 300;
const ERROR_RATE = 0.05;

/** This many rejections have a probability below 1e-6 at the error rate. */
const LIMIT = Array.from({ length: RUNS }, (_, k) => k).findIndex(
  (successes) => binomialUpperTail({ trials: RUNS, successes, probability: ERROR_RATE }) < 1e-6,
);

function claimOf(guarantee: Guarantee): PrivacyClaim {
  switch (guarantee.kind) {
    case "pure":
      return { epsilon: guarantee.epsilon, delta: 0 };
    case "approximate":
      return { epsilon: guarantee.epsilon, delta: guarantee.delta };
    case "zero-concentrated":
      return zeroConcentratedToApproximate(guarantee, 0.01);
    default:
      throw new Error(`no claim of (epsilon, delta) in ${guarantee.kind}`);
  }
}

/** log Q - log P at an output, to 1e-9: float64 noise leaks through the rounding of its own density, which the law does not know. */
function likelihood(first: AnyLaw, second: AnyLaw): (output: unknown) => number {
  const logAt = (law: AnyLaw, output: unknown): number => {
    if (law.kind === "discrete") return law.logMass(output);
    if (law.kind === "continuous") return law.logDensity(output as number);
    return law.coordinates.reduce((sum, one, i) => sum + one.logDensity((output as Float64Array)[i]), 0);
  };
  return (output) => {
    const [p, q] = [logAt(first, output), logAt(second, output)];
    return p === -Infinity && q === -Infinity ? 0 : Math.round(1e9 * (q - p)) / 1e9;
  };
}

/** What is chosen when only outputs are seen. */
function blackBox(law: AnyLaw): EventChoice<unknown> {
  if (law.kind === "discrete") return cellEvent((output) => String(output));
  if (law.kind === "continuous") return halfLineEvent((output) => output as number);
  return classifierEvent((output) => Array.from(output as Float64Array));
}

function rejections(title: string, mechanism: AnyMechanism, claim: PrivacyClaim) {
  const pair = mechanism.worstPair();
  const [first, second] = pair.map((input) => mechanism.law(input));
  const score = likelihood(first, second);
  const counts = { blackBox: 0, likelihood: 0, oneRun: 0 };
  const common = { ...claim, errorRate: ERROR_RATE };
  for (let run = 0; run < RUNS; run++) {
    const random = stream(20261115, "level", title, run);
    const [p, q] = pair.map((input, side) => {
      const own = random.child(side);
      return Array.from({ length: DRAWS }, () => mechanism.release(input, own));
    });
    const samples = { first: p, second: q };
    const scores = { first: p.map(score), second: q.map(score) };
    const coins = random.child("coins");
    const canaries: { members: number[]; others: number[] } = { members: [], others: [] };
    for (let k = 0; k < DRAWS; k++) {
      const isMember = sampleBernoulli(0.5, coins) === 1;
      // Ties are not guessed, and half of all ratios may be equal: a tiny draw of its own puts them in order.
      const tieBreak = 1e-6 * sampleUniform(coins);
      if (isMember) canaries.members.push(scores.second[k] + tieBreak);
      else canaries.others.push(scores.first[k] + tieBreak);
    }
    const verdicts = {
      blackBox: auditSamples(samples, { ...common, choose: blackBox(first) }),
      likelihood: auditSamples(samples, { ...common, choose: halfLineEvent(score) }),
      oneRun: auditOneRun(canaries, { ...common, guessCounts: [DRAWS / 20, DRAWS / 4] }),
    };
    for (const key of Object.keys(counts) as (keyof typeof counts)[])
      if (verdicts[key].verdict === "violated") counts[key]++;
  }
  return counts;
}

describe("every mechanism, over 200 seeds", () => {
  it.each(ALL_INSTANCES)("is rejected within a binomial bound of the error rate: $title", ({ title, mechanism }) => {
    const counts = rejections(title, mechanism, claimOf(mechanism.guarantee));
    expect(Math.max(...Object.values(counts)), JSON.stringify(counts)).toBeLessThan(LIMIT);
  });

  it("can be told from one with a third of the noise, by each of the audits", () => {
    const mechanism = discreteLaplace({ epsilon: 3, sensitivity: 1, neighbours: "swap" }) as unknown as AnyMechanism;
    const counts = rejections("a third of the noise", mechanism, { epsilon: 1, delta: 0 });
    expect(Math.min(...Object.values(counts)), JSON.stringify(counts)).toBeGreaterThan(LIMIT);
  });
});
