/**
 * Two workers beside one: the same blocks of Laplace draws, shared out by an atomic counter, hashed in index order.
 */
import { createHash } from "node:crypto";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { fillLaplace } from "../lib/random/laplace.ts";
import { stream } from "../lib/random/stream.ts";

const BLOCKS = 1024;
const BLOCK_DRAWS = 16384;
const DIGEST_BYTES = 32;

interface Share {
  readonly next: Int32Array;
  readonly digests: Uint8Array;
}

interface ThreadPool {
  /** Computes every block once; the hash of all draws in index order, and nanoseconds. */
  run(): Promise<{ hash: string; nanoseconds: number }>;
  close(): Promise<void>;
}

export const DRAWS = BLOCKS * BLOCK_DRAWS;

export async function startThreads(count: number): Promise<ThreadPool> {
  const share: Share = {
    next: new Int32Array(new SharedArrayBuffer(4)),
    digests: new Uint8Array(new SharedArrayBuffer(BLOCKS * DIGEST_BYTES)),
  };
  const workers = Array.from({ length: count }, () => new Worker(new URL(import.meta.url), { workerData: share }));
  const all = () =>
    Promise.all(workers.map((worker) => new Promise<void>((done) => worker.once("message", () => done()))));
  await all();
  return {
    run: async () => {
      share.next[0] = 0;
      const start = process.hrtime.bigint();
      const finished = all();
      for (const worker of workers) worker.postMessage("run");
      await finished;
      const nanoseconds = Number(process.hrtime.bigint() - start);
      return { hash: createHash("sha256").update(share.digests).digest("hex"), nanoseconds };
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

if (!isMainThread && parentPort !== null) {
  const port = parentPort;
  const { next, digests } = workerData as Share;
  const out = new Float64Array(BLOCK_DRAWS);
  port.on("message", () => {
    for (let block = Atomics.add(next, 0, 1); block < BLOCKS; block = Atomics.add(next, 0, 1)) {
      fillLaplace(1, out, stream(20261115, "threads", block));
      digests.set(createHash("sha256").update(out).digest(), block * DIGEST_BYTES);
    }
    port.postMessage("done");
  });
  port.postMessage("ready");
}
