/**
 * The battery: 100 000 values of every special function and 1 000 000 draws of every sampler, as one SHA-256.
 *
 * The hash is the same on every CPU, every version of Node, with any number of workers, with and without WebAssembly:
 * digests of units are merged in index order, and a unit depends on its name alone.
 */
import { Worker } from "node:worker_threads";
import { requireInteger } from "../../lib/numerics/requirements.ts";
import { type BatteryResult, DIGEST_BYTES, mergeDigests, units } from "./unit.ts";
import type { Share } from "./worker.ts";

/** The hash that every machine must find. It moves only when a number moves, and then the CHANGELOG says why. */
export const EXPECTED = "ae73433f2462b06f7f98aec78d1024d5112a6d7674265d03c012265cbcef5c47";

export async function runBattery(
  workers: number,
  progress: (done: number, total: number) => void,
): Promise<BatteryResult> {
  requireInteger({ workers }, 1);
  const share: Share = {
    next: new Int32Array(new SharedArrayBuffer(4)),
    digests: new Uint8Array(new SharedArrayBuffer(units.length * DIGEST_BYTES)),
  };
  let done = 0;
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL("./worker.js", import.meta.url), { workerData: share });
      worker.on("message", () => progress(++done, units.length));
      worker.on("error", reject);
      worker.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`a worker stopped with code ${code}`))));
    });
  await Promise.all(Array.from({ length: workers }, work));
  return mergeDigests(share.digests);
}
