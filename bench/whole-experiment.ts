/**
 * A whole experiment beside NumPy, each side as one process from its start to its last number.
 *
 * Ours is `epsilab run` as a user runs it, with all of its threads, and once more with one; the peer is a script of Python with one thread.
 * Interleaved rounds, minima. Every round checks that both sides find the same.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import type { Row } from "./report.ts";

const ROUNDS = 3;

type Event = Readonly<Record<string, unknown>>;

export interface WholeExperiment<Ours, Theirs> {
  /** Of the part of the benchmark, and of the module in bench/ that has the experiment. */
  readonly name: string;
  readonly title: string;
  /** What is computed, in the words of the report. */
  readonly about: string;
  readonly size: "quick" | "full";
  readonly goal: number;
  /** The peer's file in bench/. */
  readonly script: string;
  /** What the peer is asked, given what we found. */
  asks(ours: readonly Ours[], seed: number): readonly string[];
  /** The findings in the event of a cell. */
  findings(event: Event): readonly Ours[];
  /** Throws where the two sides cannot both be right; otherwise says how near they are. */
  agreement(ours: readonly Ours[], theirs: readonly Theirs[]): string;
}

export interface WholeMeasurement {
  readonly rows: readonly Row[];
  readonly notes: string;
}

export interface Place {
  readonly python: string;
  readonly project: string;
}

export function measureWhole<Ours, Theirs>(
  experiment: WholeExperiment<Ours, Theirs>,
  place: Place,
  show: (row: Row) => void,
): WholeMeasurement {
  const { name, title, about, goal, script } = experiment;
  const threads = availableParallelism();
  const best = { all: Infinity, one: Infinity, peer: Infinity };
  let agreement = "";
  for (let round = 0; round < ROUNDS; round++) {
    const timed = <Result>(side: keyof typeof best, run: () => Result): Result => {
      const start = process.hrtime.bigint();
      const result = run();
      best[side] = Math.min(best[side], Number(process.hrtime.bigint() - start) / 1e9);
      return result;
    };
    const ours = timed("all", () => runOurs(experiment, place, threads));
    const questions = experiment.asks(ours, round);
    const theirs = timed("peer", () => runPeer<Theirs>(script, place, questions));
    timed("one", () => runOurs(experiment, place, 1));
    agreement = experiment.agreement(ours, theirs);
  }
  const common = { name, unit: "s", peer: "NumPy", theirs: best.peer };
  const rows: Row[] = [
    { ...common, title: `${title}, ${threads} threads`, ours: best.all, goal },
    { ...common, title: `${title}, 1 thread`, ours: best.one, goal: undefined },
  ];
  rows.forEach(show);
  return { rows, notes: `${about}, beside \`${script}\`. Minima of ${ROUNDS} rounds; ${agreement}` };
}

function runOurs<Ours>(
  { name, size, findings }: Pick<WholeExperiment<Ours, never>, "name" | "size" | "findings">,
  { project }: Place,
  threads: number,
): readonly Ours[] {
  const results = mkdtempSync(join(tmpdir(), "epsilab-bench-"));
  try {
    const command = [join(project, "bin/epsilab"), "run", join(project, `dist/bench/${name}.js`), `--${size}`];
    const events = linesOf<Event>(process.execPath, [
      ...command,
      "--json",
      "--threads",
      String(threads),
      "--results",
      results,
    ]);
    return events.filter(({ event }) => event === "cell").flatMap(findings);
  } finally {
    rmSync(results, { recursive: true });
  }
}

function runPeer<Theirs>(script: string, { python, project }: Place, questions: readonly string[]): readonly Theirs[] {
  return linesOf<Theirs>(python, [join(project, "bench", script), ...questions]);
}

/** What a command prints, a JSON value in each line; NumPy is held to one thread. */
function linesOf<Line>(command: string, args: readonly string[]): readonly Line[] {
  const output = execFileSync(command, args, {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, OPENBLAS_NUM_THREADS: "1", OMP_NUM_THREADS: "1" },
  });
  return output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}
