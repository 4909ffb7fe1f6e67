/**
 * What a Renyi curve implies: approximate, the least over a stated list of orders.
 *
 * Theorem: (a, r)-Renyi is (r + ln(1 - 1/a) - (ln delta + ln a) / (a - 1), delta)-private, the tight way (Canonne, Kamath, Steinke 2020,
 * proposition 12; Balle et al. 2020, theorem 21), and (r + ln(1/delta) / (a - 1), delta)-private, the classic one (Mironov 2017,
 * proposition 3). Each order above 1 gives a valid bound and the least is taken, so the answer depends on the list, which is an argument;
 * the refined way goes on between the neighbours of the best order of the list, and is never above it.
 * Limits: an order at which the curve is Infinity is passed over; if all are, the call is refused. Epsilon is at least 0.
 * @claim rdp
 */
import { exp } from "../../numerics/exponential.ts";
import { log, log1p } from "../../numerics/logarithm.ts";
import { goldenSection } from "../../numerics/minimum.ts";
import { number } from "../../numerics/parameters.ts";
import { refuse, requireNonNegative, requireOpenProbability } from "../../numerics/requirements.ts";
import type { ApproximateGuarantee, RenyiGuarantee } from "../guarantees/guarantee.ts";

interface RenyiSearch {
  readonly delta: number;
  /** Orders above 1, in any sequence. */
  readonly orders: readonly number[];
}

export interface RenyiConversion extends ApproximateGuarantee {
  /** The order that gave the least epsilon. */
  readonly order: number;
}

/** An order of divergence, as a parameter. */
export const anyOrder = number({ expected: "above 1 and finite", least: 1 + Number.EPSILON, most: Number.MAX_VALUE });

/** Tenths from 1.1 to 11, then integers to 256, then a few large ones for tiny losses. */
export const RENYI_ORDERS: readonly number[] = [
  ...Array.from({ length: 100 }, (_, k) => (11 + k) / 10),
  ...Array.from({ length: 245 }, (_, k) => 12 + k),
  ...[320, 400, 512, 768, 1024, 2048, 4096, 16384, 65536],
];

export function renyiToApproximate(guarantee: RenyiGuarantee, search: RenyiSearch): RenyiConversion {
  return least(guarantee, search, tightBound(search.delta));
}

export function renyiToApproximateRefined(guarantee: RenyiGuarantee, search: RenyiSearch): RenyiConversion {
  const bound = tightBound(search.delta);
  const best = least(guarantee, search, bound);
  const sorted = [...search.orders].sort((a, b) => a - b);
  const lower = sorted.findLast((order) => order < best.order) ?? 0.5 * (1 + best.order);
  const upper = sorted.find((order) => order > best.order) ?? 2 * best.order;
  const epsilonAt = (order: number) => Math.max(0, bound(order, guarantee.epsilonAt(order)));
  const { at, value } = goldenSection(epsilonAt, { lower, upper, tolerance: 1e-7 * upper });
  return value < best.epsilon ? { ...best, epsilon: value, order: at } : best;
}

export function renyiToApproximateClassic(guarantee: RenyiGuarantee, search: RenyiSearch): RenyiConversion {
  requireOpenProbability({ delta: search.delta });
  const logDelta = log(search.delta);
  return least(guarantee, search, (order, loss) => loss - logDelta / (order - 1));
}

/** The least delta at an epsilon, the tight way, over the orders; 1 where none is below it. */
export function renyiDelta(
  guarantee: RenyiGuarantee,
  { epsilon, orders }: { readonly epsilon: number; readonly orders: readonly number[] },
): number {
  requireNonNegative({ epsilon });
  let least = 0;
  for (const order of orders) {
    if (!(order > 1 && order < Infinity)) refuse("orders", "all above 1 and finite", order);
    const loss = guarantee.epsilonAt(order);
    if (!(loss >= 0)) refuse(`epsilonAt(${order})`, "at least 0", loss);
    least = Math.min(least, (order - 1) * (loss - epsilon + log1p(-1 / order)) - log(order));
  }
  return exp(least);
}

function tightBound(delta: number): (order: number, loss: number) => number {
  requireOpenProbability({ delta });
  const logDelta = log(delta);
  return (order, loss) => loss + log1p(-1 / order) - (logDelta + log(order)) / (order - 1);
}

function least(
  guarantee: RenyiGuarantee,
  { delta, orders }: RenyiSearch,
  bound: (order: number, loss: number) => number,
): RenyiConversion {
  let best = { epsilon: Infinity, order: Number.NaN };
  for (const order of orders) {
    if (!(order > 1 && order < Infinity)) refuse("orders", "all above 1 and finite", order);
    const loss = guarantee.epsilonAt(order);
    if (!(loss >= 0)) refuse(`epsilonAt(${order})`, "at least 0", loss);
    const epsilon = Math.max(0, bound(order, loss));
    if (epsilon < best.epsilon) best = { epsilon, order };
  }
  if (best.epsilon === Infinity) refuse("orders", "a list with an order at which the curve is finite", orders);
  return { kind: "approximate", epsilon: best.epsilon, delta, order: best.order };
}
