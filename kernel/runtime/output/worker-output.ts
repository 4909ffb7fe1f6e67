/**
 * Worker output: what the worker threads of a cell had printed when the cell ended is read before it is done.
 *
 * Node passes a worker's text on piece by piece: the worker gives the first, and all the rest once that one is acknowledged.
 * So at the end of a cell its live workers are asked until a round of questions brings no more text. The question is one more
 * acknowledgement, which wakes a worker that waits; that it has dealt with it shows in the times of its event loop, by which
 * it was awake since and waits again.
 * Limits: a worker that computes on or waits in `Atomics.wait` gives nothing away; it is given 50 ms, and one that prints on
 * and on 300. What comes later is still filed under the cell.
 */
import type { Readable } from "node:stream";
import type { Worker } from "node:worker_threads";
import { type CellRun, cellStorage, currentRun } from "../cells/cell-run.ts";
import { now } from "../interrupt/clock.ts";

const QUIET_MILLISECONDS = 50;
const MOST_MILLISECONDS = 300;
/** How long answers are awaited in each turn of the event loop, before a pause is made. */
const EAGER_MILLISECONDS = 2;
const PAUSE_MILLISECONDS = 1;
/** The most that counts between two looks: a timer of a millisecond takes longer where there is no processor for it. */
const LONGEST_STEP = 1.5;
/** One would do, but for a worker that is put aside by the system just when it goes to wait. */
const QUIET_ROUNDS = 2;
/** Node tells that a worker is gone before the last of its text. */
const REST_MILLISECONDS = 100;
const GONE = -1;

/** Those that have begun to run their code. */
const online = new WeakSet<Worker>();

export function watchWorkers(except: Worker | undefined): void {
  process.on("worker", (worker) => {
    if (worker === except) return;
    if (cellStorage.getStore()?.isInterrupted) void worker.terminate(); // by a library that goes on all the same
    const { workers } = currentRun();
    workers.add(worker);
    worker.once("online", () => online.add(worker));
    worker.once("exit", () => setTimeout(() => workers.delete(worker), REST_MILLISECONDS).unref());
  });
}

/** Go on once the text has come that the workers of the cell have printed. */
export function afterWorkerOutput(run: CellRun, proceed: () => void): void {
  // Time in which this thread was at work: on a busy machine, where threads wait for a processor, it passes more slowly.
  let total = 0;
  let quiet = 0;
  let last = now();
  let { prints } = run;
  let quietRounds = 0;
  let questions = ask(run);
  const look = () => {
    const time = now();
    const passed = Math.min(time - last, LONGEST_STEP);
    last = time;
    total += passed;
    quiet += passed;
    if (run.prints !== prints) {
      prints = run.prints;
      quiet = 0;
      quietRounds = 0;
    }
    if (quiet > QUIET_MILLISECONDS || total > MOST_MILLISECONDS) proceed();
    else if (questions.every(isAnswered)) setImmediate(endRound);
    else if (quiet < EAGER_MILLISECONDS) setImmediate(look);
    else {
      for (const question of questions) if (!isAnswered(question)) question.most = askAgain(question);
      setTimeout(look, PAUSE_MILLISECONDS);
    }
  };
  /** A turn later: what was sent before the answers is here. */
  const endRound = () => {
    quietRounds = run.prints === prints ? quietRounds + 1 : 0;
    questions = quietRounds < QUIET_ROUNDS ? ask(run) : [];
    if (questions.length === 0) proceed();
    else setImmediate(look);
  };
  look();
}

interface Question {
  readonly worker: Worker;
  readonly stream: Readable;
  /** The most time that the worker can have been awake, by then, since a moment that stays the same. */
  most: number;
}

function ask({ workers }: CellRun): Question[] {
  const questions: Question[] = [];
  for (const worker of workers) {
    const stream = [worker.stdout, worker.stderr].find(({ readableFlowing }) => readableFlowing);
    if (worker.threadId === GONE || stream === undefined || !online.has(worker)) continue;
    const question = { worker, stream, most: 0 };
    question.most = askAgain(question);
    questions.push(question);
  }
  return questions;
}

function askAgain({ worker, stream }: Question): number {
  const idle = idleTime(worker);
  const most = now() - idle;
  stream._read(0);
  return most;
}

function isAnswered({ worker, most }: Question): boolean {
  if (worker.threadId === GONE) return true;
  const time = now();
  const idle = idleTime(worker);
  const wasAwake = idle > 0 && time - idle > most;
  return wasAwake && idleTime(worker) > idle;
}

/** Zero until the worker first waited. */
function idleTime(worker: Worker): number {
  return worker.performance.eventLoopUtilization().idle;
}
