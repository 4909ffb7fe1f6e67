/**
 * The rules of AIM: what is public of a release before it sees a record, the model, the scores of a choice, and what a round spends.
 */
import { type Columns, rowsEach } from "../data/domain.ts";
import { exponentialMechanism } from "../mechanisms/choice/exponential-mechanism.ts";
import { integer, optional } from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import { withBudget } from "../privacy/guarantees/budget.ts";
import { type Candidate, distance, offered, requireSteps, workloadCandidates } from "./aim-candidates.ts";
import {
  type AttributeSpace,
  type AttributeSpaceParameters,
  type BesidesSpace,
  requireWholeRecords,
  SPACE,
  spaceOf,
} from "./attribute-space.ts";
import { wholeAnswer, wholeParts } from "./exact-draws.ts";
import { fittedTotal, totalOf } from "./fitted-release.ts";
import { countedMarginal, readMarginals } from "./marginal.ts";
import { fitMarginals, type MarginalFit, type NoisyMarginal } from "./marginal-fit.ts";
import { anyMarginals, anyWeights, FITTED, readWeights, requireModel } from "./noisy-marginals.ts";
import { marginalSigma, movedCells, RHO_KINDS, type RhoBudget, rhoBudget, rhoOf } from "./rho-budget.ts";
import { requirePublicRecords } from "./synthesiser.ts";

export const NAME = "aim";
const MOST_ROUNDS = 100_000;

export const aimParameters = withBudget(RHO_KINDS, {
  ...SPACE,
  ...FITTED,
  /** The marginals that the model is to answer. */
  workload: anyMarginals,
  /** How much each of them matters; equally by default. */
  weights: optional(anyWeights),
  /** How many rounds there would be if none cost more than the first: 16 for each column of the workload by default. */
  rounds: optional(integer(1, MOST_ROUNDS)),
});

export type AimParameters<Declared extends Columns> = AttributeSpaceParameters<Declared> &
  BesidesSpace<typeof aimParameters>;

/** The share of a round that its measurement has; the rest is for the choice. */
const MEASURED_SHARE = 0.9;
const ROUNDS_A_COLUMN = 16;
/** Steps of a fit that is to guide a choice, and of the last. */
export const ROUND_STEPS = 100;
export const LAST_STEPS = 2000;
/** The mean of |z| for a standard normal z. */
export const MEAN_DEVIATION = Math.sqrt(2 / Math.PI);

/** What is public of a release, before it sees a record. */
export interface Rules<Declared extends Columns> {
  readonly read: ReturnType<typeof aimParameters.read>;
  readonly space: AttributeSpace<Declared>;
  readonly sizes: readonly number[];
  /** Rows that a person has at most. */
  readonly personRows: number;
  readonly rho: number;
  readonly rounds: number;
  readonly candidates: readonly Candidate[];
  /** Those of one column, which the opening measures. */
  readonly single: readonly Candidate[];
  readonly openingCost: number;
  readonly openingSigma: number;
}

export function rulesOf<Declared extends Columns>(parameters: AimParameters<Declared>): Rules<Declared> {
  const read = aimParameters.read(parameters);
  const { workload, modelCells, neighbours, guarantee } = read;
  const rho = rhoOf(guarantee);
  const space = spaceOf(parameters);
  requirePublicRecords(read, space);
  if (neighbours !== "add-remove") requireWholeRecords(space);
  const personRows = rowsEach(space.domain);
  const asked = readMarginals(space, "workload", workload);
  const candidates = workloadCandidates(space, asked, readWeights(read.weights, asked.length));
  const single = candidates.filter(({ query }) => query.places.length === 1);
  requireModel(
    space,
    "one-way marginals",
    space.attributes.map((_, k) => ({ places: [k] })),
    modelCells,
  );
  const { rounds = ROUNDS_A_COLUMN * single.length } = read;
  if (rounds < single.length)
    refuse("rounds", `at least ${single.length}, one for each column of the workload`, rounds);
  if (rounds > MOST_ROUNDS) refuse("rounds", `at most ${MOST_ROUNDS}`, rounds);
  requireSteps(candidates, space.attributes.length, rounds);
  const openingCost = rhoBudget(rho).spend(MEASURED_SHARE * (rho / rounds));
  const openingSigma = marginalSigma(openingCost, neighbours, personRows);
  const sizes = space.attributes.map(({ size }) => size);
  return { read, space, sizes, personRows, rho, rounds, candidates, single, openingCost, openingSigma };
}

export function fitted<Declared extends Columns>(
  { read, space, sizes }: Rules<Declared>,
  measured: readonly NoisyMarginal[],
  steps: number,
  before?: MarginalFit,
): Fitted {
  const total = totalOf(space, read, measured);
  const { modelCells } = read;
  const start = before === undefined ? {} : { start: before.parameters };
  return { total, fit: fitMarginals({ sizes, measured, total: fittedTotal(total), modelCells, steps, ...start }) };
}

export function answer({ fit, total }: Fitted, { query }: Candidate): Float64Array {
  return fit.marginal(query.places).map((share) => share * total);
}

/** How the options of a choice are scored: how wrong the model is about each, and what noise of this deviation would cost. */
export interface Scoring {
  readonly options: readonly Candidate[];
  readonly model: Fitted;
  readonly sigma: number;
}

export function scores({ options, model, sigma }: Scoring, exact: Counts): number[] {
  return options.map((option) => scoreOf(option, distance(exact(option), answer(model, option)), sigma));
}

/** The same in whole parts. */
export function wholeScores({ options, model: { fit, total }, sigma }: Scoring, exact: Counts): number[] {
  return options.map((option) => {
    const { query, weight } = option;
    const wrong = distance(exact(option), wholeAnswer(fit.marginal(query.places), total));
    return weight * (wrong - wholeParts(MEAN_DEVIATION * sigma * query.cells));
  });
}

/** The exponential mechanism on the scores. */
export function choice<Declared extends Columns>(
  rules: Rules<Declared>,
  options: readonly Candidate[],
  epsilon: number,
) {
  return exponentialMechanism({ ...selection(rules, options, epsilon), change: "general" });
}

export function selection<Declared extends Columns>(
  { read: { neighbours }, personRows }: Rules<Declared>,
  options: readonly Candidate[],
  epsilon: number,
) {
  /** How far a person moves the score of an option. */
  const sensitivity =
    movedCells(neighbours) * personRows * options.reduce((most, { weight }) => Math.max(most, weight), 0);
  return { epsilon, sensitivity, options: options.length, neighbours };
}

/** What a round may choose among, and what it spends on the choice and on the noise. */
export function planned<Declared extends Columns>(
  { read, sizes, personRows, rho, candidates }: Rules<Declared>,
  budget: RhoBudget,
  round: number,
  measured: readonly NoisyMarginal[],
) {
  // What is left after a last round that would be too small for another goes to this one.
  const whole = budget.left <= 2 * round ? budget.left : round;
  const isLast = whole === budget.left;
  const options = offered(sizes, candidates, measured, ((rho - budget.left + whole) / rho) * read.modelCells);
  const forChoice = options.length === 1 ? 0 : budget.spend((1 - MEASURED_SHARE) * whole);
  const forNoise = budget.spend(isLast ? undefined : whole - forChoice);
  return { isLast, options, forChoice, forNoise, sigma: marginalSigma(forNoise, read.neighbours, personRows) };
}

interface Fitted {
  readonly fit: MarginalFit;
  readonly total: number;
}

type Counts = (candidate: Candidate) => Float64Array;

/** The exact counts of candidates, each counted once. */
export function countsOf(codes: readonly Int32Array[]): Counts {
  const counted = new Map<Candidate, Float64Array>();
  return (candidate) => {
    let counts = counted.get(candidate);
    if (counts === undefined) {
      counts = countedMarginal(codes, candidate.query);
      counted.set(candidate, counts);
    }
    return counts;
  };
}
/** How wrong the model is about a candidate, beyond what its noise would be. */
export function scoreOf({ query, weight }: Candidate, wrong: number, sigma: number): number {
  return weight * (wrong - MEAN_DEVIATION * sigma * query.cells);
}
