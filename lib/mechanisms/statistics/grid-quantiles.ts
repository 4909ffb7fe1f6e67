/**
 * Quantiles on a grid: several quantiles at once by recursive bisection, each by the exponential mechanism drawn exactly;
 * `quantiles` with a `step`.
 *
 * The middle one of the wanted quantiles is chosen as by `quantile` on a grid; records at or below it go to the left, the others to
 * the right, and the quantiles of each side are found in the same way, within the part of the grid that is left. Joint quantiles
 * (`jointQuantiles`) would need sums of exponentials over all ways to place them, which only floating point can hold; here every
 * choice is one exact draw.
 * Theorem: m quantiles have ceil(log2(m + 1)) levels. Under `add-remove` a record changes one part of each level and leaves the
 * others as they are, so that a level in which every choice has epsilon over the number of levels is that private, and all of them
 * are epsilon-differentially private; each is a choice of bounded range, so that all are epsilon^2 / (8 levels)-zero-concentrated.
 * Under `swap` a record leaves one part and enters another: a group of two, for which every choice has half of that, with the same
 * two bounds in the end. Every ordered vector of points is a possible output.
 * Source: Kaplan, Schnapp, Stemmer (ICML 2022), arXiv:2110.05429, for the bisection; Dong, Durfee, Rogers (ICML 2020) for the
 * bounded range; the account under `swap` is ours.
 * Limits: records are rounded and clamped to the grid. An atom of the data goes to one side as a whole: a second quantile that it
 * holds is drawn from what is left, and may be far from it; release such quantiles one by one. Laws are listed up to 2^20 outcomes.
 * Time is not constant: it depends on the scores. About 2 ms for 1000 records and 9 quantiles.
 * @claim grid-quantiles
 */
import { refuse, requireList } from "../../numerics/requirements.ts";
import type { MechanismWithLaw } from "../../privacy/guarantees/mechanism.ts";
import { worstCasePld } from "../../privacy/loss/discrete-pld.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import type { Random } from "../../random/random.ts";
import { type Fraction, fractionOf, type Rational } from "../../random/rational.ts";
import { type RankChoice, rankChoice } from "../choice/scores/rank-scores.ts";
import { valueAt } from "../laws/rational-step.ts";
import type { StatedBudget } from "../noise/exact-budget.ts";
import { declaredGrid, type GridRange } from "./declared-grid.ts";
import { largerShare, listedPoints, openFraction, placeAt, sortedPlaces } from "./grid-ranks.ts";
import type { RecordNeighbours } from "./noisy-statistic.ts";

/** What is asked for, read. */
interface GridQuantilesQuestion extends GridRange, StatedBudget<"pure"> {
  /** Increasing, strictly between 0 and 1. */
  readonly probabilities: readonly Rational[];
  readonly neighbours: RecordNeighbours;
}

export type GridQuantiles = MechanismWithLaw<
  ArrayLike<number>,
  readonly number[],
  Random,
  DiscreteLaw<readonly number[]>
> & {
  /** Of the bisection. */
  readonly levels: number;
  /** Of the zero-concentrated guarantee that holds besides. */
  readonly rho: number;
};

const MOST_OUTCOMES = 1048576; // 2^20

export function gridQuantiles(question: GridQuantilesQuestion): GridQuantiles {
  const { neighbours, guarantee, fraction: epsilon } = question;
  const grid = declaredGrid(question);
  const { step, lower, upper } = grid;
  const probabilities = increasing(question.probabilities);
  const size = probabilities.length;
  const levels = 32 - Math.clz32(size);
  const share = BigInt(neighbours === "swap" ? 2 * levels : levels);
  const bound = guarantee.epsilon;
  /** Goes through the choices of the bisection, each decided by `choose`. */
  const bisect = (sorted: Float64Array, choose: (choice: RankChoice, index: number) => number) => {
    const chosen = new Array<number>(size);
    const descend = (part: Part) => {
      if (part.from === part.to) return;
      const middle = (part.from + part.to) >>> 1;
      const probability = shareBetween(part, probabilities[middle]);
      const rate = {
        numerator: epsilon.numerator,
        denominator: 2n * largerShare(probability) * share * epsilon.denominator,
      };
      const place = choose(rankChoice({ ...part, probability, rate }), middle);
      chosen[middle] = place;
      const end = countUpTo(part.places, place);
      const { places } = part;
      const above = probabilities[middle];
      descend({ ...part, to: middle, upper: place, above, places: places.subarray(0, end) });
      descend({ ...part, from: middle + 1, lower: place, below: above, places: places.subarray(end) });
    };
    const [none, all] = [0n, 1n].map((numerator) => ({ numerator, denominator: 1n }));
    descend({ from: 0, to: size, lower, upper, below: none, above: all, places: sorted });
    return chosen;
  };
  return {
    name: "quantiles",
    neighbours,
    guarantee,
    levels,
    rho: (bound * bound) / (8 * levels),
    release: (records, random) =>
      bisect(sortedPlaces(records, grid), (choice) => choice.draw(random)).map((place) => valueAt(BigInt(place), step)),
    law: (records) => {
      const sorted = sortedPlaces(records, grid);
      let listed: (readonly number[])[] | undefined;
      return {
        kind: "discrete",
        get support() {
          listed ??= orderedVectors(() => listedPoints(grid), upper - lower + 1, size);
          return listed;
        },
        logMass: (output) => {
          const wanted = Array.from(output, (point) => placeAt(point, grid));
          if (wanted.length !== size || wanted.includes(undefined)) return -Infinity;
          const points = wanted as number[];
          if (points.some((place, i) => i > 0 && place < points[i - 1])) return -Infinity;
          let total = 0;
          bisect(sorted, (choice, index) => {
            total += choice.logMass(points[index]);
            return points[index];
          });
          return total;
        },
        neglected: 0,
      };
    },
    privacyLoss: () => ({ ...worstCasePld({ epsilon: bound, delta: 0 }), attained: false }),
  };
}

/** Records and points between two quantiles that are known, or the ends. */
interface Part {
  /** Which quantiles are still to be found: from this index to before that. */
  readonly from: number;
  readonly to: number;
  readonly lower: number;
  readonly upper: number;
  /** The probabilities of the ends. */
  readonly below: Fraction;
  readonly above: Fraction;
  readonly places: Float64Array;
}

/** Where a probability lies between those of the ends, as a share of the distance. */
function shareBetween({ below, above }: Part, probability: Fraction): Fraction {
  const difference = (high: Fraction, low: Fraction) =>
    high.numerator * low.denominator - low.numerator * high.denominator;
  // (p - l) / (h - l), both over the product of their denominators.
  return fractionOf(
    "a probability",
    {
      numerator: difference(probability, below) * above.denominator,
      denominator: difference(above, below) * probability.denominator,
    },
    1n,
  );
}

function countUpTo(places: Float64Array, place: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (places[middle] <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function increasing(probabilities: readonly Rational[]): Fraction[] {
  requireList("probabilities", probabilities);
  if (probabilities.length === 0) refuse("probabilities", "at least one", probabilities);
  const fractions = probabilities.map((probability, i) => openFraction(`probabilities[${i}]`, probability));
  fractions.forEach(({ numerator, denominator }, i) => {
    if (i === 0) return;
    const before = fractions[i - 1];
    if (numerator * before.denominator <= before.numerator * denominator)
      refuse(`probabilities[${i}]`, "above the one before", `${numerator}/${denominator}`);
  });
  return fractions;
}

function orderedVectors(points: () => readonly number[], count: number, size: number): (readonly number[])[] {
  let outcomes = 1;
  for (let i = 0; i < size; i++) outcomes = (outcomes * (count + i)) / (i + 1);
  if (!(outcomes <= MOST_OUTCOMES)) refuse("the support", "of at most 2^20 outcomes", outcomes);
  const values = points();
  let vectors: { readonly last: number; readonly vector: readonly number[] }[] = [{ last: 0, vector: [] }];
  for (let i = 0; i < size; i++)
    vectors = vectors.flatMap(({ last, vector }) =>
      values.slice(last).map((value, k) => ({ last: last + k, vector: [...vector, value] })),
    );
  return vectors.map(({ vector }) => vector);
}
