/**
 * Watcher: a thread (watcher-thread.cts) that hears the front while a cell's loop keeps the main thread busy, and interrupts the
 * cell or hands over the answer to a question.
 *
 * It is started when this is loaded, which main.ts does before all else: the thread takes some 30 ms to start, which it has while the rest
 * is being loaded. An interrupt that comes earlier waits in its pipe.
 * Limits: where there may be no thread (no more processes, Node's permissions) cells run all the same, but a loop can only be ended with
 * the runtime.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import { guardState, places } from "./guard.ts";

/** The pipe by which the front reaches the thread. */
const PIPE = 5;

/** What the thread is given. */
export interface WatcherData {
  readonly shared: Int32Array<SharedArrayBuffer>;
  readonly places: typeof places;
  /** Of the pipe from the front. */
  readonly descriptor: number;
  readonly answers: MessagePort;
}

interface Answer {
  /** Of the request, counted from one. */
  readonly number: number;
  readonly value: string | null;
}

const { port1: answers, port2 } = new MessageChannel();
answers.unref();
const workerData: WatcherData = { shared: guardState, places, descriptor: PIPE, answers: port2 };
try {
  const worker = new Worker(new URL("./watcher-thread.cjs", import.meta.url), {
    workerData,
    transferList: [port2],
    execArgv: [],
    ...{ stdout: true, stderr: true }, // it prints nothing, and those of the process are not captured yet
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 },
  });
  worker.on("error", () => {}).unref();
} catch {
  // Cells run all the same.
}

/** Block until the front answers; only an interrupt ends the waiting earlier. */
export function waitForAnswer(): Answer {
  for (;;) {
    const seen = Atomics.load(guardState, places.answers);
    const received = receiveMessageOnPort(answers) as { readonly message: Answer } | undefined;
    if (received !== undefined) return received.message;
    Atomics.wait(guardState, places.answers, seen);
  }
}
