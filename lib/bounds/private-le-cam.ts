/**
 * Le Cam's two-point bound for private estimators: privacy alone keeps apart parameters from being told apart.
 *
 * Theorem: let the estimator have the guarantee under `swap`, d be the distance of two parameters, T the total variation of one record,
 * and h, binomial(size, T), the number of records in which coupled samples differ. Then max_i E_i loss is at least
 * - `metric`: (d / 2) E[overlap(h)], by the triangle inequality; for pure privacy d E[1 / (1 + e^(epsilon h))];
 * - `coupling`: (d / 4) m, m = (1 - (1 - e^-epsilon) T)^size, the mean of e^(-epsilon h); with delta,
 *   (d / 4)(m - delta (1 - m) / (e^epsilon - 1)); for zero-concentrated and Gaussian privacy (d / 4) E[overlap(h)];
 * - `printed`: the same after Jensen's inequality, (d / 4) e^(-size epsilon T) in the lecture notes.
 * For the squared error: `metric` (d^2 / 4) E[harmonic overlap(h)], for pure privacy (d^2 / 4) E[1 / cosh^2(epsilon h / 2)]; the
 * others d^2 / 8 in place of d / 4. Under `add-remove` the guarantee counts for a group of two.
 * Source: Acharya, Sun, Zhang (ALT 2021); Lalanne, Garivier, Gribonval (TMLR 2023); the metric form is our own derivation.
 * Limits: it holds for estimators with the guarantee, not for all (erratum E24), and says nothing of the noise of the sample itself: take
 * the larger of it and `leCam`. Loose by a factor of 2.4 to 4.4 for a mean of bits in the metric form, 4.7 to 12 as printed.
 * @example
 * ```ts
 * import { privateLeCam, pure } from "epsilab";
 * const problem = { size: 1000, guarantee: pure(0.1) };
 * privateLeCam({ ...problem, model: { kind: "bernoulli" }, form: "metric" }).value; // => 0.0028632...
 * privateLeCam({ ...problem, model: { kind: "bernoulli" }, form: "coupling" }).value; // => 0.00096596...
 * ```
 * @claim lecam-private, lecam-approx-dp, lecam-zcdp, lecam-gdp
 * @also minimax lower bound
 */
import { exp, expm1 } from "../numerics/exponential.ts";
import { declare, oneOf, optional, type ParametersOf } from "../numerics/parameters.ts";
import { bestSeparation } from "./best-separation.ts";
import { errorLoss } from "./error-loss.ts";
import {
  type BoundedGuarantee,
  boundedGuarantee,
  type Coupling,
  convexOverlap,
  estimatorNeighbours,
  leastOverlap,
  meanHarmonicOverlap,
  meanOverlap,
  testOverlap,
  underSwap,
} from "./indistinguishability.ts";
import type { TwoPointBound } from "./le-cam.ts";
import { anySize, type ParameterPair, parameterPair, requireSize, widestSeparation } from "./parameter-pair.ts";
import { anyModel } from "./statistical-model.ts";

export type PrivateLeCamForm = "metric" | "coupling" | "printed";

export const privateLeCamParameters = declare(
  {
    model: anyModel,
    size: anySize,
    guarantee: boundedGuarantee,
    form: oneOf<PrivateLeCamForm>("metric", "coupling", "printed"),
    /** Absolute by default. */
    loss: optional(errorLoss, "absolute"),
    /** Swap by default. */
    neighbours: optional(estimatorNeighbours, "swap"),
  },
  requireSize,
);

export interface PrivateLeCamParameters extends ParametersOf<typeof privateLeCamParameters> {}

/** Of the guarantee at this many changes, what counts as nothing. */
const VANISHING = 1e-3;

/** The largest of the bounds over pairs, and its pair. */
export function privateLeCam(parameters: PrivateLeCamParameters): TwoPointBound {
  const given = readSwapped(parameters);
  const { model, size, form, loss, guarantee } = given;
  const widest = widestSeparation(model);
  const quick = (separation: number) => {
    const coupling = couplingOf(parameterPair(model, separation), size);
    const weight = loss === "squared" ? separation * separation : separation;
    return weight * (form === "printed" ? printed(guarantee, coupling) : closed(guarantee, coupling));
  };
  const start = bestSeparation(quick, { widest });
  if (!needsSum(guarantee, form)) return boundAt(given, start);
  // The closed form peaks no later than the mean over couplings, which ends where nearly all samples differ by telling much.
  const narrowest = start / 2;
  const range = upperEnd({ model, size, guarantee }, Math.min(widest, 2 * start));
  const exact = (separation: number) => boundAt(given, separation).value;
  return boundAt(given, bestSeparation(exact, { widest: range, narrowest, density: 4 }));
}

/** The bound of the pair at this distance. */
export function privateLeCamAt(parameters: PrivateLeCamParameters, separation: number): TwoPointBound {
  return boundAt(readSwapped(parameters), separation);
}

type Swapped = Omit<ReturnType<typeof privateLeCamParameters.read>, "neighbours">;

/** With the guarantee under swap. */
function readSwapped(parameters: PrivateLeCamParameters): Swapped {
  const { neighbours, ...given } = privateLeCamParameters.read(parameters);
  return { ...given, guarantee: underSwap(given.guarantee, neighbours) };
}

function boundAt({ model, size, form, loss, guarantee }: Swapped, separation: number): TwoPointBound {
  const pair = parameterPair(model, separation);
  const coupling = couplingOf(pair, size);
  const quarter = loss === "squared" ? (separation / 8) * separation : separation / 4;
  if (form === "printed") return { value: quarter * printed(guarantee, coupling), pair };
  if (form === "metric") {
    const mean = loss === "squared" ? meanHarmonicOverlap : meanOverlap;
    return { value: 2 * quarter * mean(guarantee, coupling), pair };
  }
  const kept = needsSum(guarantee, form) ? meanOverlap(guarantee, coupling) : closed(guarantee, coupling);
  return { value: quarter * kept, pair };
}

function couplingOf({ recordDistance }: ParameterPair, size: number): Coupling {
  return { size, distance: recordDistance };
}

/** Whether the form is a mean over couplings without a closed form. */
function needsSum({ kind }: BoundedGuarantee, form: PrivateLeCamForm): boolean {
  return form === "metric" || (form === "coupling" && kind !== "pure" && kind !== "approximate");
}

function closed(guarantee: BoundedGuarantee, coupling: Coupling): number {
  if (guarantee.kind === "pure") return testOverlap({ epsilon: guarantee.epsilon, delta: 0 }, coupling);
  if (guarantee.kind === "approximate") return testOverlap(guarantee, coupling);
  return convexOverlap(guarantee, coupling);
}

function printed(guarantee: BoundedGuarantee, coupling: Coupling): number {
  const mean = coupling.size * coupling.distance;
  if (guarantee.kind === "pure") return exp(-guarantee.epsilon * mean);
  if (guarantee.kind !== "approximate") return convexOverlap(guarantee, coupling);
  const { epsilon, delta } = guarantee;
  const lost = epsilon === 0 ? mean : -expm1(-epsilon * mean) / expm1(epsilon);
  return Math.max(0, exp(-epsilon * mean) - delta * lost);
}

/**
 * How far the search goes: to where the coupled samples nearly always differ, and the guarantee at half their mean difference is
 * nothing.
 */
function upperEnd(
  { model, size, guarantee }: Pick<PrivateLeCamParameters, "model" | "size" | "guarantee">,
  start: number,
): number {
  const widest = widestSeparation(model);
  let end = start;
  while (end < widest) {
    const mean = size * parameterPair(model, end).recordDistance;
    if (mean > 20 && leastOverlap(guarantee, mean / 2) < VANISHING) break;
    end = Math.min(widest, 2 * end);
  }
  return end;
}
