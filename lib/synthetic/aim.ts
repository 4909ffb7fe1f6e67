/**
 * AIM, the adaptive and iterative mechanism: choose marginals that the model answers badly, measure them, fit, and spend more where little is learned.
 *
 * Theorem: let a person have at most k rows, 1 unless a column names the person. Every round costs epsilon^2 / 8 for the choice by the exponential mechanism and D^2 / (2 sigma^2) for the Gaussian noise on the chosen marginal, D^2 = k^2
 * where a person comes or goes and 2 under swap; the opening measures the one-way marginals. Costs add up, the last round takes what is left, and the
 * sum is rho exactly. The model and its records are post-processing.
 * Method: a marginal r of the workload's subsets has the weight w_r = sum over the workload of weight times |r and s in common| and the score
 * w_r (|M_r(D) - M_r(p)|_1 - sqrt(2 / pi) sigma n_r): how wrong the model is, less how wrong the measurement would be. A score moves by at most k w_r, 2 w_r
 * under swap. Only marginals are offered whose model has at most modelCells cells times the share of rho that is spent. A round that changes the
 * model by less than its noise is followed by one of four times the cost. A tenth of each round goes to the choice.
 * Source: McKenna, Mullins, Sheldon, Miklau (PVLDB 15, 2022, arXiv:2201.12677), algorithms 1 to 3; McKenna, Miklau, Sheldon (2021) for the fit.
 * Limits: the model is fitted by marginal-fit.ts, whose prior is not in the paper. All marginals offered have together at most 2^24 cells. Which rounds there
 * are is known only afterwards: `spent` has them. From a stream the noise is in float64, which leaks in the low-order bits (Mironov 2012): for study. From the secure
 * source it is whole (`exact-draws.ts`): for release. Persons of several rows, and columns that drop missing values, are taken under add-remove alone.
 * @example
 * ```ts
 * import { stream, tableFrom } from "epsilab";
 * import { adultLike, adultLikeDomain } from "epsilab/data";
 * import { aim, attributeSpace, kWayMarginals, totalSpent } from "epsilab/synthetic";
 * const table = tableFrom(adultLike(1000, stream(20261116, "people")), adultLikeDomain);
 * const bins = { age: 4 };
 * const workload = kWayMarginals(attributeSpace({ domain: adultLikeDomain, bins }), 2);
 * const guarantee = { kind: "zero-concentrated", rho: 0.5 } as const;
 * const synthesis = aim({ domain: adultLikeDomain, bins, workload, guarantee, neighbours: "add-remove" });
 * const { columns, spent } = synthesis.release(table, stream(20261116, "example"));
 * columns.education.length; // => 1001
 * totalSpent(spent); // => { kind: "zero-concentrated", rho: 0.5 }
 * ```
 * @claim aim
 * @also synthetic data
 */
import { type Columns, rowsEach } from "../data/domain.ts";
import type { Table } from "../data/table.ts";
import { exponentialMechanism } from "../mechanisms/choice/exponential-mechanism.ts";
import { requireSecure } from "../mechanisms/statistics/table-use.ts";
import { integer, optional } from "../numerics/parameters.ts";
import { refuse } from "../numerics/requirements.ts";
import { withBudget } from "../privacy/guarantees/budget.ts";
import { zeroConcentrated } from "../privacy/guarantees/guarantee.ts";
import type { Mechanism } from "../privacy/guarantees/mechanism.ts";
import type { DiscreteLaw } from "../privacy/loss/law.ts";
import type { SecureRandom } from "../random/random.ts";
import { Stream } from "../random/stream.ts";
import { type Candidate, distance, offered, requireSteps, workloadCandidates } from "./aim-candidates.ts";
import {
  type AttributeSpaceParameters,
  type BesidesSpace,
  codedRecords,
  requireWholeRecords,
  SPACE,
  spaceOf,
} from "./attribute-space.ts";
import { exactChoice, exactNoisyMarginal, publicStream, wholeAnswer, wholeParts } from "./exact-draws.ts";
import { fittedRelease, fittedTotal, totalOf } from "./fitted-release.ts";
import { cellsOfRecords, countedMarginal, type MarginalQuery, readMarginals } from "./marginal.ts";
import { fitMarginals, type MarginalFit, type NoisyMarginal } from "./marginal-fit.ts";
import {
  anyMarginals,
  anyWeights,
  FITTED,
  type MeasuredMarginals,
  measuredMarginals,
  measurement,
  noisyMarginal,
  readWeights,
  requireModel,
} from "./noisy-marginals.ts";
import type { FittedRelease, FittedSynthesiser } from "./private-pgm.ts";
import {
  marginalSigma,
  movedCells,
  movedSquare,
  RHO_KINDS,
  type RhoBudget,
  rhoBudget,
  rhoOf,
  selectionEpsilon,
} from "./rho-budget.ts";
import {
  requirePublicRecords,
  requireSynthesisInput,
  requireSynthesisTable,
  type Spending,
  type Synthesiser,
} from "./synthesiser.ts";
import { triedRecords, worstChoice } from "./worst-choice.ts";
import { tableOfCodes } from "./worst-tables.ts";

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

export interface Aim<Declared extends Columns> extends FittedSynthesiser<Declared> {
  /** From a stream in float64, for study; from the secure source in whole numbers, for release. */
  release(table: Table<Declared>, random: Stream | SecureRandom): FittedRelease<Declared>;
  /** The one-way marginals of the opening alone, each over the deviation of its noise: they have a law. */
  readonly opening: MeasuredMarginals<Declared>;
  /** The choice of the first round after an opening that measured the exact marginals of a table: it has a law. */
  firstChoice(opened: Table<Declared>): Omit<Mechanism<Table<Declared>, number, Stream>, "law"> & {
    law(table: Table<Declared>): DiscreteLaw<number>;
    worstPair(): readonly [Table<Declared>, Table<Declared>];
  };
}

/** The share of a round that its measurement has; the rest is for the choice. */
const MEASURED_SHARE = 0.9;
const ROUNDS_A_COLUMN = 16;
/** Steps of a fit that is to guide a choice, and of the last. */
const ROUND_STEPS = 100;
const LAST_STEPS = 2000;
/** The mean of |z| for a standard normal z. */
const MEAN_DEVIATION = Math.sqrt(2 / Math.PI);

export function aim<Declared extends Columns>(parameters: AimParameters<Declared>): Aim<Declared> {
  const read = aimParameters.read(parameters);
  const { workload, modelCells, neighbours, size: records } = read;
  const { guarantee } = read;
  const rho = rhoOf(guarantee);
  const space = spaceOf(parameters);
  requirePublicRecords(read, space);
  if (neighbours !== "add-remove") requireWholeRecords(space);
  const rows = rowsEach(space.domain);
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
  const name = "aim";
  const sizes = space.attributes.map(({ size }) => size);
  const check: Synthesiser<Declared>["check"] = (table, random) => {
    if (Stream.isStream(random)) requireSynthesisInput({ space, name, neighbours }, records, table, random);
    else {
      requireSecure(random);
      requireSynthesisTable({ space, neighbours }, records, table);
    }
  };
  const openingCost = rhoBudget(rho).spend(MEASURED_SHARE * (rho / rounds));
  const openingSigma = marginalSigma(openingCost, neighbours, rows);
  const fitted = (measured: readonly NoisyMarginal[], steps: number, before?: MarginalFit): Fitted => {
    const total = totalOf(space, read, measured);
    const start = before === undefined ? {} : { start: before.parameters };
    return { total, fit: fitMarginals({ sizes, measured, total: fittedTotal(total), modelCells, steps, ...start }) };
  };
  const answer = ({ fit, total }: Fitted, { query }: Candidate) =>
    fit.marginal(query.places).map((share) => share * total);
  /** How far a person moves the score of an option. */
  const sensitivityOf = (options: readonly Candidate[]) =>
    movedCells(neighbours) * rows * options.reduce((most, { weight }) => Math.max(most, weight), 0);
  /** The exponential mechanism on the scores, for the counts of all candidates. */
  const choice = (options: readonly Candidate[], epsilon: number) =>
    exponentialMechanism({
      epsilon,
      sensitivity: sensitivityOf(options),
      change: "general",
      options: options.length,
      neighbours,
    });
  const scores = (options: readonly Candidate[], exact: Counts, model: Fitted, sigma: number) =>
    options.map((option) => scoreOf(option, distance(exact(option), answer(model, option)), sigma));
  /** The same in whole parts. */
  const wholeScores = (options: readonly Candidate[], exact: Counts, { fit, total }: Fitted, sigma: number) =>
    options.map((option) => {
      const { query, weight } = option;
      const wrong = distance(exact(option), wholeAnswer(fit.marginal(query.places), total));
      return weight * (wrong - wholeParts(MEAN_DEVIATION * sigma * query.cells));
    });
  /** How a release draws: in float64 from a stream, for study, and in whole numbers from the secure source. */
  const drawsFrom = (random: Stream | SecureRandom, codes: readonly Int32Array[], exact: Counts): AimDraws =>
    Stream.isStream(random)
      ? {
          noisy: (query, cost) => noisyMarginal(codes, query, marginalSigma(cost, neighbours, rows), random),
          chosen: (options, epsilon, model, sigma) =>
            choice(options, epsilon).release(scores(options, exact, model, sigma), random),
          records: () => random,
        }
      : {
          noisy: (query, rho) =>
            exactNoisyMarginal(codes, query, { rho, square: movedSquare(neighbours, rows) }, random),
          chosen: (options, epsilon, model, sigma) =>
            exactChoice({ epsilon, sensitivity: sensitivityOf(options), options: options.length, neighbours }).release(
              wholeScores(options, exact, model, sigma),
              random,
            ),
          records: () => publicStream(random),
        };

  /** What a round may choose among, and what it spends on the choice and on the noise. */
  const planned = (budget: RhoBudget, round: number, measured: readonly NoisyMarginal[]) => {
    // What is left after a last round that would be too small for another goes to this one.
    const whole = budget.left <= 2 * round ? budget.left : round;
    const isLast = whole === budget.left;
    const options = offered(sizes, candidates, measured, ((rho - budget.left + whole) / rho) * modelCells);
    const forChoice = options.length === 1 ? 0 : budget.spend((1 - MEASURED_SHARE) * whole);
    const forNoise = budget.spend(isLast ? undefined : whole - forChoice);
    return { isLast, options, forChoice, forNoise, sigma: marginalSigma(forNoise, neighbours, rows) };
  };

  const release: Aim<Declared>["release"] = (table, random) => {
    check(table, random);
    const codes = codedRecords(space, table);
    const exact = countsOf(codes);
    const budget = rhoBudget(rho);
    const spent: Spending[] = [];
    const measured: NoisyMarginal[] = [];
    const draws = drawsFrom(random, codes, exact);
    const measure = (candidate: Candidate, cost: number) => {
      const noisy = draws.noisy(candidate.query, cost);
      measured.push(noisy);
      spent.push(measurement(candidate.query, noisy, cost));
    };
    for (const candidate of single) measure(candidate, budget.spend(openingCost));
    let model = fitted(measured, ROUND_STEPS);
    let round = rho / rounds;
    while (budget.left > 0) {
      const { isLast, options, forChoice, forNoise, sigma } = planned(budget, round, measured);
      let chosen = options[0];
      if (options.length > 1) {
        chosen = options[draws.chosen(options, selectionEpsilon(forChoice), model, sigma)];
        const { columns } = chosen.query;
        spent.push({ kind: "selection", options: options.length, columns, guarantee: zeroConcentrated(forChoice) });
      }
      const before = answer(model, chosen);
      measure(chosen, forNoise);
      model = fitted(measured, isLast ? LAST_STEPS : ROUND_STEPS, model.fit);
      const changed = distance(answer(model, chosen), before);
      if (changed <= MEAN_DEVIATION * sigma * chosen.query.cells) round *= 4;
    }
    const { fit, total } = model;
    return { ...fittedRelease(space, read, fit, total, draws.records()), spent, neighbours, guarantee };
  };

  return {
    name,
    neighbours,
    guarantee,
    space,
    check,
    release,
    opening: measuredMarginals(
      { ...read, name, space },
      single.map(({ query }) => ({ query, sigma: openingSigma })),
      check,
    ),
    firstChoice: (opened) => {
      const budget = rhoBudget(rho);
      const codes = codedRecords(space, opened);
      const measured = single.map(({ query }) => {
        budget.spend(openingCost);
        return { set: query.places, counts: countedMarginal(codes, query), sigma: openingSigma };
      });
      const { options, forChoice, sigma } = planned(budget, rho / rounds, measured);
      if (options.length === 1) refuse("workload", "of two subsets or more, for a first choice", options.length);
      const model = fitted(measured, ROUND_STEPS);
      const mechanism = choice(options, selectionEpsilon(forChoice));
      const scored = (table: Table<Declared>) => scores(options, countsOf(codedRecords(space, table)), model, sigma);
      return {
        name,
        neighbours,
        guarantee: zeroConcentrated(forChoice),
        release: (table, random) => {
          requireSynthesisInput({ space, name, neighbours }, records, table, random);
          return mechanism.release(scored(table), random);
        },
        law: (table) => mechanism.law(scored(table)),
        worstPair: () => {
          requireWholeRecords(space);
          const tried = triedRecords(sizes);
          const columns = sizes.map((_, k) => tried.map((row) => row[k]));
          const unit = mechanism.law([1, ...options.slice(1).map(() => 0)]);
          const { pair } = worstChoice({
            rows: tried,
            replaced: neighbours === "swap",
            records: records ?? Math.max(1, codes[0].length),
            candidates: options.map((option) => ({
              cellOf: Array.from(cellsOfRecords(columns, option.query)),
              expected: answer(model, option),
              logWeight: (wrong) => (unit.logMass(0) - unit.logMass(1)) * scoreOf(option, wrong, sigma),
            })),
          });
          const [first, second] = pair.map((places) =>
            tableOfCodes(
              space,
              places.map((place) => tried[place]),
            ),
          );
          return [first, second];
        },
      };
    },
  };
}

/** How wrong the model is about a candidate, beyond what its noise would be. */
function scoreOf({ query, weight }: Candidate, wrong: number, sigma: number): number {
  return weight * (wrong - MEAN_DEVIATION * sigma * query.cells);
}

interface AimDraws {
  noisy(query: MarginalQuery, cost: number): NoisyMarginal;
  chosen(options: readonly Candidate[], epsilon: number, model: Fitted, sigma: number): number;
  records(): Stream;
}

interface Fitted {
  readonly fit: MarginalFit;
  readonly total: number;
}

type Counts = (candidate: Candidate) => Float64Array;

/** The exact counts of candidates, each counted once. */
function countsOf(codes: readonly Int32Array[]): Counts {
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
