/**
 * Draws against laws, and errors beside those of float64 mechanisms.
 *
 * `draws`: the shares of the five likeliest outcomes among releases, from a stream and from a source of which the release sees
 * words alone, as it does of the secure one; the words are those of the stream with their bits turned, so that they are uniform and
 * other ones. `utility`: the root mean square of the noise of a sum, from its law, beside that of Laplace noise; and the expected
 * error of the median, in records, beside that of the float64 quantile, from both laws.
 */

import { noisySum } from "../../lib/mechanisms/statistics/noisy-sum.ts";
import { quantile } from "../../lib/mechanisms/statistics/quantile.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import type { SecureRandom } from "../../lib/random/random.ts";
import { exactFraction } from "../../lib/random/rational.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { atMost, axis, estimateEquals, exactStudy, type Part, shareStudy, variant, z } from "../kit.ts";
import { attacked, epsilon, fraction, RELEASES, type Release } from "./releases.ts";

const SOURCES = ["stream", "words"] as const;
const CLASSES = 5;

/** A source that gives words and nothing else, as the secure one. */
function wordsOf(random: Stream): SecureRandom {
  return { mode: "secure", uint32: () => ~random.uint32() >>> 0 };
}

interface DrawCell {
  readonly release: Release;
  readonly source: (typeof SOURCES)[number];
  readonly epsilon: number;
}

/** The likeliest outcomes of the first of the pair, as texts. */
function likeliest(release: Release, epsilon: number) {
  const { law, pair } = attacked(release, epsilon);
  const { support, logMass } = law(pair[0]);
  const outcomes = support.toSorted((a, b) => logMass(b) - logMass(a)).slice(0, CLASSES);
  return outcomes.map((outcome) => ({ text: String(outcome), mass: exp(logMass(outcome)) }));
}

function countDraws({ release, source, epsilon }: DrawCell, factor: number, count: number, random: Stream) {
  const mechanism = attacked(release, factor * epsilon);
  const texts = likeliest(release, epsilon).map(({ text }) => text);
  const from = source === "stream" ? random : wordsOf(random);
  const counts = texts.map(() => 0);
  for (let k = 0; k < count; k++) {
    const at = texts.indexOf(String(mechanism.release(mechanism.pair[0], from)));
    if (at >= 0) counts[at]++;
  }
  return { counts };
}

/** Laws of vectors with few outcomes. */
const listed = axis(z.number().min(2).max(4), { means: "epsilon of one release", quick: [2], full: [2, 3] });
const drawn = RELEASES.filter((release) => release !== "histogram");

const drawStudy = shareStudy({
  axes: {
    release: axis(z.enum(drawn), { means: "what is released", quick: drawn }),
    source: axis(z.enum(SOURCES), { means: "a stream, or a source that gives words alone", quick: SOURCES }),
    epsilon: listed,
  },
  trials: { quick: 4_000, full: 20_000 },
  blockSize: 2_000,
  intervals: () => CLASSES,
  block: (cell, count, random) => countDraws(cell, 1, count, random),
  judge: ({ release, epsilon }, { counts }) => {
    const checks = likeliest(release, epsilon).map(({ mass }, k) => [
      `outcome-${k + 1}`,
      estimateEquals(counts[k], mass, 0.03),
    ]);
    return { checks: Object.fromEntries(checks) };
  },
});

export const drawsPart: Part = {
  claim: "grid-releases",
  asks: "Do releases follow their laws, from a stream and from a source that gives words alone?",
  study: drawStudy,
  controls: {
    "half-the-noise": {
      says: "releases of twice the epsilon against the law of once",
      study: variant(drawStudy, { block: (cell, count, random) => countDraws(cell, 2, count, random) }),
    },
  },
};

const SIZE = 501;
const records = Array.from({ length: SIZE }, (_, k) => 20 + (60 * k) / (SIZE - 1));

/** Root mean square of a sum's noise, in units. */
function sumDeviation(epsilon: number, steps: number): number {
  const mechanism = noisySum({
    step: fraction(1, steps),
    lower: 0,
    upper: 10,
    epsilon: exactFraction(epsilon),
    neighbours: "swap",
  });
  const law = mechanism.law([]);
  return Math.sqrt(law.support.reduce((sum, x) => sum + x * x * exp(law.logMass(x)), 0));
}

/** How many records lie between a point and the median of the records. */
const rankError = (below: number, upTo: number) => Math.max(0, below - SIZE / 2, SIZE / 2 - upTo);

function gridMedianError(epsilon: number, steps: number): number {
  const law = quantile({
    step: fraction(100, steps),
    lower: 0,
    upper: 100,
    epsilon: exactFraction(epsilon),
    probability: fraction(1, 2),
    neighbours: "swap",
  }).law(records);
  const error = (point: number) =>
    rankError(records.filter((x) => x < point).length, records.filter((x) => x <= point).length);
  return law.support.reduce((sum, point) => sum + exp(law.logMass(point)) * error(point), 0);
}

function floatMedianError(epsilon: number): number {
  const law = quantile({ epsilon, probability: 0.5, lower: 0, upper: 100, neighbours: "swap" }).law(records);
  const edges = [0, ...records, 100];
  return edges.slice(1).reduce((sum, edge, below) => {
    return sum + (law.cdf(edge) - law.cdf(edges[below])) * rankError(below, below);
  }, 0);
}

/** Records are 0.12 apart, and points of the grid 0.1: an error of one record is that of the grid. */
const FINE = 1000;

export const utilityPart: Part = {
  claim: "grid-releases",
  asks: "Is the noise of a sum on a grid no wider than Laplace noise, and the median within a record of the float64 one?",
  study: exactStudy({
    axes: {
      epsilon,
      steps: axis(z.int().min(1).max(100), { means: "points of the grid of the sum in a unit", quick: [1, 10] }),
    },
    exact: ({ epsilon, steps }) => {
      const [grid, float] = [gridMedianError(epsilon, FINE), floatMedianError(epsilon)];
      return {
        checks: {
          "deviation-of-the-sum": atMost(sumDeviation(epsilon, steps), (Math.SQRT2 * 10) / epsilon, { share: 1e-9 }),
          "error-of-the-median": atMost(grid, float + 1),
        },
        values: { "float-deviation": (Math.SQRT2 * 10) / epsilon, "float-median": float },
      };
    },
  }),
  controls: {
    "five-points": {
      says: "the median on a grid of five points, which none of the records is near to",
      study: exactStudy({
        axes: { epsilon },
        exact: ({ epsilon }) => ({
          checks: { "error-of-the-median": atMost(gridMedianError(epsilon, 3), floatMedianError(epsilon) + 1) },
        }),
      }),
    },
  },
};
