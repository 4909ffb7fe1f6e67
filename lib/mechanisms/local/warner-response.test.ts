import { describe, expect, it } from "vitest";
import { log } from "../../numerics/logarithm.ts";
import { stream } from "../../random/stream.ts";
import { randomizedResponse } from "./randomized-response.ts";
import { warnerResponse } from "./warner-response.ts";

describe("warnerResponse", () => {
  const warner = warnerResponse();

  it("estimates without bias, where 2 m - 1 is off by -1/2", () => {
    for (const share of [0, 0.1, 0.3, 0.5, 1]) {
      const answered = 0.25 + share / 2;
      expect(warner.estimate(answered)).toBeCloseTo(share, 15);
      expect(2 * answered - 1 - share).toBeCloseTo(-0.5, 15);
    }
  });

  it("costs the factor 1 + 3 / (4 p (1 - p)) over asking openly: 4, 9.33 and 76.8", () => {
    for (const [share, factor, digits] of [
      [0.5, 4, 12],
      [0.1, 9.33, 2],
      [0.01, 76.8, 1],
    ]) {
      const open = (share * (1 - share)) / 100;
      expect(warner.estimateVariance({ share, size: 100 }) / open).toBeCloseTo(factor, digits);
    }
  });

  it("is binary randomized response at ln 3", () => {
    const response = randomizedResponse({ epsilon: log(3) });
    for (const share of [0, 0.2, 0.7]) {
      const survey = { share, size: 10 };
      expect(response.estimateVariance(survey)).toBeCloseTo(warner.estimateVariance(survey), 13);
      expect(response.estimate(share)).toBeCloseTo(warner.estimate(share), 13);
    }
  });

  it("gives estimates whose mean and variance over surveys are those stated", () => {
    const random = stream(20261115, "warner-surveys");
    const [surveys, respondents, share] = [2000, 100, 0.3];
    let [sum, squares] = [0, 0];
    for (let survey = 0; survey < surveys; survey++) {
      let answers = 0;
      for (let i = 0; i < respondents; i++)
        answers += warner.release(random.uint32() < share * 4294967296 ? 1 : 0, random);
      const error = warner.estimate(answers / respondents) - share;
      sum += error;
      squares += error * error;
    }
    const variance = warner.estimateVariance({ share, size: respondents });
    // Four standard errors: sqrt(variance / n) for the mean, about sqrt(2 / n) of itself for the variance.
    expect(Math.abs(sum / surveys)).toBeLessThan(4 * Math.sqrt(variance / surveys));
    expect(Math.abs(squares / surveys / variance - 1)).toBeLessThan(4 * Math.sqrt(2 / surveys));
  });
});
