/**
 * Reconstruction from noisy subset sums by least squares: is the share of bits that it recovers a function of c = noise / (sqrt(n)
 * / 2) alone?
 *
 * Part `reconstruction-attack`: query sets are drawn; of each, the accuracy is exact, from the diagonal of the inverse of the
 * normal equations, and must be within 1/n of the curve for four in five of them at least. Part `reconstruction-draws`: the attack
 * itself, from drawn answers to rounded bits. One record of each attack is looked at, so that trials are independent.
 * Source: Dinur, Nissim (PODS 2003); Dwork, McSherry, Talwar (STOC 2007).
 */
import { leastSquaresReconstruction, reconstructionAccuracy } from "../../lib/attacks/least-squares-reconstruction.ts";
import { subsetQueries } from "../../lib/attacks/subset-queries.ts";
import { gaussian } from "../../lib/mechanisms/noise/gaussian.ts";
import { normalCdf } from "../../lib/numerics/normal.ts";
import type { Stream } from "../../lib/random/stream.ts";
import {
  axis,
  estimateAtLeast,
  estimateNear,
  type Part,
  sampledStudy,
  shareOf,
  shareStudy,
  variant,
  z,
} from "../kit.ts";

/** The sizes of noise that are looked at for every set of queries. */
const NOISES = [0.25, 0.5, 1, 2, 4] as const;
/** At least this many query sets are near the curve. */
const MOST_SETS = 0.8;

interface QueryCell {
  readonly records: number;
  readonly ratio: number;
}

/** The noises of a cell: those above, and n^(1/4) / 2, which is o(sqrt n). */
const noisesOf = ({ records }: QueryCell) => [...NOISES, 1 / Math.sqrt(Math.sqrt(records))];

/** The curve, and one that forgets that n of the m queries are used up. */
const curve = ({ records, ratio }: QueryCell, noise: number) =>
  reconstructionAccuracy({ size: records, queries: ratio * records, noise }).about;
const forgetfulCurve = ({ ratio }: QueryCell, noise: number) => normalCdf(Math.sqrt(ratio) / (2 * noise));

const drawnSecret = (records: number, random: Stream) =>
  Uint8Array.from({ length: records }, () => random.uint32() & 1);

/** Noise of deviation sigma, from the mechanism that a curator would use. */
const noiseOf = (sigma: number, count: number, random: Stream) =>
  gaussian({ sigma, sensitivity: 1, neighbours: "swap" }).releaseMany(0, new Float64Array(count), random);

/**
 * Of drawn query sets: how many are within 1/n of a curve at each noise, their exact accuracies, and the right bits of an attack on
 * each.
 */
function querySets(against: (cell: QueryCell, noise: number) => number) {
  return sampledStudy({
    axes: {
      records: axis(z.int().min(16).max(512), {
        means: "records n, each with a secret bit",
        quick: [32, 64, 128],
        full: [32, 64, 128, 256, 512],
      }),
      ratio: axis(z.int().min(2).max(16), { means: "queries for each record", quick: [8], full: [2, 8] }),
    },
    trials: { quick: 80, full: 120 },
    blockSize: 10,
    merge: "add",
    intervals: (cell) => noisesOf(cell).length,
    block: (cell, count, random) => {
      const { records, ratio } = cell;
      const noises = noisesOf(cell);
      const [near, accuracy, right] = [0, 1, 2].map(() => noises.map(() => 0));
      for (let trial = 0; trial < count; trial++) {
        const own = random.child(trial, "set");
        const queries = subsetQueries({ size: records, queries: ratio * records }, own);
        const attack = leastSquaresReconstruction(queries);
        const secret = drawnSecret(records, own);
        const exact = queries.answers(secret);
        noises.forEach((noise, k) => {
          const sigma = (noise * Math.sqrt(records)) / 2;
          const share = attack.accuracy(sigma);
          accuracy[k] += share;
          if (Math.abs(share - against(cell, noise)) <= 1 / records) near[k]++;
          const drawn = noiseOf(sigma, exact.length, own);
          const { bits } = attack.reconstruct(exact.map((answer, q) => answer + drawn[q]));
          right[k] += bits.reduce((sum, bit, r) => sum + (bit === secret[r] ? 1 : 0), 0);
        });
      }
      return { near, accuracy, right };
    },
    judge: (cell, found, context) => {
      const noises = noisesOf(cell);
      return {
        checks: Object.fromEntries(
          noises.map((noise, k) => [
            k < NOISES.length ? `near-at-${noise}` : "near-at-fourth-root",
            estimateAtLeast(shareOf(found.near[k], context), MOST_SETS),
          ]),
        ),
        values: {
          noises,
          curve: noises.map((noise) => curve(cell, noise)),
          accuracy: found.accuracy.map((sum) => sum / context.trials),
          measured: found.right.map((bits) => bits / (cell.records * context.trials)),
        },
      };
    },
  });
}

export const reconstructionPart: Part = {
  claim: "reconstruction-attack",
  asks: "Is the accuracy of least squares a function of the noise over the root of n, the stated one?",
  study: querySets(curve),
  controls: {
    "no-degrees-lost": {
      says: "the curve without the n degrees of freedom that the fit uses up, at two queries a record",
      study: variant(querySets(forgetfulCurve), {
        axes: {
          records: axis(z.int().min(64).max(256), { means: "records n, each with a secret bit", quick: [64] }),
          ratio: axis(z.literal(2), { means: "queries for each record", quick: [2] }),
        },
      }),
    },
  },
};

const QUERIES_EACH = 8;

/** Whole attacks with `factor` times the noise; the record that counts is another one each time. */
function attacks(factor: number) {
  return shareStudy({
    axes: {
      records: axis(z.int().min(16).max(64), { means: "records n", quick: [32], full: [16, 32, 64] }),
      noise: axis(z.number().min(0.05).max(20), {
        means: "deviation of the noise over sqrt(n) / 2",
        quick: [0.5, 2],
        full: [0.25, 0.5, 1, 2, 4],
      }),
    },
    trials: { quick: 4000, full: 12_000 },
    blockSize: 500,
    intervals: () => 1,
    block: ({ records, noise }, count, random) => {
      let right = 0;
      for (let trial = 0; trial < count; trial++) {
        const own = random.child(trial, "attack");
        const queries = subsetQueries({ size: records, queries: QUERIES_EACH * records }, own);
        const secret = drawnSecret(records, own);
        const drawn = noiseOf((factor * noise * Math.sqrt(records)) / 2, QUERIES_EACH * records, own);
        const answers = queries.answers(secret).map((answer, q) => answer + drawn[q]);
        const { bits } = leastSquaresReconstruction(queries).reconstruct(answers);
        if (bits[trial % records] === secret[trial % records]) right++;
      }
      return { right };
    },
    judge: ({ records, noise }, { right }) => ({
      checks: {
        accuracy: estimateNear(right, curve({ records, ratio: QUERIES_EACH }, noise), { absolute: 0.05 }),
      },
    }),
  });
}

export const drawsPart: Part = {
  claim: "reconstruction-attack",
  asks: "Does the attack, from drawn answers to rounded bits, recover the stated share?",
  study: attacks(1),
  controls: {
    "twice-the-noise": {
      says: "answers with twice the noise, claimed to give away as much",
      study: variant(attacks(2), {
        axes: {
          records: axis(z.int().min(16).max(64), { means: "records n", quick: [16] }),
          noise: axis(z.number().min(0.8).max(1.8), {
            means: "claimed deviation of the noise over sqrt(n) / 2",
            quick: [1],
          }),
        },
      }),
    },
  },
};
