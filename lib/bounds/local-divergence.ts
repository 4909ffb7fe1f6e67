/**
 * Local divergence: how far apart the answers of one person can be, if her answer is epsilon-private and her record has one of two laws.
 *
 * Theorem: let records P1, P2 have total variation distance T, and let M1, M2 be the laws of an answer whose channel is
 * epsilon-private locally. Write P1 = T A + (1 - T) C and P2 = T B + (1 - T) C; the answers of A, B, C have densities a, b, c whose
 * ratios are at most e^epsilon. A divergence is convex and homogeneous in (a, b, c), and these triples are the mixtures of the
 * eight with entries 1 or e^epsilon, so the largest divergence over all channels and all pairs of laws at distance T is a linear
 * program of eight variables and three equations. It is attained, by a channel of three inputs.
 * - `total-variation`: tanh(epsilon / 2) T;
 * - `kullback-leibler`, of the first answer from the second; `jeffreys`, both ways added, which Duchi, Jordan and Wainwright bound by
 *   min(4, e^(2 epsilon)) (e^epsilon - 1)^2 T^2;
 * - `chi-square`: at most (e^epsilon - 1)^2 max(e^-epsilon, 2 / (2 + e^epsilon)) T^2;
 * - `hellinger`: 1 minus the affinity, the integral of sqrt(m1 m2).
 * Source: Duchi, Jordan, Wainwright (FOCS 2013), theorem 1, for the question; Kairouz, Oh, Viswanath (JMLR 2016) for channels with
 * two levels; the linear program and the constant for chi-square are our own.
 * Method: all 56 bases, and the prices of the best as a certificate: what they lack of being feasible is added to the value.
 * Accuracy: the supremum up to a relative error of 1e-12.
 * Limits: epsilon up to 30. The value is that of the worst pair at this distance; for a bit with two fair laws it is smaller.
 * @example
 * ```ts
 * import { localDivergence } from "epsilab/bounds";
 * localDivergence({ epsilon: 1, distance: 0.2, divergence: "total-variation" }); // => 0.0924234...
 * localDivergence({ epsilon: 1, distance: 0.2, divergence: "kullback-leibler" }); // => 0.0215150...
 * ```
 * @claim local-lower-bounds
 */
import { exp, expm1 } from "../numerics/exponential.ts";
import { log, log1p } from "../numerics/logarithm.ts";
import { declare, number, oneOf, type ParametersOf, probability } from "../numerics/parameters.ts";

export type LocalDivergenceKind = "total-variation" | "kullback-leibler" | "jeffreys" | "chi-square" | "hellinger";

/** The part of a divergence at one answer, over the density under the second law, from the ratio of the densities and that less 1. */
const PARTS: Readonly<Record<LocalDivergenceKind, (x: number, ratio: number) => number>> = {
  "total-variation": (x) => Math.abs(x) / 2,
  "kullback-leibler": kullbackLeibler,
  jeffreys: (x, ratio) => x * logRatio(x, ratio),
  "chi-square": (x) => x * x,
  hellinger: (x, ratio) => {
    const root = x / (1 + Math.sqrt(ratio)); // sqrt(ratio) - 1
    return (root * root) / 2;
  },
};

/** The epsilon of a local channel, as a parameter. */
export const localEpsilon = number({ expected: "at least 0 and at most 30", least: 0, most: 30 });

export const localDivergenceParameters = declare({
  epsilon: localEpsilon,
  /** Total variation distance of the two laws of a record. */
  distance: probability,
  divergence: oneOf(...(Object.keys(PARTS) as LocalDivergenceKind[])),
});

export interface LocalDivergenceParameters extends ParametersOf<typeof localDivergenceParameters> {}

export function localDivergence(parameters: LocalDivergenceParameters): number {
  return divergenceOf(localDivergenceParameters.read(parameters));
}

/** The same for searches, with what was read. */
export function divergenceOf({ epsilon, distance, divergence }: LocalDivergenceParameters): number {
  if (epsilon === 0 || distance === 0) return 0;
  // Levels low and 1. A row of the dual in the unknowns Y (the sum of the prices) and fall times the prices of a and b keeps its
  // digits as epsilon falls.
  const low = exp(-epsilon);
  const fall = -expm1(-epsilon);
  const rows = RAYS.map(([a, b, c]) => {
    const third = low + fall * c;
    const second = distance * (low + fall * b) + (1 - distance) * third;
    const first = distance * (low + fall * a) + (1 - distance) * third;
    const gain = second * PARTS[divergence]((distance * fall * (a - b)) / second, first / second);
    return { first: third, a: a - c, b: b - c, gain };
  });
  let least = Infinity;
  for (const [i, j, k] of BASES) {
    const prices = solve(rows[i], rows[j], rows[k]);
    if (prices !== undefined) least = Math.min(least, certified(prices, rows));
  }
  return least;
}

/** Which of a, b, c has the upper level. */
const RAYS = Array.from(
  { length: 8 },
  (_, code) => [code % 2, Math.floor(code / 2) % 2, Math.floor(code / 4)] as const,
);

const BASES = RAYS.flatMap((_, i) =>
  RAYS.flatMap((_, j) => RAYS.flatMap((_, k) => (i < j && j < k ? [[i, j, k] as const] : []))),
);

interface Row {
  readonly first: number;
  readonly a: number;
  readonly b: number;
  readonly gain: number;
}

interface Prices {
  readonly sum: number;
  readonly a: number;
  readonly b: number;
}

/** The sum of the prices, raised until they cover every gain: by weak duality no channel has more. */
function certified(prices: Prices, rows: readonly Row[]): number {
  let raise = 0;
  for (const { first, a, b, gain } of rows)
    raise = Math.max(raise, (gain - (first * prices.sum + a * prices.a + b * prices.b)) / first);
  return prices.sum + raise;
}

/** The prices at which three rays pay exactly their gains, by Cramer's rule; none where the rays are dependent. */
function solve(u: Row, v: Row, w: Row): Prices | undefined {
  const [vw, wu, uv] = [v.a * w.b - v.b * w.a, w.a * u.b - w.b * u.a, u.a * v.b - u.b * v.a];
  const whole = u.first * vw + v.first * wu + w.first * uv;
  if (whole === 0) return undefined;
  const sum = (u.gain * vw + v.gain * wu + w.gain * uv) / whole;
  const [ru, rv, rw] = [u.gain - u.first * sum, v.gain - v.first * sum, w.gain - w.first * sum];
  // Two of the three equations of a and b, those whose determinant is not 0.
  if (uv !== 0) return { sum, a: (ru * v.b - rv * u.b) / uv, b: (u.a * rv - v.a * ru) / uv };
  if (vw !== 0) return { sum, a: (rv * w.b - rw * v.b) / vw, b: (v.a * rw - w.a * rv) / vw };
  return { sum, a: (rw * u.b - ru * w.b) / wu, b: (w.a * ru - u.a * rw) / wu };
}

function logRatio(x: number, ratio: number): number {
  return Math.abs(x) > 0.5 ? log(ratio) : log1p(x);
}

/** (1 + x) log(1 + x) - x, by its series where it would cancel: x^2 / 2 - x^3 / 6 + x^4 / 12 - ... */
function kullbackLeibler(x: number, ratio: number): number {
  if (Math.abs(x) > 0.05) return ratio * log(ratio) - x;
  let sum = 0;
  for (let k = 14; k >= 2; k--) sum = 1 / (k * (k - 1)) - sum * x;
  return sum * x * x;
}
