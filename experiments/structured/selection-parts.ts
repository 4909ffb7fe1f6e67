/**
 * Structured releases that choose or hide: the top k of scores, keys over an unknown domain, and propose-test-release. All of it exact.
 *
 * Source: Durfee, Rogers (NeurIPS 2019); Korolova et al. (WWW 2009); Dwork, Lei (STOC 2009).
 */
import { addRemoveThreshold, distanceWithoutNoise } from "../../lib/auditing/broken/releases.ts";
import { discreteDelta, discreteEpsilon } from "../../lib/auditing/discrete-audit.ts";
import { exponentialMechanism } from "../../lib/mechanisms/choice/exponential-mechanism.ts";
import { topK } from "../../lib/mechanisms/choice/top-k.ts";
import { proposeTestReleaseMedian } from "../../lib/mechanisms/local-sensitivity/propose-test-release-median.ts";
import { stabilityHistogram } from "../../lib/mechanisms/statistics/stability-histogram.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { peeledChance } from "../../lib/oracles/peeling.ts";
import { atMost, axis, equal, exactStudy, type Part, z } from "../kit.ts";
import { relation } from "./axes.ts";

const epsilon = axis(z.number().min(0.05).max(8), {
  means: "epsilon",
  quick: [0.5, 2],
  full: [0.1, 0.3, 0.5, 1, 2, 4],
});
const delta = axis(z.number().min(1e-12).max(0.4), {
  means: "delta that is allowed",
  quick: [1e-6, 0.01],
  full: [1e-12, 1e-9, 1e-6, 1e-4, 0.01],
});
const k = axis(z.int().min(1).max(4), { means: "options released, k", quick: [1, 3], full: [1, 2, 3, 4] });
const several = axis(z.int().min(2).max(4), { means: "options released, at least two", quick: [3], full: [2, 3, 4] });
const change = axis(z.enum(["general", "monotone"]), { means: "how scores move", quick: ["general", "monotone"] });

const LOSS = { absolute: 1e-9 };
const SCORES = [5, 1, 4, 4, 2, 0];
const choosing = { sensitivity: 1, neighbours: "swap" } as const;

/** The probability of a list by k exponential mechanisms one after another. */
function peeled(list: readonly number[], epsilon: number, change: "general" | "monotone"): number {
  return peeledChance(SCORES, list, (left, place) =>
    exp(
      exponentialMechanism({ ...choosing, epsilon, change, options: left.length })
        .law(left)
        .logMass(place),
    ),
  );
}

function lossOf(mechanism: ReturnType<typeof topK>, pair = mechanism.worstPair()): number {
  const [first, second] = pair.map(mechanism.law);
  return discreteEpsilon({ first, second });
}

export const topKPart: Part = {
  claim: "top-k",
  asks: "Is the ordered top k of one-shot Gumbel noise that of peeling, epsilon-private and no less?",
  study: exactStudy({
    axes: { epsilon, k, change },
    exact: (cell) => {
      const mechanism = topK({ ...choosing, ...cell, options: cell.k + 2 });
      const { law } = topK({ ...choosing, ...cell, options: SCORES.length });
      const found = law(SCORES);
      const off = found.support.map((list) =>
        Math.abs(exp(found.logMass(list)) - peeled(list, cell.epsilon / cell.k, cell.change)),
      );
      const relaxed = topK({ ...choosing, ...cell, delta: 1e-6, options: 100 });
      return {
        checks: {
          epsilon: atMost(lossOf(mechanism), cell.epsilon, LOSS),
          attained: equal(lossOf(mechanism), cell.epsilon, LOSS),
          peeling: atMost(largestOf(off), 0, { absolute: 1e-12 }),
        },
        values: { scale: mechanism.scale, "scale-with-delta": relaxed.scale },
      };
    },
  }),
  controls: {
    "noise-of-one-choice": {
      says: "Gumbel noise of the scale of one choice, which loses k epsilon",
      study: exactStudy({
        axes: { epsilon, k: several, change },
        exact: (cell) => {
          const mechanism = topK({ ...choosing, ...cell, epsilon: cell.k * cell.epsilon, options: cell.k + 2 });
          return { checks: { epsilon: atMost(lossOf(mechanism), cell.epsilon, LOSS) } };
        },
      }),
    },
  },
};

const keys = (x: number, y: number) => [...new Array<string>(x).fill("x"), ...new Array<string>(y).fill("y")];
const integers = "discrete-laplace" as const;

export const stabilityPart: Part = {
  claim: "stability-histogram",
  asks: "Is the chance to see a lone key the delta of the closed form, under swap as under add-remove, and the rest epsilon?",
  study: exactStudy({
    axes: { epsilon, delta, relation },
    exact: (cell) => {
      const { relation: neighbours, ...budget } = cell;
      const counts = stabilityHistogram({ noise: integers, ...budget, neighbours });
      const scale = (cell.relation === "swap" ? 2 : 1) / cell.epsilon;
      const ratio = exp(-1 / scale);
      const closed = exp(-(counts.threshold - 1) / scale) / (1 + ratio);
      const [first, second] = counts.worstPair().map(counts.law);
      const size = counts.threshold + 4;
      const moved = [keys(size, 0), cell.relation === "swap" ? [...keys(size - 1, 0), "x"] : keys(size + 1, 0)];
      const staying = { first: counts.law(moved[0]), second: counts.law(moved[1]) };
      return {
        checks: {
          delta: equal(discreteDelta({ first, second }, cell.epsilon).upper, closed, { share: 1e-8, absolute: 1e-15 }),
          allowed: atMost(closed, cell.delta),
          epsilon: atMost(discreteDelta(staying, cell.epsilon).lower, 0, { absolute: 1e-15 }),
        },
        values: { threshold: counts.threshold, seen: closed },
      };
    },
  }),
  controls: {
    "threshold-of-add-remove": {
      says: "the threshold for noise of scale 1 / epsilon, where swap asks for scale 2 / epsilon",
      study: exactStudy({
        axes: { epsilon, delta },
        exact: ({ epsilon, delta }) => {
          const seen = discreteDelta(addRemoveThreshold.broken({ epsilon, delta }), epsilon).upper;
          return { checks: { delta: atMost(seen, delta) }, values: { seen } };
        },
      }),
    },
  },
};

const elsewhere = axis(z.int().min(0).max(100), {
  means: "records of 201 at the far end; 100 make the median unstable",
  quick: [20, 80, 95],
  full: [0, 20, 40, 60, 70, 80, 85, 90, 95, 98, 100],
});
const SIZE = 201;
const FAR = 100_000;
const crowd = (far: number) => Array.from({ length: SIZE }, (_, i) => (i < far ? FAR : 40));

export const proposePart: Part = {
  claim: "propose-test-release",
  asks: "Does the median pass as often as its distance says, and is delta that of the closed form where neighbours are unstable?",
  study: exactStudy({
    axes: { epsilon, delta, elsewhere },
    exact: ({ epsilon, delta, elsewhere }) => {
      const median = proposeTestReleaseMedian({ epsilon, delta, proposed: 1, lower: 0, upper: FAR });
      const ratio = exp(-epsilon / 2);
      const passing = (gap: number) =>
        gap > 0 ? exp((-gap * epsilon) / 2) / (1 + ratio) : 1 - (exp((gap * epsilon) / 2) * ratio) / (1 + ratio);
      const unstable = exp(median.law(crowd(elsewhere)).logMass("unstable"));
      const near = { first: median.law(crowd(100)), second: median.law(crowd(101)) };
      const here = { first: median.law(crowd(elsewhere)), second: median.law(crowd(elsewhere + 1)) };
      return {
        checks: {
          "failure-rate": equal(1 - unstable, passing(median.threshold - (100 - elsewhere)), { absolute: 1e-9 }),
          delta: equal(discreteDelta(near, epsilon).upper, passing(median.threshold), { share: 1e-6, absolute: 1e-15 }),
          private: atMost(discreteDelta(here, epsilon).lower, delta),
        },
        values: { unstable, threshold: median.threshold },
      };
    },
  }),
  controls: {
    "distance-without-noise": {
      says: "the distance compared with the threshold as it is: one neighbour passes for sure, the other never",
      study: exactStudy({
        axes: { epsilon, delta },
        exact: ({ epsilon, delta }) => {
          const found = discreteDelta(distanceWithoutNoise.broken({ epsilon, delta }), epsilon).upper;
          return { checks: { delta: atMost(found, delta) } };
        },
      }),
    },
  },
};
