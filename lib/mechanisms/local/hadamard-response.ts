/**
 * Hadamard response: answer a column of a Hadamard matrix, one where the row of the truth is +1 with probability e^epsilon /
 * (e^epsilon + 1), else one where it is -1.
 *
 * Theorem: with K the least power of two above k, choice v has row v + 1 of Sylvester's matrix of K columns, whose entry in column
 * y is the parity of the bits of (v + 1) & y. A row has K / 2 entries of each sign, so an answer has probability 2 e^epsilon / (K
 * (e^epsilon + 1)) or 2 / (K (e^epsilon + 1)): epsilon-differentially private, and no better. Column y supports the choices whose
 * row is +1 there: the truth with p = e^epsilon / (e^epsilon + 1), any other with q = 1/2, as two rows agree in half of the
 * columns. The variance of a share near 0 is (e^epsilon + 1)^2 / (n (e^epsilon - 1)^2): that of unary encoding times (e^epsilon +
 * 1)^2 / (4 e^epsilon), near 1 for small epsilon. An answer has log2 K bits.
 * Source: Acharya, Sun, Zhang, "Hadamard response" (AISTATS 2019), section 3, for small epsilon.
 * Limits: at most 2^30 - 1 choices. Float64 coins, met within 2^-52; for study. The law lists its support up to 65,535 choices.
 * @example
 * ```ts
 * import { stream } from "epsilab";
 * import { hadamardResponse } from "epsilab/mechanisms";
 * const oracle = hadamardResponse({ epsilon: 1, choices: 1000 });
 * oracle.columns; // => 1024
 * oracle.estimateVariance({ share: 0, size: 1000 }); // => 0.0046...
 * ```
 * @claim frequency-oracles
 * @also frequency oracle, local dp
 */

import { exp, expm1 } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import type { ParametersOf } from "../../numerics/parameters.ts";
import { popcount } from "../../numerics/popcount.ts";
import { refuse } from "../../numerics/requirements.ts";
import { withBudget } from "../../privacy/guarantees/budget.ts";
import { sampleBoundedInteger } from "../../random/bounded-integer.ts";
import type { Stream } from "../../random/stream.ts";
import { sampleUniform } from "../../random/uniform.ts";
import { repeatedRelease } from "../noise/repeated-release.ts";
import {
  ASKED,
  type FrequencyOracle,
  halfSharedPld,
  requireOracleEpsilon,
  requireTruth,
  supportEstimates,
} from "./frequency-oracle.ts";

export const hadamardResponseParameters = withBudget(["pure"], ASKED, requireOracleEpsilon);

export type HadamardResponseParameters = ParametersOf<typeof hadamardResponseParameters>;

export interface HadamardResponse extends FrequencyOracle<number> {
  /** Answers are 0, 1, ..., columns - 1. */
  readonly columns: number;
}

const MOST_CHOICES = 1_073_741_823;
const LISTED_CHOICES = 65_535;

export function hadamardResponse(parameters: HadamardResponseParameters): HadamardResponse {
  const { guarantee, choices } = hadamardResponseParameters.read(parameters);
  const { epsilon } = guarantee;
  if (choices > MOST_CHOICES) refuse("choices", `at most ${MOST_CHOICES}`, choices);
  let columns = 4;
  while (columns < choices + 1) columns *= 2;
  const decay = exp(-epsilon);
  const lie = decay / (1 + decay);
  const logTruth = -log(columns / 2) - log1p(decay);
  const supports = (answer: number, choice: number) => popcount((choice + 1) & answer) % 2 === 0;
  const release = (truth: number, random: Stream) => {
    requireTruth(truth, choices);
    const lies = sampleUniform(random) < lie;
    const column = sampleBoundedInteger(columns, random);
    const row = truth + 1;
    // The lowest bit of the row, turned, takes the columns of one sign to those of the other.
    return supports(column, truth) === lies ? column ^ (row & -row) : column;
  };
  return {
    name: "hadamard-response",
    neighbours: "swap",
    guarantee,
    columns,
    release,
    releaseMany: repeatedRelease(release),
    law: (truth) => {
      requireTruth(truth, choices);
      return {
        kind: "discrete",
        get support() {
          if (choices > LISTED_CHOICES) refuse("choices", `at most ${LISTED_CHOICES} for a listed support`, choices);
          return Array.from({ length: columns }, (_, column) => column);
        },
        logMass: (answer) => {
          if (!(Number.isInteger(answer) && answer >= 0 && answer < columns)) return -Infinity;
          return supports(answer, truth) ? logTruth : logTruth - epsilon;
        },
        neglected: 0,
      };
    },
    privacyLoss: () => halfSharedPld(epsilon),
    worstPair: () => [0, 1],
    ...supportEstimates(
      { truth: 1 / (1 + decay), other: 0.5, contrast: -expm1(-epsilon) / (2 * (1 + decay)) },
      choices,
      supports,
    ),
  };
}
