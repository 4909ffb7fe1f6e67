/**
 * Integer laws: a discrete distribution with fixed parameters, ready to be drawn from one at a time or in batches with the same bits.
 *
 * Where at most 4096 outcomes carry all but 2^-64 of the mass a law is an alias table, one word a draw; the masses come from the ratios of
 * neighbours, going out from the mode. For a log-concave law the mass left out on a side is at most the last weight over that of the
 * mode, so both stop at 2^-66. Accuracy: each probability is met within 2^-48, in absolute terms.
 */

import { fillEach } from "./batch.ts";
import { type AliasTable, aliasTable, fillCategorical, sampleCategorical } from "./categorical.ts";
import type { Stream } from "./stream.ts";

const MOST_CELLS = 4096;
const LEAST_WEIGHT = 1.3552527156068805e-20; // 2^-66

export interface IntegerLaw {
  draw(random: Stream): number;
  fill(out: Float64Array, random: Stream): Float64Array;
}

interface LogConcaveMasses {
  readonly mode: number;
  /** P(k + 1) / P(k), 0 at the greatest outcome. */
  up(k: number): number;
  /** P(k - 1) / P(k), 0 at the least outcome. */
  down(k: number): number;
}

/** The law by alias table, or undefined where that would need more than 4096 cells. */
export function tabulated(masses: LogConcaveMasses): IntegerLaw | undefined {
  const table = tableOf(masses);
  if (table === undefined) return undefined;
  return {
    draw: (random) => sampleCategorical(table, random),
    fill: (out, random) => fillCategorical(table, out, random),
  };
}

/** The law by a function that draws once. */
export function drawnBy(draw: (random: Stream) => number): IntegerLaw {
  return { draw, fill: (out, random) => fillEach(out, () => draw(random)) };
}

function tableOf({ mode, up, down }: LogConcaveMasses): AliasTable | undefined {
  const below: number[] = [];
  const above: number[] = [];
  let weight = down(mode);
  for (let k = mode - 1; weight > LEAST_WEIGHT; weight *= down(k--)) {
    if (below.push(weight) > MOST_CELLS) return undefined;
  }
  weight = up(mode);
  for (let k = mode + 1; weight > LEAST_WEIGHT; weight *= up(k++)) {
    if (above.push(weight) > MOST_CELLS) return undefined;
  }
  const weights = [...below.reverse(), 1, ...above];
  return weights.length > MOST_CELLS ? undefined : aliasTable(weights, mode - below.length);
}
