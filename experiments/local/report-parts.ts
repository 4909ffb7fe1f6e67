/**
 * Reports as they were deployed: RAPPOR in two stages, the one-bit mean, the count-mean sketch.
 *
 * `rappor-stages`: the largest loss of k reports from one permanent answer, over all sequences of reports of two places.
 * `one-bit-mean`: the laws of the bit. `count-mean-sketch`: every answer, of every hash function.
 * Sources: Erlingsson, Pihur, Korolova (CCS 2014); Ding, Kulkarni, Yekhanin (NeurIPS 2017); Apple (2017).
 */
import { rapporReports, roundedToAnEnd, sketchedBits } from "../../lib/auditing/broken/local.ts";
import { discreteEpsilon } from "../../lib/auditing/discrete-audit.ts";
import { countMeanSketch } from "../../lib/mechanisms/local/count-mean-sketch.ts";
import { oneBitMean } from "../../lib/mechanisms/local/one-bit-mean.ts";
import { rappor } from "../../lib/mechanisms/local/rappor.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { atMost, axis, epsilonAtMost, equal, exactStudy, type Part, z } from "../kit.ts";

interface StagesCell {
  readonly noise: number;
  readonly reports: number;
}

/** As the paper has them for daily reports. */
const TOLD = { whenOne: 0.75, whenZero: 0.5 } as const;
const HASHES = 2;

const stagesOf = (noise: number) => rappor({ bits: 128, weight: HASHES, noise, ...TOLD });

/** The masses of all sequences of reports of a place, of one permanent answer. */
function reportMasses({ noise, reports }: StagesCell, truth: number): readonly number[] {
  const told = [TOLD.whenZero, TOLD.whenOne];
  return Array.from({ length: 1 << reports }, (_, code) => {
    const from = (permanent: number, kept: number) => {
      let mass = kept;
      for (let k = 0; k < reports; k++) mass *= ((code >> k) & 1) === 1 ? told[permanent] : 1 - told[permanent];
      return mass;
    };
    return from(truth, 1 - noise / 2) + from(1 - truth, noise / 2);
  });
}

/** The largest loss of a person whose ones move, a place for each hash function: both directions of a place add up. */
function listedLoss(cell: StagesCell): number {
  const [ofOne, ofZero] = [reportMasses(cell, 1), reportMasses(cell, 0)];
  const ratios = ofOne.map((mass, code) => log(mass / ofZero[code]));
  return HASHES * (largestOf(ratios) + largestOf(ratios.map((ratio) => -ratio)));
}

const stageAxes = {
  noise: axis(z.number().min(0.1).max(0.9), {
    means: "f, the chance that a permanent bit is a fair coin",
    quick: [0.25, 0.5],
    full: [0.25, 0.5, 0.75],
  }),
  reports: axis(z.int().min(1).max(12), {
    means: "reports from one permanent answer",
    quick: [1, 2, 6],
    full: [1, 2, 3, 4, 6, 8, 10, 12],
  }),
};

export const stagesPart: Part = {
  claim: "rappor-stages",
  asks: "Is the stated epsilon of k reports that of all their sequences, and never above 2 h ln((1 - f/2) / (f/2))?",
  study: exactStudy({
    axes: stageAxes,
    exact: (cell) => {
      const { epsilonAfter, permanent } = stagesOf(cell.noise);
      const found = listedLoss(cell);
      const limit = 2 * HASHES * log((1 - cell.noise / 2) / (cell.noise / 2));
      return {
        checks: {
          epsilon: equal(found, epsilonAfter(cell.reports), { share: 1e-9 }),
          permanent: equal(permanent.guarantee.epsilon, limit, { share: 1e-9 }),
          "below-permanent": atMost(found, limit, { share: 1e-9 }),
        },
        values: {
          epsilon: found,
          permanent: limit,
          "without-memory": cell.reports * listedLoss({ ...cell, reports: 1 }),
        },
      };
    },
  }),
  controls: {
    "price-of-one-report": {
      says: "several reports from one permanent answer claimed at the epsilon of one",
      study: exactStudy({
        axes: {
          noise: axis(z.literal(0.5), { means: stageAxes.noise.means, quick: [0.5] }),
          reports: axis(z.int().min(2).max(6), { means: stageAxes.reports.means, quick: [2, 4] }),
        },
        exact: ({ noise, reports }) => ({
          checks: {
            epsilon: epsilonAtMost(rapporReports.broken({ reports }), stagesOf(noise).epsilonAfter(1) / HASHES),
          },
        }),
      }),
    },
  },
};

const epsilon = axis(z.number().min(0.1).max(6), {
  means: "epsilon of one answer",
  quick: [0.5, 2],
  full: [0.25, 0.5, 1, 2, 4],
});

export const oneBitPart: Part = {
  claim: "one-bit-mean",
  asks: "Is the bit epsilon-private, its estimate of every value unbiased, and its deviation no larger than stated?",
  study: exactStudy({
    axes: {
      epsilon,
      value: axis(z.number().min(0).max(24), { means: "the truth, from 0 to 24", quick: [0, 7, 12, 24] }),
    },
    exact: ({ epsilon, value }) => {
      const { law, estimate, largestDeviation } = oneBitMean({ epsilon, lower: 0, upper: 24 });
      const bit = law(value);
      const deviation = Math.sqrt(bit.variance()) * (estimate(1) - estimate(0));
      return {
        checks: {
          epsilon: epsilonAtMost({ first: law(0), second: law(24) }, epsilon),
          bias: equal(estimate(bit.mean()), value, { absolute: 1e-9 }),
          deviation: atMost(deviation, largestDeviation(1), { share: 1e-9 }),
        },
        values: { deviation, largest: largestDeviation(1) },
      };
    },
  }),
  controls: {
    "rounded-to-an-end": {
      says: "the value rounded to an end of its range at random, and told as it is",
      study: exactStudy({
        axes: { epsilon },
        exact: ({ epsilon }) => ({ checks: { epsilon: epsilonAtMost(roundedToAnEnd.broken(), epsilon) } }),
      }),
    },
  },
};

export const sketchPart: Part = {
  claim: "count-mean-sketch",
  asks: "Is the sketch epsilon-private, and supports an answer the truth and other choices as often as stated?",
  study: exactStudy({
    axes: {
      epsilon,
      buckets: axis(z.literal([2, 3, 5]), { means: "buckets, a prime", quick: [3], full: [2, 3, 5] }),
      choices: axis(z.int().min(2).max(8), { means: "choices", quick: [5] }),
    },
    exact: ({ epsilon, buckets, choices }) => {
      const { law, supports, support, estimate } = countMeanSketch({ epsilon, buckets, choices });
      const laws = Array.from({ length: choices }, (_, truth) => law(truth));
      const loss = largestOf(laws.slice(1).map((second) => discreteEpsilon({ first: laws[0], second })));
      const shares = laws.map((_, choice) =>
        laws[0].support.reduce((sum, answer) => sum + (supports(answer, choice) ? exp(laws[0].logMass(answer)) : 0), 0),
      );
      // The server's formula of the paper, from a share of supporting answers.
      const corrected = ((exp(epsilon / 2) + 1) / (exp(epsilon / 2) - 1)) * (2 * shares[1] - 1);
      const server = (buckets / (buckets - 1)) * (corrected / 2 + 0.5 - 1 / buckets);
      return {
        checks: {
          epsilon: atMost(loss, epsilon),
          truth: equal(shares[0], support.truth, { absolute: 1e-10 }),
          others: equal(largestOf(shares.slice(1).map((share) => Math.abs(share - support.other))), 0, {
            absolute: 1e-10,
          }),
          server: equal(estimate(shares[1]), server, { absolute: 1e-9 }),
        },
      };
    },
  }),
  controls: {
    "epsilon-per-bit": {
      says: "every bit told at the whole epsilon, where two buckets differ in two bits",
      study: exactStudy({
        axes: { epsilon },
        exact: ({ epsilon }) => ({ checks: { epsilon: epsilonAtMost(sketchedBits.broken({ epsilon }), epsilon) } }),
      }),
    },
  },
};
