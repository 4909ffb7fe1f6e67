/**
 * The law of a whole number of steps plus symmetric integer noise, shown as multiples of a rational step.
 *
 * Limits: an output is read back by its nearest multiple, for centre and radius below 2^53; `support` as in `integer-noise-law.ts`.
 */
import { refuse, requireNumber } from "../../numerics/requirements.ts";
import type { NumberLaw } from "../../privacy/loss/law.ts";
import { type Fraction, numberOf } from "../../random/rational.ts";
import { type IntegerNoise, integerNoiseLaw, shiftedNoise } from "./integer-noise-law.ts";
import { nearestPoint, valueAt } from "./rational-step.ts";

export function gridNoiseLaw(noise: IntegerNoise, centre: bigint, step: Fraction): NumberLaw {
  const middle = Number(centre);
  if (!Number.isSafeInteger(middle)) refuse("records", "so few that their sum is below 2^53 steps", "more");
  const steps = integerNoiseLaw(noise, middle);
  let listed: number[] | undefined;
  return {
    kind: "discrete",
    get support() {
      listed ??= steps.support.map((place) => valueAt(BigInt(place), step));
      return listed;
    },
    logMass: (output) => {
      if (!Number.isFinite(output)) return -Infinity;
      const place = nearestPoint(output, step);
      return valueAt(place, step) === output ? steps.logMass(Number(place)) : -Infinity;
    },
    neglected: noise.neglected,
    ...shiftedNoise(noise, {
      valueAt: (place) => valueAt(centre + BigInt(place), step),
      placeBelow: (x) => {
        requireNumber({ x });
        if (x === -Infinity) return -Infinity;
        const near = nearestPoint(x, step);
        return Number((valueAt(near, step) <= x ? near : near - 1n) - centre);
      },
      variance: noise.variance * numberOf(step) * numberOf(step),
    }),
  };
}
