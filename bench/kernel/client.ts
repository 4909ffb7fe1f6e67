/**
 * The benchmark's client: one Python process with jupyter_client, which starts a kernel and measures it, one order at a time.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** A time in milliseconds; null where what was waited for did not come. */
export type Time = number | null;

interface Started {
  readonly information: Time;
  readonly first: Time;
  readonly text: string;
  readonly banner: string;
}

interface Orders {
  start: { order: { name: string; folder: string; first: string }; answer: Started };
  stop: { order: object; answer: object };
  cells: {
    order: { codes: readonly string[] };
    answer: { times: (readonly [reply: Time, idle: Time])[]; text: string; error: string | null };
  };
  complete: { order: { code: string; busy: string; limit: number }; answer: { times: Time[]; matches: number } };
  lines: { order: { code: string; limit: number }; answer: { time: Time; received: number; late: number } };
  interrupt: {
    order: { code: string; route: "message" | "signal"; limit: number; check: string };
    answer: { time: Time; text: string };
  };
  memory: {
    order: object;
    /** Resident megabytes: of each process, and of all with every page they share counted once. */
    answer: { processes: readonly number[]; once: number };
  };
}

export interface Client {
  readonly versions: string;
  /** Carries out one order; throws where the client itself failed. */
  ask<Name extends keyof Orders>(name: Name, order: Orders[Name]["order"]): Promise<Orders[Name]["answer"]>;
  close(): Promise<void>;
}

export async function startClient(
  python: string,
  script: string,
  environment: Readonly<Record<string, string>>,
): Promise<Client> {
  const child = spawn(python, [script], {
    stdio: ["pipe", "pipe", process.env.EPSILAB_BENCH_ERRORS === undefined ? "ignore" : "inherit"],
    env: { ...process.env, ...environment },
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async () => {
    for (;;) {
      const line = await lines.next();
      if (line.done) throw new Error(`the client (${python} ${script}) stopped; EPSILAB_BENCH_ERRORS=1 shows why`);
      if (line.value.startsWith("{")) return JSON.parse(line.value);
    }
  };
  const { versions } = await answer();
  return {
    versions,
    ask: async (name, order) => {
      child.stdin.write(`${JSON.stringify({ do: name, ...order })}\n`);
      const said = await answer();
      if (said.failure !== undefined) throw new Error(said.failure);
      return said;
    },
    close: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
