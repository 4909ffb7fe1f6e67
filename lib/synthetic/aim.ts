/**
 * AIM, the adaptive and iterative mechanism: choose marginals that the model answers badly, measure them, fit, and spend more where
 * little is learned.
 *
 * Theorem: let a person have at most k rows, 1 unless a column names the person. Every round costs epsilon^2 / 8 for the choice by
 * the exponential mechanism and D^2 / (2 sigma^2) for the Gaussian noise on the chosen marginal, D^2 = k^2 where a person comes or
 * goes and 2 under swap; the opening measures the one-way marginals. Costs add up, the last round takes what is left, and the sum
 * is rho exactly. The model and its records are post-processing.
 * Method: a marginal r of the workload's subsets has the weight w_r = sum over the workload of weight times |r and s in common| and
 * the score w_r (|M_r(D) - M_r(p)|_1 - sqrt(2 / pi) sigma n_r): how wrong the model is, less how wrong the measurement would be. A
 * score moves by at most k w_r, 2 w_r under swap. Only marginals are offered whose model has at most modelCells cells times the
 * share of rho that is spent. A round that changes the model by less than its noise is followed by one of four times the cost. A
 * tenth of each round goes to the choice.
 * Source: McKenna, Mullins, Sheldon, Miklau (PVLDB 15, 2022, arXiv:2201.12677), algorithms 1 to 3; McKenna, Miklau, Sheldon (2021)
 * for the fit.
 * Limits: the model is fitted by marginal-fit.ts, whose prior is not in the paper. All marginals offered have together at most 2^24
 * cells. Which rounds there are is known only afterwards: `spent` has them. From a stream the noise is in float64, which leaks in
 * the low-order bits (Mironov 2012): for study. From the secure source it is whole (`exact-draws.ts`): for release. Persons of
 * several rows, and columns that drop missing values, are taken under add-remove alone.
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
import type { Columns } from "../data/domain.ts";
import type { Table } from "../data/table.ts";
import { requireSecure } from "../mechanisms/statistics/table-use.ts";
import { zeroConcentrated } from "../privacy/guarantees/guarantee.ts";
import type { SecureRandom } from "../random/random.ts";
import { Stream } from "../random/stream.ts";
import { type Candidate, distance } from "./aim-candidates.ts";
import { type FirstChoice, firstChoice } from "./aim-first-choice.ts";
import {
  type AimParameters,
  answer,
  choice,
  countsOf,
  fitted,
  LAST_STEPS,
  MEAN_DEVIATION,
  NAME,
  planned,
  ROUND_STEPS,
  type Rules,
  rulesOf,
  type Scoring,
  scores,
  selection,
  wholeScores,
} from "./aim-rules.ts";
import { codedRecords } from "./attribute-space.ts";
import { exactChoice, exactNoisyMarginal, publicStream } from "./exact-draws.ts";
import { fittedRelease } from "./fitted-release.ts";
import type { MarginalQuery } from "./marginal.ts";
import type { NoisyMarginal } from "./marginal-fit.ts";
import { type MeasuredMarginals, measuredMarginals, measurement, noisyMarginal } from "./noisy-marginals.ts";
import type { FittedRelease, FittedSynthesiser } from "./private-pgm.ts";
import { marginalSigma, movedSquare, rhoBudget, selectionEpsilon } from "./rho-budget.ts";
import { requireSynthesisInput, requireSynthesisTable, type Spending, type Synthesiser } from "./synthesiser.ts";

export interface Aim<Declared extends Columns> extends FittedSynthesiser<Declared> {
  /** From a stream in float64, for study; from the secure source in whole numbers, for release. */
  release(table: Table<Declared>, random: Stream | SecureRandom): FittedRelease<Declared>;
  /** The one-way marginals of the opening alone, each over the deviation of its noise: they have a law. */
  readonly opening: MeasuredMarginals<Declared>;
  /** The choice of the first round after an opening that measured the exact marginals of a table: it has a law. */
  firstChoice(opened: Table<Declared>): FirstChoice<Declared>;
}

export function aim<Declared extends Columns>(parameters: AimParameters<Declared>): Aim<Declared> {
  const rules = rulesOf(parameters);
  const { read, space, single, openingSigma } = rules;
  const { neighbours, guarantee } = read;
  const check: Synthesiser<Declared>["check"] = (table, random) => {
    if (Stream.isStream(random)) requireSynthesisInput({ space, name: NAME, neighbours }, read.size, table, random);
    else {
      requireSecure(random);
      requireSynthesisTable({ space, neighbours }, read.size, table);
    }
  };
  return {
    name: NAME,
    neighbours,
    guarantee,
    space,
    check,
    release: (table, random) => {
      check(table, random);
      const { model, spent, draws } = adapted(rules, codedRecords(space, table), random);
      return { ...fittedRelease(space, read, model.fit, model.total, draws.records()), spent, neighbours, guarantee };
    },
    opening: measuredMarginals(
      { ...read, name: NAME, space },
      single.map(({ query }) => ({ query, sigma: openingSigma })),
      check,
    ),
    firstChoice: (opened) => firstChoice(rules, opened),
  };
}

/** How a release draws: in float64 from a stream, for study, and in whole numbers from the secure source. */
function drawsFrom<Declared extends Columns>(
  rules: Rules<Declared>,
  codes: readonly Int32Array[],
  random: Stream | SecureRandom,
): AimDraws {
  const { personRows } = rules;
  const { neighbours } = rules.read;
  const exact = countsOf(codes);
  return Stream.isStream(random)
    ? {
        noisy: (query, cost) => noisyMarginal(codes, query, marginalSigma(cost, neighbours, personRows), random),
        chosen: (scoring, epsilon) => choice(rules, scoring.options, epsilon).release(scores(scoring, exact), random),
        records: () => random,
      }
    : {
        noisy: (query, rho) =>
          exactNoisyMarginal(codes, query, { rho, square: movedSquare(neighbours, personRows) }, random),
        chosen: (scoring, epsilon) =>
          exactChoice(selection(rules, scoring.options, epsilon)).release(wholeScores(scoring, exact), random),
        records: () => publicStream(random),
      };
}

/** The opening, and rounds until the budget is spent: the last model, and what each step cost. */
function adapted<Declared extends Columns>(
  rules: Rules<Declared>,
  codes: readonly Int32Array[],
  random: Stream | SecureRandom,
) {
  const { rho, rounds, single, openingCost } = rules;
  const budget = rhoBudget(rho);
  const spent: Spending[] = [];
  const measured: NoisyMarginal[] = [];
  const draws = drawsFrom(rules, codes, random);
  const measure = (candidate: Candidate, cost: number) => {
    const noisy = draws.noisy(candidate.query, cost);
    measured.push(noisy);
    spent.push(measurement(candidate.query, noisy, cost));
  };
  for (const candidate of single) measure(candidate, budget.spend(openingCost));
  let model = fitted(rules, measured, ROUND_STEPS);
  let round = rho / rounds;
  while (budget.left > 0) {
    const { isLast, options, forChoice, forNoise, sigma } = planned(rules, budget, round, measured);
    let chosen = options[0];
    if (options.length > 1) {
      chosen = options[draws.chosen({ options, model, sigma }, selectionEpsilon(forChoice))];
      const { columns } = chosen.query;
      spent.push({ kind: "selection", options: options.length, columns, guarantee: zeroConcentrated(forChoice) });
    }
    const before = answer(model, chosen);
    measure(chosen, forNoise);
    model = fitted(rules, measured, isLast ? LAST_STEPS : ROUND_STEPS, model.fit);
    const changed = distance(answer(model, chosen), before);
    if (changed <= MEAN_DEVIATION * sigma * chosen.query.cells) round *= 4;
  }
  return { model, spent, draws };
}

interface AimDraws {
  noisy(query: MarginalQuery, cost: number): NoisyMarginal;
  chosen(scoring: Scoring, epsilon: number): number;
  records(): Stream;
}
