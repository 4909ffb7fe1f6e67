/**
 * Runtime process: the front's side of the channel. Starts the process, speaks with it, and says how it ended.
 *
 * An interrupt is a message, which ends what the cell awaits, and a word to the watcher thread, which ends a loop; after
 * the grace period the process is ended, and with it the variables. On a busy machine the period is longer: a process that is ready
 * to run but hardly gets a processor could not answer yet.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Duplex } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { fileURLToPath } from "node:url";
import { lateCertificates } from "./environment/extra-certificates.ts";
import type { CommMessage, Execute, FromRuntime, Input, ToRuntime } from "./output/channel.ts";
import { encodeFrame, FrameReader } from "./output/frame.ts";
import { StreamMerger } from "./output/stream-merger.ts";
import { type ProcessUse, processUse } from "./process-use.ts";

const GRACE_MILLISECONDS = 1000;
/** How many grace periods a process may have that does not get a processor. */
const MOST_PERIODS = 10;
const SHUTDOWN_MILLISECONDS = 1000;
const HELD_MILLISECONDS = 1000;
const FLAGS = ["--disable-warning=ExperimentalWarning"];
/** In kilobytes: what JavaScript may use of a stack of 8 MB, where the compiler of cells, which is native, has to find room too. */
const STACK_KILOBYTES = 3900;
const LEAST_STACK_BYTES = 8 * 1024 * 1024;

/**
 * How a runtime ended. After `shutdown` and `killed` nothing needs saying; `interrupt` means that a cell did not stop
 * within the grace period and its process was ended: the front reports `Interrupted` and that variables are lost.
 * `exit` is the cell's own `process.exit`; `memory` is V8 out of heap; `crash` any other signal or code.
 */
export interface RuntimeExit {
  readonly reason: "shutdown" | "killed" | "interrupt" | "exit" | "memory" | "crash";
  readonly code: number | null;
  readonly signal: string | null;
  /** The cell that was running, if one was: its `done` will not come. */
  readonly cell: number | undefined;
}

export interface RuntimeParameters {
  /** The notebook's folder: imports and the working directory start there. */
  readonly folder: string;
  /** Importable name to the file or folder it stands for, as given by `--preload name=path`. */
  readonly preload: Readonly<Record<string, string>>;
  readonly onMessage: (message: FromRuntime) => void;
  readonly onExit: (exit: RuntimeExit) => void;
  /** Where the connection files are, and beside them what a Jupyter server says of itself. */
  readonly connectionFolder?: string;
  /** V8's heap limit in megabytes; V8's own choice if absent. */
  readonly heapMegabytes?: number | undefined;
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** A running runtime; messages sent before `ready` wait for it. */
export type RuntimeProcess = Pick<Runtime, keyof Runtime>;

/** The compiled file beside this one; when this file itself is run from source, the one that the build made. */
function builtFile(name: string): string {
  const folder = dirname(fileURLToPath(import.meta.url));
  const beside = join(folder, name);
  return existsSync(beside) ? beside : join(folder, "../../dist/kernel/runtime", name);
}

/** V8 takes a megabyte, which code of a few thousand links needs for its compilation alone; more where the system is known to give it. */
function stackFlags(): readonly string[] {
  const limits = process.platform === "linux" ? limitsOfProcess() : "";
  const [, soft] = /^Max stack size\s+(\d+|unlimited)/m.exec(limits) ?? [];
  const isLarge = soft === "unlimited" || Number(soft) >= LEAST_STACK_BYTES;
  return isLarge ? [`--stack-size=${STACK_KILOBYTES}`] : [];
}

function limitsOfProcess(): string {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return "";
  }
}

export function startRuntime(parameters: RuntimeParameters): RuntimeProcess {
  return new Runtime(parameters);
}

class Runtime {
  readonly #child: ChildProcess;
  readonly #merger: StreamMerger;
  #running: number | undefined;
  #latest = 0;
  #messages = 0;
  #inputRequests = 0;
  #ending: RuntimeExit["reason"] | undefined;
  #lastErrors = "";
  #interruption: NodeJS.Timeout | undefined;
  #isHeld = false;
  readonly #exited: Promise<void>;

  constructor(parameters: RuntimeParameters) {
    this.#merger = new StreamMerger((message) => parameters.onMessage(message));
    const { folder, heapMegabytes: heap, connectionFolder, preload } = parameters;
    const { environment: env } = lateCertificates({ ...process.env, ...parameters.environment });
    const words = [
      ...FLAGS,
      ...stackFlags(),
      ...(heap === undefined ? [] : [`--max-old-space-size=${heap}`]),
      builtFile("../program.cjs"),
      "runtime",
      JSON.stringify({ folder, preload, connectionFolder }),
    ];
    this.#child = spawn(process.execPath, words, {
      cwd: folder,
      env,
      stdio: ["ignore", ...Array<"pipe">(5).fill("pipe")],
      detached: true, // A group of its own: a Ctrl-C in the terminal is for the front, which knows what to do.
    });
    const reader = new FrameReader((message) => this.#receive(message as FromRuntime));
    for (const pipe of [3, 4, 5]) this.#pipes[pipe].on("error", () => {});
    this.#pipes[4].on("data", (chunk: Buffer) => reader.push(chunk));
    this.#listen("stdout");
    this.#listen("stderr");
    this.#child.once("exit", () => {
      this.#killAll();
      // Processes that cells detached may hold the streams open.
      setTimeout(
        () => [this.#child.stdout, this.#child.stderr].forEach((each) => void each?.destroy()),
        HELD_MILLISECONDS,
      );
    });
    this.#exited = new Promise((resolve) => {
      this.#child.once("close", (code, signal) => {
        clearTimeout(this.#interruption);
        this.#interruption = undefined;
        this.#merger.flush();
        parameters.onExit({ reason: this.#reason(code, signal), code, signal, cell: this.#running });
        resolve();
      });
    });
    this.#child.on("error", () => {});
  }

  get #pipes(): readonly Duplex[] {
    return this.#child.stdio as unknown as readonly Duplex[];
  }

  get processId(): number | undefined {
    return this.#child.pid;
  }

  send(message: Execute | CommMessage | Input): void {
    if (message.kind === "input") {
      const answer = JSON.stringify({ number: this.#inputRequests, value: message.value ?? null });
      this.#pipes[5].write(`${answer}\n`);
      return;
    }
    if (message.kind === "execute") {
      this.#running = message.cell;
      this.#latest = message.cell;
      this.#merger.isAttended = message.allowStdin; // who takes no questions is not there
    }
    this.#post(message);
  }

  #post(message: ToRuntime): void {
    this.#pipes[3].write(encodeFrame(++this.#messages, message));
  }

  /** Stop the running cell: by a `done` with status `interrupted`, or, where that is impossible in time, by ending the process. */
  interrupt(graceMilliseconds = GRACE_MILLISECONDS): void {
    const cell = this.#running;
    this.#tellWatcher();
    if (cell === undefined) return;
    this.#post({ kind: "interrupt", cell });
    if (this.#interruption === undefined) this.#awaitInterrupted(cell, graceMilliseconds);
    this.#readOrWait();
  }

  #awaitInterrupted(cell: number, grace: number): void {
    const before = this.#use()?.processorMilliseconds ?? 0;
    const later = (periods: number) => {
      this.#interruption = setTimeout(look, grace, periods);
    };
    const look = (periods: number) => {
      this.#interruption = undefined;
      if (this.#running !== cell) return;
      const use = this.#use();
      const enough = Math.min(grace, GRACE_MILLISECONDS);
      const hadNoChance = use?.isReady && use.processorMilliseconds - before < enough;
      if (hadNoChance && periods < MOST_PERIODS) return later(periods + 1);
      this.#ending ??= "interrupt";
      this.#killAll();
    };
    later(1);
  }

  #use(): ProcessUse | undefined {
    return this.#child.pid === undefined ? undefined : processUse(this.#child.pid);
  }

  /** End a loop of the latest cell, or of what it left behind. */
  #tellWatcher(): void {
    this.#pipes[5].write(`${this.#latest}\n`);
  }

  /** Take no more of its output for now, so that who prints waits; or go on. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.#readOrWait();
  }

  /** Ask it to end, and end it after a second if it has not; resolves once it is gone. */
  async shutdown(): Promise<void> {
    this.#ending ??= "shutdown";
    this.#readOrWait();
    this.#post({ kind: "shutdown" });
    const deadline = setTimeout(() => this.#killAll(), SHUTDOWN_MILLISECONDS);
    await this.#exited;
    clearTimeout(deadline);
  }

  kill(): void {
    this.#ending ??= "killed";
    this.#killAll();
  }

  /** The runtime and the processes that cells started, but for those that were started as detached. */
  #killAll(): void {
    this.#readOrWait();
    try {
      process.kill(-(this.#child.pid as number), "SIGKILL");
    } catch {
      this.#child.kill("SIGKILL"); // no group, or nobody in it
    }
  }

  /** A runtime that is being stopped could not say its last words while its output waits. */
  #readOrWait(): void {
    const waits = this.#isHeld && this.#interruption === undefined && this.#ending === undefined;
    for (const pipe of [this.#pipes[1], this.#pipes[2], ...this.#pipes.slice(4)]) {
      if (pipe.listenerCount("data") === 0) continue;
      if (waits) pipe.pause();
      else if (pipe.isPaused()) pipe.resume();
    }
  }

  /** What child processes and native code write; text that has come is handed on before the `done` that came with it. */
  #listen(name: "stdout" | "stderr"): void {
    const decoder = new StringDecoder("utf8");
    const tell = (text: string) => {
      if (text === "") return;
      if (name === "stderr") this.#lastErrors = (this.#lastErrors + text).slice(-4000);
      this.#merger.add({ kind: "stream", cell: this.#running ?? this.#latest, name, text });
    };
    this.#child[name]?.on("data", (chunk: Buffer) => tell(decoder.write(chunk)));
    this.#child[name]?.on("end", () => tell(decoder.end()));
  }

  #receive(message: FromRuntime): void {
    if (message.kind === "input-request") this.#inputRequests++;
    if (message.kind !== "done") {
      this.#merger.add(message);
      return;
    }
    const end = () => {
      if (this.#running === message.cell) {
        this.#running = undefined;
        // An interrupt that the cell did not hear, since it was over: for what it left behind, if that began a loop meanwhile.
        if (this.#interruption !== undefined && message.status !== "interrupted") this.#tellWatcher();
        clearTimeout(this.#interruption);
        this.#interruption = undefined;
        this.#readOrWait();
      }
      this.#merger.add(message);
    };
    // By then what stdout and stderr held when `done` was written is read: with it, or in the next turn of the loop.
    setImmediate(() => setImmediate(end));
  }

  #reason(code: number | null, signal: string | null): RuntimeExit["reason"] {
    if (this.#ending !== undefined) return this.#ending;
    if (/heap out of memory|out of memory|allocation failed/i.test(this.#lastErrors) && code !== 0) return "memory";
    return signal === null && code !== null && code < 128 ? "exit" : "crash";
  }
}
