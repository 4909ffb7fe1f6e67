/** Standard input: `prompt`, `confirm` and `input`, which ask the user and wait, doing nothing else. */
import { currentRun } from "../cells/cell-run.ts";
import { waitForAnswer } from "../interrupt/watcher.ts";
import type { Outlet } from "../output/outlet.ts";

export class StandardInput {
  readonly #outlet: Outlet;
  /** Requests are counted on both sides, so that the answer to one that was interrupted is not taken for the next. */
  #requests = 0;

  constructor(outlet: Outlet) {
    this.#outlet = outlet;
  }

  /** The answer, or undefined if the front end gave none. */
  ask(prompt: string, isPassword = false): string | undefined {
    const run = currentRun();
    if (!run.allowStdin) throw new Error("this front end does not take input");
    const request = ++this.#requests;
    this.#outlet.say({ kind: "input-request", cell: run.number, prompt, password: isPassword });
    for (;;) {
      const { number, value } = waitForAnswer();
      if (number === request) return value ?? undefined;
    }
  }

  globals(): Record<string, unknown> {
    return {
      prompt: (message = "", initial?: string): string | null => {
        const answer = this.ask(message === "" ? "" : `${message} `);
        return answer === "" && initial !== undefined ? initial : (answer ?? null);
      },
      confirm: (message = ""): boolean => /^\s*y(?:es)?\s*$/i.test(this.ask(`${message} [y/N] `) ?? ""),
      alert: (message = ""): void => {
        console.log(String(message));
      },
      input: async (message = "", { password = false } = {}): Promise<string> =>
        this.ask(String(message), password) ?? "",
    };
  }
}
