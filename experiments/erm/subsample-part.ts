/**
 * Subsample and aggregate: the minimisers of disjoint blocks, averaged coordinate by coordinate with Laplace noise.
 *
 * About sqrt n blocks, each coordinate clamped to [-5, 5] and released with its share of epsilon. It works with any solver, and pays for it
 * by noise of a coordinate's whole range and by the bias of small blocks.
 */
import { dataset } from "../../lib/learning/dataset.ts";
import { logisticLoss } from "../../lib/learning/loss.ts";
import { riskSolver } from "../../lib/learning/risk-solver.ts";
import { subsampleAggregate } from "../../lib/learning/subsample-aggregate.ts";
import { sampleLaplace } from "../../lib/random/laplace.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { estimateAtMost, type Judgement, meanStudy, type Part, variant } from "../kit.ts";
import { dimension, epsilon, penaltyOf, size } from "./axes.ts";
import { meansOf, type NamedEstimates, type NamedMoments } from "./named-moments.ts";
import { onPopulation, type RiskCell, type Trial, trialsOf } from "./trial.ts";

const REACH = 5;

function blocksFor(records: number): number {
  return Math.round(Math.sqrt(records));
}

/** A mechanism for each coordinate; the records are their indices, and a block is solved once for all of them. */
function coordinateMechanisms({ data }: Trial, cell: RiskCell) {
  const solved = new Map<number, Float64Array>();
  const solve = (rows: readonly number[]) => {
    const [first, count] = [rows[0], rows.length];
    const found = solved.get(first);
    if (found !== undefined) return found;
    const { columns } = data;
    const features = data.features.subarray(first * columns, (first + count) * columns);
    const block = dataset({ features, labels: data.labels.subarray(first, first + count), columns });
    const { weights } = riskSolver(block, logisticLoss).solve({ regularisation: cell.penalty });
    solved.set(first, weights);
    return weights;
  };
  return Array.from({ length: cell.dimension }, (_, j) =>
    subsampleAggregate<number>({
      epsilon: cell.epsilon / cell.dimension,
      blocks: blocksFor(cell.size),
      aggregate: "mean",
      lower: -REACH,
      upper: REACH,
      estimator: (rows) => solve(rows)[j],
    }),
  );
}

function subsampleTrials(cell: RiskCell, count: number, random: Stream): NamedMoments {
  const rows = Array.from({ length: cell.size }, (_, i) => i);
  const smoothness = logisticLoss.smoothness + cell.penalty;
  return trialsOf(cell, { count, random }, (trial) => {
    const mechanisms = coordinateMechanisms(trial, cell);
    const laws = mechanisms.map((mechanism) => mechanism.law(rows));
    const centre = Float64Array.from(laws, ({ family }) => family?.centre ?? Number.NaN);
    const noise = trial.noise(0);
    const weights = Float64Array.from(laws, ({ family }, j) => centre[j] + sampleLaplace(family?.scale ?? 0, noise));
    let off = 0;
    for (let j = 0; j < cell.dimension; j++) off += (centre[j] - trial.minimiser[j]) * (centre[j] - trial.minimiser[j]);
    const excess = trial.excess(weights);
    return {
      subsample: excess,
      "without-noise": trial.excess(centre),
      "by-noise": excess - 0.5 * smoothness * off,
      ...onPopulation("subsample", weights),
    };
  });
}

/** What noise of this scale in each coordinate adds at most: half the curvature times its mean square. */
function noiseBound(cell: RiskCell, scale: number): number {
  return (logisticLoss.smoothness + cell.penalty) * cell.dimension * scale * scale;
}

function judge(cell: RiskCell, found: NamedEstimates, parts: number): Judgement {
  const bound = noiseBound(cell, (2 * REACH * cell.dimension) / (parts * cell.epsilon));
  return {
    checks: { "by-noise": estimateAtMost(found["by-noise"], bound) },
    values: { ...meansOf(found), blocks: blocksFor(cell.size), bound },
  };
}

const study = meanStudy({
  axes: { dimension: { ...dimension, quick: [5] }, size, penalty: penaltyOf([0.01]), epsilon },
  trials: { quick: 20, full: 20, most: 160 },
  blockSize: 10,
  intervals: () => 1,
  block: subsampleTrials,
  judge: (cell, found) => judge(cell, found, blocksFor(cell.size)),
});

export const subsamplePart: Part = {
  claim: "subsample-aggregate",
  asks: "Does the noise of the aggregate add no more risk than its scale, by the range over the number of blocks, allows?",
  study,
  controls: {
    "noise-of-one-record": {
      says: "noise for the mean of all records: as if a record moved the aggregate by its share of n, not by that of its block",
      study: variant(study, {
        over: { dimension: [5], size: [1000], epsilon: [1] },
        trials: { quick: 80, full: 80 },
        judge: (cell, found) => judge(cell, found, cell.size),
      }),
    },
  },
};
