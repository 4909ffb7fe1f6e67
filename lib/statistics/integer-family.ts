/**
 * Integer families: from masses as a function of parameters to laws with moments and scores, for goodness of fit.
 *
 * Moments are sums over the masses; scores are central differences of log masses, with steps of 1e-5 of the parameter, whose relative error
 * is below 1e-8.
 */
import { log } from "../numerics/logarithm.ts";
import type { SamplerLaw, Score } from "./goodness-of-fit.ts";

/** P(first), P(first + 1), ... up to a factor: they are brought to sum 1. */
interface Masses {
  readonly first: number;
  readonly masses: Float64Array;
}

export type IntegerFamily = (parameters: readonly number[]) => Masses;

export function integerLaw(family: IntegerFamily, parameters: readonly number[]): SamplerLaw {
  const { first, masses } = normalised(family(parameters));
  const expectation = (of: (x: number) => number) => {
    let sum = 0;
    for (let cell = 0; cell < masses.length; cell++) if (masses[cell] > 0) sum += masses[cell] * of(first + cell);
    return sum;
  };
  const mean = expectation((x) => x);
  const scores = parameters.map((_, index): Score => {
    const at = differences(family, parameters, { first, masses }, index);
    const score = (x: number) => at[x - first];
    return { parameter: `parameter ${index}`, at: score, information: expectation((x) => score(x) * score(x)) };
  });
  const central = (x: number) => x - mean;
  return {
    mean,
    variance: expectation((x) => central(x) * central(x)),
    fourthMoment: expectation((x) => central(x) * central(x) * central(x) * central(x)),
    scores,
    cdf: (x) => expectation((y) => (y <= x ? 1 : 0)),
    masses: { first, masses },
  };
}

function differences(family: IntegerFamily, parameters: readonly number[], at: Masses, index: number): Float64Array {
  const step = parameters[index] === 0 ? 1e-5 : 1e-5 * Math.abs(parameters[index]);
  const logs = (sign: number) => {
    const moved = normalised(family(parameters.map((value, i) => (i === index ? value + sign * step : value))));
    return (cell: number) => moved.masses[cell + at.first - moved.first];
  };
  const upper = logs(1);
  const lower = logs(-1);
  return at.masses.map((_, cell) => {
    const ratio = upper(cell) / lower(cell);
    return ratio > 0 && ratio < Infinity ? log(ratio) / (2 * step) : 0;
  });
}

function normalised({ first, masses }: Masses): Masses {
  let total = 0;
  for (const mass of masses) total += mass;
  return { first, masses: masses.map((mass) => mass / total) };
}
