/**
 * Watcher: a thread (watcher-thread.cts) that hears the front while a cell's loop keeps the main thread busy, and interrupts the
 * cell or hands over the answer to a question.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import {
  ANSWERS,
  guardState,
  HOLD_WANTED,
  HOLDING,
  KEEPS_VARIABLES,
  LATEST_CELL,
  RUNNING_CELL,
  STATE,
} from "./guard.ts";
import { HALT } from "./halt.ts";

/** Where the numbers stand that the thread shares with the guard. */
const places = {
  state: STATE,
  runningCell: RUNNING_CELL,
  latestCell: LATEST_CELL,
  answers: ANSWERS,
  keepsVariables: KEEPS_VARIABLES,
  holdWanted: HOLD_WANTED,
  holding: HOLDING,
};

/** What the thread is given. */
export interface WatcherData {
  readonly shared: Int32Array<SharedArrayBuffer>;
  readonly places: typeof places;
  /** The name of the global function that halts loops. */
  readonly halt: string;
  /** Of the pipe from the front. */
  readonly descriptor: number;
  readonly answers: MessagePort;
}

export interface Answer {
  /** Of the request, counted from one. */
  readonly number: number;
  readonly value: string | null;
}

const answers = new MessageChannel();
answers.port1.unref();

/** Block until the front answers; only an interrupt ends the waiting earlier. */
export function waitForAnswer(): Answer {
  for (;;) {
    const seen = Atomics.load(guardState, ANSWERS);
    const received = receiveMessageOnPort(answers.port1) as { readonly message: Answer } | undefined;
    if (received !== undefined) return received.message;
    Atomics.wait(guardState, ANSWERS, seen);
  }
}

/** In milliseconds. */
const PATIENCE = 500;

/**
 * Block until the watcher listens, as it soon does: then the first cell can be interrupted, and need not share the processors with
 * the start of a thread.
 */
export function awaitWatcher(): void {
  Atomics.wait(guardState, HOLDING, 0, PATIENCE);
}

export function startWatcher(descriptor: number): Worker {
  const workerData: WatcherData = { shared: guardState, places, halt: HALT, descriptor, answers: answers.port2 };
  const worker = new Worker(new URL("./watcher-thread.cjs", import.meta.url), {
    workerData,
    transferList: [answers.port2],
    execArgv: [],
    ...{ stdout: true, stderr: true }, // it prints nothing, and those of the process are not captured yet
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 },
  });
  worker.unref();
  return worker;
}
