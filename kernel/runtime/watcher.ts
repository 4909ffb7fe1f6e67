/**
 * Watcher: a thread that hears the front while a cell's loop keeps the main thread busy.
 *
 * It reads a pipe of its own. A number on it asks to interrupt that cell: the watcher sends the process SIGINT while the
 * main thread is inside the guard, and again until the cell is over. The end of the pipe means that the front is gone:
 * then it ends the process, so that no loop outlives its notebook.
 */
import { Worker } from "node:worker_threads";
import { guardState } from "./guard.ts";

/** State, running cell and latest cell are the first three of the shared numbers; 1 is inside, 2 is struck. */
const PROGRAM = `
const { workerData } = require("node:worker_threads");
const { Socket } = require("node:net");
const shared = workerData.state;
const RETRY_MILLISECONDS = 50;
let wanted = -1;
let timer;
function strike() {
  clearTimeout(timer);
  const running = Atomics.load(shared, 1);
  const isOver = running !== wanted && Atomics.load(shared, 2) >= wanted && wanted !== 0;
  if (wanted < 0 || isOver) return;
  if (Atomics.compareExchange(shared, 0, 1, 2) === 1) process.kill(process.pid, "SIGINT");
  if (wanted !== 0) timer = setTimeout(strike, RETRY_MILLISECONDS);
}
let text = "";
const gone = () => process.kill(process.pid, "SIGKILL");
new Socket({ fd: workerData.descriptor, readable: true, writable: false })
  .on("data", (bytes) => {
    text += bytes;
    const lines = text.split("\\n");
    text = lines.pop();
    for (const line of lines) {
      wanted = Number(line);
      strike();
    }
  })
  .on("error", gone)
  .on("close", gone);
`;

export function startWatcher(descriptor: number): Worker {
  const worker = new Worker(PROGRAM, {
    eval: true,
    workerData: { state: guardState, descriptor },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 },
  });
  worker.unref();
  return worker;
}
