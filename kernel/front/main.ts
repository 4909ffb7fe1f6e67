/**
 * The kernel's program: `node program.cjs front --connection-file FILE [--preload NAME=PATH ...]`, as the kernelspec calls it.
 *
 * Puts sockets, front, runtime, language service and history together, and takes them apart in the right order.
 */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseConnection } from "../protocol/connection.ts";
import { startRuntime } from "../runtime/runtime-process.ts";
import { type FrontArguments, parseArguments, usage } from "./arguments.ts";
import { Front } from "./front.ts";
import { defaultHistoryFolder, History } from "./history.ts";
import { isPaced, PacedBroadcast } from "./paced-broadcast.ts";
import { watchParent } from "./parent-watch.ts";
import { RuntimeHost } from "./runtime-host.ts";
import { Sockets } from "./sockets.ts";
import { Wire } from "./wire.ts";

const UNSIGNED_WARNING =
  "epsilab kernel: key in the connection file is empty, so messages are not signed: everyone who reaches the ports can run code as you\n";

/** Runs a kernel; resolves when it has ended. */
async function main({ connectionFile, preload, checkTime, keepHistory, ...limits }: FrontArguments): Promise<void> {
  const connection = parseConnection(readFileSync(connectionFile, "utf8"));
  if (connection.key === "") process.stderr.write(UNSIGNED_WARNING);
  const folder = process.cwd();
  const bound = new Sockets();
  const sockets = isPaced(connectionFile, process.env)
    ? new PacedBroadcast(bound, (isFull) => runtime.hold(isFull))
    : bound;
  const wire = new Wire(sockets, connection);
  const parameters = { folder, preload, connectionFolder: dirname(resolve(connectionFile)), ...limits };
  const runtime = new RuntimeHost((handlers) => startRuntime({ ...parameters, ...handlers }), wire);
  // Loaded while the runtime starts.
  const { TypeScriptService } = await import("../language/typescript-service.ts");
  const { ambientDeclarations: ambient } = await import("../language/ambient.ts");
  const packages = Object.entries(preload).map(([name, path]) => ({ name, path }));
  const language = new TypeScriptService({ folder, preload: packages, ambient });
  const history = new History(keepHistory ? defaultHistoryFolder(process.env) : undefined);
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const front = new Front({ wire, runtime, language, history, checkTime, onShutdown: end });
  process.on("SIGINT", () => front.interrupt());
  // A mistake of ours is reported and costs an answer, not the session.
  process.on("uncaughtException", (error) => process.stderr.write(`epsilab kernel: ${error?.stack ?? error}\n`));
  for (const signal of ["SIGTERM", "SIGHUP"] as const) process.on(signal, end);
  watchParent(process.env, end);
  let isAsked = false;
  wire.listen((request) => {
    front.handle(request);
    if (!isAsked) language.start(); // after the first answer, which need not wait for it
    isAsked = true;
  });
  await bound.bind(connection);
  wire.status("starting");
  await ended;
  language.stop();
  await Promise.all([runtime.shutdown(), history.flush(), sockets.close()]);
}

function fail(error: unknown, advice = ""): never {
  process.stderr.write(`epsilab kernel: ${error instanceof Error ? error.message : error}\n${advice}`);
  process.exit(1);
}

function optionsOf(words: readonly string[]): FrontArguments {
  try {
    return parseArguments(words);
  } catch (error) {
    return fail(error, usage);
  }
}

main(optionsOf(process.argv.slice(2))).then(() => process.exit(0), fail); // whatever timers or sockets are left
