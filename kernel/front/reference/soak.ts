/**
 * Soak: a kernel that runs one cell after the other for long, and what becomes of its memory and of the time that a cell takes.
 *
 * The cells redeclare a small number of names, so that what a session must keep does not grow; all else that grows is a leak.
 */
import { readFileSync } from "node:fs";
import { descendants, type KernelProcess, processorSeconds } from "./kernel-process.ts";

export interface Sample {
  readonly cells: number;
  /** The runtime's live heap, after a collection, in megabytes. */
  readonly heap: number;
  /** Resident megabytes of the front, the runtime and the language server. */
  readonly resident: readonly number[];
  /**
   * What the three had of the processors for each cell since the last sample, in milliseconds: the clock would tell of other
   * processes too.
   */
  readonly time: number;
}

/** Texts that are new each time are one in ten: they alone are checked again. */
function cell(number: number): string {
  switch (number % 10) {
    case 0:
      return `const value${number % 7} = ${number}; value${number % 7} * 2`;
    case 1:
      return "class Shape { constructor(readonly side: number) {} area() { return this.side ** 2; } }; new Shape(3).area()";
    case 2:
      return 'console.log("a line"); console.error("another");';
    case 3:
      return 'throw new RangeError("on purpose");';
    case 4:
      return "const waited = await new Promise<number>((resolve) => setTimeout(() => resolve(1), 0)); waited";
    case 5:
      return 'display({ "text/html": "<b>shown</b>" });';
    case 6:
      return "let counter = 0; function count() { return ++counter; } count()";
    case 7:
      return "Array.from({ length: 100 }, (_, row) => ({ row, square: row * row }))";
    case 8:
      return 'import { join } from "node:path"; join("a", "b")';
    default:
      return "1 + 1";
  }
}

const heapCode = `(() => {
  const { setFlagsFromString } = require("node:v8");
  setFlagsFromString("--expose-gc");
  const collect = require("node:vm").runInNewContext("gc");
  collect(); collect();
  return process.memoryUsage().heapUsed;
})()`;

/** Runs this many cells; gives a sample before them and after each part of them. */
export async function soak(kernel: KernelProcess, cells: number, parts: number): Promise<readonly Sample[]> {
  const { client } = kernel;
  const samples = [await sample(kernel, 0, 0)];
  for (let part = 1, number = 0; part <= parts; part++) {
    const before = secondsOf(kernel);
    for (const end = (cells / parts) * part; number < end; number++) {
      await client.execute(cell(number), { stop_on_error: false });
      for (const messages of [client.published, client.replies]) messages.length = 0;
    }
    samples.push(await sample(kernel, number, (1000 * parts * (secondsOf(kernel) - before)) / cells));
  }
  return samples;
}

async function sample(kernel: KernelProcess, cells: number, time: number): Promise<Sample> {
  const heap = Number(await kernel.value(heapCode)) / 2 ** 20;
  return { cells, heap, resident: processesOf(kernel).map(residentOf), time };
}

function processesOf({ process: { pid } }: KernelProcess): readonly number[] {
  return [pid as number, ...descendants(pid as number)];
}

function secondsOf(kernel: KernelProcess): number {
  return processesOf(kernel).reduce((sum, each) => sum + processorSeconds(each), 0);
}

function residentOf(processId: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${processId}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}
