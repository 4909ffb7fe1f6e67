/**
 * Kernel client: starts a kernel as Jupyter would, sends it cells and hears what it publishes.
 *
 * Nothing of it goes into the user's history. The kernel ends with this process, also if that is killed.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Connection, channels, parseConnection } from "./connection.ts";
import type { JsonObject } from "./json-object.ts";
import { type Message, PROTOCOL_VERSION } from "./message.ts";
import { ReplayGuard } from "./replay-guard.ts";
import { Signature } from "./signature.ts";
import { decode, encode } from "./wire-format.ts";
import { ZmtpClient } from "./zmtp-client.ts";

interface KernelStart {
  /** The command line of a kernelspec, and what is added to it. */
  readonly argv: readonly string[];
  readonly options?: readonly string[];
  /** Where the kernel runs; here, if it is not said. */
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** How many milliseconds an answer may take; as long as it needs, if it is not said. */
  readonly patience?: number;
  /** Hears what the kernel publishes about a request. */
  readonly listener?: (request: string, type: string, content: JsonObject) => void;
}

export class KernelClient {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #signature: Signature;
  readonly #shell: ZmtpClient;
  readonly #control: ZmtpClient;
  readonly #broadcast: ZmtpClient;
  readonly #session = randomUUID();
  readonly #replies = new Map<string, JsonObject>();
  readonly #idle = new Set<string>();
  readonly #listener: KernelStart["listener"];
  readonly #patience: number | undefined;
  readonly #waiting = new Set<() => void>();
  #isWelcome = false;
  #log = "";
  #end: string | undefined;

  private constructor(child: ChildProcess, folder: string, connection: Connection, start: KernelStart) {
    this.#child = child;
    this.#folder = folder;
    this.#signature = new Signature(connection.key, connection.signatureScheme);
    this.#listener = start.listener;
    this.#patience = start.patience;
    child.stderr?.setEncoding("utf8").on("data", (text) => {
      this.#log = (this.#log + text).slice(-4000);
    });
    child.on("error", ({ message }) => this.#ended(message));
    child.on("exit", (code, signal) => this.#ended(signal ?? `exit code ${code}`));
    const { iopub, shell, control } = connection.endpoints;
    const keep = ({ parent, content }: Message) => void this.#replies.set(`${parent.msg_id}`, content);
    this.#broadcast = this.#connect(iopub, "SUB", (message) => this.#hear(message));
    this.#shell = this.#connect(shell, "DEALER", keep);
    this.#control = this.#connect(control, "DEALER", keep);
  }

  /** Starts a kernel; resolves once it is heard. */
  static async start(start: KernelStart): Promise<KernelClient> {
    const own = mkdtempSync(join(tmpdir(), "epsilab-client-"));
    const ports = await freePorts(channels.length);
    const named = Object.fromEntries(channels.map((channel, index) => [`${channel}_port`, ports[index]]));
    const text = JSON.stringify({ ...named, transport: "tcp", ip: "127.0.0.1", key: randomUUID() });
    const file = join(own, "connection.json");
    writeFileSync(file, text, { mode: 0o600 });
    const [command = "", ...args] = start.argv.map((word) => word.replace("{connection_file}", file));
    const child = spawn(command, [...args, "--no-history", ...(start.options ?? [])], {
      cwd: start.folder,
      env: { ...process.env, ...start.environment, JPY_PARENT_PID: `${process.pid}` },
      stdio: ["ignore", "ignore", "pipe"],
      detached: true, // a Ctrl-C in the terminal is ours to pass on
    });
    const client = new KernelClient(child, own, parseConnection(text), start);
    try {
      await client.#until(() => client.#isWelcome);
    } catch (error) {
      await client.stop();
      throw error;
    }
    return client;
  }

  /** What the kernel says of itself. */
  information(): Promise<JsonObject> {
    return this.#ask(this.#shell, "kernel_info_request", {}).done;
  }

  /** Sends a cell; its id comes at once, its reply when all that it published was heard. */
  execute(
    code: string,
    { cellId, ...more }: { readonly cellId?: string; readonly user_expressions?: JsonObject } = {},
  ): { readonly request: string; readonly done: Promise<JsonObject> } {
    return this.#ask(this.#shell, "execute_request", { code, allow_stdin: false, ...more }, { cellId });
  }

  /** Asks the kernel to stop the cell that runs. */
  interrupt(): void {
    this.#ask(this.#control, "interrupt_request", {}).done.catch(() => undefined);
  }

  /** Ends the kernel and its processes; resolves once it is gone. */
  async stop(): Promise<void> {
    const { pid, exitCode, signalCode } = this.#child;
    const isRunning = pid !== undefined && exitCode === null && signalCode === null;
    const exit = isRunning ? once(this.#child, "exit") : undefined;
    this.#end ??= "stopped";
    this.#child.kill("SIGTERM");
    const deadline = setTimeout(() => this.#child.kill("SIGKILL"), 5000);
    await exit?.catch(() => undefined);
    clearTimeout(deadline);
    for (const socket of [this.#shell, this.#control, this.#broadcast]) socket.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #ask(socket: ZmtpClient, type: string, content: JsonObject, metadata: JsonObject = {}) {
    const request = randomUUID();
    const names = { msg_id: request, session: this.#session, username: "", msg_type: type };
    const header = { ...names, date: new Date().toISOString(), version: PROTOCOL_VERSION };
    socket.send(encode({ header, parent: {}, metadata, content, buffers: [] }, [], this.#signature));
    const answer = async () => {
      await this.#until(() => this.#replies.has(request) && this.#idle.delete(request));
      const reply = this.#replies.get(request) ?? {};
      this.#replies.delete(request);
      return reply;
    };
    return { request, done: answer() };
  }

  /** Waits until something that arrived makes a condition true. */
  async #until(condition: () => boolean): Promise<void> {
    const late = () => this.#ended(`no answer within ${this.#patience} ms`);
    const timer = this.#patience === undefined ? undefined : setTimeout(late, this.#patience);
    try {
      while (!condition()) {
        if (this.#end !== undefined) throw new Error(`the kernel ended (${this.#end})\n${this.#log}`.trimEnd());
        await new Promise<void>((resolve) => this.#waiting.add(resolve));
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #ended(how: string): void {
    this.#end ??= how;
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  #hear({ header: { msg_type: type }, parent, content }: Message): void {
    const request = `${parent.msg_id}`;
    if (type === "iopub_welcome") this.#isWelcome = true;
    else if (type !== "status") this.#listener?.(request, type, content);
    else if (content.execution_state === "idle") this.#idle.add(request);
  }

  #connect(endpoint: string, type: "DEALER" | "SUB", take: (message: Message) => void): ZmtpClient {
    const replays = new ReplayGuard();
    return new ZmtpClient(endpoint, type, (frames) => {
      const message = decode(frames, this.#signature, replays);
      if (message === undefined) return;
      take(message);
      this.#wake();
    });
  }
}

/** Ports of this machine that nobody listens on, for the moment. */
export async function freePorts(count: number, host = "127.0.0.1"): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, host));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return ports;
}
