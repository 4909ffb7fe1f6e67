/** A linear axis from 0 to 1 without settings, but for what is said otherwise. For tests. */
import type { Axis } from "../axis.ts";

export function linearAxis(part: Partial<Axis> = {}): Axis {
  return {
    letter: "x",
    name: "x",
    kind: "linear",
    settings: {},
    categories: new Map(),
    range: [0, 1],
    pixels: [0, 500],
    ...part,
  };
}
