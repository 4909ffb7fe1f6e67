/**
 * Teachers' votes (PATE), exactly: the loss of the released label over all votes and all ways in which one of them changes.
 *
 * A replaced record moves one vote: with Laplace noise of scale 1 / gamma on the counts the label is 2 gamma-private, with normal noise of
 * deviation s its Renyi divergence of order a is at most a / s^2. The laws are the library's, by quadrature; for two classes the
 * first is held against its closed form 1 - (1 + gamma lead / 2) e^(-gamma lead) / 2. Sources: Papernot et al. (2017, 2018).
 */
import { discreteEpsilon } from "../../lib/auditing/discrete-audit.ts";
import { discreteRenyi } from "../../lib/auditing/renyi-audit.ts";
import { type NoisyVotes, noisyVotes } from "../../lib/learning/noisy-votes.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { allCounts } from "../../lib/oracles/all-lists.ts";
import type { DiscreteLaw } from "../../lib/privacy/loss/law.ts";
import { atMost, axis, equal, exactStudy, type Judgement, type Part, z } from "../kit.ts";

/** The largest of a divergence over all votes, and all votes that differ from them by one. */
function worstChange(
  mechanism: NoisyVotes,
  { teachers, classes }: { readonly teachers: number; readonly classes: number },
  divergence: (pair: { readonly first: DiscreteLaw<number>; readonly second: DiscreteLaw<number> }) => number,
): number {
  const laws = new Map(
    allCounts(teachers, classes).map((votes) => [votes.join(), { votes, law: mechanism.law(votes) }]),
  );
  let worst = 0;
  for (const { votes, law } of laws.values()) {
    for (let from = 0; from < classes; from++) {
      for (let to = 0; to < classes; to++) {
        if (from === to || votes[from] === 0) continue;
        const moved = votes.map((count, j) => count + (j === to ? 1 : 0) - (j === from ? 1 : 0));
        const other = laws.get(moved.join());
        if (other !== undefined) worst = Math.max(worst, divergence({ first: law, second: other.law }));
      }
    }
  }
  return worst;
}

interface LaplaceCell {
  readonly teachers: number;
  readonly classes: number;
  readonly rate: number;
}

function laplaceVotes({ classes, rate }: LaplaceCell): NoisyVotes {
  return noisyVotes({ classes, epsilon: 2 * rate, neighbours: "swap" });
}

/** Of two noisy counts, the chance that the one that is this many votes ahead is the larger. */
const leadWins = (rate: number, lead: number) => 1 - 0.5 * (1 + (rate * lead) / 2) * exp(-rate * lead);

/** Votes of which one goes over to a class that is forty scales of the noise behind. */
function farBehind({ classes, rate }: LaplaceCell): readonly (readonly number[])[] {
  const most = Math.ceil(80 / (2 * rate)) + 2;
  const rest = new Array<number>(classes - 2).fill(0);
  return [
    [0, most, ...rest],
    [1, most - 1, ...rest],
  ];
}

function judgeLaplace(cell: LaplaceCell, claimed: number): Judgement {
  const mechanism = laplaceVotes(cell);
  const winner = Math.ceil(0.6 * cell.teachers);
  const split = [winner, cell.teachers - winner, ...new Array<number>(cell.classes - 2).fill(0)];
  const first = exp(mechanism.law(split).logMass(0));
  const [one, other] = farBehind(cell).map((votes) => mechanism.law(votes));
  return {
    checks: {
      epsilon: atMost(worstChange(mechanism, cell, discreteEpsilon), claimed, { share: 1e-6 }),
      "far-behind": atMost(discreteEpsilon({ first: one, second: other }), claimed, { share: 1e-6 }),
      ...(cell.classes === 2 && {
        law: equal(first, leadWins(cell.rate, 2 * winner - cell.teachers), { share: 1e-9 }),
      }),
    },
    values: { accuracy: first, "far-behind": discreteEpsilon({ first: one, second: other }) },
  };
}

const teachers = axis(z.int().min(2).max(12), { means: "teachers", quick: [5, 10] });
const classes = axis(z.int().min(2).max(3), { means: "classes", quick: [2, 3] });
const rate = axis(z.number().min(0.01).max(1), {
  means: "gamma, the rate of the Laplace noise",
  quick: [0.1, 0.5, 1],
  full: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1],
});

export const votesPart: Part = {
  claim: "pate",
  asks: "Is the label with the most noisy votes 2 gamma-private, over all votes and all changes of one?",
  study: exactStudy({ axes: { teachers, classes, rate }, exact: (cell) => judgeLaplace(cell, 2 * cell.rate) }),
  controls: {
    "gamma-for-an-answer": {
      says: "gamma claimed for an answer, as if a record moved one count only",
      study: exactStudy({ axes: { teachers, classes, rate }, exact: (cell) => judgeLaplace(cell, cell.rate) }),
    },
  },
};

interface GaussianCell {
  readonly teachers: number;
  readonly sigma: number;
  readonly order: number;
}

function judgeGaussian({ order, sigma, teachers: count }: GaussianCell, bound: number): Judgement {
  const mechanism = noisyVotes({ classes: 2, sigma, neighbours: "swap" });
  const found = worstChange(mechanism, { teachers: count, classes: 2 }, (pair) => discreteRenyi(pair, order));
  return { checks: { renyi: atMost(found, bound, { share: 1e-9 }) }, values: { share: found / bound } };
}

export const gaussianVotesPart: Part = {
  claim: "pate",
  asks: "With normal noise of deviation s, is the Renyi divergence of order a at most a / s^2?",
  study: exactStudy({
    axes: {
      teachers: axis(z.int().min(2).max(40), { means: "teachers", quick: [10, 30] }),
      sigma: axis(z.number().min(1).max(100), {
        means: "deviation of the normal noise",
        quick: [2, 5],
        full: [2, 5, 20],
      }),
      order: axis(z.number().min(1.1).max(32), {
        means: "order of the divergence",
        quick: [2, 8],
        full: [1.5, 2, 4, 8, 16],
      }),
    },
    exact: (cell) => judgeGaussian(cell, cell.order / cell.sigma / cell.sigma),
  }),
  controls: {
    "sensitivity-of-one": {
      says: "the divergence a / (2 s^2) of a sensitivity of 1, where two counts move",
      study: exactStudy({
        axes: {
          teachers: axis(z.literal(30), { means: "teachers", quick: [30] }),
          sigma: axis(z.literal(2), { means: "deviation of the normal noise", quick: [2] }),
          order: axis(z.literal(8), { means: "order of the divergence", quick: [8] }),
        },
        exact: (cell) => judgeGaussian(cell, cell.order / (2 * cell.sigma * cell.sigma)),
      }),
    },
  },
};
