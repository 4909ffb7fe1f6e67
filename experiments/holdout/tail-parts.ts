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
import { clopperPearson } from "../../lib/statistics/proportion-interval.ts";
import {
  atMost,
  axis,
  type Check,
  estimateAtMost,
  exactStudy,
  type Part,
  type SampleContext,
  sampledStudy,
  shareOf,
  z,
} from "../kit.ts";
import { budgetOf, deviationOf, thresholdInTolerances } from "./axes.ts";
import { DESIGN_NAMES, DESIGNS, passes, WALK } from "./tail-simulation.ts";

/** The tail that the lecture notes print. */
const printedTail = (deviation: number) => exp(-deviation / 8);

function sampledBound(passed: number, bound: number, context: SampleContext): Check {
  return { ...estimateAtMost(shareOf(passed, context), Math.min(1, bound)), theory: bound };
}

/** The exact probability lies in the interval, which is no wider than two hundredths each way. */
function sampledEquality(passed: number, exact: number, { trials, errorRate }: SampleContext): Check {
  const interval = clopperPearson({ successes: passed, trials, errorRate });
  const outside = exact < interval.lower || exact > interval.upper;
  const verdict = outside ? "violated" : interval.upper - interval.lower <= 0.04 ? "holds" : "inconclusive";
  return { verdict, estimate: passed / trials, ...interval, theory: exact };
}

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
        exact: (cell) => {
          const exact = renewedTail({ ...DESIGNS[cell.design], deviation: cell.deviation });
          return { checks: { printed: atMost(exact, printedTail(cell.deviation)) } };
        },
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

/** Where no earlier answer can have come from the holdout the printed tail is right. */
export const earlyTailPart: Part = {
  claim: "thresholdout-accuracy",
  asks: "Is the tail exp(-t/8) right for a first answer, and while no earlier one can come from the holdout?",
  study: exactStudy({
    axes: {
      before: axis(z.int().min(0).max(1000), { means: "queries before, on which the sets agree", quick: [0, 199] }),
      threshold: thresholdInTolerances([100]),
      deviation: deviationOf([16, 24, 32, 40]),
    },
    exact: (cell) => {
      const exact = renewedTail({ ...cell, budget: 100 });
      const first = firstAnswerTail(cell.deviation);
      return {
        checks: {
          printed: atMost(exact, printedTail(cell.deviation)),
          ...(cell.before === 0 && {
            first: {
              verdict: Math.abs(exact - first) <= 1e-9 * first ? "holds" : "violated",
              estimate: exact,
              theory: first,
            },
          }),
        },
      };
    },
  }),
  controls: {
    "lower-threshold": {
      says: "the same with T = 4 tau, where queries that agree are answered from the holdout too",
      study: exactStudy({
        axes: { deviation: deviationOf([16, 24, 32, 40]) },
        exact: (cell) => {
          const exact = renewedTail({ threshold: 4, budget: 100, before: 199, deviation: cell.deviation });
          return { checks: { printed: atMost(exact, printedTail(cell.deviation)) } };
        },
      }),
    },
  },
};

export const sampledTailPart: Part = {
  claim: "thresholdout-accuracy",
  asks: "Do interactions with Thresholdout find the exact tails, within the corrected bound?",
  study: sampledStudy({
    axes: { design, deviation: deviationOf([24], [16, 24, 32]) },
    trials: { quick: 10_000, full: 20_000 },
    blockSize: 5000,
    intervals: () => 2,
    block: (cell, count, random) => passes({ ...DESIGNS[cell.design], deviation: cell.deviation }, count, random),
    judge: (cell, { passed }, context) => {
      const full = { ...DESIGNS[cell.design], deviation: cell.deviation };
      return {
        checks: {
          exact: sampledEquality(passed, renewedTail(full), context),
          corrected: sampledBound(
            passed,
            thresholdoutTail({ budget: full.budget, deviation: full.deviation }),
            context,
          ),
        },
        values: { printed: printedTail(cell.deviation) },
      };
    },
  }),
  controls: {
    "printed-tail": {
      says: "the lecture notes' tail exp(-t/8) for every answer (erratum E08b)",
      refutes: ["E08b"],
      study: sampledStudy({
        axes: { design, deviation: deviationOf([24]) },
        trials: { quick: 5000, full: 10_000 },
        blockSize: 2500,
        intervals: () => 1,
        block: (cell, count, random) => passes({ ...DESIGNS[cell.design], deviation: cell.deviation }, count, random),
        judge: (cell, { passed }, context) => ({
          checks: { printed: sampledBound(passed, printedTail(cell.deviation), context) },
        }),
      }),
    },
    "walking-threshold": {
      says: "a threshold that is moved by every new noise and never set back, as the text reads without a hat (erratum E07)",
      refutes: ["E07"],
      study: sampledStudy({
        axes: { deviation: deviationOf([80]) },
        trials: { quick: 2000, full: 2000 },
        intervals: () => 1,
        block: (cell, count, random) => passes({ ...WALK, deviation: cell.deviation }, count, random, true),
        judge: (cell, { passed }, context) => {
          const bound = thresholdoutTail({ budget: WALK.budget, deviation: cell.deviation });
          return { checks: { corrected: sampledBound(passed, bound, context) } };
        },
      }),
    },
  },
};
