import { type ResponseMechanism, randomizedResponse } from "../../lib/mechanisms/randomized-response.ts";
import { warnerResponse } from "../../lib/mechanisms/warner-response.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { log } from "../../lib/numerics/logarithm.ts";
import { fillBinomial } from "../../lib/random/binomial.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { mergeMoments, momentsOf } from "../../lib/statistics/moments.ts";
import {
  axis,
  boundedMeanOf,
  defineExperiment,
  epsilonAtMost,
  estimateEquals,
  exactStudy,
  type Judgement,
  sampledStudy,
  z,
} from "../kit.ts";

const epsilon = axis(z.number().positive().max(20), { means: "epsilon of one answer", quick: [0.5, 1, 2] });

/** The largest log-ratio of the answers of the two truths, against a claimed epsilon. */
function audit(mechanism: ResponseMechanism<Stream>, claimed: number): Judgement {
  const [first, second] = [0, 1].map((truth) => mechanism.law(truth));
  return { checks: { epsilon: epsilonAtMost({ first, second }, claimed) } };
}

interface Survey {
  readonly epsilon: number;
  readonly share: number;
  readonly respondents: number;
}

/** The estimates of the share from `count` surveys, through the number of answers yes, which is all that they depend on. */
function surveys({ epsilon, share, respondents }: Survey, estimate: (answerShare: number) => number) {
  const lie = 1 / (1 + exp(epsilon));
  const probability = share * (1 - lie) + (1 - share) * lie;
  return (count: number, random: Stream) => {
    const estimates = fillBinomial({ trials: respondents, probability }, new Float64Array(count), random);
    const deviations = estimates.map((yes) => estimate(yes / respondents) - share);
    return {
      deviation: momentsOf(deviations),
      square: momentsOf(deviations.map((deviation) => deviation * deviation)),
    };
  };
}

type Surveys = ReturnType<ReturnType<typeof surveys>>;

const addSurveys = (one: Surveys, other: Surveys): Surveys => ({
  deviation: mergeMoments(one.deviation, other.deviation),
  square: mergeMoments(one.square, other.square),
});

const surveyAxes = {
  epsilon,
  share: axis(z.number().min(0).max(1), { means: "true share", quick: [0.1, 0.5], full: [0.1, 0.3, 0.5] }),
  respondents: axis(z.int().min(1).max(1e9), {
    means: "respondents",
    quick: [100, 400],
    full: [100, 1000, 4000],
  }),
};

export default defineExperiment({
  id: "randomized-response",
  version: 1,
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
      study: sampledStudy({
        axes: surveyAxes,
        trials: { quick: 2_000_000, full: 30_000_000 },
        intervals: () => 2,
        block: (cell, count, random) => surveys(cell, randomizedResponse(cell).estimate)(count, random),
        merge: addSurveys,
        judge: (cell, { deviation, square }, { errorRate }) => {
          const mechanism = randomizedResponse(cell);
          const variance = mechanism.estimateVariance(cell);
          const [least, greatest] = [mechanism.estimate(0) - cell.share, mechanism.estimate(1) - cell.share];
          const largest = Math.max(least * least, greatest * greatest);
          return {
            checks: {
              bias: estimateEquals(
                boundedMeanOf(deviation, { least, greatest, errorRate }),
                0,
                0.02 * Math.sqrt(variance),
              ),
              variance: estimateEquals(
                boundedMeanOf(square, { least: 0, greatest: largest, errorRate }),
                variance,
                0.02 * variance,
              ),
            },
          };
        },
      }),
      controls: {
        "estimator-of-the-notes": {
          says: "the lecture notes' estimator 2 m - 1 for Warner's coins, which is half too small",
          study: sampledStudy({
            axes: { share: axis(z.number(), { means: "true share", quick: [0.3] }) },
            trials: { quick: 65_536, full: 65_536 },
            intervals: () => 1,
            block: ({ share }, count, random) =>
              surveys({ epsilon: log(3), share, respondents: 1000 }, (answers) => 2 * answers - 1)(count, random),
            merge: addSurveys,
            judge: ({ share }, { deviation }, { errorRate }) => {
              const [least, greatest] = [-1 - share, 1 - share];
              return {
                checks: { bias: estimateEquals(boundedMeanOf(deviation, { least, greatest, errorRate }), 0, 0.02) },
              };
            },
          }),
        },
      },
    },
  },
});
