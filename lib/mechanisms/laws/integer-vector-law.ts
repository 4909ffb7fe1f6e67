/**
 * The law of a whole vector plus independent symmetric integer noise of one law in every coordinate.
 *
 * `coordinates` has the law of each, from which follows what is asked of the largest of them.
 * Limits: `support` is the box within `radius` of the centre in every coordinate; it is listed when it is first read, and refused
 * beyond 2^20 outcomes, where only `logMass` can serve.
 */
import { refuse } from "../../numerics/requirements.ts";
import type { IndependentLaw, NumberLaw } from "../../privacy/loss/law.ts";
import { type IntegerNoise, integerNoiseLaw } from "./integer-noise-law.ts";

const MOST_OUTCOMES = 1048576; // 2^20

export function integerVectorLaw(noise: IntegerNoise, centre: ArrayLike<number>): IndependentLaw {
  const { length } = centre;
  let coordinates: readonly NumberLaw[] | undefined;
  let listed: (readonly number[])[] | undefined;
  return {
    kind: "discrete",
    get support() {
      listed ??= box(noise.radius, centre);
      return listed;
    },
    logMass: (output) => {
      if (output.length !== length) return -Infinity;
      let total = 0;
      for (let i = 0; i < length; i++) {
        if (!Number.isInteger(output[i])) return -Infinity;
        total += noise.logMass(Math.abs(output[i] - centre[i]));
      }
      return total;
    },
    neglected: Math.min(1, length * noise.neglected),
    get coordinates() {
      coordinates ??= Array.from(centre, (place) => integerNoiseLaw(noise, place));
      return coordinates;
    },
  };
}

function box(radius: number, centre: ArrayLike<number>): (readonly number[])[] {
  let outcomes: (readonly number[])[] = [[]];
  for (let i = 0; i < centre.length; i++) {
    const more = outcomes.length * (2 * radius + 1);
    if (!(more <= MOST_OUTCOMES)) refuse("the support", "of at most 2^20 outcomes", more);
    const places = Array.from({ length: 2 * radius + 1 }, (_, k) => centre[i] - radius + k + 0);
    outcomes = outcomes.flatMap((outcome) => places.map((place) => [...outcome, place]));
  }
  return outcomes;
}
