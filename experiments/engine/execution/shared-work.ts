/**
 * Shared work: units handed to workers that each compute one at a time, whatever they are: threads of Node, or workers of a web page.
 *
 * Each has a second unit waiting, so that none stands idle. Where all are gone, so is the work.
 */
import type { Unit } from "./unit.ts";

/** Who computes units. */
export interface WorkerPool {
  /** How many units are best under way at once. */
  readonly size: number;
  compute(unit: Unit): Promise<string>;
  /** Ends the workers; units under way are lost. */
  dismiss(): Promise<void>;
}

export type WorkerReply =
  | { readonly unit: Unit; readonly outcome: string }
  | { readonly unit: Unit; readonly failure: string };

/** One worker. */
export interface UnitWorker {
  post(unit: Unit): void;
  /** Called once, before the first unit is posted. A worker that fails answers nothing more. */
  listen(onReply: (reply: WorkerReply) => void, onFailure: (error: Error) => void): void;
  end(): Promise<unknown>;
}

interface Waiting {
  readonly resolve: (outcome: string) => void;
  readonly reject: (error: Error) => void;
}

export function sharedWork(workers: readonly UnitWorker[]): WorkerPool {
  const loads = new Map(workers.map((worker) => [worker, new Map<string, Waiting>()]));
  let isDismissed = false;
  for (const [worker, waiting] of loads) {
    worker.listen(
      (reply) => {
        const name = nameOf(reply.unit);
        const asked = waiting.get(name);
        waiting.delete(name);
        if ("outcome" in reply) asked?.resolve(reply.outcome);
        else asked?.reject(new Error(reply.failure));
      },
      (error) => {
        if (isDismissed) return;
        loads.delete(worker);
        for (const { reject } of waiting.values()) reject(error);
      },
    );
  }
  return {
    size: 2 * workers.length,
    compute: (unit) =>
      new Promise((resolve, reject) => {
        const [least] = [...loads].sort(([, one], [, other]) => one.size - other.size);
        if (least === undefined) return reject(new Error("no worker is left"));
        const [worker, waiting] = least;
        waiting.set(nameOf(unit), { resolve, reject });
        worker.post(unit);
      }),
    dismiss: async () => {
      isDismissed = true;
      await Promise.all(workers.map((worker) => worker.end()));
    },
  };
}

function nameOf({ cell, block }: Unit): string {
  return `${cell} ${block}`;
}
