/**
 * A running kernel: sockets, front, language service and history put together, and taken apart in the right order.
 */
import { readFileSync } from "node:fs";
import type { LanguageService } from "../language/language-service.ts";
import { parseConnection } from "../protocol/connection.ts";
import type { RuntimeProcess } from "../runtime/output/channel.ts";
import type { FrontArguments } from "./arguments.ts";
import { Front } from "./front.ts";
import { defaultHistoryFolder, History } from "./history.ts";
import { lateLanguage } from "./late-language.ts";
import { OutputLimit } from "./output-limit.ts";
import { isPaced } from "./output-rate.ts";
import { PacedBroadcast } from "./paced-broadcast.ts";
import { watchParent } from "./parent-watch.ts";
import type { StartRuntime } from "./runtime-host.ts";
import { Sockets } from "./sockets.ts";
import { Wire } from "./wire.ts";

/** Runs a kernel; resolves when it has ended. */
export async function runKernel(parts: {
  options: FrontArguments;
  startRuntime: StartRuntime;
  loadLanguage: () => Promise<LanguageService>;
}): Promise<void> {
  const { options } = parts;
  const connection = parseConnection(readFileSync(options.connectionFile, "utf8"));
  const { outputRate: rate, connectionFile } = options;
  let runtime: RuntimeProcess | undefined;
  const bound = new Sockets();
  const mustPace = isPaced({ rate, connectionFile, environment: process.env });
  const sockets = mustPace ? new PacedBroadcast(bound, (isFull) => runtime?.hold(isFull)) : bound;
  const wire = new Wire(sockets, connection);
  const history = new History(options.keepHistory ? defaultHistoryFolder(process.env) : undefined);
  const language = lateLanguage(parts.loadLanguage);
  const startRuntime: StartRuntime = (handlers) => {
    runtime = parts.startRuntime(handlers);
    return runtime;
  };
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const { checkTime } = options;
  const limit = new OutputLimit(options.outputCharacters);
  const front = new Front({ wire, startRuntime, language, history, checkTime, limit, onShutdown: end });
  process.on("SIGINT", () => front.interrupt());
  // A mistake of ours is told and costs an answer, not the session.
  process.on("uncaughtException", (error) => process.stderr.write(`epsilab kernel: ${error?.stack ?? error}\n`));
  for (const signal of ["SIGTERM", "SIGHUP"] as const) process.on(signal, end);
  watchParent(process.env, end);
  wire.listen((request) => {
    front.handle(request);
    language.start();
  });
  await bound.bind(connection);
  wire.status("starting");
  await ended;
  language.stop();
  await Promise.all([front.close(), history.flush(), sockets.close()]);
}
