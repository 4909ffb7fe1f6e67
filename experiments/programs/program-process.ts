/**
 * A program that is running: it is asked over its standard input, one request at a time, and answers on its standard output.
 *
 * It has a process group of its own, so that Ctrl-C reaches Epsilab alone, which then ends it. What it prints on standard error is
 * kept, as far as a message needs it.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { Answer, type DrawRequest, type LineAnswer, ProgramRefusal, shortened } from "./protocol.ts";

export interface ProgramPlace {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Where it is run. */
  readonly folder: string;
  /** Seconds without a line after which a request is given up. */
  readonly timeout: number;
}

interface Pending {
  readonly answer: LineAnswer;
  resolve(): void;
  reject(error: Error): void;
}

const KEPT_ERRORS = 4000;
const LONGEST_LINE = 1 << 28;

export class ProgramProcess {
  readonly #place: ProgramPlace;
  readonly #child: ChildProcess;
  #pending: Pending | undefined;
  #pieces: string[] = [];
  #held = 0;
  #errors = "";
  #fault: Error | undefined;
  #timer: NodeJS.Timeout | undefined;
  #hasEnded = false;

  constructor(place: ProgramPlace) {
    this.#place = place;
    const [program, ...args] = place.command;
    this.#child = spawn(program, args, { cwd: place.folder, stdio: ["pipe", "pipe", "pipe"], detached: true });
    this.#child.on("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "ENOENT" ? "no such program is found" : error.message;
      this.#fail(new ProgramRefusal(`the program cannot be started: ${program}: ${why}`));
    });
    this.#child.on("close", (code, signal) => this.#close(code, signal));
    this.#child.stdin?.on("error", () => undefined); // the end of the program says why
    this.#child.stdout?.setEncoding("utf8").on("data", (text: string) => this.#read(text));
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#errors = (this.#errors + text).slice(-KEPT_ERRORS);
    });
  }

  async ask(request: DrawRequest): Promise<Answer> {
    const answer = new Answer(request);
    await this.exchange(answer);
    return answer;
  }

  /** Asks, and waits until the answer is whole. */
  exchange(answer: LineAnswer): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#fault !== undefined) return reject(this.#fault);
      this.#pending = { answer, resolve, reject };
      this.#wait();
      this.#child.stdin?.write(answer.line);
    });
  }

  /** Ends it; a request that is pending is not answered. */
  end(): void {
    clearTimeout(this.#timer);
    this.#fault ??= new ProgramRefusal("the program was ended");
    this.#pending?.reject(this.#fault);
    this.#pending = undefined;
    if (this.#hasEnded || this.#child.pid === undefined) return;
    try {
      process.kill(-this.#child.pid, "SIGKILL");
    } catch {
      this.#child.kill("SIGKILL"); // there are no process groups, or it has just ended
    }
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#pending === undefined) return;
      const { asked, soFar } = this.#pending.answer;
      this.#fail(
        new ProgramRefusal(
          `asked for ${asked}, the program was silent for ${this.#place.timeout} s ` +
            `${soFar}; --timeout allows more${this.#lastWords()}`,
        ),
      );
    }, 1000 * this.#place.timeout);
  }

  #read(text: string): void {
    const lines = text.split("\n");
    const rest = lines.pop() ?? "";
    for (const line of lines) {
      this.#pieces.push(line);
      const whole = this.#pieces.join("");
      [this.#pieces, this.#held] = [[], 0];
      if (whole.trim() !== "") this.#take(whole);
    }
    this.#pieces.push(rest);
    this.#held += rest.length;
    if (this.#held > LONGEST_LINE) this.#fail(new ProgramRefusal("the program printed a line without an end"));
  }

  #take(line: string): void {
    const pending = this.#pending;
    if (this.#fault !== undefined) return;
    if (pending === undefined) {
      if (/^\s*\{\s*"end"\s*:\s*true\s*\}\s*$/.test(line)) return; // of an answer that was whole before
      const what = JSON.stringify(shortened(line));
      this.#fail(new ProgramRefusal(`the program printed what it was not asked for: ${what}; see docs/programs.md`));
      return;
    }
    try {
      if (!pending.answer.take(line)) {
        this.#wait();
        return;
      }
      clearTimeout(this.#timer);
      this.#pending = undefined;
      pending.resolve();
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  #close(code: number | null, signal: NodeJS.Signals | null): void {
    this.#hasEnded = true;
    const how = signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
    const answer = this.#pending?.answer;
    const when = answer === undefined ? "before it was asked" : `asked for ${answer.asked}, ${answer.soFar}`;
    this.#fail(new ProgramRefusal(`the program ${how}, ${when}${this.#lastWords()}`));
  }

  #lastWords(): string {
    const lines = this.#errors.trim().split("\n").slice(-3).map(shortened).filter(Boolean);
    return lines.length === 0 ? "" : `; it last said: ${lines.join(" | ")}`;
  }

  #fail(fault: Error): void {
    if (this.#fault !== undefined) return;
    this.#fault = fault;
    this.end();
  }
}
