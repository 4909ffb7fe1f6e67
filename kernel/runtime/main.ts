/** The process that runs the cells, started by `startRuntime`; its first argument holds its parameters as JSON. */
import "./interrupt/watcher.ts"; // first: its thread starts while the rest is loaded
import { Socket } from "node:net";
import { join } from "node:path";
import { installGlobals } from "../display/globals.ts";
import { setScreen } from "../display/screen.ts";
import * as tslab from "../display/tslab.ts";
import { installWidgets } from "../widgets/install-widgets.ts";
import { giveUpAwaited } from "../widgets/interact.ts";
import { installCellWorkers } from "./cell-workers.ts";
import { nextId } from "./cells/cell-ids.ts";
import { currentRun } from "./cells/cell-run.ts";
import { loadReaders } from "./compile/cell-syntax.ts";
import { hideAsyncMarks } from "./environment/async-marks.ts";
import { restoreCertificates } from "./environment/extra-certificates.ts";
import { installFunctionText } from "./environment/function-text.ts";
import { installModernBuiltins } from "./environment/modern-builtins.ts";
import { failureOf } from "./errors/failure.ts";
import { setPreloaded } from "./errors/import-advice.ts";
import { installTraces } from "./errors/traces.ts";
import { helpFunction } from "./help/help.ts";
import { installLineInput } from "./input/line-input.ts";
import { StandardInput } from "./input/standard-input.ts";
import { guardedCallback } from "./interrupt/guard.ts";
import { installTimers } from "./interrupt/timers.ts";
import { installCellHook } from "./modules/cell-hook.ts";
import { Importer } from "./modules/importer.ts";
import { installCapture } from "./output/capture.ts";
import type { ToRuntime } from "./output/channel.ts";
import { Comms } from "./output/comms.ts";
import { FrameReader } from "./output/frame.ts";
import { Outlet } from "./output/outlet.ts";
import type { RuntimeParameters } from "./runtime-process.ts";
import { Session } from "./session.ts";
import { installUnhandledErrors } from "./unhandled-errors.ts";

/** The pipes from and to the front; 0 to 2 are the standard streams. */
const PIPE_IN = 3;
const PIPE = 4;

const globalsOfNode = Object.getOwnPropertyNames(globalThis);
const trustExtraCertificates = restoreCertificates();
const [given] = process.argv.splice(2, 1);
const { folder, preload, connectionFolder = "" } = JSON.parse(given) as Omit<RuntimeParameters, `on${string}`>;

setPreloaded(preload);
const outlet = new Outlet(PIPE);
const input = new StandardInput(outlet);
const comms = new Comms(outlet);
const importer = new Importer({
  folder,
  preload,
  provided: { tslab: { ...tslab } },
});
const session = new Session(outlet, importer, comms);

setScreen({
  show: (shown) => outlet.say({ kind: "display", cell: currentRun().number, ...shown }),
  clear: (wait) => outlet.say({ kind: "clear", cell: currentRun().number, wait }),
  waitFor: (work) => currentRun().displays.add(work),
  nextId,
});
installTraces();
hideAsyncMarks();
installFunctionText();
installCapture(outlet);
installLineInput((prompt) => input.ask(prompt) ?? "");
installTimers();
const addedNames = installModernBuiltins();
const server = join(connectionFolder, `jpserver-${process.env.JPY_PARENT_PID}.json`);
const widgets = installWidgets({
  ...comms.globals(),
  commsTo: (target) => comms.countTo(target),
  later: (work, milliseconds) => {
    if (milliseconds === 0) setImmediate(() => guardedCallback(work));
    else setTimeout(() => guardedCallback(work), milliseconds);
  },
  report: (error) => session.reportFailure(currentRun(), error),
  traceback: (error) => failureOf(error, currentRun().name).traceback.join("\n"),
});
session.onInterrupt = giveUpAwaited;
installGlobals({
  ...input.globals(),
  ...comms.globals(),
  help: helpFunction({ importer, bindings: session.bindings, server }),
  ...widgets,
  require: importer.require(),
  __dirname: folder,
});
installCellHook(globalsOfNode, {
  bindings: session.bindings,
  executed: session.executed,
  importer,
  folder,
  addedNames,
});

process.on("exit", () => outlet.flush());
installCellWorkers({ folder, preload });

// Received from the event loop, not from the call in which Node delivers bytes: an interrupt would end that, too.
const reader = new FrameReader((message) => void setImmediate(() => receive(message as ToRuntime)));
/** The front is gone; what cells started goes, too. */
const gone = () => process.kill(-process.pid, "SIGKILL");
const pipeIn = new Socket({ fd: PIPE_IN, readable: true, writable: false });
pipeIn
  .on("data", (chunk) => reader.push(chunk))
  .on("error", gone)
  .on("close", gone);

let newestCell = 0;

function receive(message: ToRuntime): void {
  switch (message.kind) {
    case "execute":
      if (message.cell <= newestCell) break; // a number is used once
      newestCell = message.cell;
      session.execute(message);
      break;
    case "interrupt":
      session.interrupt(message.cell);
      break;
    case "comm":
      session.comm(message);
      break;
    case "shutdown":
      process.exit(0);
  }
}

trustExtraCertificates(); // before a cell could open a connection
installUnhandledErrors(session); // what was thrown before has ended the process, which the front tells
outlet.say({ kind: "ready", node: process.version, processId: process.pid });
loadReaders(); // while the front prepares the first cell
