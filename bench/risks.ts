/**
 * A whole experiment beside NumPy: the methods of `erm-excess-risk` on its quick grid, with the same number of trials in every cell, each side as one
 * process from its start to its last number.
 *
 * Ours is `epsilab run` as a user runs it, with all of its threads, and once more with one; the peer is bench/erm_excess_risk.py, which is given the
 * noise of the stochastic method, while ours calibrates it. Interleaved rounds, minima. Every round checks that both sides find the same.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { stochasticNoiseFor } from "../lib/learning/private-stochastic-gradient.ts";
import { linesOf, OUTPUT, timed } from "./attacks.ts";
import { TRIALS } from "./erm-methods.ts";
import type { Row } from "./report.ts";

const ROUNDS = 3;
const GOAL = 3;
/** Excesses have long tails, so that the standard error of a few dozen trials is often too small. */
const MOST_APART = 8;
/** Above this share of the mean the standard error of a few trials says nothing. */
const MOST_SPREAD = 0.2;

export interface RiskFinding {
  readonly method: string;
  readonly dimension: number;
  readonly size: number;
  readonly epsilon: number;
  /** Of the excess. */
  readonly mean: number;
  readonly standardError?: number;
}

type PeerCell = Readonly<Record<string, number | string>>;

export interface Risks {
  readonly rows: readonly Row[];
  readonly notes: string;
}

export function measureRisks(python: string, project: string, show: (row: Row) => void): Risks {
  const threads = availableParallelism();
  const best = { all: Infinity, one: Infinity, peer: Infinity };
  let agreement = "";
  for (let round = 0; round < ROUNDS; round++) {
    const ours = timed(
      (time) => (best.all = Math.min(best.all, time)),
      () => runOurs(project, threads),
    );
    const cells = ours.map(peerCell);
    const theirs = timed(
      (time) => (best.peer = Math.min(best.peer, time)),
      () => runPeer(python, project, cells, round),
    );
    timed(
      (time) => (best.one = Math.min(best.one, time)),
      () => runOurs(project, 1),
    );
    agreement = requireSameRisks(ours, theirs);
  }
  const common = { name: "erm-methods", unit: "s", peer: "NumPy", theirs: best.peer / 1e9 };
  const rows: Row[] = [
    { ...common, title: `private risk minimisation, ${threads} threads`, ours: best.all / 1e9, goal: GOAL },
    { ...common, title: "private risk minimisation, 1 thread", ours: best.one / 1e9, goal: undefined },
  ];
  rows.forEach(show);
  const notes = `The methods of \`erm-excess-risk\` on its quick grid, ${TRIALS.output} trials in a cell of the perturbations and ${TRIALS.descent} in one of the descents, beside [erm_excess_risk.py](erm_excess_risk.py), which is given the noise that ours calibrates. Minima of ${ROUNDS} rounds; ${agreement}`;
  return { rows, notes };
}

type Method = keyof typeof TRIALS;

interface OurFinding extends RiskFinding {
  readonly method: Method;
  readonly penalty: number;
  readonly steps: number;
}

/** Where each part has the mean excess. */
const MEANS: Readonly<Record<Method, string>> = {
  output: "output",
  objective: "objective",
  descent: "average",
  stochastic: "average",
};

function runOurs(project: string, threads: number): readonly OurFinding[] {
  const place = mkdtempSync(join(tmpdir(), "epsilab-bench-"));
  try {
    const module = join(project, "dist/bench/erm-methods.js");
    const args = [join(project, "bin/epsilab"), "run", module, "--json", "--threads", String(threads)];
    const output = execFileSync(process.execPath, [...args, "--out", join(place, "results")], OUTPUT);
    return linesOf(output)
      .filter(({ event }) => event === "cell")
      .map(ourFinding);
  } finally {
    rmSync(place, { recursive: true });
  }
}

function ourFinding(event: Record<string, unknown>): OurFinding {
  const method = event.part as Method;
  const cell = event.cell as Omit<OurFinding, "method" | "mean">;
  const values = event.values as Readonly<Record<string, number>>;
  return { ...cell, method, mean: values[MEANS[method]] };
}

const noises = new Map<number, number>();

/** What the peer is asked: as many trials, draws and steps. */
function peerCell(ours: OurFinding): PeerCell {
  const { method, dimension, size, penalty, epsilon } = ours;
  const cell = { method, dimension, size, penalty, epsilon, trials: TRIALS[method] };
  if (method === "output") return { ...cell, draws: 4 };
  if (method === "objective") return { ...cell, draws: 2 };
  if (method === "descent") return { ...cell, steps: ours.steps };
  const plan = { epsilon, delta: 1e-6, times: 1000, samplingRate: 0.05, neighbours: "swap" } as const;
  const noise = noises.get(epsilon) ?? stochasticNoiseFor(plan);
  noises.set(epsilon, noise);
  return { ...cell, steps: 1000, noise };
}

function runPeer(
  python: string,
  project: string,
  cells: readonly PeerCell[],
  seed: number,
): readonly Required<RiskFinding>[] {
  const script = join(project, "bench/erm_excess_risk.py");
  const env = { ...process.env, OPENBLAS_NUM_THREADS: "1", OMP_NUM_THREADS: "1" };
  const output = execFileSync(python, [script, JSON.stringify(cells), String(seed)], { ...OUTPUT, env });
  return linesOf(output) as unknown as readonly Required<RiskFinding>[];
}

/** Throws where the two sides cannot both be right; otherwise says how near they are. */
export function requireSameRisks(ours: readonly RiskFinding[], theirs: readonly Required<RiskFinding>[]): string {
  if (ours.length !== theirs.length) throw new Error(`we have ${ours.length} findings, NumPy has ${theirs.length}`);
  let [compared, furthest] = [0, 0];
  ours.forEach((own, k) => {
    const other = theirs[k];
    const name = `${own.method} at d = ${own.dimension}, n = ${own.size}, epsilon ${own.epsilon}`;
    if (other.method !== own.method || other.size !== own.size || other.epsilon !== own.epsilon)
      throw new Error(`NumPy has no finding for ${name}`);
    if (!(Number.isFinite(own.mean) && Number.isFinite(other.mean))) throw new Error(`no mean for ${name}`);
    if (other.standardError > MOST_SPREAD * other.mean) return;
    const apart = Math.abs(own.mean - other.mean) / (Math.SQRT2 * other.standardError);
    if (!(apart <= MOST_APART)) throw new Error(`the excesses of ${name} are ${apart} standard errors apart`);
    compared++;
    furthest = Math.max(furthest, apart);
  });
  return `the mean excesses of ${compared} of the ${ours.length} cells, all whose standard error is below a fifth of them, at most ${furthest.toFixed(1)} standard errors apart.`;
}
