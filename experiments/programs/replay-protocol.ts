/**
 * Replays in the line protocol: a program is asked to run on two inputs with the same outputs of every draw, and says what it drew.
 *
 * A request is `{"replay":true,"seed":17,"inputs":[0,1]}`; the answer is one line, `{"runs":[run, run]}`, of the recorded draws and
 * the output of each run, or the name of the error that ended it. A number that is not finite is a text: "NaN", "Infinity" or
 * "-Infinity". What a draw was added to passes between the program and Epsilab alone: it is compared, and neither shown nor kept.
 */
import type { RecordedCall, RecordedRun } from "../../lib/auditing/replay-findings.ts";
import { canonicalJson } from "../engine/text/canonical-json.ts";
import type { InputPair } from "./audit-plan.ts";
import { type LineAnswer, ProgramRefusal, shortened } from "./protocol.ts";

interface ReplayRequest {
  readonly inputs: InputPair;
  readonly seed: number;
}

/** The answer to one replay. */
export class ReplayAnswer implements LineAnswer {
  readonly line: string;
  readonly asked: string;
  readonly soFar = "before it had answered";
  runs: readonly [RecordedRun, RecordedRun] | undefined;

  constructor({ inputs, seed }: ReplayRequest) {
    this.line = `{"replay":true,"seed":${seed},"inputs":${canonicalJson(inputs)}}\n`;
    this.asked = `a replay on two inputs at seed ${seed}`;
  }

  take(line: string): boolean {
    const { runs, error } = this.#read(line);
    if (typeof error === "string") this.#refuse(`said that it cannot: ${shortened(error)}`);
    if (!Array.isArray(runs) || runs.length !== 2) this.#refuse(`gave no two runs; ${ADVICE}`);
    const read = runs.map((run, k) => runOf(run) ?? this.#refuse(`gave a run ${k + 1} that is none; ${ADVICE}`));
    if (read.every(({ calls }) => calls.every(({ kind }) => kind === "public")))
      this.#refuse(`recorded no draws; ${ADVICE}`);
    this.runs = [read[0], read[1]];
    return true;
  }

  /** What is no answer is not shown: it may have values of the data. */
  #read(line: string): Fields {
    try {
      const value: unknown = JSON.parse(line);
      if (isObject(value)) return value;
    } catch {
      // Said below.
    }
    return this.#refuse(`printed a line that is no object of JSON; ${ADVICE}`);
  }

  #refuse(what: string): never {
    throw new ProgramRefusal(`asked for ${this.asked}, the program ${what}`);
  }
}

const ADVICE =
  "a program that can be replayed draws its noise through the recorder of its client, see docs/programs.md";

type Fields = Readonly<Record<string, unknown>>;

function runOf(run: unknown): RecordedRun | undefined {
  if (!isObject(run) || !Array.isArray(run.calls)) return undefined;
  const { failed, output } = run;
  if (failed !== undefined && typeof failed !== "string") return undefined;
  const calls = run.calls.map(callOf);
  if (!calls.every((call) => call !== undefined)) return undefined;
  return { calls, ...(failed === undefined ? { output: numbersIn(output) } : { failed }) };
}

function callOf(call: unknown): RecordedCall | undefined {
  if (!isObject(call)) return undefined;
  const { kind, at, value, sensitivity, norm, parameters, logLikelihood } = call;
  if (typeof kind !== "string" || typeof at !== "string" || !isObject(parameters)) return undefined;
  const common = { kind, at: shortened(at), parameters: numbersIn(parameters) as Fields };
  if (kind === "public") return common;
  const numbers = numbersIn(value);
  if (!Array.isArray(numbers) || !numbers.every((each) => typeof each === "number")) return undefined;
  if (typeof sensitivity !== "number" || !(sensitivity >= 0)) return undefined;
  if (norm !== "l1" && norm !== "l2" && norm !== "linf") return undefined;
  const weight = numbersIn(logLikelihood);
  if (weight !== undefined && typeof weight !== "number") return undefined;
  return { ...common, value: numbers, sensitivity, norm, ...(weight === undefined ? {} : { logLikelihood: weight }) };
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The texts that stand for numbers that are not finite, as those numbers. */
function numbersIn(value: unknown): unknown {
  if (value === "NaN" || value === "Infinity" || value === "-Infinity") return Number(value);
  if (Array.isArray(value)) return value.map(numbersIn);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, numbersIn(each)]));
  return value;
}
