/**
 * Outbox of a socket: messages leave one at a time, in the order in which they were posted, and none is lost.
 *
 * zeromq refuses a send while others are pending beyond a small number, so each is awaited before the next.
 */
export type Frames = readonly (Uint8Array | string)[];

/** What an outbox needs of a socket. */
export interface Sender {
  send(frames: (Uint8Array | string)[]): Promise<void>;
}

export class Outbox {
  readonly #socket: Sender;
  #waiting: Frames[] = [];
  #sending: Promise<void> | undefined;

  constructor(socket: Sender) {
    this.#socket = socket;
  }

  post(frames: Frames): void {
    this.#waiting.push(frames);
    this.#sending ??= this.#drain();
  }

  /** Resolves once all that was posted has been handed over. */
  async flush(): Promise<void> {
    while (this.#sending !== undefined) await this.#sending;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      for (const frames of batch) {
        try {
          await this.#socket.send([...frames]);
        } catch {
          // The peer is gone, or the socket was closed: nobody is left to tell. A send that throws at once is awaited, too,
          // or the draining would be over before it is known to have begun.
          await Promise.resolve();
        }
      }
    }
    this.#sending = undefined;
  }
}
