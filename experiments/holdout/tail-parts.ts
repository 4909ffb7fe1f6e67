/**
 * The accuracy of Thresholdout as the theorem has it: how often the answer to a late query, on which the sets are T + t tau apart, is the
 * training set's; exactly, and by drawing.
 */
import {
  firstAnswerTail,
  type RenewedTail,
  renewedTail,
  thresholdoutTail,
} from "../../lib/adaptive/thresholdout-tail.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import {
  atMost,
  axis,
  equal,
  estimateAtMost,
  estimateEquals,
  exactStudy,
  intervalAlone,
  type Part,
  shareStudy,
  variant,
  z,
} from "../kit.ts";
import { budgetOf, deviationOf, thresholdInTolerances } from "./axes.ts";
import { DESIGN_NAMES, DESIGNS, passes, WALK } from "./tail-simulation.ts";

/** The tail that the lecture notes print. */
const printedTail = (deviation: number) => exp(-deviation / 8);

const baits = (quick: readonly number[]) =>
  axis(z.int().min(0).max(20), {
    means: "baits that the analyst needs passed in one epoch; 0: asks what agrees",
    quick,
  });
const exactAxes = {
  baits: baits([0, 1, 2]),
  threshold: thresholdInTolerances([4, 100]),
  budget: budgetOf([100, 200, 300]),
  deviation: deviationOf([8, 24, 40], [8, 16, 24, 32, 40, 48]),
};
/** The query at place 200, or at that of the budget where it is larger. */
const designOf = (cell: Omit<RenewedTail, "before">): RenewedTail => ({
  ...cell,
  before: Math.max(200, cell.budget) - 1,
});
const design = axis(z.enum(DESIGN_NAMES), {
  means: "analyst, threshold, budget and place of the query",
  quick: DESIGN_NAMES,
});
const designed = (cell: { readonly design: keyof typeof DESIGNS; readonly deviation: number }) => ({
  ...DESIGNS[cell.design],
  deviation: cell.deviation,
});

export const tailPart: Part = {
  claim: "thresholdout-accuracy",
  asks: "Is the chance of an answer that is T + t tau off within the corrected bound, whatever the analyst did before?",
  study: exactStudy({
    axes: exactAxes,
    exact: (cell) => {
      const exact = renewedTail(designOf(cell));
      const bound = thresholdoutTail({ budget: cell.budget, deviation: cell.deviation });
      return {
        checks: { corrected: atMost(exact, bound) },
        values: {
          tail: exact,
          corrected: bound,
          printed: printedTail(cell.deviation),
          place: designOf(cell).before + 1,
        },
      };
    },
  }),
  controls: {
    "printed-tail": {
      says: "the lecture notes' tail exp(-t/8) for every answer (erratum E08b)",
      refutes: ["E08b"],
      study: exactStudy({
        axes: { design, deviation: deviationOf([24]) },
        exact: (cell) => ({
          checks: { printed: atMost(renewedTail(designed(cell)), printedTail(cell.deviation)) },
        }),
      }),
    },
    "printed-generalisation": {
      says:
        "the lecture notes' term 6 exp(-tau^2 / 2), without n, held to be at most 1 (erratum E08: " +
        "above it the bound is true and says nothing)",
      refutes: ["E08"],
      study: exactStudy({
        axes: { tolerance: axis(z.number().positive().max(1), { means: "tolerance", quick: [0.005, 0.1, 1] }) },
        exact: ({ tolerance }) => ({
          checks: { probability: atMost(6 * exp((-tolerance * tolerance) / 2), 1) },
        }),
      }),
    },
  },
};

const lateDeviation = deviationOf([16, 24, 32, 40]);
const earlyStudy = exactStudy({
  axes: {
    before: axis(z.int().min(0).max(1000), { means: "queries before, on which the sets agree", quick: [0, 199] }),
    threshold: thresholdInTolerances([100]),
    deviation: lateDeviation,
  },
  exact: (cell) => {
    const exact = renewedTail({ ...cell, budget: 100 });
    return {
      checks: {
        printed: atMost(exact, printedTail(cell.deviation)),
        ...(cell.before === 0 && { first: equal(exact, firstAnswerTail(cell.deviation), { share: 1e-9 }) }),
      },
    };
  },
});

/** Where no earlier answer can have come from the holdout the printed tail is right. */
export const earlyTailPart: Part = {
  claim: "thresholdout-accuracy",
  asks: "Is the tail exp(-t/8) right for a first answer, and while no earlier one can come from the holdout?",
  study: earlyStudy,
  controls: {
    "lower-threshold": {
      says: "the same with T = 4 tau, where queries that agree are answered from the holdout too",
      study: variant(earlyStudy, {
        axes: { deviation: lateDeviation },
        at: (cell) => ({ ...cell, before: 199, threshold: 4 }),
      }),
    },
  },
};

/** The exact probability lies in an interval that is no wider than this each way. */
const NARROW = 0.02;

const drawnStudy = shareStudy({
  axes: { design, deviation: deviationOf([24], [16, 24, 32]) },
  trials: { quick: 10_000, full: 20_000 },
  blockSize: 5000,
  intervals: () => 2,
  block: (cell, count, random) => passes(designed(cell), count, random),
  judge: (cell, { passed }) => {
    const { budget, deviation } = designed(cell);
    return {
      checks: {
        exact: estimateEquals(intervalAlone(passed), renewedTail(designed(cell)), NARROW),
        corrected: estimateAtMost(passed, thresholdoutTail({ budget, deviation })),
      },
      values: { printed: printedTail(deviation) },
    };
  },
});

export const sampledTailPart: Part = {
  claim: "thresholdout-accuracy",
  asks: "Do interactions with Thresholdout find the exact tails, within the corrected bound?",
  study: drawnStudy,
  controls: {
    "printed-tail": {
      says: "the lecture notes' tail exp(-t/8) for every answer (erratum E08b)",
      refutes: ["E08b"],
      study: variant(drawnStudy, {
        over: { deviation: [24] },
        trials: { quick: 5000, full: 10_000 },
        blockSize: 2500,
        intervals: () => 1,
        judge: (cell, { passed }) => ({ checks: { printed: estimateAtMost(passed, printedTail(cell.deviation)) } }),
      }),
    },
    "walking-threshold": {
      says: "a threshold that is moved by every new noise and never set back, as the text reads without a hat (erratum E07)",
      refutes: ["E07"],
      study: shareStudy({
        axes: { deviation: deviationOf([80]) },
        trials: { quick: 2000, full: 2000 },
        intervals: () => 1,
        block: ({ deviation }, count, random) => passes({ ...WALK, deviation }, count, random, true),
        judge: ({ deviation }, { passed }) => {
          const bound = thresholdoutTail({ budget: WALK.budget, deviation });
          return { checks: { corrected: estimateAtMost(passed, bound) } };
        },
      }),
    },
  },
};
