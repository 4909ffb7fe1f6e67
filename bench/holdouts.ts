/**
 * The reusable holdout as in the quick run of `thresholdout-holdout`, beside bench/thresholdout_holdout.py.
 */
import type { WholeExperiment } from "./whole-experiment.ts";

/** Two honest means of one quantity are further apart in fewer than one of 1e6 cells, tails of t-distributions included. */
const MOST_APART = 6;

export interface HoldoutFinding {
  readonly part: string;
  readonly cell: string;
  readonly means: readonly number[];
  /** Their standard errors. */
  readonly errors: readonly number[];
}

interface Column {
  readonly mean: readonly number[];
  readonly sigma: readonly number[];
}
type Event = Readonly<Record<string, Readonly<Record<string, never>>>>;

/** In the names of the peer: the accuracies at the last number of features, the share of a tail, or a gap. */
function ourFinding(event: Readonly<Record<string, unknown>>): HoldoutFinding {
  const { part, trials } = event as { readonly part: string; readonly trials: number };
  const { cell, checks, values } = event as unknown as Event;
  if (part === "published") {
    const columns = ["train", "report", "fresh"].map((name) => values[name] as Column);
    const last = columns[0].mean.length - 1;
    return {
      part,
      cell: `${cell.view} ${cell.signal}`,
      means: columns.map(({ mean }) => mean[last]),
      errors: columns.map(({ sigma }) => sigma[last] / Math.sqrt(trials)),
    };
  }
  const tail = part === "sampled-tail";
  const check = (tail ? checks.corrected : checks.sharp) as {
    readonly estimate: number;
    readonly standardError: number;
  };
  return {
    part,
    cell: tail ? `${cell.design} ${cell.sigma}` : `${cell.size} ${cell.epsilon}`,
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

export const holdouts: WholeExperiment<HoldoutFinding, HoldoutFinding> = {
  name: "holdout-analyses",
  title: "reusable holdout",
  about:
    "The published figure of the reusable holdout at n = d = 10 000 with 100 repetitions a panel, fishing analysts and " +
    "gaps of private choices, as in the quick run of `thresholdout-holdout`, by the same exact laws on both sides",
  size: "quick",
  goal: 3,
  script: "thresholdout_holdout.py",
  asks: (_, seed) => ["100", "10000", "12000", String(seed)],
  findings: (event) => [ourFinding(event)],
  agreement: requireSameHoldouts,
};
