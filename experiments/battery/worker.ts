/**
 * A worker of the battery: takes the next unit from a shared counter until none is left.
 */
import { parentPort, workerData } from "node:worker_threads";
import { DIGEST_BYTES, digestUnit, units } from "./unit.ts";

export interface Share {
  readonly next: Int32Array;
  readonly digests: Uint8Array;
}

const { next, digests } = workerData as Share;
for (let index = Atomics.add(next, 0, 1); index < units.length; index = Atomics.add(next, 0, 1)) {
  digests.set(digestUnit(units[index]), index * DIGEST_BYTES);
  parentPort?.postMessage(index);
}
