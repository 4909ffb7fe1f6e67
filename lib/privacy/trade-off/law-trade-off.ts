/**
 * Exact trade-off curve of two laws, where there is one in closed form or by finite sums.
 *
 * - Discrete laws: the likelihood-ratio test, outcome by outcome (`finite-trade-off.ts`).
 * - Normal laws of one deviation, and Laplace laws of one scale: the curves of `trade-off.ts` at their distance.
 * - Vectors of independent coordinates: normal coordinates are as far apart as the root of the sum of their squared distances; where a
 *   single coordinate differs, the others tell nothing.
 * Source: Neyman, Pearson (1933); Dong, Roth, Su (JRSS B 2022), section 2.
 * Limits: undefined for all other pairs, of which a loss distribution may still give a bound (`loss-trade-off.ts`).
 */

import { type AnyLaw, type ContinuousLaw, type LawFamily, requireLaw } from "../loss/law.ts";
import { tradeOffOfLaws } from "./finite-trade-off.ts";
import { gaussianTradeOff, laplaceTradeOff, type TradeOff } from "./trade-off.ts";

/** The first law is the null. */
export function lawTradeOff(first: AnyLaw, second: AnyLaw): TradeOff | undefined {
  requireLaw("first", first);
  requireLaw("second", second);
  if (first.kind === "discrete" && second.kind === "discrete") return tradeOffOfLaws(first, second);
  if (first.kind === "continuous" && second.kind === "continuous") return productTradeOff([first], [second]);
  if (first.kind === "product" && second.kind === "product")
    return productTradeOff(first.coordinates, second.coordinates);
  return undefined;
}

function productTradeOff(first: readonly ContinuousLaw[], second: readonly ContinuousLaw[]): TradeOff | undefined {
  if (first.length !== second.length) return undefined;
  const distances: { kind: LawFamily["kind"]; distance: number }[] = [];
  for (let i = 0; i < first.length; i++) {
    const [one, other] = [first[i].family, second[i].family];
    if (one === undefined || other === undefined || one.kind !== other.kind || one.scale !== other.scale)
      return undefined;
    const distance = Math.abs(one.centre - other.centre) / one.scale;
    if (distance > 0) distances.push({ kind: one.kind, distance });
  }
  if (distances.every(({ kind }) => kind === "normal"))
    return gaussianTradeOff(Math.sqrt(distances.reduce((sum, { distance }) => sum + distance * distance, 0)));
  return distances.length === 1 ? laplaceTradeOff(distances[0].distance) : undefined;
}
