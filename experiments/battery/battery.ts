/**
 * The battery: 100 000 values of every special function and 1 000 000 draws of every sampler, as one SHA-256.
 *
 * The hash is the same on every CPU, every version of Node, with any number of workers, with and without WebAssembly:
 * digests of units are merged in index order, and a unit depends on its name alone.
 */
import { createHash } from "node:crypto";
import { Worker } from "node:worker_threads";
import { requireInteger } from "../../lib/numerics/requirements.ts";
import { DIGEST_BYTES, units } from "./unit.ts";
import type { Share } from "./worker.ts";

/** The hash that every machine must find. It moves only when a number moves, and then the CHANGELOG says why. */
export const EXPECTED = "ae73433f2462b06f7f98aec78d1024d5112a6d7674265d03c012265cbcef5c47";

interface BatteryResult {
  readonly hash: string;
  readonly sections: readonly { readonly name: string; readonly values: number; readonly hash: string }[];
}

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
  return merge(share.digests);
}

function merge(digests: Uint8Array): BatteryResult {
  const bySection = new Map<string, { values: number; hash: ReturnType<typeof createHash> }>();
  for (const [index, { section }] of units.entries()) {
    const entry = bySection.get(section.name) ?? { values: 0, hash: createHash("sha256") };
    entry.values += section.blockLength;
    entry.hash.update(digests.subarray(index * DIGEST_BYTES, (index + 1) * DIGEST_BYTES));
    bySection.set(section.name, entry);
  }
  const sections = [...bySection].map(([name, { values, hash }]) => ({ name, values, hash: hash.digest("hex") }));
  const whole = createHash("sha256");
  for (const { name, hash } of sections) whole.update(`${name} ${hash}\n`);
  return { hash: whole.digest("hex"), sections };
}
