/**
 * The other reconstructions: by trying all secrets, and by linear programs.
 *
 * Part `all-subsets`: all 2^n subset sums answered within E, of a drawn secret and drawn errors: the farthest candidate, by
 * enumeration, is within 4 E records, and answers midway between two secrets attain it. Part `linear-programs`: the optimum of the
 * programs against the best of all 2^n secrets, which it must not exceed; bits from answers of which one in twenty is nonsense,
 * where the least absolute errors recover all and least squares does not. The draws are named by an axis, not by the seed: each
 * cell is decided exactly for its draw.
 * Source: Dinur, Nissim (PODS 2003), theorem 1; Dwork, McSherry, Talwar (STOC 2007).
 */
import { exhaustiveReconstruction } from "../../lib/attacks/exhaustive-reconstruction.ts";
import { leastSquaresReconstruction } from "../../lib/attacks/least-squares-reconstruction.ts";
import { linearProgramReconstruction } from "../../lib/attacks/linear-program-reconstruction.ts";
import { everySubset, type SubsetQueries, subsetQueries } from "../../lib/attacks/subset-queries.ts";
import { largestOf, leastOf } from "../../lib/numerics/extremes.ts";
import { type Stream, stream } from "../../lib/random/stream.ts";
import { sampleUniform } from "../../lib/random/uniform.ts";
import { atMost, axis, equal, exactStudy, type Judgement, type Part, z } from "../kit.ts";

const records = axis(z.int().min(6).max(12), { means: "records n", quick: [8], full: [6, 8, 10, 12] });
const halves = axis(z.int().min(1).max(3), {
  means: "error of every answer, in halves",
  quick: [1, 2],
  full: [1, 2, 3],
});
const draw = axis(z.int().min(0).max(1e9), { means: "number of the draw", quick: [1], full: [1, 2, 3] });

const distance = (one: ArrayLike<number>, other: ArrayLike<number>) =>
  Array.from(one).filter((bit, r) => bit !== other[r]).length;
const secretOf = (size: number, random: Stream) => Uint8Array.from({ length: size }, () => random.uint32() & 1);
/** Answers that are off by a uniform number, up to `most` either way. */
const noisy = (queries: SubsetQueries, secret: ArrayLike<number>, most: number, random: Stream) =>
  queries.answers(secret).map((answer) => answer + most * (2 * sampleUniform(random) - 1));

/** The largest distance of a secret to another that fits the same answers. */
function farthest(
  queries: SubsetQueries,
  answers: ArrayLike<number>,
  within: number,
  secret: ArrayLike<number>,
): number {
  const { candidates } = exhaustiveReconstruction({ queries, answers, within });
  return largestOf(candidates.map((candidate) => distance(candidate, secret)));
}

/** Midway between a secret and one that has as many bits moved up as down, 2 E of each, so far as there are records. */
function midway(size: number, halvesOfError: number): number {
  const queries = everySubset(size);
  const secret = Array.from({ length: size }, (_, r) => r % 2);
  const other = secret.map((bit, r) => (r < 2 * halvesOfError ? 1 - bit : bit));
  const [one, two] = [queries.answers(secret), queries.answers(other)];
  const answers = one.map((answer, q) => (answer + two[q]) / 2);
  return farthest(queries, answers, halvesOfError / 2, secret);
}

export const subsetsPart: Part = {
  claim: "reconstruction-attack",
  asks: "Are all secrets that fit all subset sums within E at most 4 E records away, and is that attained?",
  study: exactStudy({
    axes: { records, halves, draw },
    exact: ({ records: size, halves: error, draw: number }): Judgement => {
      const random = stream(number, "all-subsets", size, error);
      const queries = everySubset(size);
      const secret = secretOf(size, random);
      const answers = noisy(queries, secret, error / 2, random);
      return {
        checks: {
          distance: atMost(farthest(queries, answers, error / 2, secret), 2 * error),
          attained: equal(midway(size, error), 2 * error),
        },
      };
    },
  }),
  controls: {
    "two-errors-away": {
      says: "the distance 2 E, claimed of all that fit",
      study: exactStudy({
        axes: { records, halves },
        exact: ({ records: size, halves: error }) => ({
          checks: { distance: atMost(midway(size, error), error) },
        }),
      }),
    },
  },
};

const NONSENSE_RECORDS = 32;
const QUERIES_EACH = 8;

/** Answers of which one in twenty is nonsense, beyond any sum. */
function nonsense(number: number) {
  const random = stream(number, "nonsense");
  const queries = subsetQueries({ size: NONSENSE_RECORDS, queries: QUERIES_EACH * NONSENSE_RECORDS }, random);
  const secret = secretOf(NONSENSE_RECORDS, random);
  const answers = queries.answers(secret).map((answer, q) => (q % 20 === 0 ? 100 * NONSENSE_RECORDS : answer));
  return { queries, secret, answers };
}

export const programsPart: Part = {
  claim: "reconstruction-attack",
  asks: "Do linear programs fit no worse than the best of all secrets, and withstand nonsense?",
  study: exactStudy({
    axes: { records, halves, draw },
    exact: async ({ records: size, halves: error, draw: number }): Promise<Judgement> => {
      const random = stream(number, "linear-programs", size, error);
      const queries = subsetQueries({ size, queries: QUERIES_EACH * size }, random);
      const secret = secretOf(size, random);
      const answers = noisy(queries, secret, error / 2, random);
      const errors = Array.from({ length: 1 << size }, (_, code) => {
        const bits = Array.from({ length: size }, (_, r) => (code >> r) & 1);
        return queries.answers(bits).map((answer, q) => Math.abs(answer - answers[q]));
      });
      const absolute = await linearProgramReconstruction({ queries, answers, fit: "absolute" });
      const largest = await linearProgramReconstruction({ queries, answers, fit: "largest" });
      const within = await linearProgramReconstruction({ queries, answers, fit: { within: error / 2 } });
      const bad = nonsense(number);
      const withstood = await linearProgramReconstruction({
        queries: bad.queries,
        answers: bad.answers,
        fit: "absolute",
      });
      const solver = { absolute: 1e-6 };
      return {
        checks: {
          absolute: atMost(absolute.misfit, leastOf(errors.map((own) => own.reduce((sum, e) => sum + e, 0))), solver),
          largest: atMost(largest.misfit, leastOf(errors.map((own) => largestOf(own))), solver),
          within: atMost(within.misfit, error / 2, solver),
          nonsense: equal(distance(withstood.bits, bad.secret), 0),
        },
        values: {
          "wrong-absolute": distance(absolute.bits, secret),
          "wrong-largest": distance(largest.bits, secret),
          "wrong-within": distance(within.bits, secret),
        },
      };
    },
  }),
  controls: {
    "least-squares-and-nonsense": {
      says: "least squares, claimed to withstand answers of which one in twenty is nonsense",
      study: exactStudy({
        axes: { draw },
        exact: ({ draw: number }) => {
          const { queries, secret, answers } = nonsense(number);
          const { bits } = leastSquaresReconstruction(queries).reconstruct(answers);
          return { checks: { nonsense: equal(distance(bits, secret), 0) } };
        },
      }),
    },
  },
};
