/**
 * Numeric sparse: sparse vector that also says, for each answer above, about how large the value is.
 *
 * Theorem: with sparse vector at epsilon `comparisons`, and the value plus fresh noise Laplace(c D / `values`) for each of at most
 * c aboves, the whole is (comparisons + values)-differentially private. The noise must be fresh: the noisy value that won its
 * comparison reveals something of all comparisons before it. An `epsilon` or a `guarantee` is split evenly.
 * Source: Dwork, Naor, Reingold, Rothblum, Vadhan (STOC 2009), doi:10.1145/1536414.1536467; Dwork, Roth (2014), algorithm 3,
 * doi:10.1561/0400000042; Lyu, Su, Li (VLDB 2017), doi:10.14778/3055330.3055331, for the error.
 * Limits: with a `step` comparisons are as in `sparseVector` there, values are rounded to the same grid and have discrete
 * Laplace noise, exact for any source: for release; they are shown as the nearest float64, which is post-processing. Without it
 * float64 noise: for study. There is no law, as answers are words and numbers; `numericSparsePrivacyLoss` is the exact worst loss
 * of a pair, for at most 16 queries.
 * @claim numeric-sparse
 * @also svt, sparse vector technique
 */

import { rationalBound } from "../mechanisms/laws/rational-bound.ts";
import { grid } from "../mechanisms/noise/grid.ts";
import { scale as anyScale, type DeclaredIn, type Given, optional } from "../numerics/parameters.ts";
import { requireList, requireScale } from "../numerics/requirements.ts";
import { type BudgetOrNoise, withBudgetOrNoise } from "../privacy/guarantees/budget.ts";
import { type PureGuarantee, pure } from "../privacy/guarantees/guarantee.ts";
import type { Mechanism } from "../privacy/guarantees/mechanism.ts";
import { anyNeighbours } from "../privacy/guarantees/neighbours.ts";
import { commonSupport } from "../privacy/loss/law.ts";
import { drawDiscreteLaplace } from "../random/exact-discrete-laplace.ts";
import { sampleLaplace } from "../random/laplace.ts";
import type { Random } from "../random/random.ts";
import { exactFraction, fractionOf, numberOf, type Rational } from "../random/rational.ts";
import type { Stream } from "../random/stream.ts";
import { requireValues } from "./above-threshold.ts";
import { gridScale } from "./grid-comparison.ts";
import { SPARSE, sparseSessions } from "./sparse-vector.ts";

const SPLIT = {
  /** The epsilon of all comparisons. */
  comparisons: anyScale,
  /** The epsilon of all values released. */
  values: anyScale,
};

/** An epsilon is split evenly, or each half of the work has its own. */
export const numericSparseParameters = withBudgetOrNoise(["pure"], [SPLIT], { ...SPARSE, neighbours: anyNeighbours });

export type NumericSparseParameters = BudgetOrNoise<"pure", typeof SPLIT> &
  Omit<DeclaredIn<typeof numericSparseParameters>, "step">;

export interface NumericSparseSession {
  /** How many aboves are left. */
  readonly left: number;
  ask(value: number): "below" | number;
}

export interface NumericSparse<Source = Stream>
  extends Mechanism<readonly number[], readonly ("below" | number)[], Source> {
  readonly guarantee: PureGuarantee;
  start(random: Source): NumericSparseSession;
}

export type GridNumericSparseParameters = NumericSparseParameters & {
  /** Of the grid that values and threshold are rounded to: a power of two, such as `{ numerator: 1, denominator: 8 }`. */
  readonly step: Rational;
};

export function numericSparse(parameters: GridNumericSparseParameters): NumericSparse<Random>;
export function numericSparse(parameters: NumericSparseParameters): NumericSparse;
export function numericSparse(parameters: NumericSparseParameters | GridNumericSparseParameters): NumericSparse {
  const numeric = numericSparseParameters.read(parameters);
  const { neighbours } = numeric;
  const { sessions, epsilon, noisy } = settle(numeric);
  const start = (random: Stream): NumericSparseSession => {
    const session = sessions.start(random);
    return {
      get left() {
        return session.left;
      },
      ask: (value) => (session.ask(value) === "below" ? "below" : noisy(value, random)),
    };
  };
  return {
    name: "numeric-sparse",
    neighbours,
    guarantee: pure(epsilon),
    start,
    release: (values, random) => {
      const session = start(random);
      const answers: ("below" | number)[] = [];
      for (const value of requireValues(values)) {
        if (session.left === 0) break;
        answers.push(session.ask(value));
      }
      return answers;
    },
  };
}

/** Those of a session; a relation is not looked at. */
export const numericSparseLossParameters = withBudgetOrNoise(["pure"], [SPLIT], {
  ...SPARSE,
  neighbours: optional(anyNeighbours),
});

/**
 * The largest loss that the pair of inputs can show: for each sequence of answers the log-ratio of its probabilities, plus that of the
 * values released, each of which can be as far out as it likes, on the worse side.
 */
export function numericSparsePrivacyLoss(
  parameters: AnyParameters,
  pair: readonly [readonly number[], readonly number[]],
): number {
  requireList("pair", pair, 2);
  const [first, second] = pair;
  const { sessions, distance } = settle(numericSparseLossParameters.read(parameters));
  const [law, other] = [first, second].map((values) => sessions.law(requireValues(values)));
  let worst = 0;
  for (const answers of commonSupport(law, other)) {
    const released = Array.from(answers).reduce(
      (sum, sign, i) => (sign === "+" ? sum + distance(first[i], second[i]) : sum),
      0,
    );
    worst = Math.max(worst, Math.abs(law.logMass(answers) - other.logMass(answers)) + released);
  }
  return worst;
}

type AnyParameters = BudgetOrNoise<"pure", typeof SPLIT> & Given<typeof SPARSE>;

function halvesOf({ epsilon }: PureGuarantee): Given<typeof SPLIT> {
  return { comparisons: epsilon / 2, values: epsilon / 2 };
}

function settle(given: ReturnType<typeof numericSparseLossParameters.read>) {
  const { comparisons, values } = given.noise ?? halvesOf(given.guarantee);
  const { guarantee: _, noise: __, neighbours: ___, ...rest } = given;
  const sessions = sparseSessions({ ...rest, epsilon: comparisons });
  const valueScale = (rest.aboves * rest.sensitivity) / values;
  requireScale({ "aboves * sensitivity / values": valueScale });
  if (rest.step === undefined)
    return {
      sessions,
      epsilon: comparisons + values,
      noisy: (value: number, random: Stream) => value + sampleLaplace(valueScale, random),
      /** The loss of a released value. */
      distance: (one: number, other: number) => Math.abs(one - other) / valueScale,
    };
  const { placeOf, stepsOf, valueAt } = grid(rest.step);
  const scale = gridScale(stepsOf(rest.sensitivity), { numerator: BigInt(rest.aboves), denominator: 1n }, values);
  const [one, other] = [exactFraction(comparisons), exactFraction(values)];
  const sum = {
    numerator: one.numerator * other.denominator + other.numerator * one.denominator,
    denominator: one.denominator * other.denominator,
  };
  return {
    sessions,
    epsilon: rationalBound("comparisons + values", fractionOf("the sum", sum, 1n)),
    noisy: (value: number, random: Random) => {
      return valueAt(placeOf(value) + drawDiscreteLaplace(scale, random));
    },
    distance: (first: number, second: number) => Math.abs(Number(placeOf(first) - placeOf(second))) / numberOf(scale),
  };
}
