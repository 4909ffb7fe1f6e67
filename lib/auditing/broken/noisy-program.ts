/**
 * Noisy program: a mechanism of a benchmark as a function of its input and of unit noise, and its audit by many draws.
 *
 * Written so, a program is drawn from in batches of noise and in constant memory, which hundreds of millions of draws need. What an
 * audit sees of an output is one number: a statistic by whose half-lines events are chosen, or the name of a cell.
 * Method: other draws than those counted choose the event, its direction, and which of two bounds is taken (`pairedLogRatio`,
 * `certifiedLogRatio`): the one that promises more at the probabilities seen.
 * Limits: the number that is seen of an output is written by hand; an audit that learns it from outputs alone starts with less.
 */
import { normalQuantile } from "../../numerics/normal-quantile.ts";
import { requireInteger } from "../../numerics/requirements.ts";
import { fillExponential } from "../../random/exponential.ts";
import { fillLaplace } from "../../random/laplace.ts";
import type { Stream } from "../../random/stream.ts";
import { fillUniform } from "../../random/uniform.ts";
import type { PrivacyVerdict } from "../../statistics/privacy-verdict.ts";
import { certifiedLogRatio } from "../certified-epsilon.ts";
import { cellEvent, type Event, eventPromise, halfLineEvent, type Training } from "../event-choice.ts";
import type { PairCounts } from "../event-e-value.ts";
import { pairedLogRatio } from "../paired-log-ratio.ts";
import { auditRelease } from "../sampled-audit.ts";

type ProgramInput = readonly number[];

export interface NoisyProgram {
  readonly noise: "laplace" | "exponential" | "uniform";
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
  readonly bound: "paired" | "two limits";
}

/** For ranking events only. */
const TRAINING_ERROR_RATE = 0.1;
const BATCH = 1024;

const fills = {
  laplace: (out: Float64Array, random: Stream) => fillLaplace(1, out, random),
  exponential: (out: Float64Array, random: Stream) => fillExponential(1, out, random),
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

/** What is seen of many outputs, handed over in batches. */
function* seenOf(program: NoisyProgram, input: ProgramInput, draws: number, random: Stream): Generator<Float64Array> {
  const width = program.width(input);
  const noise = new Float64Array(BATCH * width);
  const seen = new Float64Array(BATCH);
  for (let drawn = 0; drawn < draws; drawn += BATCH) {
    const count = Math.min(BATCH, draws - drawn);
    fills[program.noise](noise, random);
    for (let k = 0; k < count; k++) seen[k] = program.see(input, noise, k * width);
    yield seen.subarray(0, count);
  }
}

function trainingOf({ program }: ProgramPair, input: ProgramInput, draws: number, random: Stream): readonly number[] {
  const all: number[] = [];
  for (const batch of seenOf(program, input, draws, random)) for (const one of batch) all.push(one);
  return all;
}

/** Counts of an event that other draws chose. */
export function countProgram(pair: ProgramPair, { training, counted }: AuditSizes, random: Stream): ProgramCounts {
  requireInteger({ training, counted }, 1);
  const { program, inputs } = pair;
  const [first, second] = inputs.map((input, side) =>
    trainingOf(pair, input, training, random.child("training", side)),
  );
  const choose = program.sees === "cells" ? rankedCells : halfLineEvent((score: number) => score);
  const promise = eventPromise({ delta: 0, errorRate: TRAINING_ERROR_RATE });
  const [forth, back] = [
    { likelier: "first" as const, over: first, under: second },
    { likelier: "second" as const, over: second, under: first },
  ].map(({ likelier, over, under }) => {
    const event = choose({ over, under, delta: 0, errorRate: TRAINING_ERROR_RATE });
    const [p, q] = [over, under].map((outputs) => outputs.filter(event).length);
    const value = promise({ successes: p, trials: training }, { successes: q, trials: training });
    return { likelier, event, value, bound: betterBound((p + 0.5) / (training + 1), (q + 0.5) / (training + 1)) };
  });
  const { likelier, event, bound } = back.value > forth.value ? back : forth;
  return { likelier, bound, pairs: countedPairs(pair, { event, likelier, counted }, random) };
}

/** What is added to each count, so that a rare cell is not taken for a good one. */
const SHRINK = 10;

/** Cells in the order of their ratio on one half of the training; how many of them are taken, by the other half. */
function rankedCells({ over, under, ...rest }: Training<number>): Event<number> {
  const scores = new Map<number, readonly [number, number]>();
  const half = over.length >> 1;
  [over, under].forEach((outputs, side) => {
    for (let k = 0; k < half; k++) {
      const [overs, unders] = scores.get(outputs[k]) ?? [SHRINK, SHRINK];
      scores.set(outputs[k], side === 0 ? [overs + 1, unders] : [overs, unders + 1]);
    }
  });
  const score = (cell: number) => {
    const [overs, unders] = scores.get(cell) ?? [1, 1];
    return overs / unders;
  };
  const event = halfLineEvent(score)({ ...rest, over: over.slice(half), under: under.slice(half) });
  // Few cells, many outputs: each is looked up once.
  const chosen = new Set([...scores.keys()].filter(event));
  return (cell) => chosen.has(cell);
}

/** Which bound is nearer to log(p / q), by the size of its error. */
function betterBound(p: number, q: number): ProgramCounts["bound"] {
  const variance = (probability: number) => (1 - probability) / probability;
  const two = -normalQuantile(TRAINING_ERROR_RATE / 2) * (Math.sqrt(variance(p)) + Math.sqrt(variance(q)));
  const error = (1 - p) * Math.sqrt(1 / (p * (1 - q)) + 1 / (q * (1 - p)));
  return -normalQuantile(TRAINING_ERROR_RATE) * error < two ? "paired" : "two limits";
}

function countedPairs(
  { program, inputs }: ProgramPair,
  { event, likelier, counted }: Pick<ProgramCounts, "likelier"> & { event: Event<number>; counted: number },
  random: Stream,
): PairCounts {
  const [over, under] = likelier === "first" ? [0, 1] : [1, 0];
  const source = (side: number) => seenOf(program, inputs[side], counted, random.child("counted", side));
  const others = source(under);
  const counts = { both: 0, overOnly: 0, underOnly: 0, neither: 0 };
  for (const overs of source(over)) {
    const unders = others.next().value as Float64Array;
    for (let k = 0; k < overs.length; k++) {
      if (event(overs[k])) counts[event(unders[k]) ? "both" : "overOnly"]++;
      else counts[event(unders[k]) ? "underOnly" : "neither"]++;
    }
  }
  return counts;
}

/** The epsilon that the counts certify with probability 1 - errorRate. */
export function certifiedEpsilon({ pairs, bound }: ProgramCounts, errorRate: number): number {
  const { both, overOnly, underOnly, neither } = pairs;
  const trials = both + overOnly + underOnly + neither;
  const [over, under] = [overOnly, underOnly].map((only) => ({ successes: both + only, trials }));
  const ratio =
    bound === "paired" ? pairedLogRatio(pairs, errorRate) : certifiedLogRatio({ over, under, delta: 0, errorRate });
  return Math.max(0, ratio);
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
