/**
 * The mechanisms on which StatDP was measured, at its three claims, and the epsilon that it refuted of each.
 *
 * StatDP tests hypotheses "epsilon is t" for t in steps of 0.1 up to 2, at level 0.05, with an event chosen on 100 000 draws and counted
 * in 500 000 others; `refuted` is the largest t that it refutes. Its inputs are 5 or 10 queries of values 0 to 2 that change by at most
 * 1; those here have the same lengths and changes, and other values. A histogram changes in one count.
 * Source: Ding, Wang, Wang, Zhang, Kifer (CCS 2018); the drawings published with its code, from which the numbers were read.
 * Limits: where all t were refuted, `refuted` is the largest that was tried. Of iSVT4 at 0.2 its p-values are not monotone. `exact` of
 * noisy-max-value and of iSVT4 is over all inputs of their lengths.
 */
import { refuse, requirePositive } from "../../numerics/requirements.ts";
import { discreteEpsilon } from "../discrete-audit.ts";
import { exponentialMaxIndex, laplaceVector, noisyMaximum, sparseProgram } from "./benchmark-programs.ts";
import type { BenchmarkRow } from "./benchmark-row.ts";
import type { ProgramPair } from "./noisy-program.ts";
import { noisyMaxIndex } from "./selection.ts";
import { cellsEpsilon, mergedCells, sparseCounts, sparseEpsilon, sparsePairEpsilon } from "./sparse-epsilon.ts";
import type { SparseVariant } from "./sparse-vector.ts";

type Pair = ProgramPair["inputs"];

/** What it chose events on, and what it counted them in. */
export const STATDP_DRAWS = { training: 100_000, counted: 500_000 };
export const STATDP_ERROR_RATE = 0.05;
export const STATDP_CLAIMS: readonly number[] = [0.2, 0.7, 1.5];

interface StatdpAudit extends BenchmarkRow {
  /** The largest epsilon that StatDP refuted. */
  readonly refuted: number;
}

/** By name: what was refuted at each claim. */
const REFUTED = {
  "noisy-max": [0.1, 0.6, 1.4],
  "noisy-max-exponential": [0.1, 0.6, 1.4],
  "noisy-max-value": [0.4, 1.6, 2],
  "noisy-max-exponential-value": [1.2, 2, 2],
  histogram: [0.1, 0.6, 1.4],
  "histogram-wrong-scale": [2, 1.4, 0.6],
  SVT: [0.1, 0.6, 1.2],
  iSVT1: [2, 2, 2],
  iSVT2: [0.6, 2, 2.9],
  iSVT3: [0.3, 1.1, 2.3],
  iSVT4: [0.4, 1.2, 1.6],
} as const;

export const STATDP_NAMES = Object.keys(REFUTED);

const alike = (length: number, value: number) => new Array<number>(length).fill(value);
const crossing = (front: number, value: number, other: number): Pair => [
  [...alike(front, value), ...alike(10 - front, other)],
  [...alike(front, value + 1), ...alike(10 - front, other - 1)],
];

export function statdpAudit(name: string, claimed: number): StatdpAudit {
  requirePositive({ claimed });
  const refuted = REFUTED[name as keyof typeof REFUTED]?.[STATDP_CLAIMS.indexOf(claimed)];
  if (refuted === undefined) refuse("name and claimed", "a mechanism and a claim of StatDP", `${name} at ${claimed}`);
  return { name, claimed, refuted, ...mechanisms(claimed)[name as keyof typeof REFUTED] };
}

type Mechanism = ProgramPair & Pick<BenchmarkRow, "exact">;

function mechanisms(epsilon: number): Readonly<Record<keyof typeof REFUTED, Mechanism>> {
  const scale = 2 / epsilon;
  const half = 1.5 / epsilon;
  const apart: Pair = [
    [-half, half, half, half, half],
    [1 - half, half - 1, half - 1, half - 1, half - 1],
  ];
  const risen: Pair = [
    [1, 1, 1, 1, 1],
    [0, 2, 2, 2, 2],
  ];
  /** The others are so low that they are never the largest. */
  const low = -100 * scale;
  const oneAbove: Pair = [
    [1, low, low, low, low],
    [2, low, low, low, low],
  ];
  const histogram = (noise: number): Mechanism => ({
    program: laplaceVector({ scale: noise, watched: 1, between: [0, 1] }),
    inputs: [
      [0, 1, 1, 1, 1],
      [1, 1, 1, 1, 1],
    ],
    exact: () => 1 / noise,
  });
  const stopping = (variant: SparseVariant, inputs: Pair, view: "places" | "distance"): Mechanism => ({
    program: sparseProgram(variant, view === "places" ? { kind: view } : { kind: view, front: 5 }),
    inputs,
    exact: () => sparsePairEpsilon(variant, inputs),
  });
  /** In the distance, cells (i above in front, j behind) of 6 times 6 are one outcome where 5 - i + j is the same. */
  const endless = (queryScale: number, inputs: Pair): Mechanism => {
    const variant: SparseVariant = { thresholdScale: scale, queryScale, positives: Infinity, releases: "answer" };
    return {
      program: sparseProgram(variant, { kind: "distance", front: 5 }),
      inputs,
      exact: () => {
        const [first, second] = inputs.map((queries) =>
          mergedCells(sparseCounts(variant, queries, 5), (cell) => 5 - Math.floor(cell / 6) + (cell % 6)),
        );
        return cellsEpsilon(first, second);
      },
    };
  };
  const lastAbove: Pair = [
    [...alike(9, -scale / 2), scale / 2],
    [...alike(9, 1 - scale / 2), 1 + scale / 2],
  ];
  const values: SparseVariant = { thresholdScale: scale, queryScale: scale, positives: 1, releases: "value" };
  const unit = 0.1 / epsilon;
  return {
    "noisy-max": {
      program: noisyMaximum({ noise: "laplace", scale, releases: "index" }),
      inputs: apart,
      exact: () => {
        const [first, second] = apart.map((input) => noisyMaxIndex(input, scale));
        return discreteEpsilon({ first, second });
      },
    },
    "noisy-max-exponential": {
      program: noisyMaximum({ noise: "exponential", scale, releases: "index" }),
      inputs: risen,
      exact: () => {
        const [first, second] = risen.map((input) => exponentialMaxIndex(input, scale));
        return discreteEpsilon({ first, second });
      },
    },
    "noisy-max-value": {
      program: noisyMaximum({ noise: "laplace", scale, releases: "value" }),
      inputs: [alike(10, 0), alike(10, 1)],
      exact: () => 10 / scale,
    },
    "noisy-max-exponential-value": {
      program: noisyMaximum({ noise: "exponential", scale, releases: "value" }),
      inputs: oneAbove,
      exact: () => Infinity,
    },
    histogram: histogram(1 / epsilon),
    "histogram-wrong-scale": histogram(epsilon),
    SVT: stopping(
      { thresholdScale: scale, queryScale: 2 * scale, positives: 1, releases: "answer" },
      crossing(8, 0, 8 * unit),
      "places",
    ),
    iSVT1: endless(0, [[...alike(5, 1), ...alike(5, -1)], alike(10, 0)]),
    iSVT2: endless(scale, crossing(5, -1, 0)),
    iSVT3: stopping(
      { thresholdScale: 2 * scale, queryScale: (2 * scale) / 3, positives: 1, releases: "answer" },
      crossing(8, 4 * unit, 4 * unit),
      "distance",
    ),
    iSVT4: {
      program: sparseProgram(values, { kind: "last value" }),
      inputs: lastAbove,
      exact: () => sparseEpsilon(values, 10),
    },
  };
}
