/**
 * A peer: a Python process that answers lines with lines, or runs one named case at a time and answers with its nanoseconds.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export interface Peer {
  readonly versions: string;
  /** The best run of a case, in nanoseconds. */
  time(name: string): Promise<number>;
  close(): void;
}

interface PeerProcess {
  readonly python: string;
  readonly script: string;
  /** Each answer is the best of this many runs in a row. */
  readonly repeats: number;
  readonly environment?: Readonly<Record<string, string>>;
}

export async function startPeer({ python, script, repeats, environment = {} }: PeerProcess): Promise<Peer> {
  const peer = startTalk({ python, args: [script, String(repeats)], environment });
  const versions = await peer.read();
  return {
    versions,
    time: async (name) => {
      peer.write(name);
      return Number(await peer.read());
    },
    close: peer.close,
  };
}

interface Talk {
  write(line: string): void;
  read(): Promise<string>;
  close(): void;
}

/** Starts a peer that is asked and answers line by line. */
export function startTalk({
  python,
  args,
  environment = {},
}: Pick<PeerProcess, "python" | "environment"> & { readonly args: readonly string[] }): Talk {
  const child = spawn(python, args, {
    stdio: ["pipe", "pipe", "inherit"],
    // One thread on each side: the ratios are of single threads.
    env: { ...process.env, OPENBLAS_NUM_THREADS: "1", OMP_NUM_THREADS: "1", ...environment },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    write: (line) => void child.stdin.write(`${line}\n`),
    read: async () => {
      const line = await lines.next();
      if (line.done) throw new Error(`the peer (${python}) stopped; its message is above`);
      return line.value;
    },
    close: () => void child.stdin.end(),
  };
}
