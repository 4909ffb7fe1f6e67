/**
 * Watcher: a thread that hears the front while a cell's loop keeps the main thread busy.
 *
 * It reads a pipe of its own. A number on it asks to interrupt that cell, or, negative, what that one left behind if it was
 * the latest: the watcher sends the process SIGINT while the
 * main thread is inside the guard, and again until the cell is over; a cell whose loops keep variables is told before, by
 * the inspector, so that it saves them (halt.ts). An object on it is the answer to a question, for
 * which the main thread waits in a way that an interrupt ends. The end of the pipe means that the front is gone: then it
 * ends the process, so that no loop outlives its notebook.
 *
 * While nothing comes it waits inside a script that SIGINT would end, as the guard's is. Node shares what listens for SIGINT
 * among such scripts, a thread, and so need not start and end one for each step of a cell: a step costs 2 instead of 36
 * microseconds, 30 instead of 170 after a pause. It therefore looks at the pipe from time to time, and oftener while a cell runs.
 */
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
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

/** The shared numbers are those of guard.ts; that of the state is 1 inside and 2 once struck. */
const PROGRAM = `
const { workerData } = require("node:worker_threads");
const { readSync } = require("node:fs");
const { Socket } = require("node:net");
const { StringDecoder } = require("node:string_decoder");
const { Script } = require("node:vm");
const { state: shared, descriptor } = workerData;
const RETRY_MILLISECONDS = 50;
const TELLING_MILLISECONDS = 60;
const LOOK_MILLISECONDS = { running: 8, idle: 80 };
let wanted = 0;
function interrupt() {
  if (wanted <= 0 || Atomics.load(shared, ${KEEPS_VARIABLES}) === 0) return strike();
  const session = new (require("node:inspector").Session)();
  const expression = 'globalThis[Symbol.for("${HALT}")](' + wanted + ")";
  let proceeds = false;
  const proceed = () => {
    if (proceeds) return;
    proceeds = true;
    clearTimeout(patience);
    session.disconnect();
    strike();
  };
  const patience = setTimeout(proceed, TELLING_MILLISECONDS);
  try {
    session.connectToMainThread();
    session.post("Runtime.evaluate", { expression, silent: true }, proceed);
  } catch {
    proceed();
  }
}
let struck = false;
function strike() {
  take();
  const running = Atomics.load(shared, ${RUNNING_CELL});
  const latest = Atomics.load(shared, ${LATEST_CELL});
  const isOver = wanted > 0 ? running !== wanted && latest >= wanted : struck || running !== 0 || latest !== -wanted;
  const isOnItsWay = Atomics.load(shared, ${STATE}) === 2; // were it awaited inside a script, that would be ended
  if (isOver && !isOnItsWay) {
    struck = false;
    return void setImmediate(listen);
  }
  if (Atomics.compareExchange(shared, ${STATE}, 1, 2) === 1) process.kill(process.pid, "SIGINT");
  struck = true;
  setTimeout(strike, RETRY_MILLISECONDS);
}
let text = "";
const decoder = new StringDecoder("utf8");
const bytes = Buffer.allocUnsafe(65536);
const gone = () => {
  try {
    process.kill(-process.pid, "SIGKILL"); // with what cells started
  } catch {
    process.kill(process.pid, "SIGKILL");
  }
};
Error.stackTraceLimit = 0; // most looks at the pipe end in an error that says there is nothing
new Socket({ fd: descriptor, readable: false, writable: false }); // so that reading does not wait
function take() {
  try {
    const count = readSync(descriptor, bytes);
    if (count === 0) gone();
    text += decoder.write(bytes.subarray(0, count));
  } catch (error) {
    if (error.code !== "EAGAIN" && error.code !== "EINTR") gone();
  }
}
function lines(isHeld) {
  for (;;) {
    take();
    const end = text.lastIndexOf("\\n");
    if (end >= 0) {
      const whole = text.slice(0, end).split("\\n");
      text = text.slice(end + 1);
      return whole;
    }
    if (Atomics.load(shared, ${HOLD_WANTED}) !== isHeld) return [];
    const isBusy = Atomics.load(shared, ${RUNNING_CELL}) !== 0 || Atomics.load(shared, ${STATE}) !== 0;
    Atomics.wait(shared, ${HOLD_WANTED}, isHeld, isBusy ? LOOK_MILLISECONDS.running : LOOK_MILLISECONDS.idle);
  }
}
globalThis.heldLines = () => lines(1);
const holding = new Script("heldLines()");
function nextLines() {
  Atomics.store(shared, ${HOLDING}, 1); // before it looks whether it may: so the main thread sees one or the other
  Atomics.notify(shared, ${HOLDING});
  try {
    if (Atomics.load(shared, ${HOLD_WANTED}) === 1) return holding.runInThisContext({ breakOnSigint: true });
  } catch {
    return []; // a SIGINT that found the main thread outside its guard
  } finally {
    Atomics.store(shared, ${HOLDING}, 0);
    Atomics.notify(shared, ${HOLDING});
  }
  return lines(0);
}
function listen() {
  for (;;) {
    let isAsked = false;
    for (const line of nextLines()) {
      if (line.startsWith("{")) {
        workerData.answers.postMessage(JSON.parse(line));
        Atomics.add(shared, ${ANSWERS}, 1);
        Atomics.notify(shared, ${ANSWERS});
      } else {
        wanted = Number(line);
        isAsked = true;
      }
    }
    if (isAsked) return interrupt();
  }
}
listen();
`;

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
  const worker = new Worker(PROGRAM, {
    eval: true,
    workerData: { state: guardState, descriptor, answers: answers.port2 },
    transferList: [answers.port2],
    execArgv: [],
    ...{ stdout: true, stderr: true }, // it prints nothing, and those of the process are not captured yet
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 },
  });
  worker.unref();
  return worker;
}
