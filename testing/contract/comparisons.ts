/**
 * Tests of the mechanisms of lib/adaptive that state a worst pair: instances for the contract.
 */
import {
  type AboveThreshold,
  type AboveThresholdParameters,
  aboveThreshold,
  aboveThresholdParameters,
  type GridAboveThresholdParameters,
} from "../../lib/adaptive/above-threshold.ts";
import { allLists } from "../../lib/oracles/all-lists.ts";
import { ADAPTIVE } from "../surface/adaptive.ts";
import { contractInstance, type NeighbouringInputs } from "./instance.ts";
import type { MechanismTests } from "./mechanism-tests.ts";
import { powerOfTwo } from "./power-of-two.ts";

type Values = readonly number[];

const compared = { epsilon: 1, sensitivity: 1, threshold: 5, neighbours: "swap" } as const;

/**
 * Values below, about and far above the threshold, moved in every way that the sensitivity allows: up to three different ones, and
 * one that is asked many times before another.
 */
function movedValues({ threshold, sensitivity }: AboveThresholdParameters): NeighbouringInputs<Values> {
  const levels = [-60, -1, 2, 60].map((gap) => threshold + gap * sensitivity);
  const moves = [-1, 0, 1].map((step) => step * sensitivity);
  const lists = [...[1, 2].flatMap((length) => allLists(levels, length)), ...allLists(levels.slice(1), 3)];
  const apart = lists.flatMap((values) =>
    allLists(moves, values.length).map((move) => [values, values.map((value, i) => value + move[i])] as const),
  );
  const asked = [4, 16].flatMap((times) =>
    apart
      .filter(([first]) => first.length === 2)
      .map((pair) => pair.map(([head, last]) => [...new Array<number>(times).fill(head), last])),
  );
  return [...apart, ...(asked as unknown as NeighbouringInputs<Values>)];
}

const instance = (title: string, good: AboveThresholdParameters | GridAboveThresholdParameters) =>
  contractInstance<AboveThresholdParameters, Values, number>({
    folder: "adaptive",
    file: "above-threshold",
    title,
    build: aboveThreshold as (parameters: AboveThresholdParameters) => AboveThreshold,
    declaration: aboveThresholdParameters,
    good,
    off: { epsilon: 1.1 },
    input: [2, 4, 6, 3],
    neighbouring: () => movedValues(good),
    badInputs: [
      ["values", 7],
      ["value", [1, Number.NaN]],
    ],
  });

export const COMPARISON_MECHANISMS: MechanismTests = {
  aboveThreshold: {
    fuzz: ADAPTIVE.aboveThreshold,
    instances: [
      instance("above-threshold", compared),
      instance("above-threshold on a grid", { ...compared, sensitivity: 0.75, step: powerOfTwo(-1) }),
    ],
  },
};
