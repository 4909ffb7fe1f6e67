/**
 * Laws found another way, for the contract of the mechanisms that have none of their own: the output is known by its cell among
 * fixed ones, and the probabilities of the cells come from the definition by quadrature or by going through all of them.
 *
 * What a guarantee says of an output it says of the cell of the output, so that these mechanisms have the guarantee too.
 */

import { finiteLaw } from "../../lib/mechanisms/laws/finite-law.ts";
import { laplaceLaw } from "../../lib/mechanisms/laws/laplace-law.ts";
import type { NoisyMean } from "../../lib/mechanisms/statistics/noisy-mean.ts";
import type { Range } from "../../lib/mechanisms/statistics/noisy-statistic.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { integrate } from "../../lib/numerics/quadrature.ts";
import type { Mechanism } from "../../lib/privacy/guarantees/mechanism.ts";
import { type Stream, stream } from "../../lib/random/stream.ts";
import type { Auditable, SearchedDomain } from "./instance.ts";

type Records = readonly number[];
type CellMechanism = Omit<Auditable<Records, number>, "worstPair">;

interface Cells<Output> {
  readonly cellOf: (output: Output) => number;
  readonly masses: (records: Records) => readonly number[];
}

function inCells<Output>(
  { name, neighbours, guarantee, release }: Omit<Mechanism<Records, Output, Stream>, "law" | "worstPair">,
  { cellOf, masses }: Cells<Output>,
): CellMechanism {
  return {
    name,
    neighbours,
    guarantee,
    release: (records, random) => cellOf(release(records, random)),
    law: (records) => {
      release(records, stream(0, "what is no input is refused by the mechanism"));
      return finiteLaw(masses(records).map(log));
    },
  };
}

const differences = (below: Records) => [...below, 1].map((value, i) => value - (i === 0 ? 0 : below[i - 1]));
const cellAmong = (cuts: Records) => (output: number) => cuts.filter((cut) => output > cut).length;

/** The mean under `add-remove`: noisy sum over noisy count, by quadrature over the noise of the count. */
export function ratioCells(
  mechanism: NoisyMean,
  { epsilon, lower, upper }: Range & { readonly epsilon: number },
): CellMechanism {
  const [middle, half] = [(lower + upper) / 2, (upper - lower) / 2];
  // The ends, where the clamp leaves atoms, are cells of their own.
  const cuts = [0, 0.2, 0.4, 0.5, 0.6, 0.75, 0.9, 0.99999].map((share) => lower + share * (upper - lower));
  return inCells(mechanism, {
    cellOf: cellAmong(cuts),
    masses: (records) => {
      const distances = laplaceLaw(
        records.reduce((sum, record) => sum + record - middle, 0),
        (2 * half) / epsilon,
      );
      const size = laplaceLaw(records.length, 2 / epsilon);
      return differences(
        cuts.map((cut) => {
          const given = (n: number) => exp(size.logDensity(n)) * distances.cdf((cut - middle) * n);
          const kinks = [records.length, 20, 40, 100].filter((kink) => kink > 1);
          const above = integrate(given, { lower: 1, upper: 400, kinks, absoluteTolerance: 1e-11 }).value;
          return size.cdf(1) * distances.cdf(cut - middle) + above;
        }),
      );
    },
  });
}

/** Where the records of the joint quantiles may lie; the density of two points is constant on boxes between these. */
const JOINT_UNIVERSE: readonly number[] = [0, 0.2, 0.5, 0.6, 1];

export const JOINT_DOMAIN: SearchedDomain = [JOINT_UNIVERSE, 1, 2, 3];
export const SMOOTHED_DOMAIN: SearchedDomain = [[0, 0.5, 1], 2];

/** Quantiles, by their epsilon. */
export interface AskedQuantiles extends Range {
  readonly epsilon: number;
  readonly probabilities: readonly number[];
  readonly neighbours: "swap" | "add-remove";
}

/** Two quantiles at once of records in `JOINT_UNIVERSE`: every ordered pair of cells, weighed by the definition. */
export function jointCells(
  mechanism: Mechanism<ArrayLike<number>, Float64Array, Stream>,
  { epsilon, probabilities, neighbours }: AskedQuantiles,
): Auditable<Records, number> {
  const cells = JOINT_UNIVERSE.length - 1;
  const boxes = Array.from({ length: cells * cells }, (_, i) => [Math.floor(i / cells), i % cells]).filter(
    ([first, second]) => first <= second,
  );
  const [low, high] = probabilities;
  const sensitivity = neighbours === "swap" ? 2 : 2 * (1 - Math.min(low, high - low, 1 - high));
  const cellOf = cellAmong(JOINT_UNIVERSE.slice(1, -1));
  const width = (cell: number) => JOINT_UNIVERSE[cell + 1] - JOINT_UNIVERSE[cell];
  const joint = inCells<Float64Array>(mechanism, {
    cellOf: (points) =>
      boxes.findIndex(([first, second]) => first === cellOf(points[0]) && second === cellOf(points[1])),
    masses: (records) => {
      const upTo = (cell: number) => records.filter((record) => record <= JOINT_UNIVERSE[cell]).length;
      const n = records.length;
      const weights = boxes.map(([first, second]) => {
        const [a, b] = [upTo(first), upTo(second)];
        const cost = Math.abs(a - low * n) + Math.abs(b - a - (high - low) * n) + Math.abs(n - b - (1 - high) * n);
        const area = width(first) * width(second) * (first === second ? 0.5 : 1);
        return area * exp((-epsilon * cost) / (2 * sensitivity));
      });
      const total = weights.reduce((a, b) => a + b);
      return weights.map((weight) => weight / total);
    },
  });
  return { ...joint, worstPair: () => (neighbours === "swap" ? [[0.2], [0.6]] : [[], [0.6]]) };
}

const NOISE_STEPS = 200;

/** The smoothed median of two records under `swap`: the average of the law over the noise, by the midpoint rule. */
export function smoothedCells(
  mechanism: Mechanism<ArrayLike<number>, Float64Array, Stream>,
  { epsilon, lower, upper, radius }: AskedQuantiles & { readonly radius: number },
): Auditable<Records, number> {
  const [start, end] = [lower - radius, upper + radius];
  const cuts = [0.1, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.9].map((share) => start + share * (end - start));
  const outside = exp(-epsilon / 2);
  const shifts = Array.from({ length: NOISE_STEPS }, (_, i) => radius * ((2 * i + 1) / NOISE_STEPS - 1));
  const cells = inCells<Float64Array>(mechanism, {
    cellOf: ([point]) => cellAmong(cuts)(point),
    masses: ([first, second]) => {
      const below = cuts.map(() => 0);
      for (const one of shifts) {
        for (const other of shifts) {
          const [a, b] = [Math.min(first + one, second + other), Math.max(first + one, second + other)];
          const total = outside * (end - start - (b - a)) + (b - a);
          for (const [i, cut] of cuts.entries()) {
            const inside = Math.min(b, Math.max(a, cut)) - a;
            below[i] += (inside + outside * (cut - start - inside)) / total;
          }
        }
      }
      return differences(below.map((sum) => sum / (NOISE_STEPS * NOISE_STEPS)));
    },
  });
  return {
    ...cells,
    worstPair: () => [
      [lower, upper],
      [upper, upper],
    ],
  };
}
