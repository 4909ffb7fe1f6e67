/**
 * Worker pool: who computes units, in this thread or in worker threads.
 */
import { Worker } from "node:worker_threads";
import type { DataLoader } from "../definition/study-data.ts";
import { carriedOf, type Loaded } from "../program/catalogue.ts";
import { installedData } from "../program/installed-data.ts";
import type { Plan } from "./plan.ts";
import { computeUnit, type Unit } from "./unit.ts";
import type { WorkerOrder, WorkerReply } from "./worker.ts";

export interface WorkerPool {
  /** How many units are best under way at once. */
  readonly size: number;
  compute(unit: Unit): Promise<string>;
  /** Ends the threads; units under way are lost. */
  dismiss(): Promise<void>;
}

/** As many threads as are wanted; this one for 0, and for an experiment that cannot be carried to another. */
export function poolFor(loaded: Loaded, plan: Plan, threads: number): WorkerPool {
  const experiment = carriedOf(loaded);
  return threads === 0 || experiment === undefined
    ? ownThread(plan)
    : workerThreads({ experiment, spec: plan.spec }, threads);
}

/** One unit at a time in this thread. */
export function ownThread(plan: Plan, load: DataLoader = installedData): WorkerPool {
  return {
    size: 1,
    compute: (unit) => new Promise((resolve) => setImmediate(resolve)).then(() => computeUnit(plan, unit, load)),
    dismiss: () => Promise.resolve(),
  };
}

interface Waiting {
  readonly resolve: (outcome: string) => void;
  readonly reject: (error: Error) => void;
}

/** `threads` workers, each with a second unit waiting so that none stands idle. */
function workerThreads(order: WorkerOrder, threads: number): WorkerPool {
  const loads = new Map<Worker, Map<string, Waiting>>();
  let dismissed = false;
  const address = new URL("./worker.js", import.meta.url);
  for (let k = 0; k < threads; k++) {
    const worker = new Worker(address, { workerData: order });
    const waiting = new Map<string, Waiting>();
    loads.set(worker, waiting);
    const fail = (error: Error) => {
      loads.delete(worker);
      for (const { reject } of waiting.values()) reject(error);
    };
    worker.on("message", (reply: WorkerReply) => {
      const name = nameOf(reply.unit);
      const asked = waiting.get(name);
      waiting.delete(name);
      if ("outcome" in reply) asked?.resolve(reply.outcome);
      else asked?.reject(new Error(reply.failure));
    });
    worker.on("error", fail);
    worker.on("exit", (code) => {
      if (!dismissed) fail(new Error(`a worker thread stopped with code ${code}`));
    });
  }
  return {
    size: 2 * threads,
    compute: (unit) =>
      new Promise((resolve, reject) => {
        const [least] = [...loads].sort(([, one], [, other]) => one.size - other.size);
        if (least === undefined) return reject(new Error("no worker thread is left"));
        const [worker, waiting] = least;
        waiting.set(nameOf(unit), { resolve, reject });
        worker.postMessage(unit);
      }),
    dismiss: async () => {
      dismissed = true;
      await Promise.all([...loads.keys()].map((worker) => worker.terminate()));
    },
  };
}

function nameOf({ cell, block }: Unit): string {
  return `${cell} ${block}`;
}
