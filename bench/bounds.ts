/**
 * A third experiment beside NumPy: the risks and lower bounds of `minimax-bounds` at full size, each side as one process from its start to its last
 * number.
 *
 * Ours is `epsilab run` as a user runs it, with all of its threads, and once more with one; the peer is bench/minimax_bounds.py. Interleaved rounds,
 * minima. Every round checks that both sides find the same.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { linesOf, OUTPUT, timed } from "./attacks.ts";
import type { Row } from "./report.ts";

const ROUNDS = 3;
const GOAL = 3;
/** Two honest estimates of one risk are further apart in fewer than one of 1e9 cells. */
const MOST_APART = 6;
/** Exact values: the rounding of both sides, and where each stops its search for the best pair of parameters. */
const TOLERANCE = 1e-7;

export interface BoundFinding {
  readonly part: string;
  readonly cell: Readonly<Record<string, unknown>>;
  readonly estimate: number;
  readonly theory: number;
  /** The standard error of an estimate that is drawn. */
  readonly error?: number;
}

export interface Bounds {
  readonly rows: readonly Row[];
  readonly notes: string;
}

export function measureBounds(python: string, project: string, show: (row: Row) => void): Bounds {
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
    agreement = requireSameBounds(ours, theirs);
  }
  const common = { name: "minimax-risks", unit: "s", peer: "NumPy", theirs: best.peer / 1e9 };
  const rows: Row[] = [
    { ...common, title: `minimax risks and bounds, ${threads} threads`, ours: best.all / 1e9, goal: GOAL },
    { ...common, title: "minimax risks and bounds, 1 thread", ours: best.one / 1e9, goal: undefined },
  ];
  rows.forEach(show);
  return {
    rows,
    notes:
      "The risks and lower bounds of `minimax-bounds`, three of them drawn again four million times, and the private end of a uniform law, beside " +
      `[minimax_bounds.py](minimax_bounds.py). Minima of ${ROUNDS} rounds; ${agreement}`,
  };
}

function runOurs(project: string, threads: number): readonly BoundFinding[] {
  const place = mkdtempSync(join(tmpdir(), "epsilab-bench-"));
  try {
    const module = join(project, "dist/bench/minimax-risks.js");
    const args = [join(project, "bin/epsilab"), "run", module, "--full", "--json", "--threads", String(threads)];
    const output = execFileSync(process.execPath, [...args, "--out", join(place, "results")], OUTPUT);
    return linesOf(output)
      .filter(({ event }) => event === "cell")
      .flatMap(ourFindings);
  } finally {
    rmSync(place, { recursive: true });
  }
}

interface OurCheck {
  readonly estimate: number;
  readonly theory: number;
  readonly standardError?: number;
}

/** The check of each part that the peer computes too; the estimator of a uniform law has one for each theta. */
function ourFindings(event: Record<string, unknown>): readonly BoundFinding[] {
  const { part, cell, checks } = event as {
    part: string;
    cell: Readonly<Record<string, unknown>>;
    checks: Readonly<Record<string, OurCheck>>;
  };
  const finding = ({ estimate, theory, standardError }: OurCheck, more: object): BoundFinding => ({
    part,
    cell: { ...cell, ...more },
    estimate,
    theory,
    ...(standardError !== undefined && { error: standardError }),
  });
  if (part === "uniform-estimator") {
    return Object.entries(checks).map(([name, check]) => finding(check, { theta: Number(name.replace("theta-", "")) }));
  }
  const wanted = { sandwich: "ratio", price: "price", sampled: "risk" }[part] ?? "above-bound";
  return [finding(checks[wanted], {})];
}

function runPeer(python: string, project: string, seed: number): readonly BoundFinding[] {
  const script = join(project, "bench/minimax_bounds.py");
  const env = { ...process.env, OPENBLAS_NUM_THREADS: "1", OMP_NUM_THREADS: "1" };
  const output = execFileSync(python, [script, "4000000", "150000", String(seed)], { ...OUTPUT, env });
  return linesOf(output) as unknown as readonly BoundFinding[];
}

/** Throws where the two sides cannot both be right; otherwise says how near they are. */
export function requireSameBounds(ours: readonly BoundFinding[], theirs: readonly BoundFinding[]): string {
  const nameOf = ({ part, cell }: BoundFinding) => `${part} ${JSON.stringify(Object.entries(cell).sort())}`;
  const others = new Map(theirs.map((finding) => [nameOf(finding), finding]));
  if (ours.length !== others.size) throw new Error(`we have ${ours.length} findings, NumPy has ${others.size}`);
  let [furthest, exact] = [0, 0];
  for (const own of ours) {
    const other = others.get(nameOf(own));
    if (other === undefined) throw new Error(`NumPy has no finding for ${nameOf(own)}`);
    const off = (one: number, two: number) => Math.abs(one - two) / Math.abs(two);
    let apart = off(own.theory, other.theory);
    if (own.error === undefined) apart = Math.max(apart, off(own.estimate, other.estimate));
    else {
      const errors = Math.abs(own.estimate - other.estimate) / (Math.SQRT2 * Math.max(own.error, other.error ?? 0));
      if (!(errors <= MOST_APART)) throw new Error(`the risks of ${nameOf(own)} are ${errors} standard errors apart`);
      furthest = Math.max(furthest, errors);
    }
    if (!(apart <= TOLERANCE)) throw new Error(`the values of ${nameOf(own)} are ${apart} of themselves apart`);
    exact = Math.max(exact, apart);
  }
  return `${ours.length} findings on both sides, the exact ones at most ${exact.toExponential(0)} of themselves apart, the drawn ones at most ${furthest.toFixed(1)} standard errors.`;
}
