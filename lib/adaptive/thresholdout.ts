/**
 * Thresholdout, the reusable holdout: answers adaptively chosen queries to [0, 1] from the training set, and from the holdout with noise
 * only where the two disagree.
 *
 * Theorem: with n records in the holdout, threshold noise Laplace(4 tau), comparison noise Laplace(8 tau) and release noise Laplace(2 tau),
 * tau the tolerance, all answers together are B / (tau n)-differentially private for the holdout under swap, B the budget of answers that
 * use it: every epoch is above-threshold at 1 / (2 tau n) and a release at 1 / (2 tau n). The training set is not protected.
 * Source: Dwork, Feldman, Hardt, Pitassi, Reingold, Roth (NIPS 2015; Science 2015, doi:10.1126/science.aaa9375).
 * The session keeps the holdout to itself: it has no fields to list, to print or to serialise, and what goes wrong inside a query on a
 * holdout record (a value outside of [0, 1], no number, an error thrown) counts as the nearest of 0 and 1, or as 0, since a message would
 * tell of the record. A question after the budget is spent is refused by BudgetExceeded.
 * Limits: a query is a function and is run on the records, so that one that writes down what it sees takes the holdout away: run only
 * queries that do not. Whoever holds the stream can draw the noise again. Float64 noise; for study. The published variant has no guarantee.
 * @example
 * ```ts
 * import { sampleBernoulli, stream, thresholdout } from "epsilab";
 * const random = stream(20261115, "records");
 * const holdout = Array.from({ length: 10_000 }, () => sampleBernoulli(0.5, random));
 * const training = new Array<number>(50).fill(1);
 * const rules = { threshold: 0.1, tolerance: 0.005, budget: 10 };
 * const session = thresholdout({ training, holdout, ...rules, variant: "theorem" }, stream(20261115, "reuse"));
 * session.ask((bit) => bit); // => 0.5047...
 * session.left; // => 9
 * ```
 * @claim thresholdout
 * @also reusable holdout, adaptive data analysis
 */
import { count, declare, made, optional, type ParametersOf, positive } from "../numerics/parameters.ts";
import { refuse, refuseData } from "../numerics/requirements.ts";
import { BudgetExceeded } from "../privacy/accounting/privacy-filter.ts";
import { type PureGuarantee, pure } from "../privacy/guarantees/guarantee.ts";
import type { Stream } from "../random/stream.ts";
import {
  RULES,
  requireLimit,
  requireRecords,
  type ThresholdoutMeans,
  thresholdoutMeans,
} from "./thresholdout-means.ts";

const anyRecords = made<readonly unknown[]>((records, name) => requireRecords(name, records));

export const thresholdoutParameters = declare({ ...RULES, training: anyRecords, holdout: anyRecords }, requireLimit);

export interface ThresholdoutParameters<Row> extends ParametersOf<typeof thresholdoutParameters> {
  readonly training: readonly Row[];
  readonly holdout: readonly Row[];
}

/** A function of a record to [0, 1]. */
export type StatisticalQuery<Row> = (record: Row) => number;

export class ThresholdoutSession<Row> {
  readonly #training: readonly Row[];
  readonly #holdout: readonly Row[];
  readonly #means: ThresholdoutMeans;
  readonly #budget: number;

  /** @internal Use `thresholdout(parameters, random)`. */
  constructor({ training, holdout, ...rules }: ThresholdoutParameters<Row>, random: Stream) {
    this.#means = thresholdoutMeans(rules, random);
    this.#training = training.slice();
    this.#holdout = holdout.slice();
    this.#budget = rules.budget;
  }

  /** How many answers may still come from the holdout. */
  get left(): number {
    return this.#means.left;
  }

  /** The mean of the query: on the training set, or on the holdout with noise. */
  ask(query: StatisticalQuery<Row>): number {
    if (typeof query !== "function") refuse("query", "a function of a record", query);
    const answer = this.#means.answer(openMean(this.#training, query), closedMean(this.#holdout, query));
    if (answer === undefined) {
      throw new BudgetExceeded(`queries must be asked before the budget is spent, got one after all ${this.#budget}`);
    }
    return answer.value;
  }
}

/** A session with an analyst. Its noise is drawn from `random`. */
export function thresholdout<Row>(parameters: ThresholdoutParameters<Row>, random: Stream): ThresholdoutSession<Row> {
  thresholdoutParameters.read(parameters);
  return new ThresholdoutSession(parameters, random);
}

/** The rules of a session may be given whole: threshold and variant are not looked at. */
export const thresholdoutGuaranteeParameters = declare({
  budget: count,
  tolerance: positive,
  size: count,
  threshold: optional(RULES.threshold),
  variant: optional(RULES.variant),
});

/** What the theorem promises the `size` records of the holdout, under swap. */
export function thresholdoutGuarantee(parameters: ParametersOf<typeof thresholdoutGuaranteeParameters>): PureGuarantee {
  const { budget, tolerance, size } = thresholdoutGuaranteeParameters.read(parameters);
  return pure(budget / (tolerance * size));
}

/** The training set is the analyst's: a query that fails there says so. */
function openMean<Row>(records: readonly Row[], query: StatisticalQuery<Row>): number {
  let sum = 0;
  for (const record of records) {
    const value = query(record);
    if (!(typeof value === "number" && value >= 0 && value <= 1)) refuseData("query", "between 0 and 1");
    sum += value;
  }
  return sum / records.length;
}

function closedMean<Row>(records: readonly Row[], query: StatisticalQuery<Row>): number {
  let sum = 0;
  for (const record of records) sum += quietValue(record, query);
  return sum / records.length;
}

function quietValue<Row>(record: Row, query: StatisticalQuery<Row>): number {
  try {
    const value: unknown = query(record);
    return typeof value === "number" && value > 0 ? Math.min(1, value) : 0;
  } catch {
    return 0;
  }
}
