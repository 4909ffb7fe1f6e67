/**
 * Several processes of one program, each with one request at a time. The first that fails fails all.
 */
import { Interrupted } from "../engine/execution/runner.ts";
import { type ProgramPlace, ProgramProcess } from "./program-process.ts";
import { Answer, type DrawRequest, type LineAnswer } from "./protocol.ts";

interface Waiting {
  readonly answer: LineAnswer;
  resolve(): void;
  reject(error: Error): void;
}

export class ProgramPool {
  readonly #place: ProgramPlace;
  readonly #size: number;
  readonly #idle: ProgramProcess[] = [];
  readonly #all: ProgramProcess[] = [];
  #workers = 0;
  readonly #waiting: Waiting[] = [];
  #fault: Error | undefined;

  constructor(place: ProgramPlace, processes: number, signal?: AbortSignal) {
    this.#place = place;
    this.#size = processes;
    const stop = () => this.#fail(new Interrupted("the audit was stopped"));
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
  }

  async ask(request: DrawRequest): Promise<Answer> {
    const answer = new Answer(request);
    await this.exchange(answer);
    return answer;
  }

  /** Asks the next process that is free, and waits until the answer is whole. */
  exchange(answer: LineAnswer): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#fault !== undefined) return reject(this.#fault);
      this.#waiting.push({ answer, resolve, reject });
      this.#next();
    });
  }

  /** A process of its own, for questions about the program itself. */
  fresh(): ProgramProcess {
    const one = new ProgramProcess(this.#place);
    this.#all.push(one);
    return one;
  }

  end(): void {
    for (const each of this.#all) each.end();
  }

  #next(): void {
    if (this.#waiting.length === 0 || this.#fault !== undefined) return;
    const worker = this.#idle.pop() ?? this.#hire();
    if (worker === undefined) return;
    const { answer, resolve, reject } = this.#waiting.shift() as Waiting;
    worker.exchange(answer).then(
      () => {
        this.#idle.push(worker);
        resolve();
        this.#next();
      },
      (error: Error) => {
        this.#fail(error);
        reject(this.#fault ?? error);
      },
    );
  }

  #hire(): ProgramProcess | undefined {
    if (this.#workers >= this.#size) return undefined;
    this.#workers++;
    return this.fresh();
  }

  #fail(fault: Error): void {
    if (this.#fault !== undefined) return;
    this.#fault = fault;
    for (const { reject } of this.#waiting.splice(0)) reject(fault);
    this.end();
  }
}
