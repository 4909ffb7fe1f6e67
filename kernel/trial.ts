/**
 * Trial of an installed kernel: starts it as Jupyter would, asks for its name and the value of a cell, and ends it.
 */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Dealer } from "zeromq";
import { channels, parseConnection } from "./protocol/connection.ts";
import { type JsonObject, protocolVersion } from "./protocol/message.ts";
import { ReplayGuard } from "./protocol/replay-guard.ts";
import { Signature } from "./protocol/signature.ts";
import { decode, encode } from "./protocol/wire-format.ts";

export interface Trial {
  readonly banner: string;
  /** What a user expression of `6 * 7` gave. */
  readonly value: string;
  /** Milliseconds from the start to the answer. */
  readonly milliseconds: number;
}

const patience = 20_000;

/** Runs the command line of a kernelspec, and these cells in it; rejects with a reason if no answer comes. */
export async function tryKernel(
  argv: readonly string[],
  { cells = [], environment = {} }: { cells?: readonly string[]; environment?: Readonly<Record<string, string>> } = {},
): Promise<Trial> {
  const folder = mkdtempSync(join(tmpdir(), "epsilab-trial-"));
  const file = join(folder, "connection.json");
  const ports = await freePorts(channels.length);
  const named = Object.fromEntries(channels.map((channel, index) => [`${channel}_port`, ports[index]]));
  const text = JSON.stringify({ ...named, ip: "127.0.0.1", key: randomUUID(), transport: "tcp" });
  writeFileSync(file, text, { mode: 0o600 });
  const [command = "", ...args] = argv.map((word) => word.replace("{connection_file}", file));
  const started = performance.now();
  const env = { ...process.env, ...environment, JPY_PARENT_PID: `${process.pid}` }; // it ends when we are gone
  const child = spawn(command, [...args, "--no-history"], { stdio: ["ignore", "ignore", "pipe"], env });
  const { endpoints, key, signatureScheme } = parseConnection(text);
  const socket = new Dealer({ linger: 0, receiveTimeout: patience });
  const ask = asker(socket, new Signature(key, signatureScheme));
  let log = "";
  child.stderr.on("data", (data) => {
    log += data;
  });
  const failed = new Promise<never>((_, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => reject(new Error(log.trim() || `the kernel ended with exit code ${code}`)));
  });
  failed.catch(() => undefined);
  try {
    socket.connect(endpoints.shell);
    const trial = async (): Promise<Trial> => {
      const { banner } = await ask("kernel_info_request", {});
      const reply = await ask("execute_request", { code: "", silent: true, user_expressions: { value: "6 * 7" } });
      const milliseconds = performance.now() - started;
      for (const code of cells) await ask("execute_request", { code, silent: false, store_history: false });
      return { banner: String(banner), value: answerIn(reply), milliseconds };
    };
    return await Promise.race([trial(), failed]);
  } finally {
    const exit = child.exitCode === null && child.signalCode === null ? once(child, "exit") : undefined;
    child.kill("SIGTERM");
    socket.close();
    await exit?.catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  }
}

function asker(socket: Dealer, signature: Signature): (type: string, content: JsonObject) => Promise<JsonObject> {
  const replays = new ReplayGuard();
  const session = randomUUID();
  return async (type, content) => {
    const date = new Date().toISOString();
    const header = { msg_id: randomUUID(), session, username: "", date, msg_type: type, version: protocolVersion };
    await socket.send(encode({ header, parent: {}, metadata: {}, content, buffers: [] }, [], signature));
    const reply = decode(await socket.receive(), signature, replays);
    if (reply === undefined) throw new Error("the kernel's reply was not signed with its key");
    return reply.content;
  };
}

function answerIn({ user_expressions: expressions }: JsonObject): string {
  const { value } = expressions as { value?: { data?: Record<string, unknown>; evalue?: string } };
  return String(value?.data?.["text/plain"] ?? value?.evalue ?? "nothing");
}

/** Ports that nobody listens on, for the moment. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return ports;
}
