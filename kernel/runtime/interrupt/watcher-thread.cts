/**
 * Watcher thread: the program of the thread that watcher.ts starts.
 *
 * It reads a pipe of its own. A number on it asks to interrupt that cell or, if negative, what that cell left behind if it is still
 * the latest: the thread sends the process SIGINT while the main thread is inside the guard, and again until the cell is over; a
 * cell whose loops keep variables is told before, by the inspector, so that it saves them (halt.ts). An object on it answers a
 * question, for which the main thread waits in a way that an interrupt ends. The end of the pipe means that the front is gone: then
 * the thread ends the process, so that no loop outlives its notebook.
 *
 * While nothing comes it waits inside a script that SIGINT would end, as the guard's is. Node shares what listens for SIGINT
 * among such scripts, a thread, and so need not start and end one for each step of a cell: a step costs 2 instead of 36
 * microseconds, 30 instead of 170 after a pause. It therefore looks at the pipe from time to time, more often while a cell runs.
 *
 * Why CommonJS: it starts sooner than a module, and cells wait for it.
 */
import type { WatcherData } from "./watcher.ts" with { "resolution-mode": "import" };

const { readSync } = require("node:fs") as typeof import("node:fs");
const { Socket } = require("node:net") as typeof import("node:net");
const { StringDecoder } = require("node:string_decoder") as typeof import("node:string_decoder");
const { Script } = require("node:vm") as typeof import("node:vm");
const { workerData } = require("node:worker_threads") as typeof import("node:worker_threads");

const { shared, places, halt, descriptor, answers } = workerData as WatcherData;
/** The values of the state, besides 0 for outside of the guard. */
const [INSIDE, STRUCK] = [1, 2];
const RETRY_MILLISECONDS = 50;
const TELLING_MILLISECONDS = 60;
const LOOK_MILLISECONDS = { running: 8, idle: 80 };

let wanted = 0;
let struck = false;
let text = "";
const decoder = new StringDecoder("utf8");
const bytes = Buffer.allocUnsafe(65536);

function interrupt(): void {
  if (wanted <= 0 || Atomics.load(shared, places.keepsVariables) === 0) {
    strike();
    return;
  }
  const { Session } = require("node:inspector") as typeof import("node:inspector");
  const session = new Session();
  const expression = `this.${halt}(${wanted})`;
  let proceeds = false;
  const proceed = () => {
    if (proceeds) return;
    proceeds = true;
    clearTimeout(patience);
    session.disconnect();
    strike();
  };
  const patience = setTimeout(proceed, TELLING_MILLISECONDS);
  try {
    session.connectToMainThread();
    session.post("Runtime.evaluate", { expression, silent: true }, proceed);
  } catch {
    proceed();
  }
}

function strike(): void {
  take();
  const running = Atomics.load(shared, places.runningCell);
  const latest = Atomics.load(shared, places.latestCell);
  const isOver = wanted > 0 ? running !== wanted && latest >= wanted : struck || running !== 0 || latest !== -wanted;
  const isOnItsWay = Atomics.load(shared, places.state) === STRUCK; // were it awaited inside a script, that would be ended
  if (isOver && !isOnItsWay) {
    struck = false;
    setImmediate(listen);
    return;
  }
  if (Atomics.compareExchange(shared, places.state, INSIDE, STRUCK) === INSIDE) process.kill(process.pid, "SIGINT");
  struck = true;
  setTimeout(strike, RETRY_MILLISECONDS);
}

/** The front is gone; what cells started goes, too. */
function gone(): void {
  try {
    process.kill(-process.pid, "SIGKILL");
  } catch {
    process.kill(process.pid, "SIGKILL");
  }
}

function take(): void {
  try {
    const count = readSync(descriptor, bytes);
    if (count === 0) gone();
    text += decoder.write(bytes.subarray(0, count));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EAGAIN" && code !== "EINTR") gone();
  }
}

function lines(isHeld: 0 | 1): string[] {
  for (;;) {
    take();
    const end = text.lastIndexOf("\n");
    if (end >= 0) {
      const whole = text.slice(0, end).split("\n");
      text = text.slice(end + 1);
      return whole;
    }
    if (Atomics.load(shared, places.holdWanted) !== isHeld) return [];
    const isBusy = Atomics.load(shared, places.runningCell) !== 0 || Atomics.load(shared, places.state) !== 0;
    Atomics.wait(shared, places.holdWanted, isHeld, isBusy ? LOOK_MILLISECONDS.running : LOOK_MILLISECONDS.idle);
  }
}

Reflect.set(globalThis, "heldLines", () => lines(1));
const holding = new Script("heldLines()");

function nextLines(): string[] {
  Atomics.store(shared, places.holding, 1); // before it looks whether it may: so the main thread sees one or the other
  Atomics.notify(shared, places.holding);
  try {
    if (Atomics.load(shared, places.holdWanted) === 1) return holding.runInThisContext({ breakOnSigint: true });
  } catch {
    return []; // a SIGINT that found the main thread outside its guard
  } finally {
    Atomics.store(shared, places.holding, 0);
    Atomics.notify(shared, places.holding);
  }
  return lines(0);
}

function listen(): void {
  for (;;) {
    let isAsked = false;
    for (const line of nextLines()) {
      if (line.startsWith("{")) {
        answers.postMessage(JSON.parse(line));
        Atomics.add(shared, places.answers, 1);
        Atomics.notify(shared, places.answers);
      } else {
        wanted = Number(line);
        isAsked = true;
      }
    }
    if (isAsked) {
      interrupt();
      return;
    }
  }
}

Error.stackTraceLimit = 0; // most looks at the pipe end in an error that says there is nothing
new Socket({ fd: descriptor, readable: false, writable: false }); // so that reading does not wait
listen();
