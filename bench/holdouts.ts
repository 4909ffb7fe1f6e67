/**
 * The reusable holdout beside NumPy: the published figure at n = d = 10 000 with 100 repetitions a panel, fishing analysts, and gaps of private
 * choices, as in the quick run of `thresholdout-holdout`; each side as one process from its start to its last number, by the same exact laws.
 *
 * Ours is `epsilab run` as a user runs it, with all of its threads, and once more with one; the peer is bench/thresholdout_holdout.py.
 * Interleaved rounds, minima. Every round checks that both sides find the same.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { linesOf, OUTPUT, timed } from "./attacks.ts";
import type { Row } from "./report.ts";

const ROUNDS = 3;
const GOAL = 3;
/** Two honest means of one quantity are further apart in fewer than one of 1e6 cells, tails of t-distributions included. */
const MOST_APART = 6;

export interface HoldoutFinding {
  readonly part: string;
  readonly cell: string;
  readonly means: readonly number[];
  /** Their standard errors. */
  readonly errors: readonly number[];
}

export interface Holdouts {
  readonly rows: readonly Row[];
  readonly notes: string;
}

export function measureHoldouts(python: string, project: string, show: (row: Row) => void): Holdouts {
  const threads = availableParallelism();
  const best = { all: Infinity, one: Infinity, peer: Infinity };
  let agreement = "";
  for (let round = 0; round < ROUNDS; round++) {
    const ours = timed(
      (time) => (best.all = Math.min(best.all, time)),
      () => runOurs(project, threads),
    );
    const theirs = timed(
      (time) => (best.peer = Math.min(best.peer, time)),
      () => runPeer(python, project, round),
    );
    timed(
      (time) => (best.one = Math.min(best.one, time)),
      () => runOurs(project, 1),
    );
    agreement = requireSameHoldouts(ours, theirs);
  }
  const common = { name: "holdout-analyses", unit: "s", peer: "NumPy", theirs: best.peer / 1e9 };
  const rows: Row[] = [
    { ...common, title: `reusable holdout, ${threads} threads`, ours: best.all / 1e9, goal: GOAL },
    { ...common, title: "reusable holdout, 1 thread", ours: best.one / 1e9, goal: undefined },
  ];
  rows.forEach(show);
  return {
    rows,
    notes:
      "The published figure of the reusable holdout at n = d = 10 000 with 100 repetitions a panel, fishing analysts and gaps of private choices, as in " +
      "the quick run of `thresholdout-holdout`, beside [thresholdout_holdout.py](thresholdout_holdout.py), both by the same exact laws. " +
      `Minima of ${ROUNDS} rounds; ${agreement}`,
  };
}

function runOurs(project: string, threads: number): readonly HoldoutFinding[] {
  const place = mkdtempSync(join(tmpdir(), "epsilab-bench-"));
  try {
    const module = join(project, "dist/bench/holdout-analyses.js");
    const args = [join(project, "bin/epsilab"), "run", module, "--json", "--threads", String(threads)];
    const output = execFileSync(process.execPath, [...args, "--out", join(place, "results")], OUTPUT);
    return linesOf(output)
      .filter(({ event }) => event === "cell")
      .map(ourFinding);
  } finally {
    rmSync(place, { recursive: true });
  }
}

function runPeer(python: string, project: string, seed: number): readonly HoldoutFinding[] {
  const script = join(project, "bench/thresholdout_holdout.py");
  const env = { ...process.env, OPENBLAS_NUM_THREADS: "1", OMP_NUM_THREADS: "1" };
  const output = execFileSync(python, [script, "100", "10000", "12000", String(seed)], { ...OUTPUT, env });
  return linesOf(output) as unknown as readonly HoldoutFinding[];
}

interface Column {
  readonly mean: readonly number[];
  readonly deviation: readonly number[];
}
type Event = Readonly<Record<string, Readonly<Record<string, never>>>>;

/** In the names of the peer: the accuracies at the last number of features, the share of a tail, or a gap. */
function ourFinding(event: Record<string, unknown>): HoldoutFinding {
  const { part, trials } = event as { readonly part: string; readonly trials: number };
  const { cell, checks, values } = event as unknown as Event;
  if (part === "published") {
    const columns = ["train", "report", "fresh"].map((name) => values[name] as Column);
    const last = columns[0].mean.length - 1;
    return {
      part,
      cell: `${cell.view} ${cell.signal}`,
      means: columns.map(({ mean }) => mean[last]),
      errors: columns.map(({ deviation }) => deviation[last] / Math.sqrt(trials)),
    };
  }
  const tail = part === "sampled-tail";
  const check = (tail ? checks.corrected : checks.sharp) as {
    readonly estimate: number;
    readonly standardError: number;
  };
  return {
    part,
    cell: tail ? `${cell.design} ${cell.deviation}` : `${cell.size} ${cell.epsilon}`,
    means: [check.estimate],
    errors: [check.standardError],
  };
}

/** Throws where the two sides cannot both be right; otherwise says how near they are. */
export function requireSameHoldouts(ours: readonly HoldoutFinding[], theirs: readonly HoldoutFinding[]): string {
  if (ours.length !== theirs.length) throw new Error(`we have ${ours.length} findings, NumPy has ${theirs.length}`);
  let furthest = 0;
  for (const own of ours) {
    const name = `${own.part} ${own.cell}`;
    const other = theirs.find(({ part, cell }) => part === own.part && cell === own.cell);
    if (other === undefined) throw new Error(`NumPy has no finding for ${name}`);
    own.means.forEach((mean, k) => {
      const apart = Math.abs(mean - other.means[k]) / Math.hypot(own.errors[k], other.errors[k]);
      if (!(apart <= MOST_APART)) throw new Error(`the means of ${name} are ${apart} standard errors apart`);
      furthest = Math.max(furthest, apart);
    });
  }
  return `the means of all ${ours.length} cells at most ${furthest.toFixed(1)} standard errors apart.`;
}
