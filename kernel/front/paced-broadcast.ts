/**
 * Paced broadcast: the sockets, with broadcasts that wait where a Jupyter server would else drop them; none is lost, and those
 * below its limits leave at once.
 *
 * The server drops what exceeds 1000 messages or a million bytes of text a second, averaged over the last three seconds, as it
 * reads them; a status `idle` begins its count again. It reads late when it is busy, and then more at once than was sent: so we
 * send in any five seconds at most nine tenths of what it takes in three.
 * Broadcasts keep their order, and the reply to a cell comes after what the cell printed: clients wait only a moment for output
 * once they have it. What answers a question about code or the kernel does not wait, nor do its `busy` and `idle`: it has no
 * output. Where much waits, `onFull` asks for less, so that an endless loop fills no memory and can be stopped without
 * minutes of output to come. When the sockets are closed, all that waits is sent at once.
 * Source: `_limit_rate` of jupyter_server 2 (services/kernels/connection/channels.py), with its default settings.
 * Limits: a server that stands still for more than two seconds while text flows, or that has lower limits, may still drop some.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { attempt } from "../protocol/attempt.ts";
import type { Message } from "../protocol/message.ts";
import type { Frames } from "../protocol/zmtp.ts";
import type { RequestChannel, SocketListener, Sockets } from "./sockets.ts";

/** This many bytes in so much time; a message counts as a thousand of them at least. */
export const pace = { milliseconds: 5000, bytes: 0.9 * 3 * 1_000_000 } as const;
const LEAST_COST = 1000;

/** How many bytes wait when less is asked for, and when more may come. */
const FULL = 2_000_000;
const half = FULL / 2;

const uncounted = new Set(["status", "comm_open", "execute_input"]);

/** Requests whose answer is all that they cause. */
const QUESTIONS = /^(?:kernel_info|complete|inspect|is_complete|history|comm_info|interrupt)_request$/;

interface Waiting {
  readonly channel: RequestChannel | "iopub";
  readonly frames: Frames;
  readonly message: Message;
  readonly bytes: number;
  /** What the server counts, in bytes. */
  readonly cost: number;
}

/**
 * Whether broadcasts are to be paced: where a Jupyter server passes them on, unless it is set to drop nothing. A server keeps a file
 * under the number of its process beside the connection files, and gives the name of a notebook to the kernels of notebooks.
 */
export function isPaced(
  connectionFile: string,
  { EPSILAB_OUTPUT_RATE: rate, JPY_PARENT_PID: parent, JPY_SESSION_NAME: notebook }: NodeJS.ProcessEnv,
): boolean {
  const isServer = (name: string) => existsSync(join(dirname(connectionFile), `${name}-${parent}.json`));
  return rate !== "unlimited" && (notebook !== undefined || ["jpserver", "nbserver"].some(isServer));
}

export class PacedBroadcast {
  readonly #sockets: Pick<Sockets, "post" | "listen" | "close">;
  readonly #onFull: (isFull: boolean) => void;
  /** What was sent within the time of the pace, oldest first, and what it costs together. */
  readonly #sent: { readonly time: number; readonly cost: number }[] = [];
  #cost = 0;
  readonly #queue: Waiting[] = [];
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(sockets: Pick<Sockets, "post" | "listen" | "close">, onFull: (isFull: boolean) => void = () => {}) {
    this.#sockets = sockets;
    this.#onFull = onFull;
  }

  listen(listener: SocketListener): void {
    this.#sockets.listen(listener);
  }

  post(channel: RequestChannel | "iopub", frames: Frames, message: Message): void {
    const { msg_type: type } = message.header;
    const bytes = frames.reduce((sum, frame) => sum + Buffer.byteLength(frame), 0);
    const isFree = channel !== "iopub" || uncounted.has(type);
    const cost = isFree ? 0 : type === "stream" ? Math.max(bytes, LEAST_COST) : LEAST_COST;
    const each = { channel, frames, message, bytes, cost };
    if (this.#queue.length > 0 ? overtakes(each) : this.#delay(each) === 0) this.#send(each);
    else this.#add(each);
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    for (const each of this.#queue.splice(0)) attempt(() => this.#send(each));
    await this.#sockets.close();
  }

  /** 0 if a message may leave now, else the milliseconds until to ask again. One that alone is too large leaves after a pause. */
  #delay({ cost }: Waiting): number {
    const now = performance.now();
    let [oldest] = this.#sent;
    for (; oldest !== undefined && now - oldest.time >= pace.milliseconds; [oldest] = this.#sent) {
      this.#sent.shift();
      this.#cost -= oldest.cost;
    }
    const mayGo = cost === 0 || oldest === undefined || this.#cost + cost <= pace.bytes;
    return mayGo ? 0 : oldest.time + pace.milliseconds - now;
  }

  #add(each: Waiting): void {
    this.#queue.push(each);
    this.#bytes += each.bytes;
    if (this.#bytes > FULL) this.#onFull(true);
    if (this.#timer === undefined) this.#drain();
  }

  /** Sends what may leave; after each message there is a pause, so that output flows evenly. */
  #drain(): void {
    this.#timer = undefined;
    for (let [each] = this.#queue; each !== undefined && this.#timer === undefined; [each] = this.#queue) {
      const delay = this.#delay(each);
      if (delay === 0) {
        this.#queue.shift();
        this.#bytes -= each.bytes;
        attempt(() => this.#send(each));
      }
      const pause = delay || (each.cost / pace.bytes) * pace.milliseconds;
      if (pause > 0) this.#timer = setTimeout(() => this.#drain(), Math.ceil(pause));
    }
    if (this.#bytes < half) this.#onFull(false);
  }

  #send({ channel, frames, message, cost }: Waiting): void {
    this.#sockets.post(channel, frames);
    if (cost > 0) this.#sent.push({ time: performance.now(), cost });
    this.#cost += cost;
    if (message.content.execution_state !== "idle") return;
    this.#sent.length = 0; // the server counts again
    this.#cost = 0;
  }
}

/** Whether a message need not wait for those that do. */
function overtakes({ channel, message: { header, parent } }: Waiting): boolean {
  if (channel !== "iopub") return header.msg_type !== "execute_reply";
  return header.msg_type === "iopub_welcome" || (header.msg_type === "status" && QUESTIONS.test(`${parent.msg_type}`));
}
