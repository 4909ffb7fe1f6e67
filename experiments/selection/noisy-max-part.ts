/**
 * Report noisy max: the exact law of the index, its privacy for counts, and how far behind the best it may choose.
 *
 * Laws are compared with an integral of their own: the density of one noisy score times the probability that every other one is
 * below it. For two options and Laplace noise there is a closed form: (1 + d / 2) e^-d / 2 for the one that is d scales behind.
 */

import { noisyMaxIndex } from "../../lib/auditing/broken/selection.ts";
import { discreteEpsilon } from "../../lib/auditing/discrete-audit.ts";
import { reportNoisyMax } from "../../lib/mechanisms/choice/report-noisy-max.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { integrate } from "../../lib/numerics/quadrature.ts";
import type { DiscreteLaw } from "../../lib/privacy/loss/law.ts";
import { atMost, axis, equal, exactStudy, type Part, z } from "../kit.ts";

const NOISES = ["laplace", "exponential", "gumbel"] as const;
type Noise = (typeof NOISES)[number];
const RELATIONS = ["add-remove", "swap"] as const;
type Relation = (typeof RELATIONS)[number];

interface Selection {
  readonly noise: Noise;
  readonly relation: Relation;
  readonly epsilon: number;
}

/** Counts move together when a record is added or removed, not when one is swapped. */
const select = ({ noise, relation, epsilon }: Selection, options: number) =>
  reportNoisyMax({
    ...{ noise, epsilon, options, sensitivity: 1, neighbours: relation },
    change: relation === "swap" ? "general" : "monotone",
  });

const DENSITY: Record<Noise, (x: number) => number> = {
  laplace: (x) => exp(-Math.abs(x)) / 2,
  exponential: (x) => (x < 0 ? 0 : exp(-x)),
  gumbel: (x) => exp(-x - exp(-x)),
};
const BELOW: Record<Noise, (x: number) => number> = {
  laplace: (x) => (x < 0 ? exp(x) / 2 : 1 - exp(-x) / 2),
  exponential: (x) => (x < 0 ? 0 : 1 - exp(-x)),
  gumbel: (x) => exp(-exp(-x)),
};

/** The probability of one option, with noise of this scale. */
function chosen(
  option: number,
  counts: readonly number[],
  { noise, scale }: { readonly noise: Noise; readonly scale: number },
): number {
  const centres = counts.map((count) => (count - counts[option]) / scale);
  const integrand = (x: number) =>
    centres.reduce(
      (product, centre, k) => (k === option ? product : product * BELOW[noise](x - centre)),
      DENSITY[noise](x),
    );
  // Below -700 and above 50 there is nothing.
  const kinks = [-3, 0, 3, ...centres, ...centres.map((centre) => centre - 3)];
  return integrate(integrand, { lower: -50, upper: 50, kinks, relativeTolerance: 1e-11, absoluteTolerance: 1e-15 })
    .value;
}

/** Counts and their neighbours: one of two small counts gains; under swap the large one loses. */
function pairsAt(lead: number, relation: Relation): readonly (readonly [number[], number[]])[] {
  const lost = relation === "swap" ? 1 : 0;
  return [
    [
      [0, 0, lead + lost],
      [1, 0, lead],
    ],
    [
      [0, lead + lost],
      [1, lead],
    ],
    [
      [0, 0, 0, lead + lost, lead + lost],
      [1, 0, 0, lead, lead + lost],
    ],
  ];
}

const LEADS = Array.from({ length: 17 }, (_, lead) => lead);
/** Of a loss by quadrature. */
const SUMMED = { share: 1e-9, absolute: 1e-9 };

function lossesAt(
  law: (counts: readonly number[]) => DiscreteLaw<number>,
  relation: Relation,
  shape: number,
): number[] {
  return LEADS.map((lead) => {
    const [first, second] = pairsAt(lead, relation)[shape].map(law);
    return discreteEpsilon({ first, second });
  });
}

const COMPARED = [
  [0, 3],
  [2, 0, 1],
  [5, 1, 4, 4],
];
const BETA = 0.05;

const axes = {
  noise: axis(z.enum(NOISES), { means: "noise", quick: NOISES }),
  relation: axis(z.enum(RELATIONS), { means: "neighbours", quick: RELATIONS }),
  epsilon: axis(z.number().min(0.05).max(4), {
    means: "epsilon of one choice",
    quick: [0.5, 1],
    full: [0.1, 0.3, 0.5, 1, 2, 4],
  }),
  options: axis(z.int().min(2).max(60), {
    means: "options, of which one is the best and the others equal",
    quick: [2, 10],
    full: [2, 10, 50],
  }),
};

export const noisyMaxPart: Part = {
  claim: "noisy-max",
  asks: "Is the index epsilon-private under add-remove and swap, and is it close to the best whatever the counts are?",
  study: exactStudy({
    axes,
    exact: (cell) => {
      const scale = (cell.relation === "swap" ? 2 : 1) / cell.epsilon;
      const law = (counts: readonly number[]) => select(cell, counts.length).law(counts);
      const losses = [0, 1, 2].map((shape) => lossesAt(law, cell.relation, shape));
      const off = COMPARED.flatMap((counts) =>
        counts.map((_, k) => Math.abs(exp(law(counts).logMass(k)) - chosen(k, counts, { noise: cell.noise, scale }))),
      );
      const shifted = discreteEpsilon({
        first: law([5, 1, 4, 4]),
        second: law([1_000_005, 1_000_001, 1_000_004, 1_000_004]),
      });
      const gap = 2 * scale * log(cell.options / BETA);
      const far = law(Array.from({ length: cell.options }, (_, k) => (k === 0 ? gap : 0)));
      const behind = 3 / scale;
      return {
        checks: {
          epsilon: atMost(largestOf(losses.flat()), cell.epsilon, SUMMED),
          law: atMost(largestOf(off), 0, { absolute: 1e-9 }),
          "same-for-larger-counts": atMost(shifted, 0, { absolute: 1e-9 }),
          "far-behind": atMost(1 - exp(far.logMass(0)), BETA),
          ...(cell.noise === "laplace" && {
            "two-options": equal(exp(law([0, 3]).logMass(0)), ((1 + behind / 2) * exp(-behind)) / 2, { share: 1e-9 }),
          }),
        },
        values: { leads: LEADS, losses: losses[0] },
      };
    },
  }),
  controls: {
    "scale-of-add-remove-under-swap": {
      says: "Laplace noise of scale 1 / epsilon where one count gains and another loses, with a lead of 8 / epsilon: towards 2 epsilon",
      study: exactStudy({
        axes: { epsilon: axes.epsilon },
        exact: ({ epsilon }) => {
          const lead = Math.ceil(8 / epsilon);
          const [first, second] = pairsAt(lead, "swap")[0].map((counts) => noisyMaxIndex(counts, 1 / epsilon));
          const losses = lossesAt((counts) => noisyMaxIndex(counts, 1 / epsilon), "swap", 0);
          return {
            checks: { epsilon: atMost(discreteEpsilon({ first, second }), epsilon, SUMMED) },
            values: { leads: LEADS, losses },
          };
        },
      }),
    },
  },
};
