/**
 * The line protocol of programs: how a mechanism in any language is asked for draws, and what it answers.
 *
 * A request is a line of JSON on standard input, `{"draws":1000,"seed":17,"input":0}`. The answer is one or more lines on standard
 * output: `{"outputs":[...]}`, until there are as many outputs as draws; `"end":true` on a line says that no more follow;
 * `{"error":"..."}` says why there are none. An output is a finite number, a text, true or false, or a list or an object of such.
 * `"versions":{"python":"3.13"}` on any line is kept with the result. The program ends when its standard input does.
 * Everything else is refused: it is no answer, and never becomes a verdict. Replays are in
 * replay-protocol.ts; docs/programs.md is the page for those who write a program.
 */
import { canonicalJson, type Json } from "../engine/text/canonical-json.ts";

/** A program that did not do what was asked: it stands in no relation to the privacy of the mechanism. */
export class ProgramRefusal extends RangeError {
  override readonly name = "ProgramRefusal";
}

export const MOST_SEED = 0x7fffffff;

export interface DrawRequest {
  readonly input: Json;
  readonly draws: number;
  /** From 0 to MOST_SEED, 2^31 - 1, so that every language can take it. */
  readonly seed: number;
}

/** What a program is asked, and what takes its answer, line by line. */
export interface LineAnswer {
  /** The request, with its end of line. */
  readonly line: string;
  /** The request in words. */
  readonly asked: string;
  /** How far it has been answered, in words. */
  readonly soFar: string;
  /** Whether it is whole after this line. */
  take(line: string): boolean;
}

export function requestLine({ input, draws, seed }: DrawRequest): string {
  return `{"draws":${draws},"seed":${seed},"input":${canonicalJson(input)}}\n`;
}

/** A request in words. */
export function shownRequest({ input, draws, seed }: DrawRequest): string {
  return `${draws} draws of the input ${shortened(canonicalJson(input))} at seed ${seed}`;
}

const SHOWN = 120;

export function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}...` : line;
}

/** The answer to one request, line by line. */
export class Answer implements LineAnswer {
  readonly outputs: Json[] = [];
  versions: Readonly<Record<string, string>> | undefined;
  readonly #request: DrawRequest;

  constructor(request: DrawRequest) {
    this.#request = request;
  }

  get line(): string {
    return requestLine(this.#request);
  }

  get asked(): string {
    return shownRequest(this.#request);
  }

  get soFar(): string {
    return `after ${this.outputs.length} of them`;
  }

  take(line: string): boolean {
    const { draws } = this.#request;
    const { outputs, error, end, versions } = this.#read(line);
    if (error !== undefined) this.#refuse(`said that it cannot: ${shortened(error)}`);
    if (versions !== undefined) this.versions = versions;
    for (const output of outputs ?? []) {
      requireOutput(output, () => this.#place());
      this.outputs.push(output);
    }
    if (this.outputs.length > draws) this.#refuse(`gave ${this.outputs.length} outputs`);
    if (end && this.outputs.length < draws)
      this.#refuse(`gave only ${this.outputs.length} outputs and said that it is done`);
    return this.outputs.length === draws;
  }

  #read(line: string): AnswerLine {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      if (/\b(NaN|Infinity|inf)\b/.test(line) && /^\s*\{/.test(line))
        this.#refuse(`gave an output that is not finite: ${shortened(line)}`);
      this.#refuse(`printed a line that is not JSON: ${JSON.stringify(shortened(line))}; ${ADVICE}`);
    }
    const wrong = wrongPart(value);
    if (wrong !== undefined) this.#refuse(`printed a line that is no answer (${wrong}): ${shortened(line)}; ${ADVICE}`);
    return value as AnswerLine;
  }

  #place(): string {
    return `asked for ${shownRequest(this.#request)}, the program gave as output ${this.outputs.length + 1}`;
  }

  #refuse(what: string): never {
    throw new ProgramRefusal(`asked for ${shownRequest(this.#request)}, the program ${what}`);
  }
}

const ADVICE = 'an answer is {"outputs":[...]}, and what is printed for people belongs on standard error';

interface AnswerLine {
  readonly outputs?: readonly Json[];
  readonly error?: string;
  readonly end?: boolean;
  readonly versions?: Readonly<Record<string, string>>;
}

function wrongPart(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "no object";
  const { outputs, error, end, versions, ...others } = value as Readonly<Record<string, unknown>>;
  const [other] = Object.keys(others);
  if (other !== undefined) return `an unknown name, "${other}"`;
  if (outputs === undefined && error === undefined && end === undefined) return "neither outputs nor error";
  if (outputs !== undefined && !Array.isArray(outputs)) return "outputs is no list";
  if (error !== undefined && typeof error !== "string") return "error is no text";
  if (end !== undefined && typeof end !== "boolean") return "end is neither true nor false";
  const texts = versions === undefined ? [] : Object.values(Object(versions));
  return texts.every((text) => typeof text === "string") ? undefined : "versions are no texts";
}

function requireOutput(output: unknown, place: () => string): void {
  if (typeof output === "number") {
    if (!Number.isFinite(output)) throw new ProgramRefusal(`${place()} ${output}, which is not finite`);
  } else if (output === null) {
    throw new ProgramRefusal(
      `${place()} null, which is no output (some languages write NaN so); name a category by a text`,
    );
  } else if (typeof output === "object") {
    for (const part of Object.values(output)) requireOutput(part, place);
  }
}
