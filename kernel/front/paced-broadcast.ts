/**
 * Paced broadcast: the sockets, with broadcasts that wait where a Jupyter server would else drop them; none is lost, and those
 * below its limits leave at once.
 *
 * Broadcasts keep their order, and the reply to a cell comes after what the cell printed: clients wait only a moment for output
 * once they have it. What answers a question about code or the kernel does not wait, nor do its `busy` and `idle`: it has no
 * output. Where much waits, `onFull` asks for less, so that an endless loop fills no memory and can be stopped without
 * minutes of output to come. When the sockets are closed, all that waits is sent at once.
 */
import { attempt } from "../protocol/attempt.ts";
import type { Message } from "../protocol/message.ts";
import type { Frames } from "../protocol/zmtp.ts";
import { OutputPace, pace } from "./output-pace.ts";
import type { RequestChannel, SocketListener, Sockets } from "./sockets.ts";

/** How many bytes wait when less is asked for, and when more may come. */
const full = 2_000_000;
const half = full / 2;

const uncounted = new Set(["status", "comm_open", "execute_input"]);

/** Requests whose answer is all that they cause. */
const questions = new Set(
  ["kernel_info", "complete", "inspect", "is_complete", "history", "comm_info", "interrupt"].map(
    (name) => `${name}_request`,
  ),
);

interface Waiting {
  readonly channel: RequestChannel | "iopub";
  readonly frames: Frames;
  readonly message: Message;
  readonly bytes: number;
}

export class PacedBroadcast {
  readonly #sockets: Pick<Sockets, "post" | "listen" | "close">;
  readonly #onFull: (isFull: boolean) => void;
  readonly #pace = new OutputPace();
  readonly #queue: Waiting[] = [];
  #bytes = 0;
  #isFull = false;
  #timer: NodeJS.Timeout | undefined;
  /** The request whose `busy` was the last of a cell to leave. */
  #cell: string | undefined;

  constructor(sockets: Pick<Sockets, "post" | "listen" | "close">, onFull: (isFull: boolean) => void = () => {}) {
    this.#sockets = sockets;
    this.#onFull = onFull;
  }

  listen(listener: SocketListener): void {
    this.#sockets.listen(listener);
  }

  post(channel: RequestChannel | "iopub", frames: Frames, message: Message): void {
    const each = { channel, frames, message, bytes: frames.reduce((sum, frame) => sum + Buffer.byteLength(frame), 0) };
    const now = performance.now();
    const mayGo =
      this.#queue.length > 0 ? this.#overtakes(each) : isFree(each) || this.#pace.delay(now, textIn(each)) === 0;
    if (mayGo) this.#send(each, now);
    else this.#add(each);
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    for (const each of this.#queue.splice(0)) attempt(() => this.#send(each, 0));
    await this.#sockets.close();
  }

  #overtakes({ channel, message: { header, parent, content } }: Waiting): boolean {
    if (channel !== "iopub") return header.msg_type !== "execute_reply";
    if (header.msg_type === "iopub_welcome") return true;
    if (header.msg_type !== "status") return false;
    const isAgain = content.execution_state === "busy" && parent.msg_id !== undefined && parent.msg_id === this.#cell;
    return isAgain || questions.has(String(parent.msg_type));
  }

  #add(each: Waiting): void {
    this.#queue.push(each);
    this.#bytes += each.bytes;
    if (this.#bytes > full) this.#tell(true);
    if (this.#timer === undefined) this.#drain();
  }

  /** Sends what may leave; after each message there is a pause, so that output flows evenly. */
  #drain(): void {
    this.#timer = undefined;
    for (let [each] = this.#queue; each !== undefined && this.#timer === undefined; [each] = this.#queue) {
      const now = performance.now();
      const delay = isFree(each) ? 0 : this.#pace.delay(now, textIn(each));
      if (delay === 0) {
        this.#queue.shift();
        this.#bytes -= each.bytes;
        attempt(() => this.#send(each, now));
      }
      const pause = isFree(each) ? 0 : (textIn(each) / pace.bytes) * pace.milliseconds;
      if (delay + pause > 0) this.#timer = setTimeout(() => this.#drain(), Math.ceil(delay || pause));
    }
    if (this.#bytes < half) this.#tell(false);
  }

  #send(each: Waiting, now: number): void {
    const { channel, frames, message } = each;
    this.#sockets.post(channel, frames);
    if (!isFree(each)) this.#pace.sent(now, textIn(each));
    if (channel !== "iopub" || message.header.msg_type !== "status") return;
    const isIdle = message.content.execution_state === "idle";
    if (isIdle) this.#pace.restart();
    if (message.parent.msg_type === "execute_request") this.#cell = isIdle ? undefined : message.parent.msg_id;
  }

  #tell(isFull: boolean): void {
    if (isFull === this.#isFull) return;
    this.#isFull = isFull;
    this.#onFull(isFull);
  }
}

/** Whether the server does not count it. */
function isFree({ channel, message }: Waiting): boolean {
  return channel !== "iopub" || uncounted.has(message.header.msg_type);
}

/** The bytes that the server counts. */
function textIn({ message, bytes }: Waiting): number {
  return message.header.msg_type === "stream" ? bytes : 0;
}
