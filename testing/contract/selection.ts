/**
 * Tests of the mechanisms that choose one of several options by their scores: instances for the contract, with and without a grid of scores, and
 * arguments for the fuzz.
 */
import fc from "fast-check";
import { exponentialMechanism } from "../../lib/mechanisms/choice/exponential-mechanism.ts";
import { permuteAndFlip } from "../../lib/mechanisms/choice/permute-and-flip.ts";
import {
  type GridNoisyMaxParameters,
  type NoisyMaxParameters,
  reportNoisyMax,
} from "../../lib/mechanisms/choice/report-noisy-max.ts";
import type { GridSelectionParameters } from "../../lib/mechanisms/choice/scores/grid-selection.ts";
import type { SelectionParameters } from "../../lib/mechanisms/choice/scores/selection.ts";
import { oneOf, record } from "../surface/arguments.ts";
import { contractInstance, NO_RELATION, NOT_COUNTS, NOT_POSITIVE, NOT_SCORES } from "./instance.ts";
import { anyChange, anyScores, boundedChange, builds, type MechanismTests } from "./mechanism-tests.ts";

/** A choice among three options. */
export const selection: SelectionParameters = {
  epsilon: 1,
  sensitivity: 1,
  change: "general",
  options: 3,
  neighbours: "swap",
};
export const badSelection = {
  epsilon: NOT_POSITIVE,
  sensitivity: NOT_POSITIVE,
  options: NOT_COUNTS,
  change: ["any"],
  neighbours: NO_RELATION,
};
export const scores = [0, 1.5, 2];
/** With and without a grid, on which scores are rounded and all is exact. */
const gridded = fc.option(fc.integer({ min: -6, max: 3 }), { nil: undefined });
const badGrid = { ...badSelection, stepExponent: [501, -501, 0.5, Number.NaN, "1", null] };

export const SELECTION_MECHANISMS: MechanismTests = {
  exponentialMechanism: {
    fuzz: builds(record({ ...anyChange, stepExponent: gridded }), anyScores),
    instances: (["general", "monotone", "range"] as const).flatMap((change) => [
      contractInstance({
        file: "exponential-mechanism",
        title: `exponential-mechanism, ${change} scores`,
        build: exponentialMechanism,
        good: { ...selection, change },
        off: { epsilon: 1.1 },
        input: scores,
        bad: badSelection,
        badInputs: NOT_SCORES,
      }),
      contractInstance<GridSelectionParameters, readonly number[], number>({
        file: "exponential-mechanism",
        title: `exponential-mechanism on a grid, ${change} scores`,
        build: exponentialMechanism,
        good: { ...selection, change, stepExponent: -5 },
        off: { epsilon: 1.1 },
        input: scores,
        bad: badGrid,
        badInputs: NOT_SCORES,
      }),
    ]),
  },
  permuteAndFlip: {
    fuzz: builds(record({ ...boundedChange, stepExponent: gridded }), anyScores),
    instances: (["general", "monotone"] as const).flatMap((change) => [
      contractInstance({
        file: "permute-and-flip",
        title: `permute-and-flip, ${change} scores`,
        build: permuteAndFlip,
        good: { ...selection, change },
        off: { epsilon: 1.1 },
        input: scores,
        bad: { ...badSelection, change: ["any", "range"] },
        badInputs: NOT_SCORES,
      }),
      contractInstance<GridSelectionParameters, readonly number[], number>({
        file: "permute-and-flip",
        title: `permute-and-flip on a grid, ${change} scores`,
        build: permuteAndFlip,
        good: { ...selection, change, stepExponent: -1 },
        off: { epsilon: 1.1 },
        input: scores,
        bad: { ...badGrid, change: ["any", "range"] },
        badInputs: NOT_SCORES,
      }),
    ]),
  },
  reportNoisyMax: {
    fuzz: builds(
      record({ ...boundedChange, noise: oneOf("laplace", "exponential", "gumbel"), stepExponent: gridded }),
      anyScores,
    ),
    instances: (["laplace", "exponential", "gumbel"] as const).flatMap((kind) =>
      (["general", "monotone"] as const).flatMap((change) => [
        contractInstance<NoisyMaxParameters, readonly number[], number>({
          file: "report-noisy-max",
          title: `report-noisy-max, ${kind} noise, ${change} scores`,
          build: reportNoisyMax,
          good: { ...selection, change, noise: kind },
          off: { epsilon: 1.1 },
          input: scores,
          bad: { ...badSelection, noise: ["normal"], change: kind === "gumbel" ? ["any"] : ["any", "range"] },
          badInputs: NOT_SCORES,
        }),
        contractInstance<GridNoisyMaxParameters, readonly number[], number>({
          file: "report-noisy-max",
          title: `report-noisy-max on a grid, ${kind} noise, ${change} scores`,
          build: reportNoisyMax,
          good: { ...selection, change, noise: kind, stepExponent: -1 },
          off: { epsilon: 1.1 },
          input: scores,
          bad: { ...badGrid, noise: ["normal"], change: kind === "gumbel" ? ["any"] : ["any", "range"] },
          badInputs: NOT_SCORES,
        }),
      ]),
    ),
  },
};
