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
 * A release that does not fit throws BudgetExceeded, and nothing is spent: a refusal that could be overlooked would be a leak. `allows`
 * asks without spending.
 * Limits: totals are float64 sums, and may be above the budget by their rounding. A filter is a mutable record of one interaction;
 * what is released without asking it is not counted.
 * @example
 * ```ts
 * import { pure } from "epsilab";
 * import { basicFilter } from "epsilab/accounting";
 * const filter = basicFilter({ epsilon: 1, delta: 0 });
 * filter.spend(pure(0.75)); // => { kind: "approximate", epsilon: 0.75, delta: 0 }
 * filter.allows(pure(0.5)); // => false
 * ```
 */
import { refuse, requireNonNegative, requireOpenProbability, requireProbability } from "../../numerics/requirements.ts";
import { pureToRenyi, pureToZeroConcentrated } from "../conversions/pure-conversions.ts";
import { zeroConcentratedEpsilon } from "../conversions/zero-concentrated-conversions.ts";
import {
  type ApproximateGuarantee,
  approximate,
  type GaussianGuarantee,
  type PureGuarantee,
  type RenyiGuarantee,
  type ZeroConcentratedGuarantee,
  zeroConcentrated,
} from "../guarantees/guarantee.ts";

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

export type BoundedRelease = PureGuarantee | ApproximateGuarantee;
export type ConcentratedRelease = PureGuarantee | ZeroConcentratedGuarantee | GaussianGuarantee;

export interface RenyiBudget {
  readonly order: number;
  readonly epsilon: number;
}

export function basicFilter(budget: {
  readonly epsilon: number;
  readonly delta: number;
}): PrivacyFilter<BoundedRelease, ApproximateGuarantee> {
  const { epsilon, delta } = approximate(budget.epsilon, budget.delta);
  return filterOf({
    start: approximate(0, 0),
    add: (total: ApproximateGuarantee, release: BoundedRelease) => {
      const added = boundedBudget(release);
      return { ...total, epsilon: total.epsilon + added.epsilon, delta: total.delta + added.delta };
    },
    fits: (total) => total.epsilon <= epsilon && total.delta <= delta,
    show: (total) => `(${total.epsilon}, ${total.delta}) of (${epsilon}, ${delta})`,
  });
}

export function zeroConcentratedFilter(budget: {
  readonly rho: number;
}): PrivacyFilter<ConcentratedRelease, ZeroConcentratedGuarantee> {
  const { rho } = zeroConcentrated(budget.rho);
  return filterOf({
    start: zeroConcentrated(0),
    add: (total: ZeroConcentratedGuarantee, release: ConcentratedRelease) => ({
      ...total,
      rho: total.rho + rhoOf(release),
    }),
    fits: (total) => total.rho <= rho,
    show: (total) => `rho ${total.rho} of ${rho}`,
  });
}

export function renyiFilter(budget: RenyiBudget): PrivacyFilter<ConcentratedRelease | RenyiGuarantee, RenyiBudget> {
  const { order, epsilon } = budget;
  requireNonNegative({ epsilon });
  if (!(order > 1 && order < Infinity)) refuse("order", "above 1 and finite", order);
  return filterOf({
    start: { order, epsilon: 0 },
    add: (total: RenyiBudget, release: ConcentratedRelease | RenyiGuarantee) => {
      const added = divergenceOf(release, order);
      if (!(added >= 0)) refuse(`epsilonAt(${order})`, "at least 0", added);
      return { order, epsilon: total.epsilon + added };
    },
    fits: (total) => total.epsilon <= epsilon,
    show: (total) => `${total.epsilon} of ${epsilon} at order ${order}`,
  });
}

interface ApproximateTotal extends ApproximateGuarantee {
  readonly sum: number;
  readonly rho: number;
}

/** The total is the epsilon that the budget must not fall below, and the deltas with the slack. */
export function approximateFilter(budget: {
  readonly epsilon: number;
  readonly delta: number;
  readonly slack: number;
}): PrivacyFilter<BoundedRelease, ApproximateGuarantee> {
  const { epsilon, delta } = approximate(budget.epsilon, budget.delta);
  const { slack } = budget;
  requireOpenProbability({ slack });
  if (slack > delta) refuse("slack", `at most delta, ${delta}`, slack);
  return filterOf({
    start: { kind: "approximate", epsilon: 0, delta: slack, sum: 0, rho: 0 } as ApproximateTotal,
    add: (total: ApproximateTotal, release: BoundedRelease) => {
      const added = boundedBudget(release);
      const sum = total.sum + added.epsilon;
      const rho = total.rho + pureToZeroConcentrated({ kind: "pure", epsilon: added.epsilon }).rho;
      const least = Math.min(sum, zeroConcentratedEpsilon({ rho, delta: slack }));
      return { ...total, epsilon: least, delta: total.delta + added.delta, sum, rho };
    },
    fits: (total) => total.epsilon <= epsilon && total.delta <= delta,
    show: (total) => `(${total.epsilon}, ${total.delta}) of (${epsilon}, ${delta})`,
  });
}

interface FilterRules<Release, Total> {
  readonly start: Total;
  add(total: Total, release: Release): Total;
  fits(total: Total): boolean;
  show(total: Total): string;
}

function filterOf<Release, Total>(rules: FilterRules<Release, Total>): PrivacyFilter<Release, Total> {
  let total = rules.start;
  return {
    allows: (release) => rules.fits(rules.add(total, release)),
    spend(release) {
      const before = total;
      const next = rules.add(total, release);
      // A guarantee may be a function, which may ask the same filter while it is asked itself.
      if (total !== before)
        throw new Error("a release must not spend while its own cost is computed: refused, unspent");
      if (!rules.fits(next)) throw new BudgetExceeded(`the release would spend ${rules.show(next)}: refused, unspent`);
      total = next;
      return total;
    },
    spent: () => total,
  };
}

export function boundedBudget(release: BoundedRelease): { readonly epsilon: number; readonly delta: number } {
  const { kind, epsilon } = release;
  if (kind !== "pure" && kind !== "approximate") refuse("release.kind", '"pure" or "approximate"', kind);
  const delta = kind === "pure" ? 0 : release.delta;
  requireNonNegative({ epsilon });
  requireProbability({ delta });
  return { epsilon, delta };
}

/** The rho of a release; a pure one has epsilon tanh(epsilon / 2). */
export function rhoOf(release: ConcentratedRelease): number {
  switch (release.kind) {
    case "pure":
      return pureToZeroConcentrated(release).rho;
    case "zero-concentrated":
      requireNonNegative({ rho: release.rho });
      return release.rho;
    case "gaussian":
      requireNonNegative({ mu: release.mu });
      return (release.mu * release.mu) / 2;
    default:
      return refuse("release.kind", '"pure", "zero-concentrated" or "gaussian"', (release as { kind: unknown }).kind);
  }
}

export function divergenceOf(release: ConcentratedRelease | RenyiGuarantee, order: number): number {
  if (release.kind === "renyi") return release.epsilonAt(order);
  return release.kind === "pure" ? pureToRenyi(release).epsilonAt(order) : order * rhoOf(release);
}
