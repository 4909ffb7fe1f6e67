/**
 * MWEM, multiplicative weights with the exponential mechanism: ask where the model is worst, measure that with noise, move the
 * model towards it, and again.
 *
 * The n records are weights on all cells, uniform to begin with. Each of T rounds (1) chooses a query, one cell of one marginal of
 * the workload, with probability proportional to exp((epsilon / (4 T)) |q(A) - q(B)|), B being the table; (2) measures it with
 * Laplace noise of scale 2 T / epsilon; (3) moves the weights (`multiplicativeWeights`). The model is the average of the weights
 * before each round, A_0 to A_(T-1).
 * Theorem: a record changes a query by 1 at most, so that each choice and each measurement is epsilon / (2 T)-differentially
 * private, and all of them are epsilon-differentially private. With probability at least 1 - 2 T / |Q| no query errs by more than 2
 * n sqrt(ln |X| / T) + 10 T ln |Q| / epsilon (`mwemErrorBound`).
 * Source: Hardt, Ligett, McSherry (NeurIPS 2012), figure 1, theorems 2.1 and 2.2.
 * Limits: n is public: `swap`, or `zero-out`, where a table holds the records that are not nulled. Every cell of the universe is
 * kept, at most 2^24, and rounds times cells times marginals is at most 2^36. The average leaves the last measurement unused, as
 * the theorem has it. Float64 noise leaks in the low-order bits (Mironov 2012); for study.
 * @example
 * ```ts
 * import { domain, flagColumn, stream, tableFrom } from "epsilab";
 * import { attributeSpace, kWayMarginals, mwem } from "epsilab/synthetic";
 * const pets = domain({ columns: { cat: flagColumn(), dog: flagColumn() }, person: "row" });
 * const table = tableFrom({ cat: [true, true, false, true], dog: [false, false, true, false] }, pets);
 * const workload = kWayMarginals(attributeSpace({ domain: pets }), 2);
 * const synthesis = mwem({ domain: pets, workload, rounds: 4, epsilon: 40, neighbours: "swap", size: 4 });
 * const { model, spent } = synthesis.release(table, stream(20261116, "example"));
 * model.marginal(["cat", "dog"]); // => Float64Array(4) [0.8883..., 0.8883..., 1.3350..., 0.8883...]
 * spent.length; // => 8
 * ```
 * @claim mwem
 * @also multiplicative weights, synthetic data
 */
import type { Columns } from "../data/domain.ts";
import { exponentialMechanism } from "../mechanisms/choice/exponential-mechanism.ts";
import { laplace } from "../mechanisms/noise/laplace.ts";
import { integer, made, oneOf, optional } from "../numerics/parameters.ts";
import { refuse, requireList } from "../numerics/requirements.ts";
import { withBudget } from "../privacy/guarantees/budget.ts";
import { type PureGuarantee, pure } from "../privacy/guarantees/guarantee.ts";
import {
  type AttributeSpaceParameters,
  type BesidesSpace,
  codedRecords,
  requireWholeRecords,
  SPACE,
  spaceOf,
} from "./attribute-space.ts";
import { allCells, cellModel } from "./cell-model.ts";
import { countedMarginal, type Workload } from "./marginal.ts";
import {
  answersOf,
  type CellQueries,
  cellQueries,
  multiplicativeWeights,
  placeOfQuery,
} from "./multiplicative-weights.ts";
import {
  anyRecords,
  drawnRecords,
  equalPart,
  plainColumns,
  requireModelScale,
  requirePublicRecords,
  requireSynthesisInput,
  type Spending,
  type Synthesiser,
} from "./synthesiser.ts";

const MOST_ROUNDS = 1048576; // 2^20
const MOST_STEPS = 68719476736; // 2^36

export const mwemParameters = withBudget(["pure"], {
  ...SPACE,
  /** The marginals whose cells are the queries. */
  workload: made<Workload>((workload, name) => requireList(name, workload)),
  rounds: integer(1, MOST_ROUNDS),
  neighbours: oneOf("swap", "zero-out"),
  /** The number of records, which is public. */
  size: anyRecords,
  /** How many synthetic records are drawn, if not as many. */
  draws: optional(integer(0)),
});

export type MwemParameters<Declared extends Columns> = AttributeSpaceParameters<Declared> &
  BesidesSpace<typeof mwemParameters>;

export interface Mwem<Declared extends Columns> extends Synthesiser<Declared> {
  readonly neighbours: "swap" | "zero-out";
  readonly guarantee: PureGuarantee;
  readonly queries: CellQueries;
}

export function mwem<Declared extends Columns>(parameters: MwemParameters<Declared>): Mwem<Declared> {
  const read = mwemParameters.read(parameters);
  const { workload, rounds, guarantee, neighbours, size } = read;
  const { epsilon } = guarantee;
  const space = spaceOf(parameters);
  requireWholeRecords(space);
  requirePublicRecords(read, space);
  const whole = allCells(space);
  const queries = cellQueries(whole, workload);
  const mostRounds = Math.floor(MOST_STEPS / (whole.cells * queries.marginals.length));
  if (rounds > mostRounds)
    refuse(
      "rounds",
      `at most ${mostRounds} for ${whole.cells} cells and ${queries.marginals.length} marginals`,
      rounds,
    );
  const name = "mwem";
  const each = pure(equalPart(epsilon, 2 * rounds));
  requireModelScale(1 / each.epsilon);
  const choice = exponentialMechanism({
    epsilon: each.epsilon,
    sensitivity: 1,
    change: "general",
    options: queries.size,
    neighbours,
  });
  const measure = laplace({ epsilon: each.epsilon, sensitivity: 1, neighbours });
  const noise = { kind: "laplace", scale: 1 / each.epsilon } as const;
  const check: Synthesiser<Declared>["check"] = (table, random) =>
    requireSynthesisInput({ space, name, neighbours }, size, table, random);
  return {
    name,
    neighbours,
    guarantee,
    space,
    queries,
    check,
    release: (table, random) => {
      check(table, random);
      const exact = answersOf(queries, countedMarginal(codedRecords(space, table), whole));
      const state = multiplicativeWeights(queries, size);
      const average = new Float64Array(whole.cells);
      const spent: Spending[] = [];
      for (let round = 0; round < rounds; round++) {
        for (let x = 0; x < average.length; x++) average[x] += state.weights[x] / rounds;
        const answers = answersOf(queries, state.weights);
        const scores = Array.from(answers, (answer, query) => Math.abs(answer - exact[query]));
        const query = choice.release(scores, random);
        const measured = measure.release(exact[query], random);
        const { marginal, cell } = placeOfQuery(queries, query);
        const { columns } = queries.marginals[marginal];
        spent.push({ kind: "selection", options: queries.size, columns, cell, guarantee: each });
        const values = Float64Array.of(measured);
        spent.push({ kind: "measurement", columns, cell, noise, values, guarantee: each });
        state.update(query, measured);
      }
      const model = cellModel(whole, average, size);
      const codes = model.draw(drawnRecords(space, read, size), random);
      return { ...plainColumns(space, codes, random), model, spent, neighbours, guarantee };
    },
  };
}
