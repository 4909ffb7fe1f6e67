/**
 * Renyi accounting: curves add up under composition, and the best order gives epsilon at a delta.
 *
 * Theorem: divergences of one order add under adaptive composition, and a curve e implies, for every order a > 1 on its own,
 * - `classic`: epsilon = e(a) + log(1 / delta) / (a - 1) (Mironov 2017, proposition 3);
 * - `improved`: epsilon = e(a) + log((a - 1) / a) - (log delta + log a) / (a - 1) (Canonne, Kamath, Steinke 2020, proposition 12;
 *   Balle, Barthe, Gaboardi, Hsu, Sato 2020, theorem 21). It is never above the classic one.
 * The result is the least over the orders asked for, so it depends on them: compare only results over the same orders.
 * `overOrders` takes a list; `overAllOrders` searches between the neighbours of the best one of a list, and is never above it.
 */
import { log, log1p } from "../numerics/logarithm.ts";
import { goldenSection } from "../numerics/minimum.ts";
import { refuse, requireInteger, requireOpenProbability } from "../numerics/requirements.ts";
import type { RenyiGuarantee } from "./guarantee.ts";

export type RenyiRule = "classic" | "improved";

export interface RenyiQuestion {
  readonly guarantee: RenyiGuarantee;
  readonly delta: number;
  readonly rule: RenyiRule;
}

export interface OrderedEpsilon {
  readonly epsilon: number;
  /** The order that gave it. */
  readonly order: number;
}

/** 1.1, 1.2, ... 10.9, then 11 ... 63, then powers of two to 1024. */
export const RENYI_ORDERS: readonly number[] = [
  ...Array.from({ length: 99 }, (_, k) => (11 + k) / 10),
  ...Array.from({ length: 53 }, (_, k) => 11 + k),
  ...[64, 128, 256, 512, 1024],
];

export function composeRenyi(
  events: readonly { readonly guarantee: RenyiGuarantee; readonly times: number }[],
): RenyiGuarantee {
  for (const { times } of events) requireInteger({ times }, 1);
  return {
    kind: "renyi",
    epsilonAt: (order) => events.reduce((sum, { guarantee, times }) => sum + times * guarantee.epsilonAt(order), 0),
  };
}

export function overOrders(question: RenyiQuestion, orders: readonly number[] = RENYI_ORDERS): OrderedEpsilon {
  requireQuestion(question);
  if (orders.length === 0) refuse("orders", "one or more orders", orders);
  let best = { epsilon: Infinity, order: orders[0] };
  for (const order of orders) {
    const epsilon = atOrder(question, order);
    if (epsilon < best.epsilon) best = { epsilon, order };
  }
  return best;
}

export function overAllOrders(question: RenyiQuestion, orders: readonly number[] = RENYI_ORDERS): OrderedEpsilon {
  const best = overOrders(question, orders);
  const sorted = [...orders].sort((a, b) => a - b);
  const lower = sorted.findLast((order) => order < best.order) ?? 0.5 * (1 + best.order);
  const upper = sorted.find((order) => order > best.order) ?? 2 * best.order;
  const refined = goldenSection((order) => atOrder(question, order), { lower, upper, tolerance: 1e-7 * upper });
  return refined.value < best.epsilon ? { epsilon: refined.value, order: refined.at } : best;
}

function atOrder({ guarantee, delta, rule }: RenyiQuestion, order: number): number {
  if (!(order > 1 && order < Infinity)) refuse("order", "above 1 and finite", order);
  const divergence = guarantee.epsilonAt(order);
  const price = -log(delta) / (order - 1);
  const improvement = rule === "classic" ? 0 : log1p(-1 / order) - log(order) / (order - 1);
  return Math.max(0, divergence + price + improvement);
}

function requireQuestion({ delta, rule }: RenyiQuestion): void {
  requireOpenProbability({ delta });
  if (rule !== "classic" && rule !== "improved") refuse("rule", '"classic" or "improved"', rule);
}
