/** The process that runs the cells: `main.js --folder F [--preload name=path ...]`, started by `startRuntime`. */
import "./early-watcher.ts";
import { Socket } from "node:net";
import { parseArgs } from "node:util";
import { installGlobals } from "../display/globals.ts";
import { setScreen } from "../display/screen.ts";
import * as tslab from "../display/tslab.ts";
import { installWidgets } from "../widgets/install-widgets.ts";
import { hideAsyncMarks } from "./async-marks.ts";
import { installCapture } from "./capture.ts";
import { installCellHook, standardNames } from "./cell-hook.ts";
import { currentRun } from "./cell-run.ts";
import type { ToRuntime } from "./channel.ts";
import { installChildOutput } from "./child-output.ts";
import { Comms } from "./comms.ts";
import { installDescriptorCapture } from "./descriptor-capture.ts";
import { watcher } from "./early-watcher.ts";
import { restoreCertificates } from "./extra-certificates.ts";
import { failureOf } from "./failure.ts";
import { FrameReader } from "./frame.ts";
import { installFunctionText } from "./function-text.ts";
import { guardedCallback } from "./guard.ts";
import { Help } from "./help.ts";
import { setPreloaded } from "./import-advice.ts";
import { Importer } from "./importer.ts";
import { installLineInput } from "./line-input.ts";
import { installModernBuiltins } from "./modern-builtins.ts";
import { Outlet } from "./outlet.ts";
import { rememberBuiltins } from "./pristine.ts";
import { Session } from "./session.ts";
import { StandardInput } from "./standard-input.ts";
import { installTimers } from "./timers.ts";
import { installTraces } from "./traces.ts";
import { installTypeScriptWorkers } from "./typescript-workers.ts";
import { installUnhandledErrors } from "./unhandled-errors.ts";
import { warmSteps } from "./warm-compiler.ts";
import { awaitWatcher } from "./watcher.ts";
import { watchWorkers } from "./worker-output.ts";

/** The pipes from and to the front; 0 to 2 are the standard streams. */
const PIPE_IN = 3;
const PIPE = 4;
const READ_BYTES = 65_536;

const globalsOfNode = standardNames();
const trustExtraCertificates = restoreCertificates();
const { values } = parseArgs({
  options: {
    folder: { type: "string", default: process.cwd() },
    preload: { type: "string", multiple: true, default: [] },
    "connection-folder": { type: "string" },
  },
});
const preload = Object.fromEntries(
  values.preload.map((text) => [text.slice(0, text.indexOf("=")), text.slice(text.indexOf("=") + 1)]),
);

setPreloaded(preload);
const outlet = new Outlet(PIPE);
const input = new StandardInput(outlet);
const comms = new Comms(outlet);
const importer = new Importer({
  folder: values.folder,
  preload,
  provided: { tslab: { ...tslab } },
});
const session = new Session(outlet, importer, comms);

setScreen({
  show: (shown) => outlet.say({ kind: "display", cell: currentRun().number, ...shown }),
  clear: (wait) => outlet.say({ kind: "clear", cell: currentRun().number, wait }),
  waitFor: (work) => currentRun().displays.add(work),
});
installTraces();
hideAsyncMarks();
installFunctionText();
const soon = setImmediate;
const after = setTimeout;
installCapture(outlet);
installDescriptorCapture(outlet);
installChildOutput();
installLineInput((prompt) => input.ask(prompt) ?? "");
installTimers();
const addedNames = installModernBuiltins();
const place = { environment: { ...process.env }, connectionFolder: values["connection-folder"] };
const widgets = installWidgets({
  ...comms.globals(),
  later: (work, milliseconds) => {
    if (milliseconds === 0) soon(() => guardedCallback(work));
    else after(() => guardedCallback(work), milliseconds);
  },
  report: (error) => session.reportFailure(currentRun(), error),
  traceback: (error) => failureOf(error, currentRun().name).traceback.join("\n"),
});
session.onInterrupt = widgets.interrupted;
const help = new Help({ importer, bindings: session.bindings, place });
installGlobals({
  ...input.globals(),
  ...comms.globals(),
  ...help.globals(),
  ...widgets.functions,
  require: importer.require(),
  __dirname: values.folder,
});
installCellHook(globalsOfNode, {
  bindings: session.bindings,
  executed: session.executed,
  importer,
  folder: values.folder,
  addedNames,
});

process.on("exit", () => outlet.flush());
watchWorkers(watcher);
installTypeScriptWorkers({ folder: values.folder, preload });

// Received from the event loop, not from the call in which Node delivers bytes: an interrupt would end that, too.
const reader = new FrameReader((message) => void soon(() => receive(message as ToRuntime)));
/** The front is gone; what cells started goes, too. */
const gone = () => {
  try {
    process.kill(-process.pid, "SIGKILL");
  } catch {
    process.exit(0);
  }
};
const buffer = Buffer.alloc(READ_BYTES);
const pipeIn = {
  fd: PIPE_IN,
  readable: true,
  writable: false,
  /** Into one buffer, past the stream: a cell waits for these bytes. */
  onread: {
    buffer,
    callback: (length: number) => {
      reader.push(Buffer.from(buffer.subarray(0, length)));
      return true;
    },
  },
};
new Socket(pipeIn).on("error", gone).on("close", gone);

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
    case "pause":
      practise();
      break;
    case "shutdown":
      process.exit(0);
  }
}

trustExtraCertificates(); // before a cell could open a connection
/** Whatever a step meets: a cell that meets it is told. */
function take(steps: Generator): boolean {
  try {
    return steps.next().done !== true;
  } catch {
    return false;
  }
}

/** A round before the first cell may come, which would else find all of the compiler cold. */
const settings = () => importer.settings();
const firstRound = warmSteps(1, settings);
while (take(firstRound));
if (watcher !== undefined) awaitWatcher();
installUnhandledErrors(session); // what was thrown before has ended the process, which the front tells
outlet.say({ kind: "ready", node: process.version, processId: process.pid });
/** Until there is a cell, which waits for one step at most. */
const warming = warmSteps(11, settings);
const warm = () => {
  if (newestCell === 0 && take(warming)) soon(warm);
};
soon(warm);

/** Then while types are checked, a millisecond of the four that takes: after three hundred cells V8 has made all of it fast. */
const practice = warmSteps(150, () => undefined, false); // nor are files looked at, by functions that a cell may have replaced
const isPristine = rememberBuiltins();
function practise(): void {
  if (!session.isBusy && isPristine() && take(practice)) take(practice);
}
