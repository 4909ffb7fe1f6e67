/**
 * Randomized response: is it as private as stated, is its estimate of a share unbiased with the stated variance, and what does it
 * cost beside a trusted curator?
 *
 * Part `privacy`: the largest log-ratio of the two laws of an answer. Part `estimator`: mean and variance of the estimate, summed
 * over the law of the number of answers yes, against 0 and the closed form; the estimate of the lecture notes is its control. Part
 * `answers`: answers that are drawn, against their law. Part `local-vs-central`: the deviation from the share among the
 * respondents, summed over the laws of their answers, and that of Laplace noise on the mean, by quadrature of its density, against
 * the closed forms and their slopes in the number of respondents.
 * Source: Warner (JASA 1965); Kasiviswanathan et al. (SIAM J. Comput. 2011); Duchi, Jordan, Wainwright (FOCS 2013).
 */

import { type ResponseMechanism, randomizedResponse } from "../../lib/mechanisms/local/randomized-response.ts";
import { warnerResponse } from "../../lib/mechanisms/local/warner-response.ts";
import { laplace } from "../../lib/mechanisms/noise/laplace.ts";
import { exp, expm1 } from "../../lib/numerics/exponential.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { integrate } from "../../lib/numerics/quadrature.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { logLogSlope } from "../../lib/statistics/log-log-slope.ts";
import {
  axis,
  defineExperiment,
  epsilonAtMost,
  equal,
  estimateNear,
  exactStudy,
  type Judgement,
  shareStudy,
  variant,
  z,
} from "../kit.ts";
import { biasFigure, costFigure, localFigure } from "./figures.ts";
import { answerDeviation, surveyErrors } from "./survey-law.ts";

const epsilon = axis(z.number().min(1e-3).max(20), { means: "epsilon of one answer", quick: [0.5, 1, 2] });
const respondents = axis(z.int().min(1).max(1e7), {
  means: "respondents",
  quick: [100, 400],
  full: [100, 1000, 10_000, 100_000],
});
const share = axis(z.number().min(0).max(1), {
  means: "true share",
  quick: [0.1, 0.5],
  full: [0.01, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99],
});

/** Of a sum over a law, in deviations of the estimate; and the rounding of an estimate, which is a number near 1. */
const SUMMED = 1e-9;
const ROUNDING = 1e-15;

/** The largest log-ratio of the answers of the two truths, against a claimed epsilon. */
function audit(mechanism: ResponseMechanism<Stream>, claimed: number): Judgement {
  const [first, second] = [0, 1].map((truth) => mechanism.law(truth));
  return { checks: { epsilon: epsilonAtMost({ first, second }, claimed) } };
}

/** How many of `count` answers of each truth are true. */
function truthful(mechanism: ResponseMechanism<Stream>, count: number, random: Stream) {
  const yes = (truth: number) =>
    mechanism
      .releaseMany(truth, new Float64Array(count), random.child(truth, "answers"))
      .reduce((sum, a) => sum + a, 0);
  return { ones: yes(1), zeros: count - yes(0) };
}

/** Answers that are drawn, against the law that they should have. */
const answers = shareStudy({
  axes: { epsilon },
  trials: { quick: 2_000_000, full: 20_000_000 },
  intervals: () => 2,
  block: (cell, count, random) => truthful(randomizedResponse(cell), count, random),
  judge: (cell, { ones, zeros }) => {
    const { law } = randomizedResponse(cell);
    return {
      checks: {
        "truth-of-ones": estimateNear(ones, exp(law(1).logMass(1)), { absolute: 0.004 }),
        "truth-of-zeros": estimateNear(zeros, exp(law(0).logMass(0)), { absolute: 0.004 }),
      },
    };
  },
});

/** Three in ten respondents have the truth 1; the deviation does not depend on it. */
const ONES = 0.3;

function localDeviation(epsilon: number, size: number): number {
  return answerDeviation(randomizedResponse({ epsilon }), Math.floor(ONES * size), size);
}

/** Of Laplace noise on the mean of bits under swap: the root of the integral of x^2 times its density. */
function centralDeviation(epsilon: number, size: number): number {
  const law = laplace({ epsilon, sensitivity: 1 / size, neighbours: "swap" }).law(0);
  const unit = 1 / (epsilon * size);
  const density = (t: number) => t * t * unit * exp(law.logDensity(t * unit));
  return unit * Math.sqrt(2 * integrate(density, { lower: 0, upper: 60, relativeTolerance: 1e-12 }).value);
}

/** The slope of a deviation in the number of respondents, over two octaves of four. */
function slopeOf(deviation: (size: number) => number, size: number): number {
  const x = [size, 4 * size, 16 * size];
  return logLogSlope({ x, y: x.map(deviation) }).slope;
}

export default defineExperiment({
  id: "randomized-response",
  version: 2,
  title: "Randomized response: its privacy, its estimator and what it costs",
  area: "local",
  parts: {
    privacy: {
      claim: "randomized-response",
      asks: "Is the answer epsilon-private, exactly?",
      study: exactStudy({
        axes: { epsilon },
        exact: (cell) => audit(randomizedResponse(cell), cell.epsilon),
      }),
      controls: {
        "warner-claimed-log-two": {
          says: "Warner's two coins, claimed to be log 2-private where they are log 3-private",
          study: exactStudy({ axes: {}, exact: () => audit(warnerResponse(), log(2)) }),
        },
      },
    },
    estimator: {
      claim: "randomized-response",
      asks: "Is the estimated share unbiased, with the stated variance?",
      study: exactStudy({
        axes: { epsilon, share, respondents },
        exact: (cell) => {
          const mechanism = randomizedResponse({ epsilon: cell.epsilon });
          const variance = mechanism.estimateVariance({ share: cell.share, size: cell.respondents });
          const { bias, meanSquare } = surveyErrors(mechanism, cell);
          return {
            checks: {
              bias: equal(bias, 0, { absolute: SUMMED * Math.sqrt(variance) + ROUNDING }),
              variance: equal(meanSquare, variance, { share: SUMMED }),
            },
          };
        },
      }),
      controls: {
        "estimator-of-the-notes": {
          says: "the lecture notes' estimate 2 m - 1 for Warner's coins, whose mean is the share less a half",
          refutes: ["E17"],
          study: exactStudy({
            axes: { share },
            exact: (cell) => {
              const coins = warnerResponse();
              const survey = { ...cell, respondents: 1000 };
              const printed = surveyErrors({ ...coins, estimate: (answers) => 2 * answers - 1 }, survey);
              const right = surveyErrors(coins, survey);
              return {
                checks: { mean: equal(cell.share + printed.bias, cell.share, { absolute: SUMMED }) },
                values: {
                  bias: printed.bias,
                  "mean-square": printed.meanSquare,
                  "right-bias": right.bias,
                  "right-mean-square": right.meanSquare,
                },
              };
            },
          }),
        },
        "variance-of-truth": {
          says: "the variance p (1 - p) / n of truthful answers, claimed for answers with two coins",
          study: exactStudy({
            axes: { share },
            exact: ({ share }) => {
              const survey = { share, respondents: 1000 };
              const { meanSquare } = surveyErrors(warnerResponse(), survey);
              return { checks: { variance: equal(meanSquare, (share * (1 - share)) / 1000, { share: SUMMED }) } };
            },
          }),
        },
      },
    },
    answers: {
      claim: "randomized-response",
      asks: "Are the answers that are drawn truthful as often as their law says?",
      study: answers,
      controls: {
        "half-of-epsilon": {
          says: "answers drawn at half of epsilon",
          study: variant(answers, {
            axes: { epsilon: axis(z.number().min(0.1).max(8), { means: "epsilon of one answer", quick: [1] }) },
            drawn: (cell) => ({ epsilon: 0.5 * cell.epsilon }),
          }),
        },
      },
    },
    "local-vs-central": {
      claim: "local-vs-central",
      asks: "Is the deviation of the local model 1/sqrt(n), that of a curator 1/n, with the stated constants?",
      study: exactStudy({
        axes: { epsilon, respondents },
        exact: ({ epsilon, respondents: size }) => {
          const [local, central] = [localDeviation(epsilon, size), centralDeviation(epsilon, size)];
          const sinh = (exp(epsilon / 2) - exp(-epsilon / 2)) / 2;
          return {
            checks: {
              local: equal(local, exp(epsilon / 2) / expm1(epsilon) / Math.sqrt(size), { share: SUMMED }),
              central: equal(central, Math.SQRT2 / (size * epsilon), { share: SUMMED }),
              ratio: equal(local / central, (Math.sqrt(size / 2) * epsilon) / (2 * sinh), { share: SUMMED }),
              "local-slope": equal(
                slopeOf((n) => localDeviation(epsilon, n), size),
                -0.5,
                { absolute: SUMMED },
              ),
              "central-slope": equal(
                slopeOf((n) => centralDeviation(epsilon, n), size),
                -1,
                { absolute: SUMMED },
              ),
            },
          };
        },
      }),
      controls: {
        "local-slope-one": {
          says: "the rate 1/n of a curator, claimed for the local model",
          study: exactStudy({
            axes: { epsilon, respondents },
            exact: ({ epsilon, respondents: size }) => ({
              checks: {
                "local-slope": equal(
                  slopeOf((n) => localDeviation(epsilon, n), size),
                  -1,
                  { absolute: 1e-3 },
                ),
              },
            }),
          }),
        },
      },
    },
  },
  figures: {
    bias: biasFigure,
    cost: costFigure,
    local: localFigure,
  },
});
