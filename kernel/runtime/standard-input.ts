/** Standard input: `prompt`, `confirm` and `input`, which ask the user and wait, doing nothing else. */
import { readSync } from "node:fs";
import { currentRun } from "./cell-run.ts";
import type { Outlet } from "./outlet.ts";

export class StandardInput {
  private readonly outlet: Outlet;
  private readonly descriptor: number;
  /** Requests are counted on both sides, so that the answer to one that was interrupted is not taken for the next. */
  private requests = 0;
  private received = "";

  constructor(outlet: Outlet, descriptor: number) {
    this.outlet = outlet;
    this.descriptor = descriptor;
  }

  /** The answer, or undefined if the front end gave none. */
  ask(prompt: string, isPassword = false): string | undefined {
    const run = currentRun();
    if (!run.allowStdin) throw new Error("this front end does not take input");
    const request = ++this.requests;
    this.outlet.say({ kind: "input-request", cell: run.number, prompt, password: isPassword });
    for (;;) {
      const { number, value } = JSON.parse(this.line()) as { number: number; value: string | null };
      if (number === request) return value ?? undefined;
    }
  }

  private line(): string {
    const chunk = Buffer.alloc(65_536);
    for (;;) {
      const end = this.received.indexOf("\n");
      if (end >= 0) {
        const line = this.received.slice(0, end);
        this.received = this.received.slice(end + 1);
        return Buffer.from(line, "latin1").toString("utf8");
      }
      const size = this.read(chunk);
      if (size === 0) process.exit(1); // The front is gone.
      this.received += chunk.toString("latin1", 0, size);
    }
  }

  private read(chunk: Buffer): number {
    try {
      return readSync(this.descriptor, chunk);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EINTR" || code === "EAGAIN") return this.read(chunk);
      throw error;
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
