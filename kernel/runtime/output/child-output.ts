/**
 * Child output: what the children of a cell print is filed under the cell. A child that would inherit the standard streams gets pipes, which
 * are read here.
 *
 * Limits: pipes are read between the steps of cells, not while a loop runs. A child of Node that finds its pipe full keeps the rest, and
 * may then send a message with which its cell ends: that rest comes after the end. Children that a cell waits for (`execSync` and the
 * others) do inherit the streams, which the front reads: they, what they leave in the background, and children of worker threads
 * print under the cell that runs at the time.
 */
import { ChildProcess } from "node:child_process";
import type { Socket } from "node:net";
import { StringDecoder } from "node:string_decoder";
import { currentRun } from "../cells/cell-run.ts";
import type { StreamOutput } from "./channel.ts";
import type { Outlet } from "./outlet.ts";

type Name = StreamOutput["name"];
type Options = { readonly stdio?: unknown } & Record<string, unknown>;

/** A child as Node has it inside. */
type Child = { stdout: Socket | null; stderr: Socket | null; stdio: (Socket | null)[]; _closesNeeded: number };

export function installChildOutput(outlet: Outlet): void {
  const prototype = ChildProcess.prototype as unknown as { spawn(options: Options): number };
  const { spawn } = prototype;
  // Below `spawn`, `fork` and the others, which do not call each other by their exported names.
  prototype.spawn = function (this: Child, options) {
    const { number } = currentRun();
    const list: unknown[] = Array.isArray(options.stdio) ? options.stdio : Array(3).fill(options.stdio);
    const names = list.map(streamOf);
    const stdio = list.map((each, index) => (names[index] === undefined ? each : "pipe"));
    const failure = spawn.call(this, names.some(Boolean) ? { ...options, stdio } : options);
    names.forEach((name, index) => {
      const stream = this.stdio?.[index];
      if (name === undefined || !stream) return;
      hide(this, index, stream);
      const decoder = new StringDecoder("utf8");
      stream.on("data", (chunk: Buffer) => outlet.print(number, name, decoder.write(chunk)));
      stream.on("end", () => outlet.print(number, name, decoder.end()));
      stream.on("error", () => {});
    });
    return failure;
  };
}

/** Who started the child sees no stream, and `close` does not wait for it. */
function hide(child: Child, index: number, stream: Socket): void {
  stream.removeAllListeners("close");
  child._closesNeeded--;
  child.stdio[index] = null;
  if (index === 1) child.stdout = null;
  if (index === 2) child.stderr = null;
}

/** Which of the runtime's streams a child would write to by this. */
function streamOf(each: unknown, index: number): Name | undefined {
  const descriptor = each === "inherit" ? index : each;
  if (descriptor === 1 || descriptor === process.stdout) return "stdout";
  return descriptor === 2 || descriptor === process.stderr ? "stderr" : undefined;
}
