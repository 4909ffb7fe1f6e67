/**
 * A kernel for tests: the built program, started with a connection file of its own, and a client connected to it.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseConnection } from "../../protocol/connection.ts";
import { Client, freeConnection } from "./client.ts";

const main = fileURLToPath(new URL("../../../dist/kernel/program.cjs", import.meta.url));

/** Of a second, in `/proc` (USER_HZ of Linux). */
const CLOCK_TICKS = 100;

export class KernelProcess {
  readonly client: Client;
  readonly process: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly connectionText: string;
  readonly folder: string;
  /** What it has written on stderr. */
  errors = "";

  private constructor(process: ChildProcess, client: Client, folder: string, connectionText: string) {
    this.process = process;
    this.client = client;
    this.folder = folder;
    this.connectionText = connectionText;
    process.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.errors += text;
    });
    this.ended = new Promise((resolve) => process.once("exit", resolve));
  }

  /** Starts the kernel and connects to it; `through` is a program that starts it in our place, `key` one of our choice. */
  static async start(options: readonly string[] = [], through?: string, key?: string): Promise<KernelProcess> {
    const folder = mkdtempSync(join(tmpdir(), "epsilab-kernel-"));
    const { text } = await freeConnection(key);
    writeFileSync(join(folder, "connection.json"), text, { mode: 0o600 });
    return KernelProcess.#startIn(folder, text, options, through);
  }

  static async #startIn(folder: string, text: string, options: readonly string[], through?: string) {
    const args = [main, "front", "--connection-file", join(folder, "connection.json"), ...options];
    const env = { ...process.env, JUPYTER_DATA_DIR: join(folder, "data") };
    const words = through === undefined ? args : ["-e", through, ...args];
    const child = spawn(process.execPath, words, { cwd: folder, env, stdio: ["ignore", "inherit", "pipe"] });
    const client = new Client(parseConnection(text));
    await client.connect();
    return new KernelProcess(child, client, folder, text);
  }

  /** Ends this one and starts another, as Jupyter does it: with the connection and the key that it had. */
  async restart(): Promise<KernelProcess> {
    const id = await this.client.send("control", "shutdown_request", { restart: true });
    await this.client.reply(id);
    await this.ended;
    this.client.close();
    return KernelProcess.#startIn(this.folder, this.connectionText, []);
  }

  /** Sends a cell and waits until it runs; what it does first may not be done by then. */
  begin(code: string): Promise<string> {
    return this.beginMarked(`console.log("begun");\n${code}`);
  }

  /** Sends a cell and waits until it prints `begun`. */
  async beginMarked(code: string): Promise<string> {
    const id = await this.client.send("shell", "execute_request", { code });
    await this.client.until(() => this.client.about(id).some((text) => text.startsWith("stdout begun")));
    return id;
  }

  async value(code: string): Promise<unknown> {
    const reply = await this.client.execute("", { user_expressions: { value: code } });
    const { value } = reply.user_expressions as { value?: { data?: Record<string, unknown> } };
    return value?.data?.["text/plain"];
  }

  async stop(): Promise<void> {
    this.process.kill("SIGKILL");
    this.client.close();
    await this.ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The processes below one, as the system tells them. */
export function descendants(processId: number): number[] {
  const parents = readdirSync("/proc").flatMap((name) => {
    const parent = /^\d+$/.test(name) ? parentOf(Number(name)) : undefined;
    return parent === undefined ? [] : [{ child: Number(name), parent }];
  });
  const below = (root: number): number[] =>
    parents.filter(({ parent }) => parent === root).flatMap(({ child }) => [child, ...below(child)]);
  return below(processId);
}

function parentOf(processId: number): number | undefined {
  try {
    const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${processId}/stat`, "utf8")) ?? [];
    return Number(parent);
  } catch {
    return undefined;
  }
}

/** What a process has had of the machine's processors so far. */
export function processorSeconds(processId: number | undefined): number {
  const fields = readFileSync(`/proc/${processId}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS;
}

/** Whether a process is stopped, by SIGSTOP. */
export function isStopped(processId: number): boolean {
  return /\) T /.test(readFileSync(`/proc/${processId}/stat`, "utf8"));
}

/** Whether a process runs: one that has ended and only waits to be noticed does not. */
function isRunning(processId: number): boolean {
  try {
    return existsSync(`/proc/${processId}`) && !/\) [ZX] /.test(readFileSync(`/proc/${processId}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/** Waits until processes are gone; gives those that are still there after the time. */
export async function survivors(processes: readonly number[], milliseconds: number): Promise<readonly number[]> {
  const deadline = performance.now() + milliseconds;
  while (processes.some(isRunning) && performance.now() < deadline) await delay(20);
  return processes.filter(isRunning);
}
