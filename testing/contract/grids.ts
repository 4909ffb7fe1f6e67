/**
 * Tests of the releases on a declared grid: instances for the contract, arguments for the fuzz.
 *
 * The mean under `add-remove` has no law of its own: `grid-oracles.ts` goes through all pairs of noises and tells the cell of the output.
 */
import fc from "fast-check";
import type { ExactBudget } from "../../lib/mechanisms/noise/exact-budget.ts";
import {
  type GridHistogramParameters,
  gridHistogramParameters,
  histogram,
} from "../../lib/mechanisms/statistics/histogram.ts";
import { type GridMeanParameters, gridMeanParameters, noisyMean } from "../../lib/mechanisms/statistics/noisy-mean.ts";
import { type GridSumParameters, gridSumParameters, noisySum } from "../../lib/mechanisms/statistics/noisy-sum.ts";
import {
  type GridQuantileParameters,
  gridQuantileParameters,
  quantile,
} from "../../lib/mechanisms/statistics/quantile.ts";
import {
  type GridQuantilesParameters,
  gridQuantilesParameters,
  quantiles,
} from "../../lib/mechanisms/statistics/quantiles.ts";
import { oneOf, record } from "../surface/arguments.ts";
import { gridRatioCells } from "./grid-oracles.ts";
import { contractInstance } from "./instance.ts";
import { anyRecords, builds, type MechanismTests, rational, recordRelation } from "./mechanism-tests.ts";
import { NO_RECORDS, RANGE, RELATIONS, REVERSED, type Records, refusingOnRelease, withPair } from "./records.ts";

const fraction = (numerator: number, denominator: number) => ({ numerator, denominator });
const HALVES = { ...RANGE, step: fraction(1, 2) } as const;
const TWO_POINTS = { lower: 0, upper: 1, step: fraction(1, 1) } as const;
const SUM_DOMAIN = [[-3, -1, 0.5, 2], 1, 2, 3] as const;

type GridBudget = ExactBudget<"pure" | "zero-concentrated">;

/** Both kinds of noise, and each with a tenth less of it. */
const BUDGETS: readonly (readonly [string, GridBudget, GridBudget])[] = [
  ["epsilon", { epsilon: fraction(7, 10) }, { epsilon: fraction(77, 100) }],
  ["rho", { rho: fraction(1, 3) }, { rho: fraction(121, 300) }],
];
/** Of a vector, whose outcomes are many. */
const NARROW: typeof BUDGETS = [
  ["epsilon", { epsilon: fraction(2, 1) }, { epsilon: fraction(22, 10) }],
  ["rho", { rho: fraction(1, 2) }, { rho: fraction(121, 200) }],
];

const few = rational.filter(({ numerator, denominator }) => 2 * numerator >= denominator);
const grid = { step: rational, lower: fc.integer({ min: -9, max: 0 }), upper: fc.integer({ min: 40, max: 60 }) };
const anyBudget = fc.oneof(record({ epsilon: few }), record({ rho: few }));
const onGrid = fc
  .tuple(record({ ...grid, neighbours: recordRelation }), anyBudget)
  .map(([given, budget]) => ({ ...given, ...budget }));

export const GRID_MECHANISMS: MechanismTests = {
  noisySum: {
    fuzz: builds(onGrid, anyRecords),
    instances: BUDGETS.flatMap(([name, budget, off]) =>
      RELATIONS.map((neighbours) =>
        contractInstance<GridSumParameters, ArrayLike<number>, number>({
          file: "noisy-sum",
          domain: SUM_DOMAIN,
          title: `grid-sum of a ${name} under ${neighbours}`,
          build: noisySum,
          good: { ...budget, ...HALVES, neighbours },
          off,
          input: [1, -0.6, 7],
          declaration: gridSumParameters,
          bad: REVERSED,
          badInputs: NO_RECORDS,
        }),
      ),
    ),
  },
  noisyMean: {
    fuzz: builds(onGrid, anyRecords),
    instances: [
      ...BUDGETS.map(([name, budget, off]) =>
        contractInstance<GridMeanParameters & { neighbours: "swap" }, ArrayLike<number>, number>({
          file: "noisy-mean",
          domain: SUM_DOMAIN,
          title: `grid-mean of a ${name} under swap`,
          build: noisyMean,
          good: { ...budget, ...HALVES, neighbours: "swap" },
          off,
          input: [1, -0.6, 7],
          declaration: gridMeanParameters,
          bad: REVERSED,
          badInputs: [...NO_RECORDS, ["the number of records", []]],
        }),
      ),
      ...NARROW.map(([name, budget, off]) =>
        refusingOnRelease(
          contractInstance<GridMeanParameters, Records, number>({
            file: "noisy-mean",
            domain: [[-1, 0.5, 2], 1, 2, 3],
            title: `mean under add-remove on a grid, of a ${name}`,
            build: (parameters) => withPair(gridRatioCells(noisyMean(parameters), parameters), [[], [2]]),
            good: { ...budget, ...HALVES, neighbours: "add-remove" },
            off,
            input: [2, 2, 1, 0, 2, -1, 1],
            declaration: gridMeanParameters,
            bad: REVERSED,
            badInputs: [],
            tight: false,
          }),
          NO_RECORDS,
        ),
      ),
    ],
  },
  histogram: {
    fuzz: builds(
      fc
        .tuple(
          record({
            ...TWO_POINTS,
            step: fc.constant(fraction(1, 1)),
            lower: oneOf(0),
            upper: oneOf(1),
            neighbours: recordRelation,
          }),
          anyBudget,
        )
        .map(([given, budget]) => ({ ...given, ...budget })),
      anyRecords,
    ),
    instances: NARROW.flatMap(([name, budget, off]) =>
      RELATIONS.map((neighbours) =>
        contractInstance<GridHistogramParameters, ArrayLike<number>, readonly number[]>({
          file: "histogram",
          domain: [[0, 1], 1, 2],
          title: `grid-histogram of a ${name} under ${neighbours}`,
          build: histogram,
          good: { ...budget, ...TWO_POINTS, neighbours },
          off,
          input: [0, 1, 1, 0.3, 9],
          declaration: gridHistogramParameters,
          bad: { upper: [0, ...REVERSED.upper] },
          badInputs: NO_RECORDS,
        }),
      ),
    ),
  },
  quantile: {
    fuzz: builds(
      record({
        ...grid,
        epsilon: rational,
        probability: oneOf(fraction(1, 2), fraction(9, 10)),
        neighbours: recordRelation,
      }),
      anyRecords,
    ),
    instances: RELATIONS.map((neighbours) =>
      contractInstance<GridQuantileParameters, ArrayLike<number>, number>({
        file: "quantile",
        domain: [[0, 0.1, 2, 3.9, 4], 1, 2, 3, 4],
        title: `grid-quantile of three quarters under ${neighbours}`,
        build: (parameters) =>
          withPair(
            quantile(parameters),
            neighbours === "swap"
              ? [
                  [0, 0.1, 0.1, 0.1],
                  [4, 0.1, 0.1, 0.1],
                ]
              : [
                  [0.1, 0.1, 0.1],
                  [0.1, 0.1, 0.1, 4],
                ],
          ),
        good: {
          epsilon: fraction(3, 2),
          probability: fraction(3, 4),
          lower: 0,
          upper: 4,
          step: fraction(1, 10),
          neighbours,
        },
        off: { epsilon: fraction(33, 20) },
        input: [0.7, 0.1, 0.2, 2.9, 1.6, 2.9, 3.3, 1.1],
        declaration: gridQuantileParameters,
        bad: { probability: [fraction(1, 1), fraction(3, 2)], upper: [0, ...REVERSED.upper] },
        badInputs: NO_RECORDS,
      }),
    ),
  },
  quantiles: {
    fuzz: builds(
      record({
        step: fc.constant(fraction(10, 1)),
        lower: fc.constant(-9),
        upper: fc.integer({ min: 40, max: 60 }),
        epsilon: rational,
        probabilities: fc.constant([fraction(1, 5), fraction(7, 10)]),
        neighbours: recordRelation,
      }),
      anyRecords,
    ),
    instances: RELATIONS.map((neighbours) =>
      contractInstance<GridQuantilesParameters, ArrayLike<number>, readonly number[]>({
        file: "quantiles",
        domain: [[0, 1, 2, 3], 1, 2, 3],
        title: `grid-quantiles under ${neighbours}`,
        build: (parameters) =>
          withPair(
            quantiles(parameters),
            neighbours === "swap"
              ? [
                  [0, 0, 2, 2],
                  [3, 0, 2, 2],
                ]
              : [
                  [0, 2, 2],
                  [0, 0, 2, 2],
                ],
          ),
        good: {
          epsilon: fraction(2, 1),
          probabilities: [fraction(1, 4), fraction(1, 2), fraction(3, 4)],
          lower: 0,
          upper: 3,
          step: fraction(1, 1),
          neighbours,
        },
        off: { epsilon: fraction(22, 10) },
        input: [0, 3, 1, 1, 2, 3, 3, 1, 0, 2, 3, 3],
        declaration: gridQuantilesParameters,
        bad: {
          probabilities: [
            [],
            [fraction(1, 2), fraction(1, 2)],
            [fraction(3, 5), fraction(1, 2)],
            [fraction(0, 2)],
            [fraction(2, 2)],
          ],
          upper: [0, ...REVERSED.upper],
        },
        badInputs: NO_RECORDS,
        tight: false,
      }),
    ),
  },
};
