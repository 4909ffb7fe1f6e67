import { describe, expect, it } from "vitest";
import { fillBinomial } from "../random/binomial.ts";
import { secureRandom } from "../random/secure.ts";
import { stream } from "../random/stream.ts";
import { misfits, sampleOf } from "./goodness-of-fit.ts";
import { integerLaw } from "./integer-family.ts";
import { binomial, discreteGaussian, discreteSamplers, exactSamplers } from "./reference/discrete-samplers.ts";
import { SAMPLER_DRAWS, samplerContract } from "./reference/sampler-contract.ts";

for (const sampler of discreteSamplers) describe(sampler[0], () => samplerContract(sampler, SAMPLER_DRAWS));

describe.each(exactSamplers.map((sampler) => ({ name: sampler[0], sampler })))("$name", ({ sampler }) => {
  samplerContract(sampler, SAMPLER_DRAWS);

  // Not replayable: with four or five statistics at 1e-3 and 1e-4, 1.4 of a thousand runs would fail; two samples in a row, 2 of a million.
  it("fits its law from the secure source", () => {
    const [, family, parameters, draw] = sampler;
    const random = secureRandom();
    const fits = () => misfits(sampleOf(draw(SAMPLER_DRAWS, random)), family(parameters)).next().done;
    expect(fits() || fits()).toBe(true);
  });
});

describe("the number of trials", () => {
  // One trial more or less moves the mean by 1/2: by ten standard errors of 15.8 / sqrt(1e5).
  it("is told from the one next to it", () => {
    const draws = new Float64Array(SAMPLER_DRAWS);
    const sample = sampleOf(fillBinomial({ trials: 1000, probability: 0.5 }, draws, stream(1, "trials")));
    expect(misfits(sample, integerLaw(binomial(1001), [0.5])).next().done).toBe(false);
    expect(misfits(sample, integerLaw(binomial(999), [0.5])).next().done).toBe(false);
  });
});

describe("the discrete gaussian law", () => {
  // Normalisers and variances D9, D10: computed by IBM's discretegauss.py.
  it.each([
    [0.1, 1.0134758981204781, 0.013296725173624149],
    [0.25, 1.2713415221890152, 0.21501267508813848],
    [0.5, 1.772637204826652, 0.49897913083282047],
    [1, 2.506628288042905, 0.9999997887677282],
    [2, 3.5449077018110318, 1.9999999999999978],
  ])("of variance %d has the known normaliser and variance", (parameter, normaliser, variance) => {
    const all = discreteGaussian([parameter]).masses;
    expect(Math.abs(all.reduce((sum, mass) => sum + mass) / normaliser - 1)).toBeLessThan(1e-12);
    expect(Math.abs(integerLaw(discreteGaussian, [parameter]).variance / variance - 1)).toBeLessThan(1e-12);
  });
});
