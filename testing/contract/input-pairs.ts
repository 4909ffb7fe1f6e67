/**
 * Neighbouring inputs of mechanisms that are given a number, a vector, scores or a choice: what their sensitivity lets differ, gone
 * through on a few levels.
 *
 * The pairs follow from the parameters of an instance: all choices; numbers up to `sensitivity` apart; vectors whose difference has
 * that norm; scores on levels from even to far behind, moved in every way that `change` allows.
 */
import type { ContractInstance } from "./instance.ts";

type Pair = readonly [unknown, unknown];

interface Known {
  readonly sensitivity?: number;
  readonly change?: "general" | "monotone" | "range";
  readonly choices?: number;
  readonly norm?: "l1" | "l2" | "linf";
}

/** Undefined for a mechanism whose inputs are of another kind. */
export function inputPairs({ parameters, mechanism, file }: ContractInstance): readonly Pair[] | undefined {
  const { sensitivity, change, choices, norm = "l2" } = parameters as Known;
  const [input] = mechanism.worstPair();
  if (choices !== undefined) return ordered(Array.from({ length: choices }, (_, choice) => choice));
  if (file.endsWith("-response") && typeof input === "number") return ordered([0, 1]);
  if (sensitivity === undefined) return undefined;
  if (typeof input === "number") return numberPairs(sensitivity, Number.isInteger(sensitivity));
  if (input instanceof Float64Array) return vectorPairs(input.length, sensitivity, norm);
  if (change !== undefined && Array.isArray(input)) return scorePairs(input.length, sensitivity, change);
  return undefined;
}

function ordered(values: readonly number[]): readonly Pair[] {
  return values.flatMap((first) =>
    values.filter((second) => second !== first).map((second) => [first, second] as const),
  );
}

function numberPairs(sensitivity: number, isWhole: boolean): readonly Pair[] {
  const moves = isWhole
    ? Array.from({ length: sensitivity }, (_, k) => k + 1)
    : [0.1, 0.5, 1].map((x) => x * sensitivity);
  const starts = isWhole ? [0, 3, -7] : [0, 0.3, -7.25];
  return starts.flatMap((start) =>
    moves.flatMap((move) => [[start, start + move] as const, [start, start - move] as const]),
  );
}

function vectorPairs(length: number, sensitivity: number, norm: "l1" | "l2" | "linf"): readonly Pair[] {
  const directions = product(Array.from({ length }, () => [-1, 0, 0.5, 1])).filter((each) => each.some((x) => x !== 0));
  return directions.map((direction) => {
    const sizes = {
      l1: direction.reduce((sum, x) => sum + Math.abs(x), 0),
      l2: Math.sqrt(direction.reduce((sum, x) => sum + x * x, 0)),
      linf: Math.max(...direction.map(Math.abs)),
    };
    return [new Float64Array(length), Float64Array.from(direction, (x) => (x * sensitivity) / sizes[norm])] as const;
  });
}

/** Counts next to each other, from `least` to `most`. */
export function nextCounts(least: number, most: number): readonly (readonly [number, number])[] {
  return Array.from({ length: most - least }, (_, k) => [least + k, least + k + 1] as const);
}

/** Scores of which the best is 0, on levels down to far behind, and what neighbours may have instead. */
export function scorePairs(
  options: number,
  sensitivity: number,
  change: "general" | "monotone" | "range",
): readonly (readonly [readonly number[], readonly number[]])[] {
  const steps = { general: [-1, 0, 1], monotone: [0, 1], range: [0, 1] }[change];
  const moves = product(Array.from({ length: options }, () => steps)).filter((each) => each.some((x) => x !== 0));
  const all = product(Array.from({ length: options }, () => [-90, -2, 0])).filter((each) => each.includes(0));
  // Of many options in one order only.
  const starts = options > 3 ? all.filter((each) => each.every((score, i) => i === 0 || each[i - 1] <= score)) : all;
  return starts.flatMap((start) =>
    moves.map((move) => [start, start.map((score, option) => score + move[option] * sensitivity)] as const),
  );
}

function product(lists: readonly (readonly number[])[]): readonly (readonly number[])[] {
  return lists.reduce<readonly (readonly number[])[]>(
    (heads, list) => heads.flatMap((head) => list.map((item) => [...head, item])),
    [[]],
  );
}
