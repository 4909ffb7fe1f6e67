/**
 * Stream merger: joins texts of one cell that come fast, and keeps the order with everything else.
 *
 * A notebook's page goes through all text of an output whenever some is added, and makes an output of every change from one stream
 * to the other. So the more text an output has, the longer more of it waits; and so does text that changes its stream often.
 * Where nobody watches (nbclient, papermill), text waits for the end of its output, so that it is one message however fast it came:
 * such a client keeps messages as they are, and the same run leaves the same bytes. What changes an output that is there (a
 * progress bar) does not part it.
 * Limits: where somebody watches, the order across the streams is exact for 20 changes in 200 ms; beyond that only the order within
 * each stream is. Text that follows much other text may wait for a second. No message is larger than what a Jupyter server with its
 * default settings passes on (front/paced-broadcast.ts).
 */
import type { FromRuntime, StreamOutput } from "./channel.ts";

const WAIT_MILLISECONDS = { least: 20, most: 1000 };
const CHARACTERS_PER_MILLISECOND = 1000;
/** 2.4 MB, where JSON takes six bytes for each. */
const MOST_CHARACTERS = 400_000;
/** How often the stream may change in texts that wait, and how often after it had to change oftener. */
const PARTS = { usual: 20, crowded: 2 };
const CROWDED_MILLISECONDS = 200;
/** How long text waits where nobody watches; a log of the run shows it then. */
const UNATTENDED_MILLISECONDS = 60_000;

export class StreamMerger {
  /** Whether somebody watches what comes. */
  isAttended = true;
  readonly #deliver: (message: FromRuntime) => void;
  /** Texts in turn of the one stream and the other. */
  #waiting: { -readonly [Key in keyof StreamOutput]: StreamOutput[Key] }[] = [];
  #characters = 0;
  #mostParts = PARTS.usual;
  #isInOrder = true;
  #timer: NodeJS.Timeout | undefined;
  #lastDelivery = Number.NEGATIVE_INFINITY;
  #cell = 0;
  /** Characters of the same output that went before. */
  #printed = 0;

  constructor(deliver: (message: FromRuntime) => void) {
    this.#deliver = deliver;
  }

  add(message: FromRuntime): void {
    if (message.kind !== "stream") {
      if (this.isAttended || !changesOutput(message)) this.flush();
      if (beginsOutput(message)) this.#printed = 0;
      this.#deliver(message);
      return;
    }
    const now = performance.now();
    if (this.#isCrowded() && now - this.#lastDelivery >= CROWDED_MILLISECONDS) this.flush();
    if (this.#characters + message.text.length > MOST_CHARACTERS) this.flush();
    if (message.cell !== this.#cell) this.#begin(message.cell);
    if (!this.isAttended) {
      this.#join(message);
      if (this.#timer === undefined) this.#wait(UNATTENDED_MILLISECONDS);
      return;
    }
    const grown = this.#printed / CHARACTERS_PER_MILLISECOND;
    const wait = Math.min(WAIT_MILLISECONDS.most, Math.max(WAIT_MILLISECONDS.least, grown));
    const wasCrowded = this.#isCrowded();
    this.#join(message);
    if (this.#isCrowded()) {
      if (!wasCrowded) this.#wait(Math.max(wait, CROWDED_MILLISECONDS));
    } else if (now - this.#lastDelivery >= wait) this.flush();
    else if (this.#timer === undefined) this.#wait(wait);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#printed += this.#characters;
    this.#characters = 0;
    this.#mostParts = this.#isInOrder ? PARTS.usual : PARTS.crowded;
    this.#isInOrder = true;
    this.#lastDelivery = performance.now();
    for (const each of waiting) this.#deliver(each);
  }

  #begin(cell: number): void {
    this.flush();
    this.#cell = cell;
    this.#printed = 0;
    this.#mostParts = PARTS.usual;
  }

  #join({ cell, name, text }: StreamOutput): void {
    const waiting = this.#waiting;
    this.#characters += text.length;
    const last = waiting.at(-1);
    if (last?.name === name) last.text += text;
    else if (!this.#isCrowded()) waiting.push({ kind: "stream", cell, name, text });
    else {
      waiting[waiting.length - 2].text += text; // there are but two streams
      this.#isInOrder = false;
    }
  }

  #isCrowded(): boolean {
    return this.isAttended && this.#waiting.length >= this.#mostParts;
  }

  #wait(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), milliseconds);
  }
}

/** Whether text that follows is shown in an output of its own. */
function beginsOutput(message: FromRuntime): boolean {
  if (message.kind === "display") return !message.update;
  return message.kind === "result" || message.kind === "error" || message.kind === "clear";
}

/** Whether it only changes what is shown already. */
function changesOutput(message: FromRuntime): boolean {
  return message.kind === "comm" || (message.kind === "display" && message.update);
}
