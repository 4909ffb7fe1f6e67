/**
 * The mechanisms of published benchmarks as noisy programs: what they release, and what an audit sees of it.
 *
 * Source: Ding, Wang, Wang, Zhang, Kifer (CCS 2018), Lyu, Su, Li (VLDB 2017), Erlingsson, Pihur, Korolova (CCS 2014), Balcer and Vadhan
 * (ITCS 2018), Chan, Shi, Song (TISSEC 2011), in the versions on which the tools were measured.
 * Limits: for audits; noise is that of float64.
 */
import { exp } from "../../numerics/exponential.ts";
import { largestOf } from "../../numerics/extremes.ts";
import { log } from "../../numerics/logarithm.ts";
import { integrate } from "../../numerics/quadrature.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import { tabulatedLaw } from "../../privacy/loss/tabulated-law.ts";
import type { NoisyProgram } from "./noisy-program.ts";
import { type SparseVariant, sparseAnswers } from "./sparse-vector.ts";

const clamp = (x: number, lower: number, upper: number) => Math.max(lower, Math.min(upper, x));

/**
 * Laplace noise in each coordinate. The score is the sum of the first `watched` outputs, each clamped to where its log-ratio changes.
 */
export function laplaceVector({
  scale,
  watched = Infinity,
  copies = 1,
  between,
}: {
  readonly scale: number;
  readonly watched?: number;
  /** How often the input is released. */
  readonly copies?: number;
  /** The values between which the inputs move. */
  readonly between: readonly [number, number];
}): NoisyProgram {
  return {
    noise: "laplace",
    width: (input) => input.length * copies,
    sees: "half-lines",
    see: (input, noise, at) => {
      let sum = 0;
      const end = Math.min(watched, input.length * copies);
      for (let k = 0; k < end; k++) sum += clamp(input[k % input.length] + scale * noise[at + k], ...between);
      return sum;
    },
  };
}

/** The index, or the value, of the largest of the inputs with noise. */
export function noisyMaximum({
  noise: kind,
  scale,
  releases,
}: {
  readonly noise: "laplace" | "exponential";
  readonly scale: number;
  readonly releases: "index" | "value";
}): NoisyProgram {
  return {
    noise: kind,
    width: (input) => input.length,
    sees: releases === "index" ? "cells" : "half-lines",
    see: (input, noise, at) => {
      let [best, index] = [-Infinity, 0];
      for (let k = 0; k < input.length; k++) {
        const value = input[k] + scale * noise[at + k];
        if (value > best) [best, index] = [value, k];
      }
      return releases === "index" ? index : best;
    },
  };
}

/** The law of the index of the largest input with exponential noise, by quadrature to 1e-10. */
export function exponentialMaxIndex(inputs: readonly number[], scale: number): DiscreteLaw<number> {
  const masses = inputs.map((input, winner) => {
    const integrand = (x: number) => {
      let product = exp(-(x - input) / scale) / scale;
      for (let k = 0; k < inputs.length; k++) {
        if (k !== winner) product *= x > inputs[k] ? 1 - exp(-(x - inputs[k]) / scale) : 0;
      }
      return product;
    };
    const lower = largestOf(inputs);
    return integrate(integrand, { lower, upper: Infinity, relativeTolerance: 1e-11 }).value;
  });
  return tabulatedLaw(masses.map((mass, k) => [k, log(mass)] as const));
}

/** What is seen of a list of answers. */
type SparseView =
  /** The places of the positives. */
  | { readonly kind: "places" }
  /** How many there are among the first queries, and among the others. */
  | { readonly kind: "counts"; readonly front: number }
  /** In how many places the list differs from one that is above in front and below behind; places that it lacks differ. */
  | { readonly kind: "distance"; readonly front: number }
  /** Counts as above, and of the value of each whether it is above `border`. */
  | { readonly kind: "sides"; readonly front: number; readonly border: number }
  /** Of variants that stop at their first positive: the value of the last query, less is more; -1e6 where it is not positive. */
  | { readonly kind: "last value" };

const ELSEWHERE = -1e6;

export function sparseProgram(variant: SparseVariant, view: SparseView): NoisyProgram {
  const variables = variant.releases === "fresh value" ? 2 : 1;
  return {
    noise: "laplace",
    width: (input) => (variant.queryScale === 0 ? 1 : 1 + variables * input.length),
    // Where all queries are answered, the fewer places differ, the likelier is the list of the one input.
    sees:
      view.kind === "last value" || (view.kind === "distance" && variant.positives === Infinity)
        ? "half-lines"
        : "cells",
    see: (input, noise, at) =>
      sparseSeen(
        sparseAnswers(variant, input, (place) => noise[at + place]),
        input.length,
        view,
      ),
  };
}

export function sparseSeen(answers: readonly (string | number)[], length: number, view: SparseView): number {
  if (view.kind === "last value") {
    const value = answers.length === length ? answers[length - 1] : ELSEWHERE;
    return typeof value === "number" && value !== ELSEWHERE ? -value : ELSEWHERE;
  }
  let cell = view.kind === "distance" ? length - answers.length : 0;
  for (let k = 0; k < answers.length; k++) {
    const answer = answers[k];
    if (view.kind === "distance") {
      if ((answer === "below") === k < view.front) cell++;
      continue;
    }
    if (answer === "below") continue;
    if (view.kind === "places") cell = cell * 64 + k + 1;
    else if (view.kind === "counts") cell += k < view.front ? 64 : 1;
    else cell = cell * 8 + (k < view.front ? 2 : 4) + ((answer as number) > view.border ? 1 : 0);
  }
  return cell;
}

/**
 * Bits, each flipped with this probability, at most 1/2: with twice that probability a fair bit takes its place, as RAPPOR does it. The score
 * is the sum of the bits with their signs: 0 where the inputs agree.
 */
export function flippedBits({
  flip,
  signs,
}: {
  readonly flip: number;
  readonly signs: readonly number[];
}): NoisyProgram {
  return {
    noise: "uniform",
    width: (input) => input.length,
    sees: "half-lines",
    see: (input, noise, at) => {
      let score = 0;
      for (let k = 0; k < input.length; k++) {
        const place = noise[at + k];
        score += signs[k] * (place < flip ? 1 : place < 2 * flip ? 0 : input[k]);
      }
      return score;
    },
  };
}

/**
 * Masses of the truncated geometric mechanism for a count in 0..n, in units of 1 / d, all of them whole numbers, with base = 2^k + 1
 * and d = (2 base - 1) base^(n - 1): those at a distance of j or more on one side of the count add up to 2^(k j) base^(n - j).
 */
export function truncatedGeometricMasses(
  count: number,
  { n, base }: { readonly n: number; readonly base: number },
): number[] {
  const power = (of: number, times: number) => {
    let product = 1;
    for (let k = 0; k < times; k++) product *= of;
    return product;
  };
  const tail = (distance: number) => power(base - 1, distance) * power(base, n - distance);
  const d = (2 * base - 1) * power(base, n - 1);
  const atMost = (z: number) => (z < 0 ? 0 : z >= n ? d : z < count ? tail(count - z) : d - tail(z + 1 - count));
  return Array.from({ length: n + 1 }, (_, z) => atMost(z) - atMost(z - 1));
}

export function truncatedGeometric(shape: { readonly n: number; readonly base: number }): NoisyProgram {
  const cumulative = Array.from({ length: shape.n + 1 }, (_, count) => {
    let sum = 0;
    return truncatedGeometricMasses(count, shape).map((mass) => {
      sum += mass;
      return sum;
    });
  });
  return {
    noise: "uniform",
    width: () => 1,
    sees: "half-lines",
    see: ([count], noise, at) => {
      const limits = cumulative[count];
      const place = noise[at] * limits[shape.n];
      let output = 0;
      while (output < shape.n && place >= limits[output]) output++;
      return output;
    },
  };
}

/**
 * Sums of a stream in blocks: within a block each output adds one noisy value to the last, and the end of a block is the block's sum with
 * noise of its own, of scale `endScale`, 0 for none. The score is the sum, over the places where the streams differ, of the increment and
 * of the end of its block, each clamped.
 */
export function blockSums({
  scale,
  endScale,
  block,
  watched,
  between,
}: {
  readonly scale: number;
  readonly endScale: number;
  readonly block: number;
  /** The place where the streams differ. */
  readonly watched: number;
  readonly between: readonly [number, number];
}): NoisyProgram {
  const end = watched - (watched % block) + block - 1;
  return {
    noise: "laplace",
    width: (input) => input.length,
    sees: "half-lines",
    see: (input, noise, at) => {
      let blockSum = 0;
      for (let k = end + 1 - block; k <= end; k++) blockSum += input[k];
      const atEnd = clamp(blockSum + (endScale === 0 ? 0 : endScale * noise[at + end]), ...between);
      return atEnd + (watched === end ? 0 : clamp(input[watched] + scale * noise[at + watched], ...between));
    },
  };
}
