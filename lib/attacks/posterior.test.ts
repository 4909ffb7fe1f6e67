import { describe, expect, it } from "vitest";
import { choiceResponse } from "../mechanisms/local/choice-response.ts";
import { laplace } from "../mechanisms/noise/laplace.ts";
import { noisySum } from "../mechanisms/statistics/noisy-sum.ts";
import { exp } from "../numerics/exponential.ts";
import { log } from "../numerics/logarithm.ts";
import { stream } from "../random/stream.ts";
import { guessSuccess, posterior } from "./posterior.ts";

const answer = choiceResponse({ epsilon: 1, choices: 3 });
const candidates = [0, 1, 2];

describe("a posterior over candidates", () => {
  it("is Bayes' rule, by hand for randomized response", () => {
    const prior = [0.6, 0.3, 0.1];
    const { probabilities, best } = posterior(answer, { candidates, prior, output: 1 });
    const joint = [0.6, 0.3 * Math.E, 0.1];
    const total = joint.reduce((a, b) => a + b);
    for (const [k, each] of joint.entries()) expect(probabilities[k]).toBeCloseTo(each / total, 14);
    expect(best).toBe(1);
  });

  it("moves the odds of two candidates by at most e^epsilon, from densities too, and by nearly that", () => {
    const noise = laplace({ epsilon: 0.8, sensitivity: 2, neighbours: "swap" });
    let most = 0;
    for (let k = 0; k < 200; k++) {
      const output = noise.release(1, stream(k, "posterior"));
      const { probabilities } = posterior(noise, { candidates: [0, 2], prior: [0.9, 0.1], output });
      most = Math.max(most, Math.abs(log((9 * probabilities[1]) / probabilities[0])));
    }
    expect(most).toBeLessThanOrEqual(0.8 * (1 + 1e-9));
    expect(most).toBeGreaterThan(0.79);
  });

  it("is of records and of vectors, and all of one candidate where no other can be", () => {
    const sum = noisySum({ epsilon: 50, lower: 0, upper: 1, neighbours: "add-remove" });
    const known = [0.2, 0.7];
    const found = posterior(sum, { candidates: [[...known], [...known, 1]], output: 1.9 });
    expect(found.best).toBe(1);
    expect(found.probabilities[1]).toBeGreaterThan(0.999);
    const vectors = laplace({ epsilon: 1, sensitivity: 1, dimension: 2, norm: "l1", neighbours: "swap" });
    const [first, second] = [Float64Array.of(0, 0), Float64Array.of(0, 1)];
    const { probabilities } = posterior(vectors, { candidates: [first, second], output: Float64Array.of(3, 1.5) });
    expect(probabilities[1] / probabilities[0]).toBeCloseTo(Math.E, 12);
    const sure = posterior(answer, { candidates, prior: [0, 1, 0], output: 2 });
    expect(sure).toEqual({ probabilities: [0, 1, 0], best: 1 });
  });

  it("refuses what is no candidate, prior or possible output, and shows no candidate", () => {
    const ask = (changed: object) => () => posterior(answer, { candidates, output: 1, ...changed });
    expect(ask({ candidates: [] })).toThrow(/^candidates must be at least one input/);
    expect(ask({ prior: [0.5, 0.5] })).toThrow(/^prior must be a list of 3 probabilities/);
    expect(ask({ prior: [0.5, 0.4, 0] })).toThrow(/^the sum of prior must be 1, got 0.9/);
    expect(ask({ output: 7 })).toThrow(/^output must be possible under a candidate/);
    expect(ask({ magic: 1 })).toThrow(/magic/);
    expect(() => posterior({} as never, { candidates, output: 1 })).toThrow(
      /^mechanism must be one that a builder makes/,
    );
  });
});

describe("the success of the best guess", () => {
  it("is e^epsilon / (e^epsilon + M - 1) of randomized response among M, and no mechanism of that epsilon has more", () => {
    for (const epsilon of [0.1, 1, 4])
      for (const choices of [2, 10]) {
        const all = Array.from({ length: choices }, (_, k) => k);
        const bound = exp(epsilon) / (exp(epsilon) + choices - 1);
        expect(guessSuccess(choiceResponse({ epsilon, choices }), { candidates: all })).toBeCloseTo(bound, 13);
        // A claim of half of that epsilon is refuted by it.
        expect(bound).toBeGreaterThan(exp(epsilon / 2) / (exp(epsilon / 2) + choices - 1));
      }
  });

  it("is how often the best guess of a posterior is right", () => {
    const prior = [0.5, 0.3, 0.2];
    const exact = guessSuccess(answer, { candidates, prior });
    const random = stream(20261119, "guesses");
    let right = 0;
    for (let k = 0; k < 10_000; k++) {
      const truth = k % 10 < 5 ? 0 : k % 10 < 8 ? 1 : 2;
      const output = answer.release(truth, random);
      if (posterior(answer, { candidates, prior, output }).best === truth) right++;
    }
    expect(Math.abs(right / 10_000 - exact)).toBeLessThan(0.02);
    expect(exact).toBeGreaterThan(0.51);
  });

  it("asks for listed outcomes", () => {
    const noise = laplace({ epsilon: 1, sensitivity: 1, neighbours: "swap" });
    expect(() => guessSuccess(noise, { candidates: [0, 1] })).toThrow(
      'must be one of listed outcomes, got "continuous"',
    );
  });
});
