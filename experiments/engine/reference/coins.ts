/** Coins that are claimed to show 1 with probability at most one half: an experiment that is quick, sampled and exact, for tests. */
import { z } from "zod";
import { fillBernoulli } from "../../../lib/random/bernoulli.ts";
import { judgeProbabilityBound } from "../../../lib/statistics/verdict.ts";
import { defineClaim } from "../../claims/define-claim.ts";
import { axis } from "../definition/axis.ts";
import { defineExperiment, type Experiment } from "../definition/experiment.ts";
import { exactStudy, sampledStudy } from "../definition/study.ts";

const claim = defineClaim({
  id: "coins",
  title: "Coins",
  statement: "They show 1 with probability at most one half.",
  source: [{ work: "nobody", year: 2026 }],
  evidence: ["unconfirmed"],
});

/** With `most` trials at most: open cells double theirs up to it. */
export function coins(most: number): Experiment {
  const study = (quick: readonly number[]) =>
    sampledStudy({
      axes: { p: axis(z.number().min(0).max(1), { means: "probability of 1", quick }) },
      trials: { quick: 1000, full: 10_000, most },
      blockSize: 300,
      intervals: () => 1,
      block: ({ p }, count, random) => {
        const draws = fillBernoulli(p, new Float64Array(count), random);
        return { ones: draws.reduce((sum, draw) => sum + draw, 0) };
      },
      judge: (_, { ones }, { trials, errorRate }) => {
        const sample = { successes: ones, trials, errorRate };
        const { verdict, interval } = judgeProbabilityBound(sample, { relation: "at-most", bound: 0.5 });
        return { checks: { bound: { verdict, estimate: ones / trials, ...interval, theory: 0.5 } } };
      },
    });
  const exact = (quick: number) =>
    exactStudy({
      axes: { p: axis(z.number(), { means: "probability of 1", quick: [quick] }) },
      exact: ({ p }) => ({ checks: { bound: { verdict: p <= 0.5 ? "holds" : "violated", estimate: p } } }),
    });
  return defineExperiment({
    id: "coins",
    version: 1,
    title: "Coins",
    area: "engine",
    parts: {
      sampled: {
        claim,
        asks: "Is the probability at most one half?",
        study: study([0.3, 0.48]),
        controls: { biased: { says: "a coin that shows 1 too often", study: study([0.7]) } },
      },
      exact: {
        claim,
        asks: "Is it at most one half, by arithmetic?",
        study: exact(0.3),
        controls: { "too-often": { says: "0.9", study: exact(0.9) } },
      },
    },
  });
}
