/**
 * One mechanism for all users of a count: the geometric one, post-processed by each, against the best private mechanism made for that user.
 *
 * The users are drawn: a loss that does not decrease in the distance, one for each true count, and a prior or none. With a prior
 * the best post-processing is the least posterior loss of every output; without one it is a linear program of its own, certified at
 * both ends.
 */
import { certifiedDecision } from "../../lib/bounds/decision-certificate.ts";
import { optimalCount } from "../../lib/bounds/optimal-count.ts";
import { laplaceLaw } from "../../lib/mechanisms/laws/laplace-law.ts";
import { truncatedDiscreteLaplace } from "../../lib/mechanisms/noise/truncated-discrete-laplace.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { leastOf } from "../../lib/numerics/extremes.ts";
import { pure } from "../../lib/privacy/guarantees/guarantee.ts";
import { stream } from "../../lib/random/stream.ts";
import { sampleUniform } from "../../lib/random/uniform.ts";
import type { Interval } from "../../lib/statistics/interval.ts";
import { atLeast, atMost, axis, exactStudy, type Judgement, type Part, z } from "../kit.ts";

interface User {
  readonly losses: readonly (readonly number[])[];
  readonly prior?: readonly number[];
}

interface UserCell {
  readonly largest: number;
  readonly epsilon: number;
  readonly user: number;
}

const KNOWLEDGE = ["prior", "none"] as const;
/** What the certificates of two programs leave, for losses up to 1. */
const GAP = 1e-6;

const countsOf = (size: number) => Array.from({ length: size + 1 }, (_, count) => count);

/** Losses from 0 to 1 that grow by random steps with the distance, of which `still` of all are 0. */
function drawnUser({ largest: size, user }: UserCell, knowledge: (typeof KNOWLEDGE)[number], still: number): User {
  const random = stream(user, "geometric-universal", knowledge, size);
  const losses = countsOf(size).map((ones) => {
    const steps = countsOf(size).map((distance) => {
      const step = sampleUniform(random);
      return distance === 0 || sampleUniform(random) < still ? 0 : step;
    });
    return countsOf(size).map(
      (a) => steps.slice(0, Math.abs(a - ones) + 1).reduce((sum, step) => sum + step, 0) / size,
    );
  });
  if (knowledge === "none") return { losses };
  const weights = countsOf(size).map(() => sampleUniform(random));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return { losses, prior: weights.map((weight) => weight / total) };
}

type Channel = readonly (readonly number[])[];

/** The probability of every reported count for every true one. */
function geometricChannel({ largest: size, epsilon }: UserCell): Channel {
  const { law } = truncatedDiscreteLaplace({ epsilon, lower: 0, upper: size, neighbours: "swap" });
  return countsOf(size).map((ones) => countsOf(size).map((output) => exp(law(ones).logMass(output))));
}

/** Laplace noise, rounded to the nearest count. */
function roundedLaplace({ largest: size, epsilon }: UserCell): Channel {
  return countsOf(size).map((ones) => {
    const { cdf } = laplaceLaw(ones, 1 / epsilon);
    const below = (count: number) => (count <= 0 ? 0 : count > size ? 1 : cdf(count - 0.5));
    return countsOf(size).map((output) => below(output + 1) - below(output));
  });
}

/** The least loss of a user who sees the output of a channel and nothing else. */
async function processed({ losses, prior }: User, channel: Channel): Promise<Interval> {
  const counts = channel.map((_, count) => count);
  if (prior === undefined) {
    const costs = counts.map((ones) =>
      Float64Array.from(counts.flatMap((output) => counts.map((a) => channel[ones][output] * losses[ones][a]))),
    );
    return await certifiedDecision({ observations: counts.length, actions: counts.length, costs });
  }
  const posterior = (output: number, a: number) =>
    counts.reduce((sum, ones) => sum + prior[ones] * channel[ones][output] * losses[ones][a], 0);
  const value = counts.reduce((sum, output) => sum + leastOf(counts.map((a) => posterior(output, a))), 0);
  return { lower: value, upper: value };
}

async function judged(cell: UserCell, user: User, channel: Channel): Promise<Judgement> {
  const best = await optimalCount({ size: cell.largest, guarantee: pure(cell.epsilon), ...user });
  const found = await processed(user, channel);
  return {
    checks: {
      attained: atMost(found.lower, best.upper, { absolute: GAP }),
      "no-better": atLeast(found.upper, best.lower),
      interval: atMost(best.upper - best.lower, GAP),
    },
  };
}

const axes = {
  user: axis(z.int().min(1).max(1_000_000), {
    means: "number of the drawn user",
    quick: [1, 2, 3, 4],
    full: Array.from({ length: 50 }, (_, k) => k + 1),
  }),
  largest: axis(z.int().min(2).max(30), { means: "largest count", quick: [5], full: [5, 12] }),
  epsilon: axis(z.number().min(0.01).max(5), { means: "epsilon", quick: [0.3, 1], full: [0.1, 0.5, 2] }),
};

/** Where outputs tell enough that every user takes note of them. */
const telling = {
  user: axis(z.int().min(1).max(1_000_000), { means: "number of the drawn user", quick: [1, 2] }),
  largest: axis(z.int().min(2).max(12), { means: "largest count", quick: [4] }),
  epsilon: axis(z.number().min(0.5).max(2), { means: "epsilon", quick: [0.5, 1] }),
};

export const universalPart: Part = {
  claim: "geometric-universal",
  asks: "Is the geometric mechanism, post-processed, as good for every user of a count as the best mechanism made for that user?",
  study: exactStudy({
    axes: { knowledge: axis(z.enum(KNOWLEDGE), { means: "what the user knows", quick: KNOWLEDGE }), ...axes },
    exact: (cell) => judged(cell, drawnUser(cell, cell.knowledge, 0.3), geometricChannel(cell)),
  }),
  controls: {
    "rounded-laplace": {
      says: "Laplace noise rounded to integers in place of the geometric one, for users without a prior",
      study: exactStudy({
        axes: telling,
        exact: (cell) => judged(cell, drawnUser(cell, "none", 0), roundedLaplace(cell)),
      }),
    },
    parity: {
      says: "a loss that decreases in the distance, which the theorem leaves out: whether the count is even",
      study: exactStudy({
        axes: { largest: telling.largest, epsilon: telling.epsilon },
        exact: ({ largest, epsilon }) => {
          const losses = countsOf(largest).map((ones) => countsOf(largest).map((a) => (ones + a) % 2));
          const cell = { largest, epsilon, user: 0 };
          return judged(cell, { losses }, geometricChannel(cell));
        },
      }),
    },
  },
};
