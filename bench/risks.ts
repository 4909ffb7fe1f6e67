/**
 * The methods of `erm-excess-risk` on its quick grid, with the same number of trials in every cell, beside bench/erm_excess_risk.py.
 */
import { stochasticNoiseFor } from "../lib/learning/private-stochastic-gradient.ts";
import { TRIALS } from "./erm-methods.ts";
import type { WholeExperiment } from "./whole-experiment.ts";

/** Excesses have long tails, so that the standard error of a few dozen trials is often too small. */
const MOST_APART = 6;
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

function ourFinding(event: Readonly<Record<string, unknown>>): OurFinding {
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
  return (
    `the mean excesses of ${compared} of the ${ours.length} cells, all whose standard error is below a fifth of them, ` +
    `at most ${furthest.toFixed(1)} standard errors apart.`
  );
}

export const risks: WholeExperiment<OurFinding, Required<RiskFinding>> = {
  name: "erm-methods",
  title: "private risk minimisation",
  about:
    `The methods of \`erm-excess-risk\` on its quick grid, ${TRIALS.output} trials in a cell of the perturbations and ` +
    `${TRIALS.descent} in one of the descents, with the noise of the stochastic method, which ours calibrates, given to the peer`,
  size: "quick",
  goal: 3,
  script: "erm_excess_risk.py",
  asks: (ours, seed) => [JSON.stringify(ours.map(peerCell)), String(seed)],
  findings: (event) => [ourFinding(event)],
  agreement: requireSameRisks,
};
