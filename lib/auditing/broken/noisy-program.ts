/**
 * Noisy program: a mechanism of a benchmark as a function of its input and of unit noise, and its audit by many draws.
 *
 * Written so, a program is drawn from in batches of noise and in constant memory, which hundreds of millions of draws need. What an
 * audit sees of an output is one number: a statistic by whose half-lines events are chosen, or the name of a cell.
 * Method: a program takes its noise from outside, so that both inputs can have the same, as from one seed. Other draws than those counted
 * choose the event, its direction, and which bound is taken (`pairEvent`).
 * Limits: the number that is seen of an output is written by hand; an audit that learns it from outputs alone starts with less.
 */
import { largestOf } from "../../numerics/extremes.ts";
import { requireInteger } from "../../numerics/requirements.ts";
import { fillExponential } from "../../random/exponential.ts";
import { fillLaplace } from "../../random/laplace.ts";
import { fillNormals } from "../../random/normal.ts";
import type { Stream } from "../../random/stream.ts";
import { fillUniform } from "../../random/uniform.ts";
import type { PrivacyVerdict } from "../../statistics/privacy-verdict.ts";
import { certifiedLogRatio } from "../certified-epsilon.ts";
import { coupledLogRatio } from "../coupled-log-ratio.ts";
import { cellEvent, halfLineEvent } from "../event-choice.ts";
import type { PairCounts } from "../event-e-value.ts";
import { pairedLogRatio } from "../paired-log-ratio.ts";
import { auditRelease } from "../sampled-audit.ts";
import { type PairBound, type PairEvent, pairEvent } from "./pair-event.ts";

type ProgramInput = readonly number[];

export interface NoisyProgram {
  readonly noise: "laplace" | "exponential" | "normal" | "uniform";
  /** How many variables a draw takes. */
  readonly width: (input: ProgramInput) => number;
  /** What is seen of an output: a score, or the number of its cell. */
  readonly sees: "half-lines" | "cells";
  /** The variables of a draw stand from `at` on. */
  readonly see: (input: ProgramInput, noise: Float64Array, at: number) => number;
}

/** Two neighbours on which a program is audited. */
export interface ProgramPair {
  readonly program: NoisyProgram;
  readonly inputs: readonly [ProgramInput, ProgramInput];
  /** At which epsilon is asked for; 0 by default. */
  readonly delta?: number;
}

export interface AuditSizes {
  /** From each input, to choose the event. */
  readonly training: number;
  /** From each input, to count it. */
  readonly counted: number;
}

export interface ProgramCounts {
  /** Pairs of outputs, `over` being of the input that makes the event likelier. */
  readonly pairs: PairCounts;
  readonly likelier: "first" | "second";
  /** Of the pairs of the first the two outputs had the same noise; of the others they were independent. */
  readonly bound: PairBound;
}

const BATCH = 1024;

const fills = {
  laplace: (out: Float64Array, random: Stream) => fillLaplace(1, out, random),
  exponential: (out: Float64Array, random: Stream) => fillExponential(1, out, random),
  normal: (out: Float64Array, random: Stream) => fillNormals(0, 1, out, random),
  uniform: fillUniform,
};

/** One output after the other, as a black box gives them. */
export function programRelease(program: NoisyProgram): (input: ProgramInput, random: Stream) => number {
  return (input, random) => program.see(input, fills[program.noise](new Float64Array(program.width(input)), random), 0);
}

/** The same with half of the noise, which is not what its exact epsilon speaks of. */
export function halvedNoise<Pair extends ProgramPair>(pair: Pair): Pair {
  const { program } = pair;
  const see: NoisyProgram["see"] = (input, noise, at) =>
    program.see(
      input,
      noise.subarray(at, at + program.width(input)).map((variable) => variable / 2),
      0,
    );
  return { ...pair, program: { ...program, see } };
}

/** What is seen of many outputs of each input, drawn with the same noise, handed over in batches. */
function* seenOf(
  program: NoisyProgram,
  inputs: readonly ProgramInput[],
  draws: number,
  random: Stream,
): Generator<readonly Float64Array[]> {
  const width = largestOf(inputs.map(program.width));
  const noise = new Float64Array(BATCH * width);
  const seen = inputs.map(() => new Float64Array(BATCH));
  for (let drawn = 0; drawn < draws; drawn += BATCH) {
    const count = Math.min(BATCH, draws - drawn);
    fills[program.noise](noise, random);
    inputs.forEach((input, side) => {
      for (let k = 0; k < count; k++) seen[side][k] = program.see(input, noise, k * width);
    });
    yield seen.map((each) => each.subarray(0, count));
  }
}

function trainingOf({ program, inputs }: ProgramPair, draws: number, random: Stream): readonly Float64Array[] {
  const all = inputs.map(() => new Float64Array(draws));
  let drawn = 0;
  for (const batch of seenOf(program, inputs, draws, random)) {
    batch.forEach((seen, side) => {
      all[side].set(seen, drawn);
    });
    drawn += batch[0].length;
  }
  return all;
}

/** Counts of an event that other draws chose. */
export function countProgram(pair: ProgramPair, { training, counted }: AuditSizes, random: Stream): ProgramCounts {
  requireInteger({ training, counted }, 1);
  const [first, second] = trainingOf(pair, training, random.child("training"));
  const { delta, program } = pair;
  const plan = { ...(delta === undefined ? {} : { delta }), counted };
  const forth = pairEvent(program.sees, { over: first, under: second }, plan);
  const back = pairEvent(program.sees, { over: second, under: first }, plan);
  const [likelier, { event, bound }] = back.value > forth.value ? ["second" as const, back] : ["first" as const, forth];
  return { likelier, bound, pairs: countedPairs(pair, { event, likelier, bound, counted }, random.child("counted")) };
}

function countedPairs(
  { program, inputs }: ProgramPair,
  { event, likelier, bound, counted }: Omit<ProgramCounts, "pairs"> & Pick<PairEvent, "event"> & { counted: number },
  random: Stream,
): PairCounts {
  const [over, under] = likelier === "first" ? inputs : [inputs[1], inputs[0]];
  const counts = { both: 0, overOnly: 0, underOnly: 0, neither: 0 };
  const count = (overs: Float64Array, unders: Float64Array) => {
    for (let k = 0; k < overs.length; k++) {
      if (event(overs[k])) counts[event(unders[k]) ? "both" : "overOnly"]++;
      else counts[event(unders[k]) ? "underOnly" : "neither"]++;
    }
  };
  if (bound === "coupled") {
    for (const [overs, unders] of seenOf(program, [over, under], counted, random)) count(overs, unders);
    return counts;
  }
  const others = seenOf(program, [under], counted, random.child("second"));
  for (const [overs] of seenOf(program, [over], counted, random.child("first"))) {
    count(overs, others.next().value[0]);
  }
  return counts;
}

/** The epsilon that the counts certify with probability 1 - errorRate, at the delta for which the event was chosen. */
export function certifiedEpsilon({ pairs, bound }: ProgramCounts, errorRate: number, delta = 0): number {
  const { both, overOnly, underOnly, neither } = pairs;
  const trials = both + overOnly + underOnly + neither;
  const [over, under] = [overOnly, underOnly].map((only) => ({ successes: both + only, trials }));
  const ratios = {
    coupled: () => coupledLogRatio(pairs, errorRate),
    paired: () => pairedLogRatio(pairs, errorRate),
    "two limits": () => certifiedLogRatio({ over, under, delta, errorRate }),
  };
  return Math.max(0, ratios[bound]());
}

/** The audit of the library on the same outputs: half of the draws choose the event, and both directions are counted. */
export function auditProgram(
  { program, inputs }: ProgramPair,
  { draws, epsilon, errorRate }: { readonly draws: number; readonly epsilon: number; readonly errorRate: number },
  random: Stream,
): PrivacyVerdict {
  const choose = program.sees === "cells" ? cellEvent((cell: number) => cell) : halfLineEvent((score: number) => score);
  return auditRelease(programRelease(program), { inputs, draws, epsilon, delta: 0, errorRate, choose }, random);
}
