/**
 * Axis range: the stretch of an axis that shows all values with a little air around them.
 *
 * On a log axis values that are not positive have no place and do not count.
 */
import { refuse } from "../numerics/requirements.ts";
import { decadeOf } from "./ticks.ts";

const AIR = 0.05;

/** Never leaves [least, most], if given: a probability has no business below 0. */
export function linearRange(
  values: Iterable<number>,
  { least = -Infinity, most = Infinity }: { readonly least?: number; readonly most?: number } = {},
): readonly [number, number] {
  const [low, high] = extent(values);
  const air = high > low ? AIR * (high - low) : low === 0 ? 1 : AIR * Math.abs(low);
  return [Math.max(least, rounded(low - air, air)), Math.min(most, rounded(high + air, air))];
}

/** In decades, as Plotly has it; `exact` if the values are the very ends. */
export function logRange(values: Iterable<number>, exact = false): readonly [number, number] {
  const [low, high] = extent([...values].filter((value) => value > 0));
  if (exact) return [decadeOf(low), decadeOf(high)];
  const air = Math.max(AIR * (decadeOf(high) - decadeOf(low)), 0.05);
  return [Math.floor((decadeOf(low) - air) * 100) / 100, Math.ceil((decadeOf(high) + air) * 100) / 100];
}

/** The least and the largest of finite values. */
export function extent(values: Iterable<number>): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (!(low <= high) || low === -Infinity || high === Infinity)
    refuse("values of an axis", "finite and at least one", `${low} to ${high}`);
  return [low, high];
}

/** The end of an axis needs no more digits than tell its air. */
function rounded(value: number, air: number): number {
  const decimals = 1 - Math.floor(decadeOf(air));
  return decimals > 0 && decimals < 100 ? Number(value.toFixed(decimals)) : value;
}
