/**
 * Noisy histograms: the deviation of a marginal, their privacy, and the largest error of a cell.
 *
 * Part `synth-histogram`: the variance of every cell by quadrature of its law, summed over the cells that lie in a cell of the
 * marginal, against the closed form; the audit of the noisy counts on neighbours. Part `max-error`: the tail of the largest error
 * from the laws of all cells, and the share of draws beyond quantiles of the closed form.
 * Source: Dwork, McSherry, Nissim, Smith (TCC 2006).
 */
import { audit } from "../../lib/auditing/mechanism-audit.ts";
import { exp, expm1 } from "../../lib/numerics/exponential.ts";
import { log, log1p } from "../../lib/numerics/logarithm.ts";
import { integrate } from "../../lib/numerics/quadrature.ts";
import type { ContinuousLaw } from "../../lib/privacy/loss/law.ts";
import { allCells } from "../../lib/synthetic/cell-model.ts";
import { largestNoise } from "../../lib/synthetic/largest-noise.ts";
import { cellsWithin, exactMarginal, marginalQuery } from "../../lib/synthetic/marginal.ts";
import { noisyHistogram } from "../../lib/synthetic/noisy-histogram.ts";
import { atMost, axis, equal, estimateNear, exactStudy, type Part, sampledStudy, shareOf, variant, z } from "../kit.ts";
import { flagSpace, flagTable } from "./flag-data.ts";

const RECORDS = 50;
const epsilon = axis(z.number().min(0.01).max(100), { means: "epsilon", quick: [0.1, 1], full: [0.01, 0.1, 1, 3, 10] });
const relation = axis(z.enum(["swap", "add-remove"]), {
  means: "which tables are neighbours",
  quick: ["swap", "add-remove"],
});
const attributes = axis(z.int().min(1).max(10), {
  means: "yes/no attributes, of which the universe has 2^so many cells",
  quick: [2, 4, 6, 8],
  full: [1, 2, 4, 6, 8, 10],
});

interface HistogramCell {
  readonly epsilon: number;
  readonly relation: "swap" | "add-remove";
  readonly attributes: number;
}

function histogramOf({ epsilon: budget, relation: neighbours, attributes: count }: HistogramCell) {
  const space = flagSpace(count);
  const shared = { domain: space.domain, epsilon: budget };
  return neighbours === "swap"
    ? noisyHistogram({ ...shared, neighbours, size: RECORDS })
    : noisyHistogram({ ...shared, neighbours });
}

/** By quadrature of the density, in units of the scale; the law is symmetric. */
function varianceOf({ family, logDensity }: ContinuousLaw): number {
  const { centre = 0, scale = 1 } = family ?? {};
  const term = (u: number) => u * u * scale * exp(logDensity(centre + scale * u));
  return 2 * scale * scale * integrate(term, { lower: 0, upper: Infinity, relativeTolerance: 1e-12 }).value;
}

/** Of the first cell of the marginal of the first column, before clipping: how many cells lie in it, and the deviation of their sum. */
function marginalDeviation(cell: HistogramCell): { readonly inside: number; readonly deviation: number } {
  const { space, measured } = histogramOf(cell);
  const within = cellsWithin(allCells(space), marginalQuery(space, [space.attributes[0].name]));
  const { coordinates } = measured.law(flagTable(space, RECORDS));
  const own = coordinates.filter((_, k) => within[k] === 0);
  // All cells have noise of one law: the first tells.
  return { inside: own.length, deviation: Math.sqrt(own.length * varianceOf(own[0])) };
}

const histogramPart: Part = {
  claim: "synth-histogram",
  asks: "Are the noisy counts epsilon-private, and is the deviation of a marginal of g cells sqrt(8 g) / epsilon under swap?",
  study: exactStudy({
    axes: { epsilon, relation, attributes },
    exact: (cell) => {
      const { inside, deviation } = marginalDeviation(cell);
      const stated = Math.sqrt((cell.relation === "swap" ? 8 : 2) * inside) / cell.epsilon;
      const { lowerBound } = audit(histogramOf(cell).measured);
      return {
        checks: {
          deviation: equal(deviation, stated, { share: 1e-10 }),
          epsilon: equal(lowerBound, cell.epsilon, { share: 1e-12 }),
        },
        values: { inside },
      };
    },
  }),
  controls: {
    "add-remove-scale": {
      says: "noise of scale 1 / epsilon, enough under add-remove, claimed under swap: it is audited at twice epsilon",
      study: exactStudy({
        axes: { epsilon, attributes },
        exact: (cell) => {
          const { measured } = histogramOf({ ...cell, relation: "add-remove" });
          const pair = histogramOf({ ...cell, relation: "swap" }).measured.worstPair();
          return { checks: { epsilon: atMost(audit(measured, { pair: pair }).lowerBound, cell.epsilon) } };
        },
      }),
    },
    "noise-of-one-cell": {
      says: "a marginal has the deviation of one cell, sqrt(8) / epsilon, however many it sums",
      study: exactStudy({
        axes: {
          epsilon,
          attributes: axis(z.int().min(2).max(10), { means: "yes/no attributes", quick: [6], full: [2, 6, 10] }),
        },
        exact: (cell) => ({
          checks: {
            deviation: equal(marginalDeviation({ ...cell, relation: "swap" }).deviation, Math.sqrt(8) / cell.epsilon, {
              share: 1e-3,
            }),
          },
        }),
      }),
    },
  },
};

const beta = axis(z.number().min(1e-6).max(0.5), {
  means: "probability that the largest error is beyond",
  quick: [0.05],
  full: [0.01, 0.05, 0.2, 0.5],
});

/** P(the largest error > reach) from the laws of all cells: twice the lower tail of each. */
function largestTail(cell: HistogramCell, reach: number): number {
  const { space, measured } = histogramOf(cell);
  const centres = exactMarginal(flagTable(space, RECORDS), allCells(space));
  const { coordinates } = measured.law(flagTable(space, RECORDS));
  return -expm1(coordinates.reduce((sum, law, k) => sum + log1p(-2 * law.cdf(centres[k] - reach)), 0));
}

/** 1 - (1 - beta / m)^m, by squaring: m is a power of two. */
function statedTail(probability: number, doublings: number): number {
  const cells = doublings === 0 ? 1 : Array.from({ length: doublings }).reduce<number>((size) => 2 * size, 1);
  let within = 1 - probability / cells;
  for (let k = 0; k < doublings; k++) within *= within;
  return 1 - within;
}

/** The largest error of all cells against the reach at which a union bound over `counted` of them has the chance beta. */
function largestError(counted: (cells: number) => number) {
  return exactStudy({
    axes: { epsilon, attributes, beta },
    exact: ({ beta: chance, ...given }) => {
      const cell = { ...given, relation: "swap" } as const;
      const cells = counted(allCells(flagSpace(cell.attributes)).cells);
      const found = largestTail(cell, (2 / cell.epsilon) * log(cells / chance));
      return {
        checks: {
          tail: equal(found, statedTail(chance, cell.attributes), { share: 1e-8, absolute: 1e-12 }),
          bound: atMost(found, chance),
        },
      };
    },
  });
}

const maxErrorPart: Part = {
  claim: "max-error",
  asks: "Does the largest error of all cells exceed (2/epsilon) ln(|X|/beta) with probability 1 - (1 - beta/|X|)^|X|, at most beta?",
  study: largestError((cells) => cells),
  controls: {
    "whatever-the-universe": {
      says: "a largest error that does not depend on |X|: the reach of one cell, (2/epsilon) ln(1/beta), for all of them",
      study: variant(
        largestError(() => 1),
        { over: { attributes: { quick: [2, 8], full: [1, 4, 10] } }, only: ["bound"] },
      ),
    },
  },
};

const QUANTILES = [0.5, 0.95];

/** Releases whose largest error is within quantiles of the law of this many cells. */
function largestDraws(cellsOf: (cells: number) => number) {
  return sampledStudy({
    axes: { epsilon: axis(z.number().min(0.01).max(100), { means: "epsilon", quick: [1] }), attributes },
    trials: { quick: 8000, full: 40_000 },
    blockSize: 2000,
    merge: "add",
    intervals: () => QUANTILES.length,
    block: (given, count, random) => {
      const { space, measured } = histogramOf({ ...given, relation: "swap" });
      const table = flagTable(space, RECORDS);
      const exact = exactMarginal(table, allCells(space));
      const { quantile } = largestNoise({ cells: cellsOf(exact.length), scale: 2 / given.epsilon });
      const reaches = QUANTILES.map(quantile);
      const within = reaches.map(() => 0);
      let sum = 0;
      for (let k = 0; k < count; k++) {
        const noisy = measured.release(table, random);
        let largest = 0;
        for (let cell = 0; cell < exact.length; cell++)
          largest = Math.max(largest, Math.abs(noisy[cell] - exact[cell]));
        sum += largest;
        reaches.forEach((reach, i) => {
          if (largest <= reach) within[i]++;
        });
      }
      return { within, sum };
    },
    judge: (given, { within, sum }, context) => {
      const { cells } = allCells(flagSpace(given.attributes));
      const { quantile } = largestNoise({ cells, scale: 2 / given.epsilon });
      return {
        checks: Object.fromEntries(
          QUANTILES.map((probability, i) => [
            `quantile-${100 * probability}`,
            estimateNear(shareOf(within[i], context), probability, { absolute: 0.04 }),
          ]),
        ),
        values: {
          cells,
          mean: sum / context.trials,
          ...Object.fromEntries(QUANTILES.map((probability) => [`at-${100 * probability}`, quantile(probability)])),
        },
      };
    },
  });
}

const drawsPart: Part = {
  claim: "max-error",
  asks: "Do released histograms have the largest errors of the closed form, for universes of growing size?",
  study: largestDraws((cells) => cells),
  controls: {
    "of-one-cell": {
      says: "the quantiles of one cell, claimed for the largest of all",
      study: variant(
        largestDraws(() => 1),
        { over: { attributes: [2, 8] } },
      ),
    },
  },
};

export const histogramParts: Readonly<Record<string, Part>> = {
  "synth-histogram": histogramPart,
  "max-error": maxErrorPart,
  "max-error-draws": drawsPart,
};
