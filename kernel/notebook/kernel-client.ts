/**
 * Kernel client: starts our kernel as Jupyter would, sends it cells and hears what it publishes.
 *
 * Type errors are shown before a cell is idle, so that they are not lost; nothing of it goes into the user's history. The kernel
 * ends with this process, also if that is killed.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Dealer, Subscriber } from "zeromq";
import { kernelspec, ownProgram } from "../kernelspec.ts";
import { type Connection, channels, parseConnection } from "../protocol/connection.ts";
import { type JsonObject, type Message, protocolVersion } from "../protocol/message.ts";
import { ReplayGuard } from "../protocol/replay-guard.ts";
import { Signature } from "../protocol/signature.ts";
import { decode, encode } from "../protocol/wire-format.ts";
import { freePorts } from "../trial.ts";

/** A message that the kernel published about a request. */
export type Listener = (request: string, type: string, content: JsonObject) => void;

export class KernelClient {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #signature: Signature;
  readonly #shell = new Dealer({ linger: 0, sendHighWaterMark: 0, receiveHighWaterMark: 0 });
  readonly #control = new Dealer({ linger: 0 });
  readonly #broadcast = new Subscriber({ linger: 0, receiveHighWaterMark: 0 });
  readonly #session = randomUUID();
  readonly #replies = new Map<string, JsonObject>();
  readonly #idle = new Set<string>();
  readonly #listener: Listener;
  #wake: () => void = () => {};
  #welcomed = false;
  #log = "";
  #end: string | undefined;

  private constructor(child: ChildProcess, folder: string, connection: Connection, listener: Listener) {
    this.#child = child;
    this.#folder = folder;
    this.#signature = new Signature(connection.key, connection.signatureScheme);
    this.#listener = listener;
    child.stderr?.setEncoding("utf8").on("data", (text) => {
      this.#log = (this.#log + text).slice(-4000);
    });
    child.on("error", ({ message }) => this.#ended(message));
    child.on("exit", (code, signal) => this.#ended(signal ?? `exit code ${code}`));
    this.#broadcast.subscribe("");
    this.#broadcast.connect(connection.endpoints.iopub);
    this.#shell.connect(connection.endpoints.shell);
    this.#control.connect(connection.endpoints.control);
    void this.#collect(this.#broadcast, (message) => this.#hear(message));
    for (const socket of [this.#shell, this.#control]) {
      void this.#collect(socket, ({ parent, content }) => this.#replies.set(`${parent.msg_id}`, content));
    }
  }

  /** Starts a kernel in a folder; resolves once it is heard. */
  static async start(folder: string, listener: Listener): Promise<KernelClient> {
    const own = mkdtempSync(join(tmpdir(), "epsilab-notebook-"));
    const text = JSON.stringify({ ...(await addressIn(own)), key: randomUUID() });
    const file = join(own, "connection.json");
    writeFileSync(file, text, { mode: 0o600 });
    const { argv } = kernelspec(ownProgram()) as { argv: readonly string[] };
    const [command = "", ...args] = argv.map((word) => word.replace("{connection_file}", file));
    const child = spawn(command, [...args, "--type-check", "wait", "--no-history"], {
      cwd: folder,
      env: { ...process.env, JPY_PARENT_PID: `${process.pid}` },
      stdio: ["ignore", "ignore", "pipe"],
      detached: true, // A Ctrl-C in the terminal is ours to pass on.
    });
    const client = new KernelClient(child, own, parseConnection(text), listener);
    try {
      await client.#until(() => client.#welcomed);
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
  execute(code: string, cellId: string): { readonly request: string; readonly done: Promise<JsonObject> } {
    const content = { code, silent: false, store_history: true, allow_stdin: false, stop_on_error: true };
    return this.#ask(this.#shell, "execute_request", content, { cellId });
  }

  /** Asks the kernel to stop the cell that runs. */
  interrupt(): void {
    this.#ask(this.#control, "interrupt_request", {}).done.catch(() => undefined);
  }

  /** Ends the kernel and its processes; resolves once it is gone. */
  async stop(): Promise<void> {
    const gone = this.#child.exitCode === null && this.#child.signalCode === null && this.#child.pid !== undefined;
    const exit = gone ? once(this.#child, "exit") : undefined;
    this.#end ??= "stopped";
    this.#child.kill("SIGTERM");
    const deadline = setTimeout(() => this.#child.kill("SIGKILL"), 5000);
    await exit?.catch(() => undefined);
    clearTimeout(deadline);
    for (const socket of [this.#shell, this.#control, this.#broadcast]) socket.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #ask(socket: Dealer, type: string, content: JsonObject, metadata: JsonObject = {}) {
    const request = randomUUID();
    const date = new Date().toISOString();
    const header = {
      msg_id: request,
      session: this.#session,
      username: "",
      date,
      msg_type: type,
      version: protocolVersion,
    };
    const answer = async () => {
      await socket.send(encode({ header, parent: {}, metadata, content, buffers: [] }, [], this.#signature));
      await this.#until(() => this.#replies.has(request) && this.#idle.has(request));
      const reply = this.#replies.get(request) ?? {};
      this.#replies.delete(request);
      this.#idle.delete(request);
      return reply;
    };
    return { request, done: answer() };
  }

  async #until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      if (this.#end !== undefined) throw new Error(`the kernel ended (${this.#end})\n${this.#log}`.trimEnd());
      await new Promise<void>((resolve) => {
        const before = this.#wake;
        this.#wake = () => {
          before();
          resolve();
        };
      });
    }
  }

  #ended(how: string): void {
    this.#end ??= how;
    this.#signal();
  }

  #signal(): void {
    const wake = this.#wake;
    this.#wake = () => {};
    wake();
  }

  #hear({ header, parent, content }: Message): void {
    const request = `${parent.msg_id}`;
    if (header.msg_type === "iopub_welcome") this.#welcomed = true;
    else if (header.msg_type !== "status") this.#listener(request, header.msg_type, content);
    else if (content.execution_state === "idle") this.#idle.add(request);
  }

  async #collect(socket: Dealer | Subscriber, take: (message: Message) => void): Promise<void> {
    const replays = new ReplayGuard();
    while (!socket.closed) {
      const frames = await socket.receive().catch(() => undefined);
      if (frames === undefined) return;
      const message = decode(frames, this.#signature, replays);
      if (message === undefined) continue;
      take(message);
      this.#signal();
    }
  }
}

/** Sockets in a folder that is ours alone; where the system has none in folders, ports of this machine. */
async function addressIn(folder: string): Promise<JsonObject> {
  const isWindows = process.platform === "win32";
  const ports = isWindows ? await freePorts(channels.length) : channels.map((_, index) => index + 1);
  const named = Object.fromEntries(channels.map((channel, index) => [`${channel}_port`, ports[index]]));
  return isWindows
    ? { ...named, transport: "tcp", ip: "127.0.0.1" }
    : { ...named, transport: "ipc", ip: join(folder, "kernel") };
}
