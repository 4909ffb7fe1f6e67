/**
 * The channel between the front and the runtime: what the two processes say to each other. Types only; runtime-process.ts is the front's
 * end of it, main.ts the runtime's.
 *
 * - `cell` is a number that the front gives to each request that may cause output (execute, comm); it grows and is never
 *   used twice, not even after the runtime was replaced. Every message from the runtime names the cell that caused it, also
 *   long after that cell was done (a timer, a worker, a promise left behind).
 * - The front sends the next `execute` only after the `done` of the last; a `comm` may come at any time.
 * - All output of a cell, in order, precedes its `done`; what it causes later comes later, under the same number.
 * - Values are JSON, but for the `buffers` of a comm. Images in a bundle are base64.
 */
import type { Rich } from "../../display/mime-bundle.ts";

interface Failure {
  readonly ename: string;
  readonly evalue: string;
  readonly traceback: readonly string[];
}

export interface Execute {
  readonly kind: "execute";
  readonly cell: number;
  readonly code: string;
  readonly executionCount: number;
  /** No `result` is sent for the last value; streams and displays still are: the front drops what it must. */
  readonly silent: boolean;
  /** Name to expression, evaluated after the code and only if it did not fail. */
  readonly userExpressions: Readonly<Record<string, string>>;
  readonly allowStdin: boolean;
}

/** The answer to `input-request`; `value` is undefined where the front cannot ask. */
export interface Input {
  readonly kind: "input";
  readonly value: string | undefined;
}

/** A comm message, in both directions. One from the front is answered by `done` once its handlers returned. */
export interface CommMessage {
  readonly kind: "comm";
  readonly cell: number;
  readonly action: "open" | "message" | "close";
  readonly id: string;
  /** For `open` only. */
  readonly target?: string;
  readonly data: unknown;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly buffers?: readonly Uint8Array[];
}

/** `interrupt` stops the cell if it still runs. */
export type ToRuntime =
  | Execute
  | CommMessage
  | Input
  | { readonly kind: "interrupt"; readonly cell: number }
  | { readonly kind: "shutdown" };

export interface StreamOutput {
  readonly kind: "stream";
  readonly cell: number;
  readonly name: "stdout" | "stderr";
  readonly text: string;
}

export interface DisplayOutput extends Rich {
  readonly kind: "display";
  readonly cell: number;
  readonly displayId?: string;
  /** Change the displays of `displayId` instead of adding one. */
  readonly update: boolean;
}

export interface ResultOutput extends Rich {
  readonly kind: "result";
  readonly cell: number;
}

export interface ClearOutput {
  readonly kind: "clear";
  readonly cell: number;
  readonly wait: boolean;
}

/** The cell failed; or, after its `done`, something it left behind did (a timer, a rejected promise). */
export interface ErrorOutput extends Failure {
  readonly kind: "error";
  readonly cell: number;
}

export type ExpressionResult = ({ readonly status: "ok" } & Rich) | ({ readonly status: "error" } & Failure);

/** The last word of a request; if `status` is not `ok`, the `error` came before. */
export interface Done {
  readonly kind: "done";
  readonly cell: number;
  /** `interrupted`: an `error` with ename `Interrupted` came before, and the session's state is kept. */
  readonly status: "ok" | "error" | "interrupted";
  readonly userExpressions: Readonly<Record<string, ExpressionResult>>;
  /** Of a cell that failed after it had begun to run: the names that it declares and had given no value by then. */
  readonly unreached?: readonly string[];
}

/** The runtime waits, doing nothing else, for `Input`; sent only if the running cell has `allowStdin`. */
export interface InputRequest {
  readonly kind: "input-request";
  readonly cell: number;
  readonly prompt: string;
  readonly password: boolean;
}

/** `ready`: the runtime takes cells from now on. */
export type FromRuntime =
  | { readonly kind: "ready"; readonly node: string; readonly processId: number }
  | StreamOutput
  | DisplayOutput
  | ResultOutput
  | ClearOutput
  | ErrorOutput
  | Done
  | InputRequest
  | CommMessage;
