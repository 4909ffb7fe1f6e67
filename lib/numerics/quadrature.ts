/**
 * Integral of a function of one variable: adaptive Gauss-Kronrod quadrature with an error estimate.
 *
 * Method: the 10-point Gauss rule inside the 21-point Kronrod rule on every interval; the interval of the largest
 * error is halved until the sum of the errors is small enough. An infinite end is brought to 0 by x = a + (1 - t) / t.
 * Source: Piessens, de Doncker-Kapenga, Überhuber, Kahaner, QUADPACK (1983), routines QAG, QAGI, QAGP, and its error heuristic.
 * The nodes are the zeros of the Legendre polynomial P10 and of its Stieltjes polynomial E11; these, and the weights,
 * were computed in 80-digit arithmetic (mpmath) from exact rational coefficients and rounded once.
 * Accuracy: the estimated `error`, a pessimistic one for smooth f, is at most max(absoluteTolerance, relativeTolerance * |value|),
 * or an Error is thrown. It is never below 1.1e-14 times the integral of |f|, so an integral of 0 needs an absoluteTolerance.
 * Limits: the estimate rests on samples, so a peak much narrower than its interval can be missed: name it in `kinks`.
 * The rounding of x, 2^-53 |x|, passes through f unseen: far from 0 a narrow peak is integrated to that accuracy only.
 * A singularity is resolved best at 0, where float64 is densest; at an end b away from 0 the part nearer than
 * 2^-53 |b| to it cannot be seen, which for (b - x)^-1/2 is an unseen error of 1e-8.
 */
import {
  arrayOf,
  count,
  declare,
  finite,
  hasNoOtherNames,
  nonNegative,
  number,
  optional,
  type ParametersOf,
} from "./parameters.ts";
import { ANY_NUMBER, refuse, requireFunction } from "./requirements.ts";

const RELATIVE_TOLERANCE = 1e-10;
const MAXIMUM_INTERVALS = 2000;

const integrationOver = declare({
  lower: number(ANY_NUMBER),
  upper: number(ANY_NUMBER),
  /** Points where f jumps, bends, peaks or is singular; those outside the range are ignored. */
  kinks: optional(arrayOf(finite, 0), []),
  relativeTolerance: optional(nonNegative, RELATIVE_TOLERANCE),
  absoluteTolerance: optional(nonNegative, 0),
  maximumIntervals: optional(count, MAXIMUM_INTERVALS),
});
const NAMES = Object.keys(integrationOver.declared);

export interface Integration extends ParametersOf<typeof integrationOver> {}

export interface Integral {
  readonly value: number;
  readonly error: number;
  readonly evaluations: number;
}

interface Piece {
  readonly integrand: (t: number) => number;
  readonly from: number;
  readonly to: number;
  readonly value: number;
  readonly error: number;
  /** The error is rounding, or the interval is as short as float64 allows: halving cannot help. */
  readonly final: boolean;
}

// Node, Kronrod weight, Gauss weight (0 where the Gauss rule has no node), from the outside in.
const RULE = [
  [0.9956571630258081, 0.011694638867371874, 0],
  [0.9739065285171717, 0.032558162307964725, 0.06667134430868814],
  [0.9301574913557082, 0.054755896574351995, 0],
  [0.8650633666889845, 0.07503967481091996, 0.1494513491505806],
  [0.7808177265864169, 0.0931254545836976, 0],
  [0.6794095682990244, 0.10938715880229764, 0.21908636251598204],
  [0.5627571346686047, 0.12349197626206584, 0],
  [0.4333953941292472, 0.13470921731147334, 0.26926671930999635],
  [0.2943928627014602, 0.14277593857706009, 0],
  [0.14887433898163122, 0.14773910490133849, 0.29552422471475287],
] as const;
const CENTRE_WEIGHT = 0.1494455540029169;
const POINTS = 2 * RULE.length + 1;
const ROUNDING = 50 * Number.EPSILON;

export function integrate(f: (x: number) => number, integration: Integration): Integral {
  if (typeof f !== "function") requireFunction({ f });
  const { lower, upper, kinks, relativeTolerance, absoluteTolerance, maximumIntervals } = rangeOf(integration);
  if (lower > upper) {
    const backwards = integrate(f, { ...integration, lower: upper, upper: lower });
    return { ...backwards, value: -backwards.value };
  }
  if (lower === upper) return { value: 0, error: 0, evaluations: 0 };
  const pieces = openingPieces(f, lower, upper, kinks);
  const opening = pieces.length;
  for (;;) {
    const { value, error, worst } = survey(pieces);
    const evaluations = POINTS * (2 * pieces.length - opening);
    if (error <= Math.max(absoluteTolerance, relativeTolerance * Math.abs(value))) return { value, error, evaluations };
    if (worst === -1 || pieces.length >= maximumIntervals) {
      const reason = worst === -1 ? "rounding errors forbid it" : `${maximumIntervals} intervals were used`;
      throw new Error(
        `integrate did not reach its tolerance on [${lower}, ${upper}]: ${reason}; value ${value}, estimated error ${error}`,
      );
    }
    const { integrand, from, to } = pieces[worst];
    const middle = from / 2 + to / 2;
    pieces[worst] = applyRule(integrand, from, middle);
    pieces.push(applyRule(integrand, middle, to));
  }
}

/** Integrals stand in inner loops: their declaration reads those with limits of one's own on intervals, and those that it refuses. */
function rangeOf(integration: Integration): Required<Integration> {
  const given = integration ?? integrationOver.read(integration, "integration");
  const { lower, upper, kinks = [], relativeTolerance = RELATIVE_TOLERANCE, absoluteTolerance = 0 } = given;
  const isRange = typeof lower === "number" && typeof upper === "number" && lower <= Infinity && upper <= Infinity;
  const isTolerance = isSize(relativeTolerance) && isSize(absoluteTolerance) && given.maximumIntervals === undefined;
  if (isRange && isTolerance && areFinite(kinks) && hasNoOtherNames(given, NAMES))
    return { lower, upper, kinks, relativeTolerance, absoluteTolerance, maximumIntervals: MAXIMUM_INTERVALS };
  return integrationOver.read(integration, "integration");
}

function isSize(tolerance: number): boolean {
  return Number.isFinite(tolerance) && tolerance >= 0;
}

function areFinite(kinks: readonly number[]): boolean {
  if (!Array.isArray(kinks)) return false;
  for (let i = 0; i < kinks.length; i++) if (!Number.isFinite(kinks[i])) return false;
  return true;
}

function openingPieces(f: (x: number) => number, lower: number, upper: number, kinks: readonly number[]): Piece[] {
  const inside = [...new Set(kinks)].filter((kink) => kink > lower && kink < upper).sort((a, b) => a - b);
  if (lower === -Infinity && upper === Infinity && inside.length === 0) inside.push(0);
  const ends = [lower, ...inside, upper];
  return ends.slice(1).map((to, index) => {
    const from = ends[index];
    // f / t / t, not f / (t * t): the square of a small t underflows.
    if (from === -Infinity) return applyRule((t) => checked(f, to - (1 - t) / t) / t / t, 0, 1);
    if (to === Infinity) return applyRule((t) => checked(f, from + (1 - t) / t) / t / t, 0, 1);
    return applyRule((t) => checked(f, t), from, to);
  });
}

function applyRule(integrand: (t: number) => number, from: number, to: number): Piece {
  const centre = from / 2 + to / 2;
  const half = to / 2 - from / 2;
  const middleValue = integrand(centre);
  let kronrod = CENTRE_WEIGHT * middleValue;
  let gauss = 0;
  let absolute = CENTRE_WEIGHT * Math.abs(middleValue);
  const sampled = new Float64Array(2 * RULE.length);
  for (let i = 0; i < RULE.length; i++) {
    const [node, kronrodWeight, gaussWeight] = RULE[i];
    const left = integrand(centre - half * node);
    const right = integrand(centre + half * node);
    sampled[2 * i] = left;
    sampled[2 * i + 1] = right;
    kronrod += kronrodWeight * (left + right);
    gauss += gaussWeight * (left + right);
    absolute += kronrodWeight * (Math.abs(left) + Math.abs(right));
  }
  const mean = kronrod / 2;
  let spread = CENTRE_WEIGHT * Math.abs(middleValue - mean);
  for (let i = 0; i < sampled.length; i++) spread += RULE[i >> 1][1] * Math.abs(sampled[i] - mean);
  const difference = Math.abs(kronrod - gauss);
  const ratio = spread === 0 ? 0 : (200 * difference) / spread;
  const estimate = spread === 0 ? difference : spread * Math.min(1, ratio * Math.sqrt(ratio));
  const floor = ROUNDING * absolute;
  const final = estimate <= floor || !(centre - half * RULE[0][0] > from && centre + half * RULE[0][0] < to);
  return { integrand, from, to, value: kronrod * half, error: Math.max(estimate, floor) * half, final };
}

/** The sums over all pieces, in list order with compensation, and the index of the worst that halving may improve (-1: none). */
function survey(pieces: readonly Piece[]): { value: number; error: number; worst: number } {
  let value = 0;
  let lost = 0;
  let error = 0;
  let worst = -1;
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i];
    const total = value + piece.value;
    lost += Math.abs(value) >= Math.abs(piece.value) ? value - total + piece.value : piece.value - total + value;
    value = total;
    error += piece.error;
    if (!piece.final && (worst === -1 || piece.error > pieces[worst].error)) worst = i;
  }
  return { value: value + lost, error, worst };
}

function checked(f: (x: number) => number, x: number): number {
  const value = f(x);
  if (!Number.isFinite(value)) refuse(`f(${x})`, "finite", value);
  return value;
}
