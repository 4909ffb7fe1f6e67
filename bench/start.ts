/**
 * How soon the command line answers, beside `python -c "import numpy"`: medians of interleaved processes.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { median } from "simple-statistics";
import type { Row } from "./report.ts";

const ROUNDS = 21;

export function measureStart(python: string, project: string, show: (row: Row) => void): readonly Row[] {
  const command = join(project, "bin/epsilab");
  const calls: readonly (readonly [string, readonly string[]])[] = [
    [python, ["-c", "import numpy"]],
    [process.execPath, [command, "--help"]],
    [process.execPath, [command, "run", "--help"]],
  ];
  const times = calls.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, [program, args]] of calls.entries()) {
      const start = process.hrtime.bigint();
      execFileSync(program, args, { stdio: ["ignore", "pipe", "inherit"] });
      times[index].push(Number(process.hrtime.bigint() - start) / 1e6);
    }
  }
  const [theirs, help, runHelp] = times.map(median);
  const common = { name: "start", unit: "ms", peer: "import numpy", theirs, goal: 1 };
  const rows = [
    { ...common, title: "start, epsilab --help (median)", ours: help },
    { ...common, title: "start, epsilab run --help (median)", ours: runHelp },
  ];
  rows.forEach(show);
  return rows;
}
