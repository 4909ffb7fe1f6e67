/** A notebook without a front end: a runtime process, and what it says cell by cell. For tests. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { DisplayOutput, Done, ErrorOutput, Execute, FromRuntime } from "../output/channel.ts";
import { type RuntimeExit, type RuntimeProcess, startRuntime } from "../runtime-process.ts";

export interface CellOutcome {
  /** `gone` if the process ended before the cell did. */
  readonly status: Done["status"] | "gone";
  readonly data: Readonly<Record<string, unknown>> | undefined;
  /** text/plain of the result, without colours. */
  readonly text: string | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly displays: readonly DisplayOutput[];
  readonly errors: readonly ErrorOutput[];
  readonly expressions: Done["userExpressions"];
  /** Everything that was said between the cell's start and its end, of whatever cell. */
  readonly messages: readonly FromRuntime[];
}

interface NotebookParameters {
  readonly folder?: string;
  readonly preload?: Readonly<Record<string, string>>;
  readonly heapMegabytes?: number;
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** Only liveness: a test must not depend on how busy the machine is. */
const PATIENCE_MILLISECONDS = 60_000;

export class Notebook {
  readonly folder: string;
  readonly runtime: RuntimeProcess;
  readonly messages: FromRuntime[] = [];
  exit: RuntimeExit | undefined;
  cell = 0;
  readonly #isTemporary: boolean;
  #waiting: { readonly until: () => boolean; readonly resolve: () => void }[] = [];

  constructor({ folder, preload = {}, environment = {}, ...others }: NotebookParameters = {}) {
    this.#isTemporary = folder === undefined;
    this.folder = folder ?? mkdtempSync(join(tmpdir(), "epsilab-notebook-"));
    this.runtime = startRuntime({
      folder: this.folder,
      preload,
      environment,
      ...others,
      onMessage: (message) => {
        this.messages.push(message);
        this.#look();
      },
      onExit: (exit) => {
        this.exit = exit;
        this.#look();
      },
    });
  }

  /** Resolves once it holds; it is asked again whenever something is said. */
  until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ until: holds, resolve });
      this.#look();
    });
  }

  send(code: string, choices: Partial<Execute> = {}): number {
    const cell = ++this.cell;
    const plain = { silent: false, userExpressions: {}, allowStdin: true }; // text comes as it is printed
    this.runtime.send({ kind: "execute", cell, code, executionCount: cell, ...plain, ...choices });
    return cell;
  }

  async run(code: string, choices: Partial<Execute> = {}): Promise<CellOutcome> {
    const before = this.messages.length;
    const cell = this.send(code, choices);
    await this.#ended(cell);
    return this.#outcome(cell, before);
  }

  /** The text of a cell's value; throws if the cell failed. */
  async value(code: string): Promise<string | undefined> {
    const { errors, text } = await this.run(code);
    if (errors.length > 0) throw new Error(errors.map(({ evalue }) => evalue).join("; "));
    return text;
  }

  /** Write a file below the notebook's folder. */
  write(path: string, text: string): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Start the cell, interrupt it once it printed `go`, and wait for its end. */
  async runAndInterrupt(code: string, graceMilliseconds?: number): Promise<CellOutcome> {
    const before = this.messages.length;
    const cell = this.send(code);
    await this.until(() => this.exit !== undefined || this.textOf(cell, "stdout").includes("go"));
    this.interrupt(graceMilliseconds);
    await this.#ended(cell);
    return this.#outcome(cell, before);
  }

  /** Stops the running cell; on a busy machine that may take longer than a user would wait before the runtime is ended. */
  interrupt(graceMilliseconds = PATIENCE_MILLISECONDS): void {
    this.runtime.interrupt(graceMilliseconds);
  }

  textOf(cell: number, name: "stdout" | "stderr"): string {
    return this.messages
      .map((message) =>
        message.kind === "stream" && message.cell === cell && message.name === name ? message.text : "",
      )
      .join("");
  }

  async close(): Promise<void> {
    await this.runtime.shutdown();
    if (this.#isTemporary) rmSync(this.folder, { recursive: true, force: true });
  }

  #ended(cell: number): Promise<void> {
    const isDone = () => this.messages.some((message) => message.kind === "done" && message.cell === cell);
    return this.until(() => this.exit !== undefined || isDone());
  }

  #outcome(cell: number, before: number): CellOutcome {
    const messages = this.messages.slice(before);
    const own = messages.filter((message) => "cell" in message && message.cell === cell);
    const done = own.find((message) => message.kind === "done");
    const result = own.find((message) => message.kind === "result");
    const plain = result?.data["text/plain"];
    return {
      status: done?.status ?? "gone",
      data: result?.data,
      text: typeof plain === "string" ? stripVTControlCharacters(plain) : undefined,
      stdout: this.textOf(cell, "stdout"),
      stderr: this.textOf(cell, "stderr"),
      displays: own.filter((message) => message.kind === "display"),
      errors: own.filter((message) => message.kind === "error"),
      expressions: done?.userExpressions ?? {},
      messages,
    };
  }

  #look(): void {
    const ready = this.#waiting.filter(({ until }) => until());
    this.#waiting = this.#waiting.filter((one) => !ready.includes(one));
    for (const { resolve } of ready) resolve();
  }
}
