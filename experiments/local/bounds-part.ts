/**
 * Lower bounds for local privacy against the truth: shares of so few bits that a linear program gives the least worst risk of all
 * local protocols.
 *
 * No bound may be above it, and the exact divergence of answers not above the published constant, for two laws of bits at a
 * distance of 1 / respondents.
 * Source: Duchi, Jordan, Wainwright (FOCS 2013).
 */
import { exactMinimax } from "../../lib/bounds/exact-minimax.ts";
import { localAssouad } from "../../lib/bounds/local-assouad.ts";
import { localDivergence } from "../../lib/bounds/local-divergence.ts";
import { bitAnswersOverlap, localLeCam } from "../../lib/bounds/local-le-cam.ts";
import { exp, expm1 } from "../../lib/numerics/exponential.ts";
import { pure } from "../../lib/privacy/guarantees/guarantee.ts";
import { atMost, axis, exactStudy, type Part, z } from "../kit.ts";

type Loss = "absolute" | "squared";

/** The certified upper end of the least worst risk of a share of ones. */
async function leastWorstRisk(respondents: number, epsilon: number, loss: Loss): Promise<number> {
  const problem = { model: "local", target: "population", grid: 15 } as const;
  return (await exactMinimax({ ...problem, size: respondents, guarantee: pure(epsilon), loss })).upper;
}

/** Of the divergence of the answers, both ways. */
function publishedDivergence(epsilon: number, distance: number): number {
  const rise = expm1(epsilon) * distance;
  return Math.min(4, exp(2 * epsilon)) * rise * rise;
}

export const localBoundsPart: Part = {
  claim: "local-lower-bounds",
  asks: "Are the local bounds below the least worst risk of local protocols, and the contraction below the published constant?",
  study: exactStudy({
    axes: {
      respondents: axis(z.int().min(1).max(8), {
        means: "respondents",
        quick: [1, 2, 5],
        full: [1, 2, 3, 4, 5, 6, 7, 8],
      }),
      epsilon: axis(z.number().positive().max(4), {
        means: "epsilon of one answer",
        quick: [0.2, 1, 3],
        full: [0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 4],
      }),
    },
    exact: async ({ respondents: size, epsilon }) => {
      const guarantee = pure(epsilon);
      const absolute = await leastWorstRisk(size, epsilon, "absolute");
      const squared = await leastWorstRisk(size, epsilon, "squared");
      const bound = (loss: Loss) => localLeCam({ model: { kind: "bernoulli" }, size, guarantee, loss }).value;
      const cube = {
        model: { kind: "product-bernoulli", dimension: 1 },
        norm: "squared",
        interaction: "none",
      } as const;
      const divergence = localDivergence({ epsilon, distance: 1 / size, divergence: "jeffreys" });
      const published = publishedDivergence(epsilon, 1 / size);
      return {
        checks: {
          absolute: atMost(bound("absolute"), absolute),
          squared: atMost(bound("squared"), squared),
          assouad: atMost(localAssouad({ ...cube, size, guarantee }).value, squared),
          divergence: atMost(divergence, published),
        },
        values: {
          absolute,
          squared,
          "share-absolute": bound("absolute") / absolute,
          "share-squared": bound("squared") / squared,
          "share-divergence": divergence / published,
        },
      };
    },
  }),
  controls: {
    "quarter-of-epsilon": {
      says: "a contraction by tanh(epsilon / 4) in place of tanh(epsilon / 2)",
      study: exactStudy({
        axes: {
          epsilon: axis(z.number().positive().max(2), { means: "epsilon of one answer", quick: [0.2, 0.5, 1] }),
        },
        exact: async ({ epsilon }) => {
          const bound = bitAnswersOverlap({ epsilon: epsilon / 2, gap: 1, size: 1 }) / 2;
          return { checks: { absolute: atMost(bound, await leastWorstRisk(1, epsilon, "absolute")) } };
        },
      }),
    },
  },
};
