/**
 * Privacy filters: budgets for interactions in which everything is chosen as it goes, the privacy parameters too.
 *
 * The analyst may choose the next mechanism, its parameters and whether to stop, all from the answers so far. A filter says which
 * releases still fit; the whole interaction then has the guarantee that the filter was built with.
 * - `basicFilter`: epsilons and deltas add up to at most the budget (Rogers, Roth, Ullman, Vadhan, NeurIPS 2016).
 * - `zeroConcentratedFilter`: the rhos add up to at most rho; `renyiFilter`: the divergences of one order, fixed in advance, add up to at
 *   most epsilon (Feldman, Zrnic, NeurIPS 2021; Lecuyer 2021). For a stopped loss L, e^((a-1)(L - spent)) is a supermartingale.
 * - `approximateFilter`: an (epsilon, delta) budget of which `slack` is set apart. The deltas add up to at most delta - slack, and either
 *   the epsilons to at most epsilon, or the rhos, epsilon tanh(epsilon / 2) each, to a rho that is (epsilon, slack)-private. Whitehouse,
 *   Ramdas, Rogers, Wu (ICML 2023) prove it with epsilon^2 / 2 and rho + 2 sqrt(rho ln(1/slack)): the constants of advanced composition,
 *   without loss for adaptivity. The sharper rho and the tight conversion hold by the same proof: up to the deltas every release is a
 *   post-processing of randomized response, the filter above bounds their rho, and a path on which the epsilons add up to at most
 *   epsilon has no loss beyond it. The test computes the best adaptive analyst exactly and finds each claim kept.
 * What is spent is a guarantee, a mechanism, an event, or a list of these, which fits as a whole or not at all (`release-charges.ts`).
 * A release that does not fit throws BudgetExceeded, and nothing is spent: a refusal that could be overlooked would be a leak. `allows`
 * asks without spending.
 * Budgets and costs count as the decimals they are written as (`release-cost.ts`), and their sums are exact: ten times 0.1 is 1,
 * and not 1e-17 more fits. Where the total of `approximateFilter` goes through a formula, it is computed in float64 from a rho
 * rounded up and then raised by more than its error, so that what is near the budget by less than a part in 1e13 may be refused,
 * and nothing is accepted above it. A total is shown as the float64 nearest to it.
 * Limits: a filter is a mutable record of one interaction; what is released without asking it is not counted.
 * @example
 * ```ts
 * import { pure } from "epsilab";
 * import { basicFilter } from "epsilab/accounting";
 * const filter = basicFilter({ epsilon: 1, delta: 0 });
 * filter.spend(pure(0.75)); // => { kind: "approximate", epsilon: 0.75, delta: 0 }
 * filter.allows(pure(0.5)); // => false
 * ```
 */
import {
  type Decimal,
  decimalOf,
  decimalWords,
  isAtMost,
  nearestNumber,
  numberAbove,
  productOf,
  sumOf,
  ZERO,
} from "../../numerics/decimal.ts";
import {
  declare,
  declareForms,
  nonNegative,
  openProbability,
  type ParametersOf,
  probability,
} from "../../numerics/parameters.ts";
import { refuse } from "../../numerics/requirements.ts";
import { anyOrder } from "../conversions/renyi-conversions.ts";
import { zeroConcentratedEpsilon } from "../conversions/zero-concentrated-conversions.ts";
import {
  type ApproximateGuarantee,
  approximate,
  type Guarantee,
  type RenyiGuarantee,
  type ZeroConcentratedGuarantee,
  zeroConcentrated,
} from "../guarantees/guarantee.ts";
import {
  BOUNDED,
  type Charge,
  CONCENTRATED,
  chargesOf,
  DIVERGENCES,
  type Payable,
  type Terms,
} from "./release-charges.ts";
import {
  type BoundedCost,
  type BoundedRelease,
  boundedCost,
  type ConcentratedRelease,
  divergenceCost,
  pureRho,
  raised,
  rhoCost,
} from "./release-cost.ts";

export interface PrivacyFilter<Release, Total> {
  /** Whether the release still fits; nothing is spent. */
  allows(release: Release): boolean;
  /** Records the release and returns the new total, or throws BudgetExceeded and leaves the total as it was. */
  spend(release: Release): Total;
  spent(): Total;
}

export class BudgetExceeded extends RangeError {
  override readonly name = "BudgetExceeded";
}

export const renyiBudget = declare({
  order: anyOrder,
  epsilon: nonNegative,
});

export interface RenyiBudget extends ParametersOf<typeof renyiBudget> {}

export const basicBudget = declare({ epsilon: nonNegative, delta: probability });

/** @also privacy filter, fully adaptive composition */
export function basicFilter(
  budget: ParametersOf<typeof basicBudget>,
): PrivacyFilter<Payable<BoundedRelease>, ApproximateGuarantee> {
  const { epsilon, delta } = basicBudget.read(budget);
  return filterOf<BoundedRelease, BoundedCost, ApproximateGuarantee>({
    terms: BOUNDED,
    start: { epsilon: ZERO, delta: ZERO },
    add: (total, { guarantee, times }) => {
      const cost = boundedCost(guarantee);
      return {
        epsilon: plusTimes(total.epsilon, times, cost.epsilon),
        delta: plusTimes(total.delta, times, cost.delta),
      };
    },
    ...boundedBy({ epsilon, delta }),
  });
}

export const concentratedBudget = declare({ rho: nonNegative });

/** A rho, or a divergence at an order. */
export const divergenceBudget = declareForms(concentratedBudget.declared, renyiBudget.declared);

export function zeroConcentratedFilter(
  budget: ParametersOf<typeof concentratedBudget>,
): PrivacyFilter<Payable<ConcentratedRelease>, ZeroConcentratedGuarantee> {
  const { rho } = concentratedBudget.read(budget);
  const limit = decimalOf(rho);
  return filterOf<ConcentratedRelease, Decimal, ZeroConcentratedGuarantee>({
    terms: CONCENTRATED,
    start: ZERO,
    add: (total, { guarantee, times }) => plusTimes(total, times, rhoCost(guarantee)),
    fits: (total) => isAtMost(total, limit),
    show: (total) => `rho ${decimalWords(total)} of ${rho}`,
    view: (total) => zeroConcentrated(nearestNumber(total)),
  });
}

export function renyiFilter(
  budget: RenyiBudget,
): PrivacyFilter<Payable<ConcentratedRelease | RenyiGuarantee>, RenyiBudget> {
  const { order, epsilon } = renyiBudget.read(budget);
  const limit = decimalOf(epsilon);
  return filterOf<ConcentratedRelease | RenyiGuarantee, Decimal, RenyiBudget>({
    terms: DIVERGENCES,
    start: ZERO,
    add: (total, { guarantee, times }) => plusTimes(total, times, divergenceCost(guarantee, order)),
    fits: (total) => isAtMost(total, limit),
    show: (total) => `${decimalWords(total)} of ${epsilon} at order ${order}`,
    view: (total) => ({ order, epsilon: nearestNumber(total) }),
  });
}

/** What is spent of an (epsilon, delta), and what it was computed from. */
interface ApproximateTotal extends BoundedCost {
  readonly sum: Decimal;
  readonly rho: Decimal;
}

export const approximateBudget = declare(
  { epsilon: nonNegative, delta: probability, slack: openProbability },
  ({ delta, slack }) => {
    if (slack > delta) refuse("slack", `at most delta, ${delta}`, slack);
  },
);

/** The total is the epsilon that the budget must not fall below, and the deltas with the slack. */
export function approximateFilter(
  budget: ParametersOf<typeof approximateBudget>,
): PrivacyFilter<Payable<BoundedRelease>, ApproximateGuarantee> {
  const { epsilon, delta, slack } = approximateBudget.read(budget);
  return filterOf<BoundedRelease, ApproximateTotal, ApproximateGuarantee>({
    start: { epsilon: ZERO, delta: decimalOf(slack), sum: ZERO, rho: ZERO },
    terms: BOUNDED,
    add: (total, { guarantee, times }) => {
      const cost = boundedCost(guarantee);
      const sum = plusTimes(total.sum, times, cost.epsilon);
      const rho = plusTimes(total.rho, times, pureRho(guarantee.epsilon));
      const converted = convertedEpsilon(rho, slack);
      return {
        epsilon: isAtMost(sum, converted) ? sum : converted,
        delta: plusTimes(total.delta, times, cost.delta),
        sum,
        rho,
      };
    },
    ...boundedBy({ epsilon, delta }),
  });
}

/** Some float64 roundings of terms that may cancel. */
const CANCELLED = decimalOf(4 * Number.EPSILON);

/** An epsilon that the rho implies with this delta, rounded up. */
function convertedEpsilon(rho: Decimal, delta: number): Decimal {
  return sumOf(raised(zeroConcentratedEpsilon({ rho: numberAbove(rho), delta })), CANCELLED);
}

function boundedBy({ epsilon, delta }: { readonly epsilon: number; readonly delta: number }) {
  const limit = { epsilon: decimalOf(epsilon), delta: decimalOf(delta) };
  return {
    fits: (total: BoundedCost) => isAtMost(total.epsilon, limit.epsilon) && isAtMost(total.delta, limit.delta),
    show: (total: BoundedCost) =>
      `(${decimalWords(total.epsilon)}, ${decimalWords(total.delta)}) of (${epsilon}, ${delta})`,
    view: (total: BoundedCost) => approximate(nearestNumber(total.epsilon), Math.min(1, nearestNumber(total.delta))),
  };
}

/** The state is exact, and a total is what is shown of it. */
interface FilterRules<Charged extends Guarantee, State, Total> {
  readonly terms: Terms<Charged>;
  readonly start: State;
  add(state: State, charge: Charge<Charged>): State;
  fits(state: State): boolean;
  show(state: State): string;
  view(state: State): Total;
}

function filterOf<Charged extends Guarantee, State, Total>(
  rules: FilterRules<Charged, State, Total>,
): PrivacyFilter<Payable<Charged>, Total> {
  let state = rules.start;
  let total = rules.view(state);
  const after = (release: Payable<Charged>) => chargesOf(release, rules.terms).reduce(rules.add, state);
  return {
    allows: (release) => rules.fits(after(release)),
    spend(release) {
      const before = state;
      const next = after(release);
      // A guarantee may be a function, which may ask the same filter while it is asked itself.
      if (state !== before)
        throw new Error("a release must not spend while its own cost is computed: refused, unspent");
      if (!rules.fits(next)) throw new BudgetExceeded(`the release would spend ${rules.show(next)}: refused, unspent`);
      state = next;
      total = rules.view(state);
      return total;
    },
    spent: () => total,
  };
}

function plusTimes(total: Decimal, times: number, cost: Decimal): Decimal {
  return sumOf(total, times === 1 ? cost : productOf(decimalOf(times), cost));
}
