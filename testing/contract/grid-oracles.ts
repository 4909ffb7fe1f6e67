/**
 * The law of the mean on a grid under `add-remove`, found another way: all pairs of noises, and the cell of the ratio among fixed ones.
 *
 * What a guarantee says of an output it says of the cell of the output.
 */

import { finiteLaw } from "../../lib/mechanisms/laws/finite-law.ts";
import type { GridMean, GridMeanParameters } from "../../lib/mechanisms/statistics/noisy-mean.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import type { Rational } from "../../lib/random/rational.ts";
import { stream } from "../../lib/random/stream.ts";
import type { Auditable } from "./instance.ts";

type Records = readonly number[];

const quotient = ({ numerator, denominator }: Rational) => Number(numerator) / Number(denominator);

/** Masses of noise that falls as exp(-|k| rate) or exp(-k^2 rate), normalised by their sum. */
function masses(reach: number, logWeight: (k: number) => number): Float64Array {
  const weights = Float64Array.from({ length: 2 * reach + 1 }, (_, i) => exp(logWeight(i - reach)));
  const total = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight) => weight / total);
}

export function gridRatioCells(
  { name, neighbours, guarantee, release }: GridMean,
  parameters: GridMeanParameters,
): Omit<Auditable<Records, number>, "worstPair"> {
  const { lower, upper, step, epsilon, rho } = parameters;
  const width = (upper - lower) / quotient(step); // whole, in steps
  const middle = (lower + upper) / 2;
  const half = quotient(step) / 2;
  // Half of the budget each; the ends, where the clamp leaves atoms, are cells of their own.
  const weigh = (moved: number) => (k: number) =>
    epsilon === undefined
      ? -(k * k * quotient(rho as Rational)) / (2 * moved * moved)
      : (-Math.abs(k) * quotient(epsilon as Rational)) / (2 * moved);
  const reachOf = (moved: number) => Math.ceil((epsilon === undefined ? 16 : 40) * moved);
  const cuts = [0.00001, 0.1911, 0.3813, 0.5127, 0.6411, 0.7819, 0.99999].map(
    (share) => lower + share * (upper - lower),
  );
  const cellOf = (output: number) => cuts.filter((cut) => output > cut).length;
  const [distance, size] = [masses(reachOf(width), weigh(width)), masses(reachOf(1), weigh(1))];
  return {
    name,
    neighbours,
    guarantee,
    release: (records, random) => cellOf(release(records, random)),
    law: (records) => {
      release(records, stream(0, "what is no input is refused by the mechanism"));
      const clamped = records.map((record) => Math.min(upper, Math.max(lower, record)));
      const sum = clamped.reduce((total, record) => total + Math.round((record - middle) / half), 0);
      const found = new Array<number>(cuts.length + 1).fill(0);
      for (let c = 0; c < size.length; c++) {
        const number = Math.max(1, records.length + c - reachOf(1));
        for (let s = 0; s < distance.length; s++) {
          const ratio = ((sum + s - reachOf(width)) * half) / number;
          found[cellOf(Math.min(upper, Math.max(lower, middle + ratio)))] += size[c] * distance[s];
        }
      }
      return finiteLaw(found.map(log));
    },
  };
}
