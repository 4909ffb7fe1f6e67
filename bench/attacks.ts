/**
 * A whole experiment beside NumPy: the attacks of `membership-tradeoff` at full size, ten mechanisms at five epsilons with a million draws for
 * each hypothesis, each side as one process from its start to its last number.
 *
 * Ours is `epsilab run` as a user runs it, with all of its threads, and once more with one; the peer is bench/membership_tradeoff.py. Interleaved
 * rounds, minima. Every round checks that both sides find the same.
 */
import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import type { Row } from "./report.ts";

const ROUNDS = 3;
const GOAL = 4;
/** Two honest estimates of one accuracy are further apart in fewer than one of 1e9 cells. */
const MOST_APART = 6;

export interface Finding {
  readonly mechanism: string;
  readonly epsilon: number;
  readonly accuracy: number;
  /** Whether the exact errors lie in the band around the observed ones. */
  readonly band: boolean;
  /** Whether the claim is refuted. */
  readonly refuted: boolean;
  readonly certified: number;
  readonly standardError?: number;
}

export interface Attacks {
  readonly rows: readonly Row[];
  readonly notes: string;
}

export function measureAttacks(python: string, project: string, show: (row: Row) => void): Attacks {
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
    agreement = requireAgreement(ours, theirs);
  }
  const common = { name: "membership-attacks", unit: "s", peer: "NumPy", theirs: best.peer / 1e9 };
  const rows: Row[] = [
    { ...common, title: `membership attacks, ${threads} threads`, ours: best.all / 1e9, goal: GOAL },
    { ...common, title: "membership attacks, 1 thread", ours: best.one / 1e9, goal: undefined },
  ];
  rows.forEach(show);
  return {
    rows,
    notes:
      "The attacks of `membership-tradeoff`, ten mechanisms at five epsilons with a million draws for each hypothesis, beside " +
      `[membership_tradeoff.py](membership_tradeoff.py). Minima of ${ROUNDS} rounds; ${agreement}`,
  };
}

function runOurs(project: string, threads: number): readonly Finding[] {
  const place = mkdtempSync(join(tmpdir(), "epsilab-bench-"));
  try {
    const module = join(project, "dist/bench/membership-attacks.js");
    const args = [join(project, "bin/epsilab"), "run", module, "--full", "--json", "--threads", String(threads)];
    const output = execFileSync(process.execPath, [...args, "--out", join(place, "results")], OUTPUT);
    return linesOf(output)
      .filter(({ event }) => event === "cell")
      .map(ourFinding);
  } finally {
    rmSync(place, { recursive: true });
  }
}

function runPeer(python: string, project: string, seed: number): readonly Finding[] {
  const script = join(project, "bench/membership_tradeoff.py");
  const env = { ...process.env, OPENBLAS_NUM_THREADS: "1", OMP_NUM_THREADS: "1" };
  const output = execFileSync(python, [script, "1000000", String(seed)], { ...OUTPUT, env });
  return linesOf(output) as unknown as readonly Finding[];
}

export const OUTPUT: ExecFileSyncOptionsWithStringEncoding = {
  encoding: "utf8",
  maxBuffer: 1 << 28,
  stdio: ["ignore", "pipe", "inherit"],
};

export function linesOf(output: string): Record<string, unknown>[] {
  return output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

type CheckEvent = Readonly<
  Record<string, { readonly verdict: string; readonly estimate: number; readonly standardError: number }>
>;

function ourFinding(event: Record<string, unknown>): Finding {
  const { mechanism, epsilon } = event.cell as { mechanism: string; epsilon: number };
  const { accuracy, band, region, certified } = event.checks as CheckEvent;
  return {
    mechanism,
    epsilon,
    accuracy: accuracy.estimate,
    standardError: accuracy.standardError,
    band: band.verdict === "holds",
    refuted: region.verdict === "violated",
    certified: certified.estimate,
  };
}

/** Throws where the two sides cannot both be right; otherwise says how near they are. */
export function requireAgreement(ours: readonly Finding[], theirs: readonly Finding[]): string {
  if (ours.length !== theirs.length) throw new Error(`we have ${ours.length} findings, NumPy has ${theirs.length}`);
  let [furthest, certified] = [0, 0];
  for (const own of ours) {
    const name = `${own.mechanism} at epsilon ${own.epsilon}`;
    const other = theirs.find(({ mechanism, epsilon }) => mechanism === own.mechanism && epsilon === own.epsilon);
    if (other === undefined) throw new Error(`NumPy has no finding for ${name}`);
    const apart = Math.abs(own.accuracy - other.accuracy) / (Math.SQRT2 * (own.standardError ?? 0));
    if (!(apart <= MOST_APART)) throw new Error(`the accuracies for ${name} are ${apart} standard errors apart`);
    if (own.band !== other.band || own.refuted !== other.refuted) throw new Error(`the verdicts for ${name} differ`);
    furthest = Math.max(furthest, apart);
    certified = Math.max(certified, Math.abs(own.certified - other.certified) / own.epsilon);
  }
  return `the same verdicts in all ${ours.length} cells on both sides, the accuracies at most ${furthest.toFixed(1)} standard errors apart, the certified epsilons at most ${certified.toFixed(2)} of epsilon.`;
}

export function timed<Result>(note: (nanoseconds: number) => void, run: () => Result): Result {
  const start = process.hrtime.bigint();
  const result = run();
  note(Number(process.hrtime.bigint() - start));
  return result;
}
