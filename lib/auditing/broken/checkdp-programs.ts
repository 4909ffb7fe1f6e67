/**
 * The programs on which CheckDP was measured: nine that keep their claim and eight that do not, at epsilon 1, seven queries, one positive.
 *
 * CheckDP answers yes or no, and answered all 17 rightly, within 70 seconds each. `exact` is the epsilon over all neighbours of seven
 * queries: by `sparseEpsilon`; for sums by the scales of what depends on a query; for a noisy maximum 7 / scale if its value is
 * released. The adaptive program compares twice, with noises of scale 8 and 4, the first time with 16 more: noisy values that it releases
 * can be so low that each query below adds 1/8 + 1/4 and the one above 1/8; its gaps keep the claim.
 * Source: Wang, Ding, Kifer, Zhang (CCS 2020) and its published programs; what is right and wrong is said there, too.
 * Limits: the claim of the two smart sums is 2 epsilon. A claim that is kept is taken to be attained over all neighbours.
 */
import { blockSums, laplaceVector, noisyMaximum, sparseProgram } from "./benchmark-programs.ts";
import type { BenchmarkRow } from "./benchmark-row.ts";
import type { NoisyProgram, ProgramPair } from "./noisy-program.ts";
import { sparseEpsilon } from "./sparse-epsilon.ts";
import type { SparseVariant } from "./sparse-vector.ts";

type Pair = ProgramPair["inputs"];
type Program = Omit<BenchmarkRow, "name">;

/** CheckDP speaks of all lengths; from seven queries on draws show each mistake. */
const LENGTH = 7;
export const CHECKDP_DRAWS = 2_000_000;

const alike = (value: number) => new Array<number>(LENGTH).fill(value);
/** All alike but the last. */
const except = (value: number, last: number) => [...alike(value).slice(1), last];
/** Six queries that rise and one that falls. */
const crossing = (value: number, other: number): Pair => [except(value, other), except(value + 1, other - 1)];

function sparse(
  shape: Partial<SparseVariant>,
  inputs: Pair = crossing(0, 2),
  moves: "both ways" | "one way" = "both ways",
): Program {
  const variant: SparseVariant = { thresholdScale: 2, queryScale: 4, positives: 1, releases: "answer", ...shape };
  const view =
    variant.releases === "value"
      ? ({ kind: "last value" } as const)
      : variant.positives === Infinity
        ? ({ kind: "counts", front: 3 } as const)
        : ({ kind: "places" } as const);
  return {
    claimed: 1,
    program: sparseProgram(variant, view),
    inputs,
    exact: () => sparseEpsilon(variant, LENGTH, moves),
  };
}

const sum = (scale: number): Program => ({
  claimed: 1,
  // The sum of the queries is one number.
  program: laplaceVector({ scale, between: [0, 1] }),
  inputs: [[0], [1]],
  exact: () => 1 / scale,
});
const smartSum = (endScale: number): Program => ({
  claimed: 2,
  program: blockSums({ scale: 1, endScale, block: 2, watched: 0, between: [0, 1] }),
  inputs: [alike(0).with(0, 1), alike(0)],
  exact: () => 1 + (endScale === 0 ? Infinity : 1 / endScale),
});
const maximum = (releases: "index" | "value"): Program => ({
  claimed: 1,
  program: noisyMaximum({ noise: "laplace", scale: 2, releases }),
  inputs: releases === "value" ? [alike(0), alike(1)] : [alike(1).with(0, -1), alike(0)],
  exact: () => (releases === "value" ? LENGTH / 2 : 1),
});

/** A query that is not 16 above by the noise of scale 8 is compared again with that of scale 4; the first above ends it. */
function adaptive(releasesValue: boolean): NoisyProgram {
  return {
    noise: "laplace",
    width: (input) => 1 + 2 * input.length,
    sees: releasesValue ? "half-lines" : "cells",
    see: (input, noise, at) => {
      const threshold = 2 * noise[at];
      for (let k = 0; k < input.length; k++) {
        const value = input[k] + 8 * noise[at + 1 + 2 * k];
        if (value - threshold >= 16) return releasesValue ? (k === input.length - 1 ? -value : -1e6) : 2 * k + 2;
        if (input[k] + 4 * noise[at + 2 + 2 * k] - threshold >= 0) return releasesValue ? -1e6 : 2 * k + 1;
      }
      return releasesValue ? -1e6 : 0;
    },
  };
}

const endless = { positives: Infinity };
const twoGroups: Pair = [alike(-1).fill(1, 0, 3), alike(0)];
const falling: Pair = [except(1, 2), except(0, 2)];

const programs: Readonly<Record<string, Program>> = {
  noisymax: maximum("index"),
  sparsevector: sparse({}),
  svt_increasing: sparse({ queryScale: 2 }, [falling[1], falling[0]], "one way"),
  svt_decreasing: sparse({ queryScale: 2 }, falling, "one way"),
  numsparsevector: sparse({ thresholdScale: 3, queryScale: 6, releases: "fresh value", freshScale: 3 }),
  gapsparsevector: sparse({ releases: "gap" }),
  adaptivesparsevector: { claimed: 1, program: adaptive(false), inputs: crossing(0, 2), exact: () => 1 },
  partialsum: sum(1),
  smartsum: smartSum(1),
  badnoisymax: maximum("value"),
  badsparsevector1: sparse({ queryScale: 0, ...endless }, twoGroups),
  badsparsevector2: sparse({ queryScale: 2, ...endless }, twoGroups),
  badsparsevector3: sparse({ thresholdScale: 4, queryScale: 4 / 3 }),
  badgapsparsevector: sparse({ releases: "value" }, crossing(0, 0)),
  badadaptivesparsevector: {
    claimed: 1,
    program: adaptive(true),
    inputs: crossing(0, 14),
    exact: () => (LENGTH - 1) * (1 / 8 + 1 / 4) + 1 / 8,
  },
  badsmartsum: smartSum(0),
  badpartialsum: sum(1 / 2),
};

export const checkdpPrograms: readonly BenchmarkRow[] = Object.entries(programs).map(([name, program]) => ({
  name,
  ...program,
}));
