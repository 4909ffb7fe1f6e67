/**
 * The built command, asked many lines by one test file: in one process, which loads its modules once.
 *
 * Starting the command costs a second, the answer often a hundredth of it. What is about the process itself (signals, threads, what is
 * printed by programs, a killed run) starts the command as users do.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface CommandAnswer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export class ResidentCommand {
  readonly #environment: NodeJS.ProcessEnv;
  #process: ChildProcess | undefined;
  /** Lines are answered one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  /** Variables are set beside those that are there. */
  constructor(environment: NodeJS.ProcessEnv = {}) {
    this.#environment = environment;
  }

  /** What the command answers to a line, in a folder. */
  ask(args: readonly string[], folder: string): Promise<CommandAnswer> {
    const answer = this.#last.then(() => this.#answer({ args, folder }));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #answer(line: { readonly args: readonly string[]; readonly folder: string }): Promise<CommandAnswer> {
    this.#process ??= fork(fileURLToPath(new URL("resident-program.js", import.meta.url)), [], {
      silent: true,
      env: { ...process.env, ...this.#environment },
    });
    const ended = new AbortController();
    const { signal } = ended;
    const died = once(this.#process, "exit", { signal }).then(([code, name]) => {
      throw new Error(`the command ended by ${name ?? code} while it was asked ${line.args.join(" ")}`);
    });
    this.#process.send(line);
    try {
      const [answer] = await Promise.race([once(this.#process, "message", { signal }), died]);
      return answer as CommandAnswer;
    } finally {
      died.catch(() => undefined);
      ended.abort();
    }
  }

  end(): void {
    if (this.#process?.connected) this.#process.disconnect();
  }
}
