/**
 * Exact minimax risk: what the best private estimator of a share of ones achieves, as a certified interval, and that estimator.
 *
 * Theorem: averaged over the orders of n bits, an estimator that is private under `swap` needs their sum s alone (the law of which
 * is binomial) and is a table q(a | s) whose neighbouring rows obey the guarantee; conversely every such table is private. The
 * least largest risk is then a linear program. In the `local` model the estimator sees the answers of (leaky) randomized response,
 * which is the best of all local mechanisms, and nothing restricts it.
 * - `lower`: weak duality at parameters on a grid, from the solver's prior and prices by our own arithmetic, valid whatever the
 *   solver did. An estimate between two actions can be rounded to one of them at random with the right mean: absolute errors at
 *   parameters among the actions do not change, squared ones grow by at most h^2 / 4, h the distance of actions, which is taken
 *   off.
 * - `upper`: the supremum over all parameters, not only the grid, of the risk of the returned mechanism, whose table keeps the
 *   guarantee by construction.
 * The target is the share in the population (n independent bits, or one binomial count with known n) or in the sample itself,
 * whatever its bits are.
 * Source: Ghosh, Roughgarden, Sundararajan (STOC 2009) for the linear program; Wald (1950) for priors and minimax risks.
 * Accuracy: at the default grid and for absolute error the interval is 0.4 % wide for 10 bits, 0.7 % for 20 and up to 4 % for 100;
 * a grid twice as fine makes it a quarter of that. For squared error it is 0.1 % for 20 and 50 bits. For a sample there is no grid
 * to choose: it is below 1e-8 for absolute error, and half a percent for squared, where `divisions` makes it narrower.
 * Limits: sizes up to 200, epsilon from 0.01 to 10, size times epsilon up to 500, at most 201 actions and 20 000 cells,
 * observations times actions. On a free core 20 bits take a tenth of a second and 100 bits one to three, some four times that on a
 * grid twice as fine. Where the solver gives up, the promise is rejected. A refusal is thrown at once.
 * @example
 * ```ts
 * import { pure } from "epsilab";
 * import { exactMinimax } from "epsilab/bounds";
 * const best = await exactMinimax({ size: 10, guarantee: pure(1), model: "central", target: "population", loss: "absolute" });
 * best.lower; // => 0.1237...
 * best.upper; // => 0.1241...
 * best.mechanism.guarantee; // => { kind: "pure", epsilon: 1 }
 * ```
 * @claim exact-minimax
 */
import { type CountTableParameters, countTable } from "../mechanisms/statistics/count-table.ts";
import { largestOf } from "../numerics/extremes.ts";
import { count, declare, integer, made, oneOf, optional, type ParametersOf } from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import {
  type ApproximateGuarantee,
  type PureGuarantee,
  requireGuaranteeNames,
} from "../privacy/guarantees/guarantee.ts";
import type { Interval } from "../statistics/interval.ts";
import { certifiedLower, feasibleTable, ROUNDING } from "./decision-certificate.ts";
import { type DecisionProgram, type PrivacyRatio, solveDecision } from "./decision-table.ts";
import { errorLoss } from "./error-loss.ts";
import { largestRisk, type ShareLoss } from "./largest-risk.ts";
import { answerCounts, type LocalAnswers, localAnswers, masses } from "./local-answers.ts";

const LARGEST_SIZE = 200;
const MOST_CELLS = 20_000;
/** Far more actions than bits make programs that the solver does not finish. */
const MOST_ACTIONS = 201;

/** A guarantee within the range in which the programs are solved well, as a parameter. */
export const solvedGuarantee = made<PureGuarantee | ApproximateGuarantee>(privacyOf);

export const exactMinimaxParameters = declare({
  /** How many bits there are. */
  size: integer(1, LARGEST_SIZE),
  guarantee: solvedGuarantee,
  /** Who is trusted: one who sees all bits, or nobody. */
  model: oneOf("central", "local"),
  /** Whose share of ones is estimated. */
  target: oneOf("population", "sample"),
  loss: errorLoss,
  /** How many parameters, from 0 to 1, there are between which nature chooses: 41 by default; for a sample, its shares. */
  grid: optional(integer(2)),
  /** Into how many steps of actions a step of the grid is divided: 1 by default, 4 for squared error. */
  divisions: optional(count),
});

export interface ExactMinimaxParameters extends ParametersOf<typeof exactMinimaxParameters> {}

export interface ExactMinimax extends Interval {
  /** The estimator as a mechanism of the number of ones; in the local model the whole survey, answers and estimate. */
  readonly mechanism: ReturnType<typeof countTable>;
  /** The least favourable prior: the weight of every parameter of the grid. */
  readonly prior: readonly { readonly share: number; readonly weight: number }[];
  /** A parameter at which the mechanism's risk is about `upper`. */
  readonly worstShare: number;
}

export function exactMinimax(parameters: ExactMinimaxParameters): Promise<ExactMinimax> {
  const problem = problemOf(parameters);
  return solved(problem);
}

interface Problem extends Pick<ExactMinimaxParameters, "size" | "model" | "target" | "loss"> {
  readonly privacy: PrivacyRatio;
  readonly shares: readonly number[];
  readonly actions: readonly number[];
}

async function solved({ size, privacy, model, target, loss, shares, actions }: Problem): Promise<ExactMinimax> {
  const answers = model === "local" ? localAnswers(size, privacy) : undefined;
  const channel = answers === undefined ? undefined : Array.from({ length: size + 1 }, (_, s) => answers.given(s));
  const observations = answers?.observations ?? size + 1;
  const laws = shares.map((share, k) => observed(onesLaw({ size, target, share, k }), channel));
  const program: DecisionProgram = {
    observations,
    actions: actions.length,
    costs: laws.map((law, k) => {
      const losses = actions.map((action) => lossOf(loss, action - shares[k]));
      const cost = new Float64Array(observations * actions.length);
      law.forEach((mass, y) => {
        for (let a = 0; a < actions.length; a++) cost[y * actions.length + a] = mass * losses[a];
      });
      return cost;
    }),
    ...(answers === undefined && { privacy }),
    mirror: mirrorOf(answers, size),
  };
  const solution = await solveDecision(program);
  const table = surveyTable(feasibleTable(program, solution), channel, actions.length);
  const worst = worstOf({ size, target, loss, actions, table });
  const step = actions[1];
  const rounding = loss === "squared" ? (step * step) / 4 : 0;
  const total = solution.weights.reduce((sum, weight) => sum + weight, 0);
  return {
    lower: Math.max(0, certifiedLower(program, solution) - rounding),
    upper: worst.value,
    mechanism: countTable({ ...usedActions(actions, table), ...privacy }),
    prior: shares.map((share, k) => ({ share, weight: solution.weights[k] / total })),
    worstShare: worst.share,
  };
}

/** The law of the number of ones. */
function onesLaw({ size, target, share, k }: Pick<Problem, "size" | "target"> & { share: number; k: number }) {
  if (target === "population") return masses(size, share);
  return Float64Array.from({ length: size + 1 }, (_, ones) => (ones === k ? 1 : 0));
}

/** The law of what is observed: the ones themselves, or the answers. */
function observed(ones: Float64Array, channel: readonly Float64Array[] | undefined): Float64Array {
  if (channel === undefined) return ones;
  const law = new Float64Array(channel[0].length);
  for (let s = 0; s < ones.length; s++) {
    if (ones[s] > 0) for (let y = 0; y < law.length; y++) law[y] += ones[s] * channel[s][y];
  }
  return law;
}

function mirrorOf(answers: LocalAnswers | undefined, size: number): (observation: number) => number {
  return answers === undefined ? (ones) => size - ones : answers.mirror;
}

/** The table on the number of ones. */
function surveyTable(
  table: Float64Array,
  channel: readonly Float64Array[] | undefined,
  actions: number,
): readonly Float64Array[] {
  if (channel === undefined) {
    return Array.from({ length: table.length / actions }, (_, s) => table.slice(s * actions, (s + 1) * actions));
  }
  return channel.map((law) => {
    const row = new Float64Array(actions);
    for (let y = 0; y < law.length; y++) {
      if (law[y] > 0) for (let a = 0; a < actions; a++) row[a] += law[y] * table[y * actions + a];
    }
    return row;
  });
}

function worstOf(
  estimator: Pick<Problem, "size" | "target" | "loss" | "actions"> & { table: readonly Float64Array[] },
) {
  const { size, target, loss, actions, table } = estimator;
  if (target === "population") {
    const flat = Float64Array.from(table.flatMap((row) => [...row]));
    return largestRisk({ actions, table: flat, loss });
  }
  const risks = table.map((row, ones) =>
    row.reduce((sum, mass, a) => sum + mass * lossOf(loss, actions[a] - ones / size), 0),
  );
  const value = largestOf(risks);
  return { value: value + ROUNDING, share: risks.indexOf(value) / size };
}

function lossOf(loss: ShareLoss, away: number): number {
  return loss === "absolute" ? Math.abs(away) : away * away;
}

/** Without the actions that are never taken. */
function usedActions(
  actions: readonly number[],
  table: readonly Float64Array[],
): Pick<CountTableParameters, "outputs" | "table"> {
  const used = actions.map((_, a) => table.some((row) => row[a] > 0));
  const kept = <Value>(values: Iterable<Value>) => [...values].filter((_, a) => used[a]);
  return { outputs: kept(actions), table: table.map(kept) };
}

function problemOf(given: ExactMinimaxParameters): Problem {
  const parameters = exactMinimaxParameters.read(given);
  const { size, guarantee, model, target, loss } = parameters;
  const privacy = privacyOf(guarantee);
  if (!(size * privacy.epsilon <= 500)) refuse("size * epsilon", "at most 500", size * privacy.epsilon);
  const { divisions = loss === "squared" ? 4 : 1 } = parameters;
  const grid = target === "sample" ? size + 1 : (parameters.grid ?? 41);
  if (target === "sample" && parameters.grid !== undefined && parameters.grid !== grid)
    refuse("grid", `left out for a sample, whose shares are the grid, or ${grid}`, parameters.grid);
  const steps = (grid - 1) * divisions;
  const observations = model === "local" ? answerCounts(size, privacy.delta) : size + 1;
  const cells = observations * (steps + 1);
  if (!(cells <= MOST_CELLS)) refuse("observations times actions", `at most ${MOST_CELLS}`, cells);
  if (!(steps < MOST_ACTIONS)) refuse("actions, (grid - 1) * divisions + 1,", `at most ${MOST_ACTIONS}`, steps + 1);
  const shares = Array.from({ length: grid }, (_, k) => (k * divisions) / steps);
  return {
    size,
    model,
    target,
    loss,
    privacy,
    shares,
    actions: Array.from({ length: steps + 1 }, (_, a) => a / steps),
  };
}

/** The epsilon and the delta of a guarantee within the range in which the programs are solved well. */
export function privacyOf(guarantee: PureGuarantee | ApproximateGuarantee): PrivacyRatio {
  if (guarantee?.kind !== "pure" && guarantee?.kind !== "approximate")
    refuse("guarantee", "pure or approximate", (guarantee as { kind?: unknown } | undefined)?.kind);
  requireGuaranteeNames(guarantee, "guarantee");
  const { epsilon } = guarantee;
  const delta = guarantee.kind === "approximate" ? guarantee.delta : 0;
  if (!(typeof epsilon === "number" && epsilon >= 0.01 && epsilon <= 10)) refuse("epsilon", "from 0.01 to 10", epsilon);
  if (!(delta === 0 || (delta >= 1e-9 && delta <= 0.5))) refuse("delta", "0 or from 1e-9 to 0.5", delta);
  return { epsilon, delta };
}
