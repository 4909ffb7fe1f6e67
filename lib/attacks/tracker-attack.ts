/**
 * The tracker: exact counts that refuse small sets of people still tell about one.
 *
 * `guardedCounts` answers how many records fit a formula, exactly, but refuses sets of fewer than `minimum` records, and sets that
 * leave out fewer.
 * Theorem: let the tracker T hold of at least 2 minimum and at most N - 2 minimum records. Then for every formula C of fewer than
 * `minimum` records count(C or T) + count(C or not T) - count(T) - count(not T) is the count of C, and all four sets are allowed:
 * what is in C is counted in one of the first two beyond what the last two count, and each set holds at least |T| or N - |T| less |C|,
 * and leaves out as many.
 * Source: Denning, Denning, Schwartz (ACM TODS 4, 1979), "The tracker: a threat to statistical database security",
 * doi:10.1145/320064.320069.
 * Limits: with noise on the counts the sum has the noise of four; then `differenceTest` is the better attack.
 * @example
 * ```ts
 * import { guardedCounts, trackerAttack } from "epsilab/attacks";
 * const people = Array.from({ length: 40 }, (_, id) => ({ id, ill: id % 7 === 0 }));
 * const count = guardedCounts(people, { minimum: 5 });
 * trackerAttack(count, { target: ({ id, ill }) => id === 21 && ill, tracker: ({ id }) => id < 20 }); // => 1
 * trackerAttack(count, { target: ({ id, ill }) => id === 22 && ill, tracker: ({ id }) => id < 20 }); // => 0
 * ```
 * @claim differencing-attack
 */
import { callable, declare, integer, type ParametersOf } from "../numerics/parameters.ts";
import { refuseData, requireFiniteData, requireFunction, requireList } from "../numerics/requirements.ts";

export type Formula<Subject> = (record: Subject) => boolean;

/** How many records a formula holds of. */
export type CountQuery<Subject> = (formula: Formula<Subject>) => number;

export const guardParameters = declare({ minimum: integer(0) });

export function guardedCounts<Subject>(
  records: readonly Subject[],
  guard: ParametersOf<typeof guardParameters>,
): CountQuery<Subject> {
  requireList("records", records);
  const { minimum } = guardParameters.read(guard);
  return (formula) => {
    requireFunction({ formula });
    let size = 0;
    for (const record of records) if (formula(record)) size++;
    // How many there are is what the guard keeps.
    if (size < minimum || size > records.length - minimum)
      refuseData("the size of the set", `at least ${minimum}, and of all others too`);
    return size;
  };
}

export const trackerParameters = declare({ target: callable<Formula<never>>(), tracker: callable<Formula<never>>() });

export function trackerAttack<Subject>(
  count: CountQuery<Subject>,
  formulas: { readonly target: Formula<Subject>; readonly tracker: Formula<Subject> },
): number {
  requireFunction({ count });
  trackerParameters.read(formulas);
  const { target, tracker } = formulas;
  const sizeOf = (formula: Formula<Subject>) => {
    const size = count(formula);
    requireFiniteData({ "the answer of count": size });
    return size;
  };
  const withTracker = sizeOf((record) => target(record) || tracker(record));
  const without = sizeOf((record) => target(record) || !tracker(record));
  return withTracker + without - sizeOf(tracker) - sizeOf((record) => !tracker(record));
}
