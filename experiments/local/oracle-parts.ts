/**
 * Frequency oracles: are they as private as stated, do their answers support choices as often as stated, and have their estimates
 * the stated variance?
 *
 * `oracles`: by enumeration of every answer. `oracle-surveys`: surveys that are drawn, three in ten of whose respondents have the
 * first choice; bias and mean square of the estimated share against 0 and the closed form.
 * Source: Wang, Blocki, Li, Jha (USENIX Security 2017); Acharya, Sun, Zhang (AISTATS 2019).
 */
import { discreteEpsilon } from "../../lib/auditing/discrete-audit.ts";
import type { FrequencyOracle } from "../../lib/mechanisms/local/frequency-oracle.ts";
import { hadamardResponse } from "../../lib/mechanisms/local/hadamard-response.ts";
import { localHashing } from "../../lib/mechanisms/local/local-hashing.ts";
import { unaryEncoding } from "../../lib/mechanisms/local/unary-encoding.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { largestOf } from "../../lib/numerics/extremes.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { type Moments, momentsOf } from "../../lib/statistics/moments.ts";
import { atMost, axis, equal, estimateNear, exactStudy, meanStudy, type Part, variant, z } from "../kit.ts";

type OracleName = "unary" | "hashing" | "hadamard";

function oracleOf(name: OracleName, epsilon: number, choices: number): FrequencyOracle<unknown> {
  const parameters = { epsilon, choices };
  const oracle = { unary: unaryEncoding, hashing: localHashing, hadamard: hadamardResponse }[name](parameters);
  return oracle as FrequencyOracle<unknown>;
}

const oracle = axis(z.enum(["unary", "hashing", "hadamard"]), {
  means: "frequency oracle",
  quick: ["unary", "hashing", "hadamard"],
});
const epsilon = axis(z.number().min(0.1).max(3), {
  means: "epsilon of one answer",
  quick: [0.5, 2],
  full: [0.5, 1, 2, 3],
});
const choices = axis(z.int().min(2).max(8), { means: "choices", quick: [4], full: [2, 4, 7] });

interface OracleCell {
  readonly oracle: OracleName;
  readonly epsilon: number;
  readonly choices: number;
}

const SUMMED = 1e-10;

/** The largest loss of any two truths, and how often answers support each choice, by enumeration. */
function enumerated({ oracle, epsilon, choices }: OracleCell) {
  const { law, supports } = oracleOf(oracle, epsilon, choices);
  const laws = Array.from({ length: choices }, (_, truth) => law(truth));
  const losses = laws.flatMap((first, i) => laws.slice(i + 1).map((second) => discreteEpsilon({ first, second })));
  const supported = laws.map(({ support, logMass }) =>
    laws.map((_, choice) =>
      support.reduce<number>((sum, answer) => sum + (supports(answer, choice) ? exp(logMass(answer)) : 0), 0),
    ),
  );
  const farthest = (expected: number, own: boolean) =>
    largestOf(
      supported.flatMap((row, i) => row.flatMap((p, j) => ((i === j) === own ? [Math.abs(p - expected)] : []))),
    );
  return { loss: largestOf(losses), farthest };
}

export const oraclesPart: Part = {
  claim: "frequency-oracles",
  asks: "Are the oracles epsilon-private, with the stated probabilities of support and the stated variance near a share of 0?",
  study: exactStudy({
    axes: { oracle, epsilon, choices },
    exact: (cell) => {
      const { support, estimateVariance } = oracleOf(cell.oracle, cell.epsilon, cell.choices);
      const { loss, farthest } = enumerated(cell);
      const odds = exp(cell.epsilon);
      const least = (4 * odds) / ((odds - 1) * (odds - 1));
      const variance = estimateVariance({ share: 0, size: 1 });
      return {
        checks: {
          epsilon: atMost(loss, cell.epsilon),
          "support-of-truth": equal(farthest(support.truth, true), 0, { absolute: SUMMED }),
          "support-of-others": equal(farthest(support.other, false), 0, { absolute: SUMMED }),
          // Hashing has a prime number of buckets, which costs a little; Hadamard response the factor of its odds.
          variance:
            cell.oracle === "hashing"
              ? atMost(variance, 1.12 * least)
              : equal(variance, least * (cell.oracle === "unary" ? 1 : ((odds + 1) * (odds + 1)) / (4 * odds)), {
                  share: SUMMED,
                }),
        },
        values: { variance, least },
      };
    },
  }),
  controls: {
    "epsilon-per-bit": {
      says: "unary encoding with every bit told at epsilon, claimed to be epsilon-private where two truths differ in two bits",
      study: exactStudy({
        axes: { epsilon },
        exact: (cell) => {
          const lie = 1 / (1 + exp(cell.epsilon));
          const masses = (truth: number) =>
            [0, 1, 2, 3].map((code) =>
              [0, 1].reduce((mass, k) => mass * (((code >> k) & 1) === (k === truth ? 1 : 0) ? 1 - lie : lie), 1),
            );
          const [first, second] = [masses(0), masses(1)];
          return { checks: { ratio: atMost(largestOf(first.map((p, k) => p / second[k])), exp(cell.epsilon)) } };
        },
      }),
    },
  },
};

const RESPONDENTS = 40;
const ONES = 12;

/** The errors of this many surveys: the estimate of the first choice, by `estimate`. */
function surveys(
  { oracle, epsilon, choices }: OracleCell,
  count: number,
  random: Stream,
  estimate: (supported: number) => number,
): { readonly errors: Moments; readonly squares: Moments } {
  const { release, supports } = oracleOf(oracle, epsilon, choices);
  const errors = new Float64Array(count);
  for (let survey = 0; survey < count; survey++) {
    let supported = 0;
    for (let person = 0; person < RESPONDENTS; person++)
      if (supports(release(person < ONES ? 0 : 1, random), 0)) supported++;
    errors[survey] = estimate(supported / RESPONDENTS) - ONES / RESPONDENTS;
  }
  return { errors: momentsOf(errors), squares: momentsOf(errors.map((x) => x * x)) };
}

/** Of a survey whose truths are fixed: only the answers are random. */
function surveyVariance({ oracle, epsilon, choices }: OracleCell): number {
  const { truth, other, contrast } = oracleOf(oracle, epsilon, choices).support;
  const sum = ONES * truth * (1 - truth) + (RESPONDENTS - ONES) * other * (1 - other);
  return sum / (RESPONDENTS * RESPONDENTS * contrast * contrast);
}

const surveyStudy = meanStudy({
  axes: {
    oracle,
    epsilon: { ...epsilon, quick: [1], full: [0.5, 2] },
    choices: { ...choices, full: [4] },
  },
  trials: { quick: 8192, full: 32_768 },
  blockSize: 4096,
  intervals: () => 2,
  block: (cell, count, random) =>
    surveys(cell, count, random, oracleOf(cell.oracle, cell.epsilon, cell.choices).estimate),
  judge: (cell, { errors, squares }) => {
    const variance = surveyVariance(cell);
    return {
      checks: {
        bias: estimateNear(errors, 0, { absolute: 0.15 * Math.sqrt(variance) }),
        "mean-square": estimateNear(squares, variance, { share: 0.15 }),
      },
    };
  },
});

export const oracleSurveysPart: Part = {
  claim: "frequency-oracles",
  asks: "Are estimates from answers that are drawn unbiased, with the stated variance?",
  study: surveyStudy,
  controls: {
    "support-counted-as-share": {
      says: "the share of supporting answers taken for the share of the choice",
      study: variant(surveyStudy, {
        over: { epsilon: [1] },
        block: (cell, count, random) => surveys(cell, count, random, (supported) => supported),
      }),
    },
  },
};
