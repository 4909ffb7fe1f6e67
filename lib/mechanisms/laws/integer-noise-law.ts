/**
 * The law of an integer centre plus symmetric integer noise.
 *
 * Limits: `support` is the part of the law within `radius` of the centre; it is listed when it is first read, and refused beyond 2^24
 * outcomes, where only `logMass` can serve.
 */
import { refuse, requireOpenProbability } from "../../numerics/requirements.ts";
import { missOf } from "../../privacy/loss/distribution.ts";
import type { Distribution, NumberLaw } from "../../privacy/loss/law.ts";

export interface IntegerNoise {
  logMass(magnitude: number): number;
  readonly radius: number;
  /** An upper bound on the mass beyond the radius. */
  readonly neglected: number;
  readonly variance: number;
  /** P(noise > magnitude), for an integer from 0 on. */
  tail(magnitude: number): number;
}

const MOST_OUTCOMES = 16777216; // 2^24

export function integerNoiseLaw(noise: IntegerNoise, centre: number): NumberLaw {
  let listed: number[] | undefined;
  return {
    kind: "discrete",
    get support() {
      if (2 * noise.radius + 1 > MOST_OUTCOMES) refuse("the support", "of at most 2^24 outcomes", 2 * noise.radius + 1);
      // Adding 0 turns -0 into 0.
      listed ??= Array.from({ length: 2 * noise.radius + 1 }, (_, i) => centre - noise.radius + i + 0);
      return listed;
    },
    logMass: (output) => (Number.isInteger(output) ? noise.logMass(Math.abs(output - centre)) : -Infinity),
    neglected: noise.neglected,
    ...shiftedNoise(noise, {
      valueAt: (place) => centre + place + 0,
      placeBelow: (x) => Math.floor(x) - centre,
      variance: noise.variance,
    }),
  };
}

/** How places of integer noise are shown as outputs. */
interface ShownPlaces {
  valueAt(place: number): number;
  /** The last place whose value is at most x. */
  placeBelow(x: number): number;
  /** Of the output. */
  readonly variance: number;
}

/** What is asked of symmetric integer noise, by its tail alone: no list of outcomes. */
export function shiftedNoise({ tail }: IntegerNoise, { valueAt, placeBelow, variance }: ShownPlaces): Distribution {
  /** The least place with P(noise <= place) at least the probability. */
  const placeOf = (probability: number) =>
    probability <= tail(0)
      ? -1 - firstPlace((place) => tail(place + 1) < probability)
      : firstPlace((place) => 1 - tail(place) >= probability);
  return {
    centre: valueAt(0),
    mean: () => valueAt(0),
    variance: () => variance,
    cdf: (x) => {
      if (x === Infinity) return 1;
      const place = placeBelow(x);
      return place >= 0 ? 1 - tail(place) : tail(-place - 1);
    },
    quantile: (probability) => {
      requireOpenProbability({ probability });
      return valueAt(placeOf(probability));
    },
    interval: (confidence) => {
      const miss = missOf(confidence) / 2;
      const reach = firstPlace((place) => tail(place) <= miss);
      return { lower: valueAt(-reach), upper: valueAt(reach) };
    },
  };
}

/** The first integer from 0 on of which a property holds that holds of all after it. */
function firstPlace(holds: (place: number) => boolean): number {
  let [low, high] = [-1, 0];
  while (!holds(high)) [low, high] = [high, 2 * high + 1];
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}
