/**
 * Watcher: a thread that hears the front while a cell's loop keeps the main thread busy.
 *
 * It reads a pipe of its own. A number on it asks to interrupt that cell: the watcher sends the process SIGINT while the
 * main thread is inside the guard, and again until the cell is over; a cell whose loops keep variables is told before, by
 * the inspector, so that it saves them (halt.ts). An object on it is the answer to a question, for
 * which the main thread waits in a way that an interrupt ends. The end of the pipe means that the front is gone: then it
 * ends the process, so that no loop outlives its notebook.
 */
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import { ANSWERS, guardState, KEEPS_VARIABLES } from "./guard.ts";
import { HALT } from "./halt.ts";

/** The shared numbers are those of guard.ts; the first is 1 inside and 2 once struck. */
const PROGRAM = `
const { workerData } = require("node:worker_threads");
const { Socket } = require("node:net");
const { StringDecoder } = require("node:string_decoder");
const shared = workerData.state;
const RETRY_MILLISECONDS = 50;
const TELLING_MILLISECONDS = 60;
let wanted = -1;
let timer;
function interrupt() {
  if (wanted <= 0 || Atomics.load(shared, ${KEEPS_VARIABLES}) === 0) return strike();
  clearTimeout(timer);
  const session = new (require("node:inspector").Session)();
  const expression = 'globalThis[Symbol.for("${HALT}")](' + wanted + ")";
  const proceed = () => {
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
function strike() {
  clearTimeout(timer);
  const running = Atomics.load(shared, 1);
  const isOver = running !== wanted && Atomics.load(shared, 2) >= wanted && wanted !== 0;
  if (wanted < 0 || isOver) return;
  if (Atomics.compareExchange(shared, 0, 1, 2) === 1) process.kill(process.pid, "SIGINT");
  if (wanted !== 0) timer = setTimeout(strike, RETRY_MILLISECONDS);
}
let text = "";
const decoder = new StringDecoder("utf8");
const gone = () => process.kill(process.pid, "SIGKILL");
new Socket({ fd: workerData.descriptor, readable: true, writable: false })
  .on("data", (bytes) => {
    text += decoder.write(bytes);
    const lines = text.split("\\n");
    text = lines.pop();
    for (const line of lines) {
      if (line.startsWith("{")) {
        workerData.answers.postMessage(JSON.parse(line));
        Atomics.add(shared, 3, 1);
        Atomics.notify(shared, 3);
      } else {
        wanted = Number(line);
        interrupt();
      }
    }
  })
  .on("error", gone)
  .on("close", gone);
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

export function startWatcher(descriptor: number): Worker {
  const worker = new Worker(PROGRAM, {
    eval: true,
    workerData: { state: guardState, descriptor, answers: answers.port2 },
    transferList: [answers.port2],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 },
  });
  worker.unref();
  return worker;
}
