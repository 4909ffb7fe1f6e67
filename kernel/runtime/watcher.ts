/**
 * Watcher: a thread that ends the process when the front is gone, also while a cell's loop keeps the main thread busy.
 * It looks once a second whether the process still has the parent it started with.
 */
import { Worker } from "node:worker_threads";

const PROGRAM = `
const { workerData } = require("node:worker_threads");
const pause = new Int32Array(new SharedArrayBuffer(4));
for (;;) {
  Atomics.wait(pause, 0, 0, 1000);
  if (process.ppid !== workerData) process.kill(process.pid, "SIGKILL");
}`;

export function watchParent(): Worker {
  const worker = new Worker(PROGRAM, {
    eval: true,
    workerData: process.ppid,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 },
  });
  worker.unref();
  return worker;
}
