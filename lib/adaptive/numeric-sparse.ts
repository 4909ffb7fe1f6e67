/**
 * Numeric sparse: sparse vector that also says, for each answer above, about how large the value is.
 *
 * Theorem: with sparse vector at epsilon `comparisons`, and the value plus fresh noise Laplace(c D / `values`) for each of at most c aboves,
 * the whole is (comparisons + values)-differentially private. The noise must be fresh: the noisy value that won its comparison tells of
 * all comparisons before it.
 * Source: Dwork, Naor, Reingold, Rothblum, Vadhan (STOC 2009), doi:10.1145/1536414.1536467; Dwork, Roth (2014), algorithm 3,
 * doi:10.1561/0400000042; Lyu, Su, Li (VLDB 2017), doi:10.14778/3055330.3055331, for the error.
 * Limits: float64 noise; for study. There is no law, as answers are words and numbers; `numericSparsePrivacyLoss` is the exact worst loss of a
 * pair, for at most 16 queries.
 * @claim numeric-sparse
 */
import { requireInteger, requireScale } from "../numerics/requirements.ts";
import { type PureGuarantee, pure } from "../privacy/guarantees/guarantee.ts";
import type { Mechanism } from "../privacy/guarantees/mechanism.ts";
import { type Neighbours, requireNeighbours } from "../privacy/guarantees/neighbours.ts";
import { commonSupport } from "../privacy/loss/law.ts";
import { sampleLaplace } from "../random/laplace.ts";
import type { Stream } from "../random/stream.ts";
import { requireValues } from "./above-threshold.ts";
import { answersLaw, sparseRules } from "./sparse-vector.ts";
import { ThresholdSession } from "./threshold-session.ts";

export interface NumericSparseParameters {
  /** The epsilon of all comparisons. */
  readonly comparisons: number;
  /** The epsilon of all values released. */
  readonly values: number;
  readonly sensitivity: number;
  readonly threshold: number;
  /** How many answers may be above. */
  readonly aboves: number;
  readonly resample: boolean;
  readonly neighbours: Neighbours;
}

export interface NumericSparseSession {
  /** How many aboves are left. */
  readonly left: number;
  ask(value: number): "below" | number;
}

export interface NumericSparse extends Mechanism<readonly number[], readonly ("below" | number)[], Stream> {
  readonly guarantee: PureGuarantee;
  start(random: Stream): NumericSparseSession;
}

export function numericSparse(parameters: NumericSparseParameters): NumericSparse {
  const { comparisons, values: share, neighbours } = parameters;
  const { rules, valueScale } = settle(parameters);
  requireNeighbours(neighbours);
  const start = (random: Stream): NumericSparseSession => {
    const session = new ThresholdSession(rules, random);
    return {
      get left() {
        return session.left;
      },
      ask: (value) => (session.ask(value) === "below" ? "below" : value + sampleLaplace(valueScale, random)),
    };
  };
  return {
    name: "numeric-sparse",
    neighbours,
    guarantee: pure(comparisons + share),
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

/**
 * The largest loss that the pair of inputs can show: for each sequence of answers the log-ratio of its probabilities, plus that of the
 * values released, each of which can be as far out as it likes, on the worse side.
 */
export function numericSparsePrivacyLoss(
  parameters: Omit<NumericSparseParameters, "neighbours">,
  [first, second]: readonly [readonly number[], readonly number[]],
): number {
  const { rules, valueScale } = settle(parameters);
  const [law, other] = [first, second].map((values) =>
    answersLaw(
      rules,
      requireValues(values).map((value) => value - rules.threshold),
    ),
  );
  let worst = 0;
  for (const answers of commonSupport(law, other)) {
    const released = Array.from(answers).reduce(
      (sum, sign, i) => (sign === "+" ? sum + Math.abs(first[i] - second[i]) / valueScale : sum),
      0,
    );
    worst = Math.max(worst, Math.abs(law.logMass(answers) - other.logMass(answers)) + released);
  }
  return worst;
}

function settle({ comparisons, values, ...rest }: Omit<NumericSparseParameters, "neighbours">) {
  requireScale({ comparisons, values });
  requireInteger({ aboves: rest.aboves }, 1);
  const rules = sparseRules({ ...rest, epsilon: comparisons });
  const valueScale = (rest.aboves * rest.sensitivity) / values;
  requireScale({ "aboves * sensitivity / values": valueScale });
  return { rules, valueScale };
}
