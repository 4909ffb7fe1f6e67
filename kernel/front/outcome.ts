/**
 * Outcomes: how requests that the runtime was given end, and what is known of those that have not.
 */
import type { Done, ErrorOutput } from "../runtime/output/channel.ts";

export type Failure = Pick<ErrorOutput, "ename" | "evalue" | "traceback">;

/** How a cell ended. */
export interface Outcome {
  readonly failure: Failure | undefined;
  readonly userExpressions: Done["userExpressions"];
  /** The value of the cell as plain text, if it has one. */
  readonly text: string | null;
  /** The names that the cell declares but did not come to; undefined if it did not run, or the variables are lost. */
  readonly unreached: readonly string[] | undefined;
}

interface Pending {
  failure: Failure | undefined;
  text: string | null;
  readonly finish: (outcome: Outcome) => void;
}

/** The requests that have not ended, by their numbers. */
export class PendingOutcomes {
  readonly #pending = new Map<number, Pending>();

  get size(): number {
    return this.#pending.size;
  }

  get numbers(): readonly number[] {
    return [...this.#pending.keys()];
  }

  add(number: number, finish: (outcome: Outcome) => void): void {
    this.#pending.set(number, { failure: undefined, text: null, finish });
  }

  noteText(number: number, text: unknown): void {
    const pending = this.#pending.get(number);
    if (pending !== undefined && typeof text === "string") pending.text = text;
  }

  noteFailure(number: number, { ename, evalue, traceback }: Failure): void {
    const pending = this.#pending.get(number);
    if (pending !== undefined) pending.failure = { ename, evalue, traceback };
  }

  /** Tells whether it had not ended; without `done` it was not run, or not to an end that is known. */
  finish(number: number, done?: Done): boolean {
    const pending = this.#pending.get(number);
    if (pending === undefined) return false;
    this.#pending.delete(number);
    const { failure, text } = pending;
    const unreached = done?.status === "ok" ? [] : done?.unreached;
    pending.finish({ failure, text, userExpressions: done?.userExpressions ?? {}, unreached });
    return true;
  }
}
