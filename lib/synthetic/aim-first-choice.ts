/**
 * The first choice of AIM alone, after an opening that measured the exact marginals of a table: a mechanism with a law, for audits.
 */
import type { Columns } from "../data/domain.ts";
import type { Table } from "../data/table.ts";
import { refuse } from "../numerics/requirements.ts";
import { zeroConcentrated } from "../privacy/guarantees/guarantee.ts";
import type { Mechanism } from "../privacy/guarantees/mechanism.ts";
import type { DiscreteLaw } from "../privacy/loss/law.ts";
import type { Stream } from "../random/stream.ts";
import {
  answer,
  choice,
  countsOf,
  fitted,
  NAME,
  planned,
  ROUND_STEPS,
  type Rules,
  type Scoring,
  scoreOf,
  scores,
} from "./aim-rules.ts";
import { codedRecords, requireWholeRecords } from "./attribute-space.ts";
import { cellsOfRecords, countedMarginal } from "./marginal.ts";
import { rhoBudget, selectionEpsilon } from "./rho-budget.ts";
import { requireSynthesisInput } from "./synthesiser.ts";
import { triedRecords, worstChoice } from "./worst-choice.ts";
import { tableOfCodes } from "./worst-tables.ts";

export interface FirstChoice<Declared extends Columns> extends Omit<Mechanism<Table<Declared>, number, Stream>, "law"> {
  law(table: Table<Declared>): DiscreteLaw<number>;
  worstPair(): readonly [Table<Declared>, Table<Declared>];
}

export function firstChoice<Declared extends Columns>(
  rules: Rules<Declared>,
  opened: Table<Declared>,
): FirstChoice<Declared> {
  const { read, space, rho, rounds, single, openingCost, openingSigma } = rules;
  const { neighbours } = read;
  const budget = rhoBudget(rho);
  const codes = codedRecords(space, opened);
  const measured = single.map(({ query }) => {
    budget.spend(openingCost);
    return { set: query.places, counts: countedMarginal(codes, query), sigma: openingSigma };
  });
  const { options, forChoice, sigma } = planned(rules, budget, rho / rounds, measured);
  if (options.length === 1) refuse("workload", "of two subsets or more, for a first choice", options.length);
  const scoring = { options, model: fitted(rules, measured, ROUND_STEPS), sigma };
  const mechanism = choice(rules, options, selectionEpsilon(forChoice));
  const scored = (table: Table<Declared>) => scores(scoring, countsOf(codedRecords(space, table)));
  return {
    name: NAME,
    neighbours,
    guarantee: zeroConcentrated(forChoice),
    release: (table, random) => {
      requireSynthesisInput({ space, name: NAME, neighbours }, read.size, table, random);
      return mechanism.release(scored(table), random);
    },
    law: (table) => mechanism.law(scored(table)),
    worstPair: () => worstTables(rules, scoring, mechanism, read.size ?? Math.max(1, codes[0].length)),
  };
}

/** The pair of tables that moves the first choice most, of those that are tried. */
function worstTables<Declared extends Columns>(
  { read, space, sizes }: Rules<Declared>,
  { options, model, sigma }: Scoring,
  mechanism: ReturnType<typeof choice>,
  records: number,
): readonly [Table<Declared>, Table<Declared>] {
  requireWholeRecords(space);
  const tried = triedRecords(sizes);
  const columns = sizes.map((_, k) => tried.map((row) => row[k]));
  const unit = mechanism.law([1, ...options.slice(1).map(() => 0)]);
  const { pair } = worstChoice({
    rows: tried,
    replaced: read.neighbours === "swap",
    records,
    candidates: options.map((option) => ({
      cellOf: Array.from(cellsOfRecords(columns, option.query)),
      expected: answer(model, option),
      logWeight: (wrong) => (unit.logMass(0) - unit.logMass(1)) * scoreOf(option, wrong, sigma),
    })),
  });
  const tableOf = (places: readonly number[]) =>
    tableOfCodes(
      space,
      places.map((place) => tried[place]),
    );
  return [tableOf(pair[0]), tableOf(pair[1])];
}
