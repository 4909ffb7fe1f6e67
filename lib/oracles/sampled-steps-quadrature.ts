/**
 * delta of few steps of the sampled Gaussian from its densities: the loss of the last step in closed form, those before it by nested
 * quadrature.
 *
 * With L the loss of a step, x* the place where it is e, H(e) = E_P (1 - e^(e - L))+ = P(x > x*) - e^e Q(x > x*) for one step, and for T
 * steps H_T(e) = E_P H_(T-1)(e - L); delta is the larger of both directions. Nothing is rounded to a grid.
 * `sampled-steps-inversion.ts` finds the same for many steps by another method, and shares none of this.
 * Accuracy: 1e-9 of delta, and 1e-14.
 */
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { normalCdf, normalDensity } from "../numerics/normal.ts";
import { integrate } from "../numerics/quadrature.ts";
import { mixtureRatio, type SampledNoise } from "./sampled-noise.ts";

type Direction = "remove" | "add";

interface FewSteps extends SampledNoise {
  readonly times: number;
  readonly epsilon: number;
}

export function deltaByQuadrature({ times, epsilon, ...step }: FewSteps): number {
  return Math.max(directed(step, "remove", times)(epsilon), directed(step, "add", times)(epsilon));
}

/** Where the loss of the mixture against the normal law is `value`; -Infinity where it is always above. */
function placeOf({ noiseMultiplier: noise, samplingRate: rate }: SampledNoise, value: number): number {
  const odds = (exp(value) - 1 + rate) / rate;
  return odds <= 0 ? -Infinity : noise * noise * log(odds) + 0.5;
}

function directed(step: SampledNoise, direction: Direction, times: number): (e: number) => number {
  const { noiseMultiplier: noise, samplingRate: rate } = step;
  const above = (x: number) => normalCdf(-x / noise);
  const mixtureAbove = (x: number) => (1 - rate) * above(x) + rate * above(x - 1);
  const density = (x: number) => normalDensity(x / noise) / noise;
  if (times === 1)
    return direction === "remove"
      ? (e) => {
          const x = placeOf(step, e);
          return Math.max(0, mixtureAbove(x) - exp(e) * above(x));
        }
      : (e) => {
          const x = placeOf(step, -e);
          return Math.max(0, 1 - above(x) - exp(e) * (1 - mixtureAbove(x)));
        };
  const rest = directed(step, direction, times - 1);
  const weight = direction === "remove" ? (x: number) => (1 - rate) * density(x) + rate * density(x - 1) : density;
  const sign = direction === "remove" ? 1 : -1;
  return (e) =>
    integrate((x) => weight(x) * rest(e - sign * mixtureRatio(step, x)), {
      lower: -9 * noise,
      upper: 1 + 9 * noise,
      kinks: [-3 * noise, 0, 1, 1 + 3 * noise],
      relativeTolerance: 1e-9,
      absoluteTolerance: 1e-14,
    }).value;
}
