/** Asked units: the pool of a worker that does not compute: each unit is sent to the page, and settled by what comes back. */
import type { WorkerPool, WorkerReply } from "../execution/shared-work.ts";
import type { Unit } from "../execution/unit.ts";

interface AskedUnits {
  /** A pool that is best kept busy with this number of units. */
  poolOf(size: number): WorkerPool;
  settle(reply: WorkerReply): void;
}

export function askedUnits(ask: (asked: { readonly unit: Unit }) => void): AskedUnits {
  const waiting = new Map<string, (reply: WorkerReply) => void>();
  const nameOf = ({ cell, block }: Unit) => `${cell} ${block}`;
  return {
    poolOf: (size) => ({
      size,
      compute: (unit) =>
        new Promise((resolve, reject) => {
          waiting.set(nameOf(unit), (reply) =>
            "outcome" in reply ? resolve(reply.outcome) : reject(new Error(reply.failure)),
          );
          ask({ unit });
        }),
      dismiss: () => Promise.resolve(),
    }),
    settle: (reply) => {
      const name = nameOf(reply.unit);
      waiting.get(name)?.(reply);
      waiting.delete(name);
    },
  };
}
