/**
 * Worker pool: who computes units on this machine, this thread or worker threads.
 */
import { Worker } from "node:worker_threads";
import type { DataLoader } from "../definition/study-data.ts";
import { carriedOf, type Loaded } from "../program/catalogue.ts";
import { installedData } from "../program/installed-data.ts";
import type { Plan } from "./plan.ts";
import { sharedWork, type UnitWorker, type WorkerPool } from "./shared-work.ts";
import { computeUnit } from "./unit.ts";
import type { WorkerOrder } from "./worker.ts";

/** As many threads as are wanted; this one for 0, and for an experiment that cannot be carried to another. */
export function poolFor(loaded: Loaded, plan: Plan, threads: number): WorkerPool {
  const experiment = carriedOf(loaded);
  if (threads === 0 || experiment === undefined) return ownThread(plan);
  const order: WorkerOrder = { experiment, spec: plan.spec };
  return sharedWork(Array.from({ length: threads }, () => workerThread(order)));
}

/** One unit at a time in this thread. */
export function ownThread(plan: Plan, load: DataLoader = installedData): WorkerPool {
  return {
    size: 1,
    compute: (unit) => new Promise((resolve) => setImmediate(resolve)).then(() => computeUnit(plan, unit, load)),
    dismiss: () => Promise.resolve(),
  };
}

function workerThread(order: WorkerOrder): UnitWorker {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { workerData: order });
  return {
    post: (unit) => worker.postMessage(unit),
    listen: (onReply, onFailure) => {
      worker.on("message", onReply);
      worker.on("error", onFailure);
      worker.on("exit", (code) => onFailure(new Error(`a worker thread stopped with code ${code}`)));
    },
    end: () => worker.terminate(),
  };
}
