/**
 * Rehearsal: another front answers cells that nobody sent, while the kernel waits for its first one, which then finds no cold code.
 *
 * It has no sockets, no runtime, no language and a key of its own: nothing of it is heard outside, and nothing is kept.
 * Limits: none where there is only one processor, which the runtime needs to start.
 */
import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Connection } from "../protocol/connection.ts";
import { type Message, protocolVersion } from "../protocol/message.ts";
import { Signature } from "../protocol/signature.ts";
import { UnfinishedBudget } from "../protocol/unfinished-budget.ts";
import { encode } from "../protocol/wire-format.ts";
import { encodeGreeting, encodeMessage } from "../protocol/zmtp.ts";
import { ZmtpReader } from "../protocol/zmtp-reader.ts";
import type { FromRuntime, ToRuntime } from "../runtime/output/channel.ts";
import { encodeFrame, FrameReader } from "../runtime/output/frame.ts";
import { Front } from "./front.ts";
import { History } from "./history.ts";
import { HistoryFolder } from "./history-folder.ts";
import type { StartRuntime } from "./runtime-host.ts";
import { silentLanguage } from "./silent-language.ts";
import type { SocketListener } from "./sockets.ts";
import { rest } from "./wakefulness.ts";
import { type Carrier, Wire } from "./wire.ts";

/** One that has a value and one that has types to check. */
const CELLS = ["1 + 1", `const rehearsed: number = 1; // ${"x".repeat(300)}`];
const ROUNDS = availableParallelism() > 1 ? 12 : 0;
/** In milliseconds; where it takes longer the processors are wanted by others. */
const PATIENCE = 100;
const LIMIT = 1 << 20;

/** Answers each of the cells so often, as long as `goesOn`; between any two all else has its turn. */
export async function rehearse(
  connection: Connection,
  goesOn: () => boolean,
  { rounds, patience } = { rounds: ROUNDS, patience: PATIENCE },
): Promise<void> {
  const stage = new Stage({ ...connection, key: randomUUID() });
  const end = performance.now() + patience;
  for (let round = 0; round < rounds; round++)
    for (const code of CELLS) {
      if (!goesOn() || performance.now() > end) return;
      await stage.answer(code);
      await nextTurn();
    }
}

class Stage {
  readonly #signature: Signature;
  readonly #session = randomUUID();
  readonly #reader: ZmtpReader;
  #requests = 0;
  #onIdle = () => {};

  constructor(connection: Connection) {
    this.#signature = new Signature(connection.key, connection.signatureScheme);
    let listener: SocketListener | undefined;
    const limits = { frame: LIMIT, message: LIMIT, unfinished: new UnfinishedBudget(LIMIT) };
    this.#reader = new ZmtpReader(limits, {
      command: () => true,
      message: (frames) => listener?.request("shell", [Buffer.from("nobody"), ...frames]) ?? false,
      givenUp: () => {},
    });
    this.#reader.push(Buffer.from(encodeGreeting()));
    const carrier: Carrier = {
      listen: (to) => {
        listener = to;
      },
      post: (_channel, frames, { content }) => {
        encodeMessage(frames);
        if (content.execution_state === "idle") this.#onIdle();
      },
    };
    const wire = new Wire(carrier, connection);
    const front = new Front({
      wire,
      connection,
      startRuntime,
      language: silentLanguage,
      history: new History(new HistoryFolder(undefined)),
      checkTime: "soon",
      onShutdown: () => {},
    });
    wire.listen((request) => front.handle(request));
  }

  /** Resolves when the cell is idle. */
  answer(code: string): Promise<void> {
    return new Promise((resolve) => {
      this.#onIdle = () => {
        resolve();
        rest();
      };
      this.#reader.push(Buffer.concat(encodeMessage(encode(this.#execute(code), [], this.#signature))));
    });
  }

  #execute(code: string): Message {
    const header = {
      msg_id: `${this.#session}_${this.#requests++}`,
      session: this.#session,
      username: "nobody",
      date: new Date().toISOString(),
      msg_type: "execute_request",
      version: protocolVersion,
    };
    const content = { code, silent: false, store_history: true, user_expressions: {}, allow_stdin: false };
    return { header, parent: {}, metadata: {}, content: { ...content, stop_on_error: true }, buffers: [] };
  }
}

/** One that says 2, whatever it is asked; what it hears and says goes through the frames of a pipe. */
const startRuntime: StartRuntime = ({ onMessage }) => {
  let frames = 0;
  const front = new FrameReader((message) => onMessage(message as FromRuntime));
  const say = (message: FromRuntime) => front.push(encodeFrame(++frames, message));
  const runtime = new FrameReader((message) => {
    const order = message as ToRuntime;
    if (order.kind !== "execute") return;
    const { cell } = order;
    setImmediate(() => {
      say({ kind: "result", cell, data: { "text/plain": "2" }, metadata: {} });
      say({ kind: "done", cell, status: "ok", userExpressions: {} });
    });
  });
  let orders = 0;
  setImmediate(() => say({ kind: "ready", node: process.version, processId: 0 }));
  return {
    processId: undefined,
    send: (message) => runtime.push(encodeFrame(++orders, message)),
    interrupt: () => {},
    hold: () => {},
    shutdown: () => Promise.resolve(),
    kill: () => {},
  };
};
