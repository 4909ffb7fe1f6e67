/**
 * Watcher thread: the program of the thread that watcher.ts starts.
 *
 * It reads a pipe of its own. A number on it asks to interrupt that cell, or what the cell left behind if it is over: the thread sends the
 * process SIGINT while the main thread is inside the guard, and again until the cell is over. An object on the pipe answers a question,
 * for which the main thread waits in a way that an interrupt ends. The end of the pipe means that the front is gone: then the
 * thread ends the process, so that no loop outlives its notebook.
 *
 * Why CommonJS: it starts sooner than a module, and cells wait for it.
 */
import type { WatcherData } from "./watcher.ts" with { "resolution-mode": "import" };

const { Socket } = require("node:net") as typeof import("node:net");
const { workerData } = require("node:worker_threads") as typeof import("node:worker_threads");

const { shared, places, descriptor, answers } = workerData as WatcherData;
/** The values of the state, besides 0 for outside of the guard. */
const [INSIDE, STRUCK] = [1, 2];
const RETRY_MILLISECONDS = 50;

/** The cell that is to be interrupted, and whether that was tried. */
let wanted = 0;
let isTried = false;
let retry: NodeJS.Timeout | undefined;

function interrupt(cell: number): void {
  wanted = cell;
  isTried = false;
  clearTimeout(retry);
  strike();
}

/** While the cell runs or has not begun, time and again; what it left behind, once. */
function strike(): void {
  const latest = Atomics.load(shared, places.latestCell);
  const isLeft = latest === wanted && Atomics.load(shared, places.runningCell) === 0;
  if (latest > wanted || (isLeft && isTried)) return;
  isTried = true;
  if (Atomics.compareExchange(shared, places.state, INSIDE, STRUCK) === INSIDE) process.kill(process.pid, "SIGINT");
  retry = setTimeout(strike, RETRY_MILLISECONDS);
}

/** The front is gone; what cells started goes, too. */
function gone(): void {
  process.kill(-process.pid, "SIGKILL");
}

function answer(text: string): void {
  answers.postMessage(JSON.parse(text));
  Atomics.add(shared, places.answers, 1);
  Atomics.notify(shared, places.answers);
}

let begun = "";
const pipe = new Socket({ fd: descriptor, readable: true, writable: false }).setEncoding("utf8");
pipe.on("error", gone).on("close", gone);
pipe.on("data", (text: string) => {
  const lines = (begun + text).split("\n");
  begun = lines.pop() as string;
  for (const line of lines) {
    if (line.startsWith("{")) answer(line);
    else interrupt(Number(line));
  }
});
