/**
 * Quality: how far the 2-way marginals of synthetic people of a census are off, for the noisy histogram, MWEM and independent marginals.
 *
 * Total variation distance of each marginal, averaged over marginals. For the histogram a theorem says how much at most: clipping
 * moves no count away from the truth by more than its noise, scaling to n moves them by as much again in sum, so that no marginal
 * is off by more than the l1 norm of the noise over n, whose mean is 2 |X| / (epsilon n). Independent marginals cannot come nearer
 * than the product of the exact ones, up to their noise. Both are asked of half of the runs at least.
 * Limits: the data are made up (`adultLike`), the same for all runs. Values of the axes are those listed: for others nothing was looked at.
 */
import { adultLike, adultLikeDomain } from "../../lib/data/adult-like.ts";
import { type Table, tableFrom } from "../../lib/data/table.ts";
import { pure } from "../../lib/privacy/guarantees/guarantee.ts";
import { stream } from "../../lib/random/stream.ts";
import { attributeSpace } from "../../lib/synthetic/attribute-space.ts";
import { allCells } from "../../lib/synthetic/cell-model.ts";
import { independentMarginals } from "../../lib/synthetic/independent-marginals.ts";
import { kWayMarginals } from "../../lib/synthetic/marginal.ts";
import { marginalQuality, tableModel } from "../../lib/synthetic/marginal-quality.ts";
import { mwem } from "../../lib/synthetic/mwem.ts";
import { noisyHistogram } from "../../lib/synthetic/noisy-histogram.ts";
import { shareModel } from "../../lib/synthetic/share-model.ts";
import { axis, estimateAtLeast, type Part, sampledStudy, shareOf, variant, z } from "../kit.ts";

const bins = { age: 8 };
const domain = adultLikeDomain;
const space = attributeSpace({ domain, bins });
const workload = kWayMarginals(space, 2);
const { cells } = allCells(space);
/** Of MWEM: few, for each costs a share of the budget. */
const ROUNDS = 60;

const records = axis(z.literal([500, 2000, 10_000, 50_000]), {
  means: "records n",
  quick: [2000, 10_000],
  full: [500, 2000, 10_000, 50_000],
});
const epsilon = axis(z.literal([0.5, 1, 2, 8]), { means: "epsilon", quick: [1, 8], full: [0.5, 1, 2, 8] });

interface QualityCell {
  readonly records: number;
  readonly epsilon: number;
}

const tables = new Map<number, Table<typeof domain.columns>>();

/** The same people whenever they are asked for. */
export function peopleOf(size: number): Table<typeof domain.columns> {
  const before = tables.get(size);
  if (before !== undefined) return before;
  const table = tableFrom(adultLike(size, stream(20261116, "people", size)), domain);
  tables.set(size, table);
  return table;
}

/** What independent columns of the exact shares are off: no noise is in it. */
function floorOf(size: number): number {
  const exact = tableModel(space, peopleOf(size));
  const counts = kWayMarginals(space, 1).map((columns) => exact.marginal(columns));
  return marginalQuality({ exact, model: shareModel(space, counts, size), workload }).meanVariation;
}

const METHODS = ["histogram", "independent", "mwem"] as const;
type Method = (typeof METHODS)[number];

interface Rule {
  readonly method: Method;
  /** Whether a run keeps what is claimed of half of the runs at least. */
  keeps(cell: QualityCell & { readonly floor: number }, variation: number): boolean;
}

function synthesisers({ records: size, epsilon: budget }: QualityCell) {
  const shared = { domain, bins, neighbours: "swap", size, draws: 0 } as const;
  return {
    histogram: noisyHistogram({ ...shared, epsilon: budget }),
    independent: independentMarginals({ ...shared, guarantee: pure(budget) }),
    mwem: mwem({ ...shared, epsilon: budget, workload, rounds: ROUNDS }),
  };
}

/** How many runs keep each rule, and the sums of the variations of the methods. */
function quality(rules: Readonly<Record<string, Rule>>, methods: readonly Method[] = METHODS) {
  const names = Object.keys(rules);
  return sampledStudy({
    axes: { records, epsilon },
    trials: { quick: 24, full: 60 },
    blockSize: 12,
    merge: "add",
    intervals: () => names.length,
    block: (cell, count, random) => {
      const table = peopleOf(cell.records);
      const exact = tableModel(space, table);
      const built = synthesisers(cell);
      const found = methods.map((method) => {
        const own = random.child(method, "runs");
        return Array.from({ length: count }, () => {
          const { model } = built[method].release(table, own);
          return marginalQuality({ exact, model, workload }).meanVariation;
        });
      });
      const floor = floorOf(cell.records);
      const kept = names.map((name) => {
        const { method, keeps } = rules[name];
        return found[methods.indexOf(method)].filter((variation) => keeps({ ...cell, floor }, variation)).length;
      });
      return { kept, sums: found.map((variations) => variations.reduce((sum, variation) => sum + variation, 0)) };
    },
    judge: (cell, { kept, sums }, context) => ({
      checks: Object.fromEntries(names.map((name, k) => [name, estimateAtLeast(shareOf(kept[k], context), 0.5)])),
      values: {
        ...Object.fromEntries(methods.map((method, k) => [method, sums[k] / context.trials])),
        floor: floorOf(cell.records),
      },
    }),
  });
}

/** The l1 norm of the noise of all cells is within half as much again as its mean, but for a chance of 4 / |X| (Chebyshev). */
const MORE = 1.5;

/** The mean noise of a marginal of independent columns over n: each column is off by the l1 norm of its own at most. */
function independentNoise({ records: size, epsilon: budget }: QualityCell): number {
  const { attributes } = space;
  const values = attributes.reduce((sum, attribute) => sum + attribute.size, 0);
  return (2 * (values / attributes.length) * ((2 * attributes.length) / budget)) / size;
}

const withinNoise = quality({
  "histogram-within-its-noise": {
    method: "histogram",
    keeps: (cell, variation) => variation <= (MORE * 2 * cells) / (cell.epsilon * cell.records),
  },
  "independent-above-its-floor": {
    method: "independent",
    keeps: (cell, variation) => variation >= cell.floor - MORE * independentNoise(cell),
  },
});
const withinOneCell = quality(
  {
    "histogram-within-one-cell": {
      method: "histogram",
      keeps: (cell, variation) => variation <= (MORE * 2) / (cell.epsilon * cell.records),
    },
  },
  ["histogram"],
);

export const qualityParts: Readonly<Record<string, Part>> = {
  quality: {
    claim: "synth-histogram",
    asks: "How far are 2-way marginals off, beside MWEM and independent marginals, and is the histogram within the sum of its noise?",
    study: withinNoise,
    controls: {
      "noise-of-one-cell": {
        says: "a marginal is off by the noise of one cell, and not by that of all cells that it sums",
        study: variant(withinOneCell, {
          axes: { records: { ...records, quick: [2000] }, epsilon: { ...epsilon, quick: [1] } },
        }),
      },
    },
  },
};
