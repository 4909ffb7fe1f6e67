/**
 * A peer: a Python process that runs one named case at a time and answers with its nanoseconds.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export interface Peer {
  readonly versions: string;
  /** The best run of a case, in nanoseconds. */
  time(name: string): Promise<number>;
  close(): void;
}

export interface PeerProcess {
  readonly python: string;
  readonly script: string;
  /** Each answer is the best of this many runs in a row. */
  readonly repeats: number;
  readonly environment?: Readonly<Record<string, string>>;
}

export async function startPeer({ python, script, repeats, environment = {} }: PeerProcess): Promise<Peer> {
  const child = spawn(python, [script, String(repeats)], {
    stdio: ["pipe", "pipe", "inherit"],
    // One thread on each side: the ratios are of single threads.
    env: { ...process.env, OPENBLAS_NUM_THREADS: "1", OMP_NUM_THREADS: "1", ...environment },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async () => {
    const line = await lines.next();
    if (line.done) throw new Error(`the peer (${python}) stopped; its message is above`);
    return line.value;
  };
  const versions = await answer();
  return {
    versions,
    time: async (name) => {
      child.stdin.write(`${name}\n`);
      return Number(await answer());
    },
    close: () => child.stdin.end(),
  };
}
