/**
 * Sparse vector: compare any number of queries with a threshold, and pay only for the answers that are above.
 *
 * Theorem: with `aboves` = c answers above allowed and queries of sensitivity D, the answers are epsilon-differentially private for any
 * number of adaptively chosen queries, either
 * - with the threshold's noise resampled after every above: c runs of above-threshold at epsilon / c each, so threshold noise
 *   Laplace(2 c D / epsilon) and query noise Laplace(4 c D / epsilon);
 * - or with one threshold noise for all, Laplace(D / e1), and query noise Laplace(2 c D / e2), e1 + e2 = epsilon: less noise. The split
 *   here is e1 : e2 = 1 : (2 c)^(2/3), which makes the variance of a comparison smallest.
 * Source: Dwork, Naor, Reingold, Rothblum, Vadhan (STOC 2009), doi:10.1145/1536414.1536467; Lyu, Su, Li (VLDB 2017),
 * doi:10.14778/3055330.3055331, for one threshold noise.
 * Limits: with a `step` values are rounded to its multiples, D up to whole steps, the split to 64ths, and the
 * noise is discrete and exact for any source (`grid-comparison.ts`): for release. Without it float64 noise: for study. The law has
 * an outcome for every sequence of answers, so it is for short sequences: at most 16 queries. No values are released: see
 * `numericSparse`.
 * @example
 * ```ts
 * import { sparseVector, stream } from "epsilab";
 * const rules = { epsilon: 1, sensitivity: 1, threshold: 100, aboves: 2, resample: true };
 * const mechanism = sparseVector({ ...rules, neighbours: "swap" });
 * mechanism.release([3, 290, 5, 310, 7], stream(20261115, "example")); // => "-+-+"
 * ```
 * @claim sparse-vector
 * @also svt, sparse vector technique
 */
import { grid } from "../mechanisms/noise/grid.ts";
import { count, type DeclaredIn, flag, type Given } from "../numerics/parameters.ts";
import { pow } from "../numerics/power.ts";
import { refuse, requireScale } from "../numerics/requirements.ts";
import { type Budget, withBudget } from "../privacy/guarantees/budget.ts";
import type { MechanismWithLaw } from "../privacy/guarantees/mechanism.ts";
import { anyNeighbours } from "../privacy/guarantees/neighbours.ts";
import { worstCasePld } from "../privacy/loss/discrete-pld.ts";
import type { DiscreteLaw } from "../privacy/loss/law.ts";
import type { Random } from "../random/random.ts";
import { numberOf, type Rational } from "../random/rational.ts";
import type { Stream } from "../random/stream.ts";
import { COMPARED, requireValues } from "./above-threshold.ts";
import { logAnswersProbability } from "./comparison-law.ts";
import { gapsOf, gridScale, logGridProbability } from "./grid-comparison.ts";
import { type GridThresholdRules, type ThresholdRules, ThresholdSession } from "./threshold-session.ts";

/** What a sparse vector takes, besides its budget. */
export const SPARSE = {
  ...COMPARED,
  /** How many answers may be above. */
  aboves: count,
  resample: flag,
};

export const sparseVectorParameters = withBudget(["pure"], { ...SPARSE, neighbours: anyNeighbours });

export type SparseVectorParameters = Budget<"pure"> & Omit<DeclaredIn<typeof sparseVectorParameters>, "step">;

/**
 * The input is the values of the queries, in order, for an analyst who has chosen them in advance; the output is a sign for each query
 * answered, "+" for above and "-" for below.
 */
export interface SparseVector<Source = Stream>
  extends MechanismWithLaw<readonly number[], string, Source, DiscreteLaw<string>> {
  /** For an analyst who chooses as it goes. */
  start(random: Source): ThresholdSession;
}

export type GridSparseVectorParameters = SparseVectorParameters & {
  /** Of the grid that values and threshold are rounded to: a power of two, such as `{ numerator: 1, denominator: 8 }`. */
  readonly step: Rational;
};

const MOST_QUERIES = 16;

export function sparseVector(parameters: GridSparseVectorParameters): SparseVector<Random>;
export function sparseVector(parameters: SparseVectorParameters): SparseVector;
export function sparseVector(parameters: SparseVectorParameters | GridSparseVectorParameters): SparseVector {
  const { neighbours, guarantee, ...sparse } = sparseVectorParameters.read(parameters);
  const { epsilon } = guarantee;
  const { start, law } = sparseSessions({ ...sparse, epsilon });
  return {
    name: "sparse-vector",
    neighbours,
    guarantee,
    start,
    release: (values, random) => {
      const session = start(random);
      let answers = "";
      for (const value of requireValues(values)) {
        if (session.left === 0) break;
        answers += session.ask(value) === "above" ? "+" : "-";
      }
      return answers;
    },
    law: (values) => law(requireValues(values)),
    privacyLoss: () => ({ ...worstCasePld({ epsilon, delta: 0 }), attained: false }),
  };
}

/** The sessions with these parameters and the law of their signs; on a grid, from any source. */
export function sparseSessions(parameters: SparseRules): SparseSessions {
  const { step } = parameters;
  if (step !== undefined) {
    const rules = gridSparseRules(parameters, step);
    const { aboves, resample } = rules;
    const scales = { thresholdScale: numberOf(rules.thresholdScale), queryScale: numberOf(rules.queryScale) };
    return {
      start: (random) => new ThresholdSession(rules, random),
      law: (values) => answersLaw({ ...scales, aboves, resample }, gapsOf(rules, values), logGridProbability),
    };
  }
  const rules = sparseRules(parameters);
  return {
    start: (random) => new ThresholdSession(rules, random),
    law: (values) =>
      answersLaw(
        rules,
        values.map((value) => value - rules.threshold),
      ),
  };
}

/** Of sessions, as they were read. */
type SparseRules = Given<typeof SPARSE> & { readonly epsilon: number };

interface SparseSessions {
  start(random: Stream): ThresholdSession;
  law(values: readonly number[]): DiscreteLaw<string>;
}

/** The split e2 : e1 in 64ths; any is private. */
const SHARES = 64;

function gridSparseRules(parameters: SparseRules, step: Rational): GridThresholdRules {
  const { epsilon, sensitivity, threshold, aboves, resample } = parameters;
  sparseRules(parameters);
  const places = grid(step);
  const steps = places.stepsOf(sensitivity);
  requireScale({ "aboves * sensitivity / (epsilon * step)": (8 * aboves * Number(steps)) / epsilon });
  const share = Math.min(Number.MAX_SAFE_INTEGER - SHARES, Math.round(SHARES * pow(2 * aboves, 2 / 3)));
  const count = BigInt(aboves);
  const [part, whole] = [BigInt(share), BigInt(share + SHARES)];
  const scale = (numerator: bigint, denominator: bigint) => gridScale(steps, { numerator, denominator }, epsilon);
  // With one threshold noise: m / thresholdScale + 2 c m / queryScale = epsilon (SHARES + share) / (share + SHARES).
  const noise = resample
    ? { thresholdScale: scale(2n * count, 1n), queryScale: scale(4n * count, 1n) }
    : { thresholdScale: scale(whole, BigInt(SHARES)), queryScale: scale(2n * count * whole, part) };
  return { grid: places, threshold, ...noise, aboves, resample };
}

/** The noise and the rules of a session with these parameters. */
export function sparseRules({ epsilon, sensitivity, threshold, aboves, resample }: SparseRules): ThresholdRules {
  requireScale({ epsilon, sensitivity });
  const unit = sensitivity / epsilon;
  const share = pow(2 * aboves, 2 / 3); // e2 over e1
  const noise = resample
    ? { thresholdScale: 2 * aboves * unit, queryScale: 4 * aboves * unit }
    : { thresholdScale: (1 + share) * unit, queryScale: ((2 * aboves * (1 + share)) / share) * unit };
  requireScale(noise);
  return { ...noise, threshold, aboves, resample };
}

/** The law of the signs, for values given as gaps from the threshold. */
export function answersLaw(
  { thresholdScale, queryScale, aboves, resample }: Omit<ThresholdRules, "threshold">,
  gaps: readonly number[],
  logProbability = logAnswersProbability,
): DiscreteLaw<string> {
  if (gaps.length > MOST_QUERIES) refuse("values", `at most ${MOST_QUERIES} for a law`, gaps);
  const noise = { thresholdScale, queryScale };
  const logMasses = new Map<string, number>();
  const extend = (answers: string, left: number): void => {
    if (answers.length < gaps.length && left > 0) {
      extend(`${answers}-`, left);
      extend(`${answers}+`, left - 1);
      return;
    }
    const epochs = resample ? (answers.match(/-*\+|-+$/g) ?? []) : [answers];
    let at = 0;
    let logMass = 0;
    for (const epoch of epochs) {
      const above = Array.from(epoch, (sign) => sign === "+");
      logMass += logProbability(noise, gaps.slice(at, at + epoch.length), above);
      at += epoch.length;
    }
    logMasses.set(answers, logMass);
  };
  extend("", aboves);
  const support = [...logMasses.keys()].filter((answers) => logMasses.get(answers) !== -Infinity);
  return { kind: "discrete", support, neglected: 0, logMass: (answers) => logMasses.get(answers) ?? -Infinity };
}
