/**
 * MWEM: what its transcripts lose against what it says it spends, and its largest error against the bound of its theorem.
 *
 * Part `mwem-budget`: the budgets of the rounds are added up from the list that a run gives, and the loss of transcripts is
 * searched on two tables of neighbours, each one exact by the laws of choices and measurements. Part `mwem`: the largest error over
 * all 3-way marginals of dependent yes/no attributes, run by run, against the bound and its probability.
 * Source: Hardt, Ligett, McSherry (NeurIPS 2012).
 */
import { doubledRounds, worstTranscript } from "../../lib/auditing/broken/synthetic.ts";
import { tableFrom } from "../../lib/data/table.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { stream } from "../../lib/random/stream.ts";
import { kWayMarginals } from "../../lib/synthetic/marginal.ts";
import { marginalQuality, tableModel } from "../../lib/synthetic/marginal-quality.ts";
import { type MwemParameters, mwem } from "../../lib/synthetic/mwem.ts";
import { mwemErrorBound } from "../../lib/synthetic/mwem-error-bound.ts";
import { totalSpent } from "../../lib/synthetic/synthesiser.ts";
import {
  atMost,
  axis,
  equal,
  estimateAtLeast,
  exactStudy,
  type Part,
  sampledStudy,
  shareOf,
  variant,
  z,
} from "../kit.ts";
import { flagSpace, flagTable } from "./flag-data.ts";

const epsilon = axis(z.number().min(0.01).max(100), {
  means: "epsilon of all rounds",
  quick: [0.1, 1],
  full: [0.01, 0.1, 1, 3, 10],
});
const fewRounds = axis(z.int().min(1).max(8), { means: "rounds T", quick: [1, 2, 4], full: [1, 2, 3, 4, 6, 8] });

const small = flagSpace(3);
const names = small.attributes.map(({ name }) => name);
const smallTable = (...rows: readonly string[]) =>
  tableFrom(
    rows.map((row) => Object.fromEntries(names.map((name, k) => [name, row[k] === "1"]))),
    small.domain,
  );
/** One record changes one attribute. The uniform model that MWEM starts from fits the second table better. */
const neighbours = [smallTable("011", "000", "011", "000"), smallTable("111", "000", "011", "000")] as const;

interface BudgetCell {
  readonly epsilon: number;
  readonly rounds: number;
}

function smallRun(cell: BudgetCell) {
  const workload = kWayMarginals(small, 1);
  return { ...cell, domain: small.domain, workload, neighbours: "swap", size: 4, draws: 0 } as const;
}

/** What a run says it spent, and what a transcript loses. */
function budgetOf(parameters: MwemParameters<typeof small.domain.columns>) {
  const { spent } = mwem(parameters).release(neighbours[0], stream(20261116, "budget"));
  const total = totalSpent(spent);
  return {
    spent: total.kind === "pure" ? total.epsilon : total.rho,
    queries: spent.length,
    loss: worstTranscript(parameters, neighbours).loss,
  };
}

const budgetStudy = exactStudy({
  axes: { epsilon, rounds: fewRounds },
  exact: (cell) => {
    const { spent, queries, loss } = budgetOf(smallRun(cell));
    return {
      checks: {
        spent: atMost(spent, cell.epsilon, { share: 1e-12 }),
        queries: equal(queries, 2 * cell.rounds),
        loss: atMost(loss, cell.epsilon, { share: 1e-12 }),
      },
    };
  },
});

const budgetPart: Part = {
  claim: "mwem",
  asks: "Do the choices and measurements of all rounds together cost epsilon, and no transcript more?",
  study: budgetStudy,
  controls: {
    "twice-the-rounds": {
      says: "2 T rounds on the budgets of T: a transcript loses more than epsilon, and the list adds up to twice as much",
      study: variant(budgetStudy, {
        over: { rounds: { quick: [2], full: [1, 2, 4] } },
        exact: (cell) => {
          const { spent, loss } = budgetOf(doubledRounds(smallRun(cell)));
          return { checks: { loss: atMost(loss, cell.epsilon) }, values: { spent } };
        },
      }),
    },
  },
};

const ATTRIBUTES = 8;
const WAYS = 3;
const eight = flagSpace(ATTRIBUTES);
const workload = kWayMarginals(eight, WAYS);

interface ErrorCell extends BudgetCell {
  readonly records: number;
}

type Bound = (cell: ErrorCell, queries: number) => { readonly error: number; readonly probability: number };

const theorem: Bound = ({ records, rounds, epsilon: budget }, queries) =>
  mwemErrorBound({ size: records, cells: 256, queries, rounds, epsilon: budget });

/** Runs of MWEM, and how many of them keep within the bound. */
function errors(bound: Bound) {
  return sampledStudy({
    axes: {
      epsilon: axis(z.number().min(0.05).max(100), { means: "epsilon", quick: [0.1, 1], full: [0.1, 1, 10] }),
      rounds: axis(z.int().min(20).max(160), { means: "rounds T", quick: [20, 40], full: [20, 40, 80, 160] }),
      records: axis(z.int().min(1000).max(200_000), {
        means: "records n",
        quick: [10_000],
        full: [10_000, 100_000],
      }),
    },
    trials: { quick: 160, full: 160 },
    blockSize: 40,
    merge: "add",
    intervals: () => 1,
    block: (cell, count, random) => {
      const table = flagTable(eight, cell.records);
      const synthesiser = mwem({
        epsilon: cell.epsilon,
        rounds: cell.rounds,
        size: cell.records,
        domain: eight.domain,
        workload,
        neighbours: "swap",
        draws: 0,
      });
      const exact = tableModel(eight, table);
      const { error } = bound(cell, synthesiser.queries.size);
      const found = Array.from({ length: count }, () => {
        const { model } = synthesiser.release(table, random);
        return marginalQuality({ exact, model, workload }).maxError;
      });
      return { within: found.filter((each) => each <= error).length, sum: found.reduce((sum, each) => sum + each, 0) };
    },
    judge: (cell, found, context) => {
      const { error, probability } = bound(cell, workload.length << WAYS);
      return {
        checks: { within: estimateAtLeast(shareOf(found.within, context), probability) },
        values: { "mean-largest": found.sum / context.trials / cell.records, bound: error / cell.records },
      };
    },
  });
}

const noiseAlone: Bound = (cell, queries) => ({
  ...theorem(cell, queries),
  error: (10 * cell.rounds * log(queries)) / cell.epsilon,
});

const errorPart: Part = {
  claim: "mwem",
  asks: "Is the largest error of MWEM on all 3-way marginals within its bound as often as the theorem says?",
  study: errors(theorem),
  controls: {
    "noise-alone": {
      says: "the bound without 2 n sqrt(ln |X| / T), as if few rounds cost nothing but noise",
      study: variant(errors(noiseAlone), {
        axes: {
          epsilon: axis(z.number().min(1).max(100), { means: "epsilon", quick: [1] }),
          rounds: axis(z.int().min(20).max(40), { means: "rounds T", quick: [20] }),
          records: axis(z.int().min(20_000).max(200_000), { means: "records n", quick: [20_000] }),
        },
      }),
    },
  },
};

export const mwemParts: Readonly<Record<string, Part>> = { mwem: errorPart, "mwem-budget": budgetPart };
