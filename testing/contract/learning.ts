/**
 * Tests of the mechanisms of lib/learning that state a worst pair: instances for the contract.
 */
import { type Dataset, dataset } from "../../lib/learning/dataset.ts";
import { linearLoss } from "../../lib/learning/loss.ts";
import { type NoisyVotesParameters, noisyVotes } from "../../lib/learning/noisy-votes.ts";
import { type OutputPerturbationParameters, outputPerturbation } from "../../lib/learning/output-perturbation.ts";
import {
  type LinePoint,
  type PrivateLineParameters,
  privateLine,
  privateLineParameters,
} from "../../lib/learning/private-line.ts";
import {
  type PrivateRegressionParameters,
  privateRegression,
  privateRegressionParameters,
} from "../../lib/learning/private-regression.ts";
import { LEARNING } from "../surface/learning.ts";
import { LEARNING_METHODS } from "../surface/learning-methods.ts";
import { contractInstance, type NeighbouringInputs } from "./instance.ts";
import type { MechanismTests } from "./mechanism-tests.ts";

type Votes = readonly number[];

interface LabelledPoint {
  readonly x: readonly number[];
  readonly y: number;
}

function asDataset(records: readonly LabelledPoint[]): Dataset {
  return dataset({
    features: Float64Array.from(records.flatMap(({ x }) => x)),
    labels: Float64Array.from(records, ({ y }) => y),
    columns: records[0].x.length,
  });
}

/** Votes from even to far apart, one of which goes to another class: any two classes, and any third beside them. */
function movedVotes(classes: number): NeighbouringInputs<Votes> {
  const leads = [0, 1, 2, 3, 4, 6, 90];
  const rests = classes === 2 ? [[]] : [[0], [40], [41], [43]];
  return rests.flatMap((rest) =>
    leads.flatMap((lead) =>
      [
        [40, 40 + lead, ...rest],
        [40 + lead, 40, ...rest],
      ].flatMap((votes) =>
        votes.flatMap((_, to) =>
          to === 1 ? [] : [[votes, votes.with(1, votes[1] - 1).with(to, votes[to] + 1)] as const],
        ),
      ),
    ),
  );
}

const badVotes = (classes: number) =>
  [
    ["votes", [1, 2, 3, 4]],
    ["votes", 7],
    ["votes[1]", [1, -1, 2].slice(0, classes)],
    ["votes[0]", [0.5, 1, 2].slice(0, classes)],
  ] as const;
const voting = { classes: 3, neighbours: "swap" as const };

const NO_DATASET = [["data", [1]]] as const;
const signs = [-1, 1];
const line: readonly LabelledPoint[] = [-1, -0.5, 0, 1].flatMap((x) => signs.map((y) => ({ x: [x], y })));
const shares = [-1, 0, 0.5, 1];
/** Of points of norm 1, at angles up to 120 degrees, and shorter ones. */
const plane: readonly LabelledPoint[] = [
  [1, 0],
  [0.5, Math.sqrt(0.75)],
  [-0.5, Math.sqrt(0.75)],
  [0, 0.5],
].flatMap((x) => signs.map((y) => ({ x, y })));

export const LEARNING_MECHANISMS: MechanismTests = {
  noisyVotes: {
    fuzz: LEARNING_METHODS.noisyVotes,
    instances: (
      [
        ["Laplace noise", { epsilon: 0.9 }, { epsilon: 0.99 }, 3],
        // At these mu the lead of the stated pair is a whole number, so that no other comes nearer to the profile.
        ["Gaussian noise", { mu: 1 }, { mu: 1.1 }, 3],
        ["Gaussian noise, two classes", { mu: 2 }, { mu: 2.2 }, 2],
      ] as const
    ).map(([noise, budget, off, classes]) =>
      contractInstance<NoisyVotesParameters, Votes, number>({
        folder: "learning",
        file: "noisy-votes",
        title: `noisy-votes, ${noise}`,
        build: noisyVotes,
        good: { ...voting, classes, ...budget } as NoisyVotesParameters,
        off,
        input: [9, 8, 7].slice(0, classes),
        neighbouring: () => movedVotes(classes),
        badInputs: badVotes(classes),
      }),
    ),
  },
  outputPerturbation: {
    fuzz: LEARNING.outputPerturbation,
    instances: (
      [
        ["ball noise", { epsilon: 0.8 }, { epsilon: 0.88 }],
        ["Gaussian noise", { epsilon: 0.8, delta: 0.01 }, { delta: 0.013 }],
      ] as const
    ).map(([noise, budget, off]) =>
      contractInstance<OutputPerturbationParameters & { readonly loss: typeof linearLoss }, Dataset, Float64Array>({
        folder: "learning",
        file: "output-perturbation",
        title: `output-perturbation, ${noise}`,
        build: outputPerturbation,
        good: { loss: linearLoss, regularisation: 0.5, ...budget },
        off,
        input: asDataset([{ x: [0.5], y: 1 }]),
        domain: [line, 1, 2, 3],
        datasetOf: asDataset,
        badInputs: NO_DATASET,
      }),
    ),
  },
  privateLine: {
    fuzz: LEARNING_METHODS.privateLine,
    instances: [
      contractInstance<PrivateLineParameters, readonly LinePoint[], Float64Array>({
        folder: "learning",
        file: "private-line",
        build: privateLine,
        declaration: privateLineParameters,
        good: { epsilon: 1, leastVariance: 0.1 },
        off: { epsilon: 1.1 },
        input: [
          { x: 0.25, y: 1 },
          { x: 2, y: 0.5 },
        ],
        domain: [shares.flatMap((x) => shares.map((y) => ({ x, y }))), 1, 2],
        badInputs: [
          ["points", 7],
          ["points[0]", [3]],
          ["a record", [{ x: Number.NaN, y: 0 }]],
        ],
      }),
    ],
  },
  privateRegression: {
    fuzz: LEARNING_METHODS.privateRegression,
    instances: (["swap", "add-remove", "zero-out"] as const).map((neighbours) =>
      contractInstance<PrivateRegressionParameters, Dataset, Float64Array>({
        folder: "learning",
        file: "private-regression",
        title: `private-regression under ${neighbours}`,
        build: privateRegression,
        declaration: privateRegressionParameters,
        good: { epsilon: 0.8, delta: 0.01, columns: 2, neighbours },
        off: { delta: 0.013 },
        input: asDataset([{ x: [0.5, -0.25], y: 1 }]),
        // Of a dataset of one record none is left.
        domain: neighbours === "add-remove" ? [plane, 2, 3] : [plane, 1, 2],
        datasetOf: asDataset,
        ...(neighbours === "zero-out" && { nullRecord: { x: [0, 0], y: 0 } }),
        badInputs: NO_DATASET,
      }),
    ),
  },
};
