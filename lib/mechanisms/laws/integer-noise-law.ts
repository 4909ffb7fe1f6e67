/**
 * The law of an integer centre plus symmetric integer noise, times a step.
 *
 * Limits: `support` is the part of the law within `radius` of the centre; it is listed when it is first read, and refused beyond 2^24
 * outcomes, where only `logMass` can serve.
 */
import { refuse } from "../../numerics/requirements.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";

export interface IntegerNoise {
  logMass(magnitude: number): number;
  readonly radius: number;
  /** An upper bound on the mass beyond the radius. */
  readonly neglected: number;
}

const MOST_OUTCOMES = 16777216; // 2^24

export function integerNoiseLaw(noise: IntegerNoise, centre: number, step = 1): DiscreteLaw<number> {
  let listed: number[] | undefined;
  return {
    kind: "discrete",
    get support() {
      if (2 * noise.radius + 1 > MOST_OUTCOMES) refuse("the support", "of at most 2^24 outcomes", 2 * noise.radius + 1);
      // Adding 0 turns -0 into 0.
      listed ??= Array.from({ length: 2 * noise.radius + 1 }, (_, i) => (centre - noise.radius + i) * step + 0);
      return listed;
    },
    logMass: (output) => {
      const place = output / step;
      return Number.isInteger(place) ? noise.logMass(Math.abs(place - centre)) : -Infinity;
    },
    neglected: noise.neglected,
  };
}
