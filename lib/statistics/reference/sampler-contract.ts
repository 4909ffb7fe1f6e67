/**
 * The contract of a sampler: its draws fit its law, and do not fit one whose parameter is wrong by five standard errors.
 */
import { expect, it } from "vitest";
import { type Stream, stream } from "../../random/stream.ts";
import { misfits, type SamplerLaw, sampleOf, wrongLaws } from "../goodness-of-fit.ts";

/**
 * The seed for a number of draws is 1, or else the first whose scores lie within 5 - 3.3 standard errors of 0, as they do in 91 % of the
 * samples: beyond that, chance hides an error of five one way.
 */
export type SamplerCase<Source = Stream> = readonly [
  name: string,
  family: (parameters: readonly number[]) => SamplerLaw,
  parameters: readonly number[],
  draw: (size: number, random: Source) => Float64Array,
  seeds?: Readonly<Record<number, number>>,
];

/**
 * Draws of the unit tier: the least for which the levels of the goodness of fit are stated. Five standard errors of a scale, whose
 * information is 1 / scale^2, are then 1.6 % of it; the long tier draws ten times as many.
 */
export const SAMPLER_DRAWS = 1e5;

export function samplerContract([name, family, parameters, draw, seeds]: SamplerCase, size: number): void {
  const sample = () => sampleOf(draw(size, stream(seeds?.[size] ?? 1, "goodness of fit", name)));
  let kept: ReturnType<typeof sample> | undefined;

  it(`fits its law at ${size} draws`, () => {
    kept ??= sample();
    expect([...misfits(kept, family(parameters))]).toEqual([]);
  });

  it("does not fit with a parameter wrong by five standard errors, less than a tenth of it", () => {
    for (const [index, { information }] of family(parameters).scores.entries()) {
      const whole = parameters[index] === 0 ? 1 : parameters[index]; // a mean of 0 beside a sigma of 1, a tilt of 0 beside a density of 1
      expect(5 / Math.sqrt(size * information)).toBeLessThan(0.1 * whole);
    }
    kept ??= sample();
    for (const wrong of wrongLaws(family, parameters, { size, errors: 5 })) {
      expect(misfits(kept, wrong).next().done).toBe(false);
    }
    kept = undefined;
  });
}
