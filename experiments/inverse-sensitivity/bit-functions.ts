/**
 * Functions of few bits: random ones, their inverse-sensitivity mechanism, and the number of changes to each value by layers of neighbours.
 */
import { discreteEpsilon } from "../../lib/auditing/discrete-audit.ts";
import { worstPair } from "../../lib/auditing/worst-pair.ts";
import { type ChangeDistance, changeDistance } from "../../lib/mechanisms/local-sensitivity/change-distance.ts";
import {
  type InverseSensitivity,
  inverseSensitivity,
} from "../../lib/mechanisms/local-sensitivity/inverse-sensitivity.ts";
import type { DiscreteLaw } from "../../lib/privacy/loss/law.ts";
import { sampleBoundedInteger } from "../../lib/random/bounded-integer.ts";
import { shuffle } from "../../lib/random/permutation.ts";
import { stream } from "../../lib/random/stream.ts";
import { axis, z } from "../kit.ts";

export const epsilon = axis(z.number().min(0.01).max(10), {
  means: "epsilon of one release",
  quick: [0.5, 1, 2],
  full: [0.01, 0.1, 0.5, 1, 2, 5, 10],
});

/** The rounding of a loss of laws on few outcomes. */
export const LOSS = { share: 1e-12, absolute: 1e-12 };

/** A value for every list of `size` bits, read as a binary number. */
export interface BitFunction {
  readonly size: number;
  readonly table: readonly number[];
}

const placeOf = (bits: readonly number[]) => bits.reduce((place, bit) => 2 * place + bit, 0);
export const bitsOf = (place: number, size: number) =>
  Array.from({ length: size }, (_, k) => (place >> (size - 1 - k)) & 1);

/** The function whose values are the digits of a text. */
export function writtenFunction(digits: string): BitFunction {
  return { size: 31 - Math.clz32(digits.length), table: [...digits].map(Number) };
}

/** Random functions that take every one of `values` values; the same ones always. */
export function randomFunctions(count: number, { size, values }: { readonly size: number; readonly values: number }) {
  return Array.from({ length: count }, (_, draw): BitFunction => {
    const random = stream(1, "functions", size, values, draw);
    const table = Array.from({ length: 1 << size }, (_, k) => (k < values ? k : sampleBoundedInteger(values, random)));
    shuffle(table, random);
    return { size, table };
  });
}

export function distancesOf({ size, table }: BitFunction): ChangeDistance<number, number> {
  return changeDistance<number, number>({ universe: [0, 1], size, statistic: (bits) => table[placeOf(bits)] });
}

/** How many bits to change before the function is `value`, at every place: neighbours of the preimage, their neighbours, and so on. */
export function layersOf({ size, table }: BitFunction, value: number): number[] {
  const layers = table.map((own) => (own === value ? 0 : Infinity));
  for (let layer = 0; layer < size; layer++) {
    layers.forEach((distance, place) => {
      if (distance !== layer) return;
      for (let bit = 0; bit < size; bit++) {
        const other = place ^ (1 << bit);
        if (layers[other] > layer + 1) layers[other] = layer + 1;
      }
    });
  }
  return layers;
}

export function mechanismOf(of: BitFunction, epsilon: number): InverseSensitivity<number, number> {
  const { outcomes, distance } = distancesOf(of);
  return inverseSensitivity<number, number>({ epsilon, outcomes, distance });
}

/** The largest loss over all neighbours. */
export function lossOf({ size, table }: BitFunction, law: (bits: readonly number[]) => DiscreteLaw<number>): number {
  const laws = table.map((_, place) => law(bitsOf(place, size)));
  return worstPair({ universe: [0, 1], size, neighbours: "swap" }, (x, y) =>
    discreteEpsilon({ first: laws[placeOf(x)], second: laws[placeOf(y)] }),
  ).loss;
}
