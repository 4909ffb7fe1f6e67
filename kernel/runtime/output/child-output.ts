/**
 * Child output: gives the children that a cell starts with inherited standard streams a pair of the cell's own pipes
 * (cell-pipes.ts), so that what they write is filed under that cell whenever they write it.
 *
 * Limits: a pair is given on once the children that have it are gone, the one first that is free the longest; what they in turn
 * left behind is then filed under the next cell that gets it. Where more cells have children than there are pairs, and for children of worker threads and of
 * native code, the cell that runs at the time counts.
 */
import { ChildProcess } from "node:child_process";
import { writeSync } from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { Socket } from "node:net";
import { type CellRun, currentRun } from "../cells/cell-run.ts";
import { markOf, type PipePair, pipePairs } from "./cell-pipes.ts";
import { watchPiped } from "./piped-children.ts";

interface Lease {
  readonly pair: PipePair;
  children: number;
}

type Stdio = string | readonly unknown[] | null | undefined;
type Options = { readonly stdio?: Stdio } & Record<string, unknown>;
type Call = (...values: unknown[]) => unknown;

interface Handle {
  setBlocking?(isBlocking: boolean): void;
}

const handles = new Map<number, Handle>();
/** Those that are free the longest first, and the cells that had them last. */
const free: PipePair[] = [...pipePairs];
const holders = new Map<PipePair, number>();
const leases = new Map<CellRun, Lease>();

export function installChildOutput(): void {
  const prototype = ChildProcess.prototype as unknown as { spawn(options: Options): number };
  const { spawn } = prototype;
  // Below `spawn`, `fork` and the others, which do not call each other by their exported names.
  prototype.spawn = function (this: ChildProcess, options) {
    const run = currentRun();
    const inheritsStreams = inherits(options.stdio);
    const lease = inheritsStreams ? leaseOf(run) : undefined;
    let isStarted = false;
    try {
      const given = lease === undefined ? options : { ...options, stdio: redirected(options.stdio, lease.pair) };
      const failure = spawn.call(this, given);
      isStarted = this.pid !== undefined;
      return failure;
    } finally {
      const end = () => {
        if (inheritsStreams) run.inheritingChildren--;
        if (lease !== undefined) release(run, lease);
      };
      if (inheritsStreams) run.inheritingChildren++;
      if (!isStarted) end();
      else {
        if (inheritsStreams) this.once("exit", end);
        watchPiped(run, this);
      }
    }
  };
  const exported = createRequire(import.meta.url)("node:child_process") as Record<string, Call>;
  for (const name of ["spawnSync", "execFileSync", "execSync"]) captureSync(exported, name);
  syncBuiltinESMExports();
}

/** What a cell waits for may leave others behind. */
function captureSync(exported: Record<string, Call>, name: string): void {
  const original = exported[name];
  const start: Call = (...values) => {
    const run = currentRun();
    const place = values.findIndex((value) => typeof value === "object" && value !== null && !Array.isArray(value));
    const options = values[place] as Options | undefined;
    const lease = options !== undefined && inherits(options.stdio) ? leaseOf(run) : undefined;
    if (lease === undefined) return original(...values);
    try {
      return original(...values.with(place, { ...options, stdio: redirected(options?.stdio, lease.pair) }));
    } finally {
      release(run, lease);
    }
  };
  Object.defineProperty(start, "name", { value: name });
  exported[name] = start;
}

function leaseOf(run: CellRun): Lease | undefined {
  let lease = leases.get(run);
  if (lease === undefined) {
    const own = free.findIndex((each) => holders.get(each) === run.number);
    const pair = free.splice(Math.max(own, 0), 1).at(0);
    if (pair === undefined) return undefined;
    holders.set(pair, run.number);
    lease = { pair, children: 0 };
    leases.set(run, lease);
    for (const descriptor of [pair.stdout, pair.stderr]) prepare(descriptor, own < 0 ? run.number : undefined);
  }
  lease.children++;
  return lease;
}

/** A child of Node may have left the pipe such that writes do not wait; others would lose what they write. */
function prepare(descriptor: number, cell: number | undefined): void {
  let handle = handles.get(descriptor);
  if (handle === undefined) {
    const socket = new Socket({ fd: descriptor, readable: false, writable: true }).on("error", () => undefined).unref();
    handle = (socket as unknown as { readonly _handle: Handle })._handle;
    handles.set(descriptor, handle);
  }
  handle.setBlocking?.(true);
  if (cell === undefined) return; // as it is marked
  try {
    writeSync(descriptor, markOf(cell));
  } catch {
    // the front is gone
  }
}

function release(run: CellRun, lease: Lease): void {
  if (--lease.children > 0) return;
  leases.delete(run);
  free.push(lease.pair);
}

function inherits(stdio: Stdio): boolean {
  if (typeof stdio === "string") return stdio === "inherit";
  return Array.isArray(stdio) && stdio.some((each, index) => streamOf(each, index) !== undefined);
}

function redirected(stdio: Stdio, pair: PipePair): unknown[] {
  const list: readonly unknown[] = Array.isArray(stdio) ? stdio : Array(3).fill(stdio);
  return list.map((each, index) => {
    const stream = streamOf(each, index);
    return stream === undefined ? each : pair[stream];
  });
}

/** Which of the runtime's streams a child would write to by this. */
function streamOf(each: unknown, index: number): keyof PipePair | undefined {
  const descriptor = each === "inherit" ? index : each;
  if (descriptor === 1 || descriptor === process.stdout) return "stdout";
  return descriptor === 2 || descriptor === process.stderr ? "stderr" : undefined;
}
