/**
 * Laplace noise by inversion of its distribution function in float64, which is broken, and the attack on its support.
 *
 * -scale sgn(v) log(1 - 2 |v|) with v = U - 1/2 and U a multiple of 2^-53. The sums centre + noise fall on float64 numbers that depend on
 * the centre: for centre 0 against 1 about four of five outputs are impossible under the neighbour.
 * Source: Mironov (CCS 2012), doi:10.1145/2382196.2382264.
 * Limits: the attack knows this one formula; outputs beyond 1e5 scales are refused. Never release with it: `discreteLaplace` is the repair.
 * @example
 * ```ts
 * import { stream } from "epsilab";
 * import { isFloatLaplaceOutput, releaseFloatLaplace } from "epsilab/attacks";
 * const output = releaseFloatLaplace({ centre: 0, scale: 1 }, stream(20261115, "float"));
 * isFloatLaplaceOutput(output, { centre: 0, scale: 1 }); // => true
 * isFloatLaplaceOutput(output, { centre: 1, scale: 1 }); // => false
 * ```
 * @claim float-attack
 */
import { expm1 } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { declare, finite, type ParametersOf, scale } from "../numerics/parameters.ts";
import { refuse, requireFinite } from "../numerics/requirements.ts";
import { requireStream } from "../random/random.ts";
import type { Stream } from "../random/stream.ts";

const GRID = 9007199254740992; // 2^53

export const floatLaplaceParameters = declare({ centre: finite, scale });

export interface FloatLaplace extends ParametersOf<typeof floatLaplaceParameters> {}

export function releaseFloatLaplace(noise: FloatLaplace, random: Stream): number {
  const read = floatLaplaceParameters.read(noise, "noise");
  requireStream(random);
  for (;;) {
    random.next();
    const step = (random.high >>> 0) * 2097152 + (random.low >>> 11);
    if (step > 0) return outputAt(read, step);
  }
}

/** Whether some step of the grid gives exactly `output`: the steps around the inverse, until 4 units in the last place on both sides. */
export function isFloatLaplaceOutput(output: number, noise: FloatLaplace): boolean {
  requireFinite({ output });
  const read = floatLaplaceParameters.read(noise, "noise");
  const distance = (output - read.centre) / read.scale;
  const share = -expm1(-Math.abs(distance)) / 2;
  const middle = Math.round((0.5 + (distance < 0 ? -share : share)) * GRID);
  const reach = 4 * unitInLastPlace(output);
  for (const direction of [1, -1]) {
    for (let step = direction === 1 ? middle : middle - 1; step > 0 && step < GRID; step += direction) {
      const found = outputAt(read, step);
      if (found === output) return true;
      if ((found - output) * direction > reach) break;
      if (Math.abs(step - middle) > 1e6) refuse("output", "of a magnitude at most 1e5 scales", output);
    }
  }
  return false;
}

function outputAt(noise: FloatLaplace, step: number): number {
  const v = step / GRID - 0.5;
  return noise.centre + -noise.scale * Math.sign(v) * log(1 - 2 * Math.abs(v));
}

function unitInLastPlace(x: number): number {
  let unit = Number.EPSILON;
  const size = Math.abs(x);
  while (unit / Number.EPSILON > size && unit > Number.MIN_VALUE) unit /= 2;
  while ((2 * unit) / Number.EPSILON <= size) unit *= 2;
  return unit;
}
