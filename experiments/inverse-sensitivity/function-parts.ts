/**
 * Inverse sensitivity of functions of few bits: its privacy with half the exponent, and with the full one for two values.
 *
 * The numbers of changes come from going through all datasets, and again from layers of neighbours. For the full exponent the worst
 * case over distance vectors is searched: one option far away, all others within three changes, each moving by at most one.
 */
import { WORST_FUNCTIONS } from "../../lib/auditing/broken/selection.ts";
import { listsOf } from "../../lib/auditing/worst-pair.ts";
import { inverseSensitivity } from "../../lib/mechanisms/local-sensitivity/inverse-sensitivity.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { atMost, axis, equal, exactStudy, type Part, z } from "../kit.ts";
import {
  bitsOf,
  distancesOf,
  epsilon,
  LOSS,
  layersOf,
  lossOf,
  mechanismOf,
  randomFunctions,
  writtenFunction,
} from "./bit-functions.ts";

const FUNCTIONS = 40;
const size = axis(z.int().min(1).max(5), { means: "number of bits", quick: [2, 4], full: [2, 3, 4, 5] });

const WORST_VALUES = [3, 4, 6] as const;

/** With three values or more the mechanism has the exponent epsilon / 2, so that 2 epsilon gives the full one. */
const fullExponentLoss = (values: 3 | 4 | 6, epsilon: number) => {
  const worst = writtenFunction(WORST_FUNCTIONS[values]);
  return lossOf(worst, mechanismOf(worst, 2 * epsilon).law);
};

export const inversePart: Part = {
  claim: "inverse-sensitivity",
  asks: "Does the number of changes move by at most one between neighbours, and is the mechanism epsilon-private?",
  study: exactStudy({
    axes: {
      size,
      values: axis(z.int().min(3).max(6), { means: "values of the function", quick: [3, 4], full: [3, 4, 5, 6] }),
      epsilon,
    },
    where: ({ size, values }) => values <= 1 << size,
    exact: ({ size, values, epsilon }) => {
      let [off, move, impossible] = [0, 0, 0];
      const losses: number[] = [];
      const full: number[] = [];
      for (const each of randomFunctions(FUNCTIONS, { size, values })) {
        const { outcomes, distance } = distancesOf(each);
        for (const value of outcomes) {
          const layers = layersOf(each, value);
          layers.forEach((changes, place) => {
            off = Math.max(off, Math.abs(distance(bitsOf(place, size), value) - changes));
            for (let bit = 0; bit < size; bit++) move = Math.max(move, Math.abs(changes - layers[place ^ (1 << bit)]));
          });
        }
        // A value that no dataset attains.
        const mechanism = inverseSensitivity<number, number>({ epsilon, outcomes: [...outcomes, -1], distance });
        for (let place = 0; place < 1 << size; place++) {
          impossible = Math.max(impossible, exp(mechanism.law(bitsOf(place, size)).logMass(-1)));
        }
        losses.push(lossOf(each, mechanism.law));
        full.push(lossOf(each, mechanismOf(each, 2 * epsilon).law));
      }
      return {
        checks: {
          "changes-by-layers": atMost(off, 0),
          "move-of-changes": atMost(move, 1),
          "mass-of-values-never-taken": atMost(impossible, 0),
          epsilon: atMost(largestOf(losses), epsilon, LOSS),
        },
        values: { losses: losses.toSorted((a, b) => a - b), full: full.toSorted((a, b) => a - b) },
      };
    },
  }),
  controls: {
    "full-exponent": {
      says: "the exponent epsilon times the changes for a function of two bits with three values",
      study: exactStudy({
        axes: { epsilon },
        exact: ({ epsilon }) => ({ checks: { epsilon: atMost(fullExponentLoss(3, epsilon), epsilon, LOSS) } }),
      }),
    },
  },
};

const zeros = (distances: readonly number[]) => distances.filter((distance) => distance === 0).length;

/**
 * The largest loss of the full exponent between two vectors of distances that differ by at most 1 in each place. Each has one 0, at
 * the value of the function.
 */
function worstOfVectors(values: number, epsilon: number): number {
  const far = Math.ceil(60 / epsilon);
  let worst = 0;
  for (const near of listsOf(4, values - 1, true)) {
    for (const moves of listsOf(3, values - 1)) {
      const moved = near.map((distance, k) => distance + moves[k] - 1);
      if (moved.some((distance) => distance < 0)) continue;
      const [sum, other] = [near, moved].map((vector) => vector.reduce((total, d) => total + exp(-epsilon * d), 0));
      for (const own of [0, 1, 2, far]) {
        if (zeros(near) + (own === 0 ? 1 : 0) !== 1 || zeros(moved) !== 1) continue;
        const [first, second] = [sum + exp(-epsilon * own), other + exp(-epsilon * (own + 1))];
        worst = Math.max(worst, epsilon + log(second / first));
      }
    }
  }
  return worst;
}

export const discretePart: Part = {
  claim: "ism-discrete",
  asks: "Is the full exponent epsilon-private for two values, and how much does it lose with more?",
  study: exactStudy({
    axes: {
      values: axis(z.int().min(2).max(6), { means: "number of values", quick: [2, 3, 4], full: [2, 3, 4, 5, 6] }),
      epsilon,
    },
    exact: ({ values, epsilon }) => {
      const others = values - 2;
      const stated = epsilon + log((1 + others * exp(-epsilon)) / (1 + others * exp(-2 * epsilon)));
      const two = [1, 2, 3, 4, 5].flatMap((size) => randomFunctions(FUNCTIONS / 2, { size, values: 2 }));
      const losses = values === 2 ? two.map((each) => lossOf(each, mechanismOf(each, epsilon).law)) : [];
      return {
        checks: {
          "worst-over-distances": equal(worstOfVectors(values, epsilon), stated, { share: 1e-9 }),
          ...(values === 2 && {
            epsilon: atMost(largestOf(losses), epsilon, LOSS),
            attained: equal(largestOf(losses), epsilon, LOSS),
          }),
          ...(values !== 2 && { "below-twice-epsilon": atMost(stated, 2 * epsilon) }),
        },
        values: { stated },
      };
    },
  }),
  controls: {
    "full-exponent": {
      says: "the full exponent, sold as epsilon-private, for functions with three, four and six values",
      study: exactStudy({
        axes: { values: axis(z.literal(WORST_VALUES), { means: "number of values", quick: WORST_VALUES }), epsilon },
        exact: ({ values, epsilon }) => ({
          checks: { epsilon: atMost(fullExponentLoss(values, epsilon), epsilon, LOSS) },
        }),
      }),
    },
  },
};
