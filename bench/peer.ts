/**
 * A peer: a Python process that runs one named case at a time and answers with its nanoseconds.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export interface Peer {
  readonly versions: string;
  /** Runs the case once; nanoseconds. */
  time(name: string): Promise<number>;
  close(): void;
}

export async function startPeer(
  python: string,
  script: string,
  environment: Record<string, string> = {},
): Promise<Peer> {
  const child = spawn(python, [script], {
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
