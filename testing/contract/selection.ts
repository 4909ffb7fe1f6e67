/**
 * Tests of the mechanisms that choose one of several options by their scores: instances for the contract, with and without a grid
 * of scores, and arguments for the fuzz.
 */
import fc from "fast-check";
import { exponentialMechanism } from "../../lib/mechanisms/choice/exponential-mechanism.ts";
import { permuteAndFlip } from "../../lib/mechanisms/choice/permute-and-flip.ts";
import {
  type GridNoisyMaxParameters,
  type NoisyMaxParameters,
  noisyMaxParameters,
  reportNoisyMax,
} from "../../lib/mechanisms/choice/report-noisy-max.ts";
import type { GridSelectionParameters } from "../../lib/mechanisms/choice/scores/grid-selection.ts";
import { type ScoreChange, selectionParameters } from "../../lib/mechanisms/choice/scores/selection.ts";
import { oneOf } from "../surface/arguments.ts";
import { contractInstance, NOT_POWERS_OF_TWO, NOT_SCORES } from "./instance.ts";
import { anyScores, builds, type MechanismTests, powerStep } from "./mechanism-tests.ts";
import { powerOfTwo } from "./power-of-two.ts";

/** A choice among three options. */
export const selection = {
  epsilon: 1,
  sensitivity: 1,
  change: "general" as ScoreChange,
  options: 3,
  neighbours: "swap" as const,
};
export const scores = [0, 1.5, 2];
/** With and without a grid, on which scores are rounded and all is exact. */
const OWN = { options: fc.constant(3), step: powerStep };

export const SELECTION_MECHANISMS: MechanismTests = {
  exponentialMechanism: {
    fuzz: builds(selectionParameters, anyScores, { own: OWN }),
    instances: (["general", "monotone", "range"] as const).flatMap((change) => [
      contractInstance({
        file: "exponential-mechanism",
        title: `exponential-mechanism, ${change} scores`,
        build: exponentialMechanism,
        good: { ...selection, change },
        off: { epsilon: 1.1 },
        input: scores,
        declaration: selectionParameters,
        badInputs: NOT_SCORES,
      }),
      contractInstance<GridSelectionParameters, readonly number[], number>({
        file: "exponential-mechanism",
        title: `exponential-mechanism on a grid, ${change} scores`,
        build: exponentialMechanism,
        good: { ...selection, change, step: powerOfTwo(-5) },
        off: { epsilon: 1.1 },
        input: scores,
        declaration: selectionParameters,
        bad: { step: NOT_POWERS_OF_TWO },
        badInputs: NOT_SCORES,
      }),
    ]),
  },
  permuteAndFlip: {
    fuzz: builds(selectionParameters, anyScores, { own: { ...OWN, change: oneOf("general", "monotone") } }),
    instances: (["general", "monotone"] as const).flatMap((change) => [
      contractInstance({
        file: "permute-and-flip",
        title: `permute-and-flip, ${change} scores`,
        build: permuteAndFlip,
        good: { ...selection, change },
        off: { epsilon: 1.1 },
        input: scores,
        declaration: selectionParameters,
        bad: { change: ["range"] },
        badInputs: NOT_SCORES,
      }),
      contractInstance<GridSelectionParameters, readonly number[], number>({
        file: "permute-and-flip",
        title: `permute-and-flip on a grid, ${change} scores`,
        build: permuteAndFlip,
        good: { ...selection, change, step: powerOfTwo(-1) },
        off: { epsilon: 1.1 },
        input: scores,
        declaration: selectionParameters,
        bad: { change: ["range"], step: NOT_POWERS_OF_TWO },
        badInputs: NOT_SCORES,
      }),
    ]),
  },
  reportNoisyMax: {
    fuzz: builds(noisyMaxParameters, anyScores, { own: OWN }),
    instances: (["laplace", "exponential", "gumbel"] as const).flatMap((kind) =>
      (["general", "monotone"] as const).flatMap((change) => [
        contractInstance<NoisyMaxParameters, readonly number[], number>({
          file: "report-noisy-max",
          title: `report-noisy-max, ${kind} noise, ${change} scores`,
          build: reportNoisyMax,
          good: { ...selection, change, noise: kind },
          off: { epsilon: 1.1 },
          input: scores,
          declaration: noisyMaxParameters,
          bad: { ...(kind === "gumbel" ? {} : { change: ["range"] }), step: NOT_POWERS_OF_TWO },
          badInputs: NOT_SCORES,
        }),
        contractInstance<GridNoisyMaxParameters, readonly number[], number>({
          file: "report-noisy-max",
          title: `report-noisy-max on a grid, ${kind} noise, ${change} scores`,
          build: reportNoisyMax,
          good: { ...selection, change, noise: kind, step: powerOfTwo(-1) },
          off: { epsilon: 1.1 },
          input: scores,
          declaration: noisyMaxParameters,
          bad: { ...(kind === "gumbel" ? {} : { change: ["range"] }), step: NOT_POWERS_OF_TWO },
          badInputs: NOT_SCORES,
        }),
      ]),
    ),
  },
};
