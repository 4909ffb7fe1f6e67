/**
 * Recorder: what a program draws its noise through, so that a replay can look at each draw (`auditReplay`).
 *
 * A draw is recorded with the value that noise is added to, the declared sensitivity and the parameters of the noise. In a replay it
 * has the output of the recorded draw with the same number, as long as the draws are the same; after that, noise of its own.
 * Limits: float64 noise, for study. Names are shown in findings, so none may be made from records.
 */
import { declare, nonNegative, optional, type ParametersOf, scale, text } from "../numerics/parameters.ts";
import { refuseKind, requireMechanism, requireNumbers } from "../numerics/requirements.ts";
import type { Mechanism } from "../privacy/guarantees/mechanism.ts";
import { sampleDiscreteLaplace } from "../random/discrete-laplace.ts";
import { sampleLaplace } from "../random/laplace.ts";
import { sampleNormal } from "../random/normal.ts";
import type { Stream } from "../random/stream.ts";
import { isSameDraw, type RecordedCall, type RecordedRun, type ReplayNorm } from "./replay-findings.ts";

const DECLARED = {
  /** How far the values of neighbours are apart, at most. */
  sensitivity: nonNegative,
  /** Names the draw in findings; its kind stands in for it. */
  name: optional(text),
};
const laplaceDraw = declare({ ...DECLARED, scale });
const gaussianDraw = declare({ ...DECLARED, sigma: scale });

export interface LaplaceDraw extends ParametersOf<typeof laplaceDraw> {}
export interface GaussianDraw extends ParametersOf<typeof gaussianDraw> {}

/** What is declared of the input of a mechanism; its distance is measured where a sensitivity is given. */
export interface ReleaseDraw {
  readonly sensitivity?: number;
  readonly norm?: ReplayNorm;
  readonly name?: string;
}

export interface Recorder {
  /** Randomness that is no noise, such as a sample: the same in both runs of a replay. */
  readonly random: Stream;
  /** A number or a vector, of l1 sensitivity, with Laplace noise. */
  laplace(value: number, noise: LaplaceDraw): number;
  laplace(value: ArrayLike<number>, noise: LaplaceDraw): Float64Array;
  /** Whole numbers with discrete Laplace noise. */
  discreteLaplace(value: number, noise: LaplaceDraw): number;
  discreteLaplace(value: ArrayLike<number>, noise: LaplaceDraw): Float64Array;
  /** A number or a vector, of l2 sensitivity, with Gaussian noise. */
  gaussian(value: number, noise: GaussianDraw): number;
  gaussian(value: ArrayLike<number>, noise: GaussianDraw): Float64Array;
  /** A release of a mechanism of the library, whose guarantee may not depend on the data. */
  release<Input, Output>(mechanism: Mechanism<Input, Output, Stream>, input: Input, declared?: ReleaseDraw): Output;
  /** A value that may not depend on the data, given back. */
  public<Value>(value: Value, name?: string): Value;
}

/** What a run is replayed from, and whether the likelihoods of the outputs are noted. */
interface RunPlan {
  readonly earlier?: Recording;
  readonly isWeighed?: boolean;
}

/** A run with what a replay needs of it. */
export interface Recording {
  readonly run: RecordedRun;
  /** Of each draw. */
  readonly outputs: readonly unknown[];
  readonly error?: unknown;
}

/** Runs a program and records its draws; with an earlier recording, it replays that. */
export function recordRun<Input>(
  program: (input: Input, recorder: Recorder) => unknown,
  input: Input,
  random: Stream,
  plan: RunPlan = {},
): Recording {
  const recorder = new RunRecorder(random, plan);
  const { calls, outputs } = recorder;
  try {
    const output = program(input, recorder);
    return { run: { calls, output }, outputs };
  } catch (error) {
    const failed = error instanceof Error ? error.name : "what is no error";
    return { run: { calls, failed }, outputs, error };
  }
}

class RunRecorder implements Recorder {
  readonly random: Stream;
  readonly calls: RecordedCall[] = [];
  readonly outputs: unknown[] = [];
  readonly #noise: Stream;
  readonly #earlier: Recording | undefined;
  readonly #isWeighed: boolean;
  #isParted = false;

  constructor(random: Stream, { earlier, isWeighed = false }: RunPlan) {
    this.random = random.child("public");
    this.#noise = random.child("noise");
    this.#earlier = earlier;
    this.#isWeighed = isWeighed;
  }

  laplace<Value extends number | ArrayLike<number>>(value: Value, noise: LaplaceDraw): never {
    const { scale, ...declared } = laplaceDraw.read(noise, "noise");
    const logDensity = (gap: number) => -Math.abs(gap) / scale;
    return this.#add("laplace", value, declared, { scale }, (random) => sampleLaplace(scale, random), logDensity);
  }

  discreteLaplace<Value extends number | ArrayLike<number>>(value: Value, noise: LaplaceDraw): never {
    const { scale, ...declared } = laplaceDraw.read(noise, "noise");
    const logMass = (gap: number) => -Math.abs(gap) / scale;
    const sample = (random: Stream) => sampleDiscreteLaplace(scale, random);
    return this.#add("discrete laplace", value, declared, { scale }, sample, logMass);
  }

  gaussian<Value extends number | ArrayLike<number>>(value: Value, noise: GaussianDraw): never {
    const { sigma, ...declared } = gaussianDraw.read(noise, "noise");
    const parameters = { mean: 0, sigma };
    const sample = (random: Stream) => sampleNormal(parameters, random);
    const logDensity = (gap: number) => -((gap / sigma) * (gap / sigma)) / 2;
    return this.#add("gaussian", value, { ...declared, norm: "l2" }, { sigma }, sample, logDensity);
  }

  release<Input, Output>(
    mechanism: Mechanism<Input, Output, Stream>,
    input: Input,
    { sensitivity, norm = "l1", name }: ReleaseDraw = {},
  ): Output {
    requireMechanism(mechanism);
    const { name: kind, guarantee } = mechanism;
    const measured = sensitivity === undefined ? {} : { value: numbersOf(input), sensitivity, norm };
    const call = { kind, at: name ?? kind, ...measured, parameters: { guarantee } };
    return this.#draw(
      call,
      (random) => mechanism.release(input, random),
      (output) => likelihoodOf(mechanism, input, output),
    );
  }

  public<Value>(value: Value, name = "public"): Value {
    this.calls.push({ kind: "public", at: name, parameters: { value: copied(value) } });
    this.outputs.push(undefined);
    return value;
  }

  #add(
    kind: string,
    value: number | ArrayLike<number>,
    declared: { readonly sensitivity: number; readonly norm?: ReplayNorm; readonly name: string | undefined },
    parameters: Readonly<Record<string, number>>,
    sample: (random: Stream) => number,
    logLikelihood: (gap: number) => number,
  ): never {
    const { sensitivity, norm = "l1", name = kind } = declared;
    const numbers = numbersOf(value);
    const call = { kind, at: name, value: numbers, sensitivity, norm, parameters };
    const output = this.#draw(
      call,
      (random) => Float64Array.from(numbers, (each) => each + sample(random)),
      (noisy) => numbers.reduce((sum, each, k) => sum + logLikelihood(noisy[k] - each), 0),
    );
    return (typeof value === "number" ? output[0] : output) as never;
  }

  #draw<Output>(
    call: RecordedCall,
    release: (random: Stream) => Output,
    weigh: (output: Output) => number | undefined,
  ): Output {
    const k = this.calls.length;
    const recorded = this.#earlier?.run.calls[k];
    if (recorded === undefined || !isSameDraw(recorded, call)) this.#isParted = true;
    const output =
      this.#isParted || this.#earlier === undefined
        ? release(this.#noise.child(k))
        : (this.#earlier.outputs[k] as Output);
    const logLikelihood = this.#isWeighed ? weigh(output) : undefined;
    this.calls.push(logLikelihood === undefined ? call : { ...call, logLikelihood });
    this.outputs.push(copied(output));
    return copied(output);
  }
}

/** By the law of a mechanism, where it has one for this input. */
function likelihoodOf(mechanism: { law?(input: never): unknown }, input: unknown, output: unknown): number | undefined {
  try {
    const law = mechanism.law?.(input as never) as Partial<Likelihood> | undefined;
    return law?.logMass?.(output) ?? law?.logDensity?.(output);
  } catch {
    return undefined; // too many outcomes to list
  }
}

/** Of a law, what it says of an output. */
interface Likelihood {
  logMass(output: unknown): number;
  logDensity(output: unknown): number;
}

function numbersOf(value: unknown): readonly number[] {
  if (typeof value === "number") return [value];
  if (typeof value !== "object" || value === null) refuseKind("value", "a number or a list of numbers", value);
  requireNumbers("value", value as ArrayLike<number>);
  return Array.from(value as ArrayLike<number>);
}

/** A program may change what it was given; what is recorded stays. */
function copied<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(copied) as Value;
  if (value instanceof Float64Array) return value.slice() as Value;
  return value;
}
