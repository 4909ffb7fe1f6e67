/**
 * Amplification, loss distributions and local frequency oracles beside dp-accounting, OpenDP and jax-privacy, on the same
 * questions: value, width and time.
 *
 * Ours and every peer that has an answer take turns in one run, minima of the processor's time; a call of a peer of more than 2 s
 * is not repeated. The peers have their own settings (`questions.py`), and all sides the same Renyi orders.
 * `npm run bench -- questions` writes bench/questions.md. Where a peer states an upper bound that is below the lower end of our
 * certified interval, the table says so.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { choiceResponse } from "../lib/mechanisms/local/choice-response.ts";
import { hadamardResponse } from "../lib/mechanisms/local/hadamard-response.ts";
import { localHashing } from "../lib/mechanisms/local/local-hashing.ts";
import { unaryEncoding } from "../lib/mechanisms/local/unary-encoding.ts";
import { amplifyWithoutReplacement } from "../lib/privacy/accounting/amplification.ts";
import { compose } from "../lib/privacy/accounting/composed-privacy.ts";
import { groupEvent } from "../lib/privacy/accounting/group-event.ts";
import { poissonRenyi } from "../lib/privacy/accounting/poisson-renyi.ts";
import { gaussianRenyi, laplaceRenyi } from "../lib/privacy/accounting/renyi-curves.ts";
import { poissonSampled } from "../lib/privacy/accounting/sampled-event.ts";
import { shuffledResponseEpsilon } from "../lib/privacy/accounting/shuffled-response.ts";
import { shuffledEpsilon } from "../lib/privacy/accounting/shuffling.ts";
import { withoutReplacementRenyi } from "../lib/privacy/accounting/without-replacement-renyi.ts";
import { repeatRenyi } from "../lib/privacy/conversions/composition.ts";
import { renyiToApproximate } from "../lib/privacy/conversions/renyi-conversions.ts";
import { pure, type RenyiGuarantee } from "../lib/privacy/guarantees/guarantee.ts";
import { discreteGaussianPld, discreteLaplacePld, randomizedResponsePld } from "../lib/privacy/loss/discrete-pld.ts";
import { gaussianPld, subsampledGaussianPld } from "../lib/privacy/loss/gaussian-pld.ts";
import { laplacePld } from "../lib/privacy/loss/laplace-pld.ts";
import { pldEpsilon } from "../lib/privacy/loss/pld-accountant.ts";
import type { PldPair } from "../lib/privacy/loss/privacy-loss.ts";
import { withoutReplacementPld } from "../lib/privacy/loss/without-replacement-pld.ts";
import { secureRandom } from "../lib/random/secure.ts";
import { stream } from "../lib/random/stream.ts";
import { startTalk } from "./peer.ts";
import { type Answered, type OurAnswer, PEERS, type PeerName, type Question, questionPage } from "./question-page.ts";
import type { Row } from "./report.ts";
import type { Place, WholeMeasurement } from "./whole-experiment.ts";

const ROUNDS = 2;
/** A call of a peer that takes longer, in nanoseconds of the processor, is not repeated. */
const LONG = 2e9;
const ANSWERS = 20_000;
/** On all sides. */
const ORDERS = Array.from({ length: 127 }, (_, k) => k + 2);

function certified(loss: PldPair, times: number, delta: number): OurAnswer {
  const { lower, upper } = pldEpsilon({ events: [{ loss, times }], delta });
  return { value: upper, lower };
}

function byRenyi(guarantee: RenyiGuarantee, times: number, delta: number): OurAnswer {
  return { value: renyiToApproximate(repeatRenyi(guarantee, times), { delta, orders: ORDERS }).epsilon };
}

function shuffledAnswers(choices: number, respondents: number, delta: number): OurAnswer {
  const { lower, upper } = shuffledResponseEpsilon({ localEpsilon: 1, choices, size: respondents, delta });
  return { value: upper, lower };
}

/** This many answers are drawn; the value is the variance of a share near 0 of 1000 respondents. */
function surveyed<Source>(
  oracle: {
    release(truth: number, random: Source): unknown;
    estimateVariance(survey: { readonly share: number; readonly size: number }): number;
  },
  random: Source,
): OurAnswer {
  for (let person = 0; person < ANSWERS; person++) oracle.release(3, random);
  return { value: oracle.estimateVariance({ share: 0, size: 1000 }) };
}

const SHUFFLE = "no peer has amplification by shuffling";
const OPENDP_POISSON = "OpenDP has no Poisson samples";
const ORACLE = { epsilon: 1, choices: 16 };
const seeded = () => stream(20261117, "bench", "questions");

export const questions: readonly Question[] = [
  {
    name: "shuffle-any",
    title: "any local mechanism of epsilon 1, 10 000 respondents shuffled, delta 1e-6",
    by: "shuffledEpsilon",
    unanswered: SHUFFLE,
    answer: () => ({ value: shuffledEpsilon({ localEpsilon: 1, size: 10_000, delta: 1e-6 }) }),
  },
  {
    name: "shuffle-four",
    title: "randomized response among 4, epsilon 1, 1000 respondents shuffled, delta 1e-5",
    by: "shuffledResponseEpsilon",
    unanswered: SHUFFLE,
    answer: () => shuffledAnswers(4, 1000, 1e-5),
  },
  {
    name: "shuffle-two",
    title: "randomized response among 2, epsilon 1, 10 000 respondents shuffled, delta 1e-6",
    by: "shuffledResponseEpsilon",
    unanswered: SHUFFLE,
    answer: () => shuffledAnswers(2, 10_000, 1e-6),
  },
  {
    name: "poisson-gaussian",
    title: "Gaussian noise 1, rate .01, 1000 steps, delta 1e-5",
    by: "pldEpsilon",
    unanswered: OPENDP_POISSON,
    answer: () => certified(subsampledGaussianPld({ noiseMultiplier: 1, samplingRate: 0.01 }), 1000, 1e-5),
  },
  {
    name: "poisson-laplace",
    title: "Laplace noise 1, rate .01, 1000 steps, delta 1e-5",
    by: "pldEpsilon",
    unanswered: `${OPENDP_POISSON}, jax-privacy no Laplace noise`,
    answer: () => certified(laplacePld({ scale: 1, sensitivity: 1, samplingRate: 0.01 }), 1000, 1e-5),
  },
  {
    name: "poisson-renyi-gaussian",
    title: "Gaussian noise 1, rate .01, 1000 steps, delta 1e-5, by Renyi curves",
    by: "poissonRenyi",
    unanswered: OPENDP_POISSON,
    answer: () => {
      const guarantee = gaussianRenyi({ sigma: 1, sensitivity: 1 });
      return byRenyi(poissonRenyi({ guarantee, samplingRate: 0.01, neighbours: "add-remove" }), 1000, 1e-5);
    },
  },
  {
    name: "poisson-renyi-laplace",
    title: "Laplace noise 1, rate .01, 1000 steps, delta 1e-5, by Renyi curves",
    by: "poissonRenyi",
    unanswered:
      "the Renyi accountant of dp-accounting, which jax-privacy takes, samples Gaussian noise alone; OpenDP none",
    answer: () => {
      const guarantee = laplaceRenyi({ scale: 1, sensitivity: 1 });
      return byRenyi(poissonRenyi({ guarantee, samplingRate: 0.01, neighbours: "add-remove" }), 1000, 1e-5);
    },
  },
  {
    name: "batch-renyi-gaussian",
    title: "Gaussian noise 4, batches of 100 of 10 000, 1000 steps, delta 1e-5, by Renyi curves",
    by: "withoutReplacementRenyi",
    unanswered: "OpenDP samples pure and approximate guarantees alone",
    answer: () => {
      const guarantee = gaussianRenyi({ sigma: 4, sensitivity: 1 });
      const sample = { batchSize: 100, size: 10_000, neighbours: "swap" } as const;
      return byRenyi(withoutReplacementRenyi({ guarantee, ...sample }), 1000, 1e-5);
    },
  },
  {
    name: "batch-gaussian",
    title: "Gaussian noise 4, batches of 100 of 10 000, 1000 steps, delta 1e-5",
    by: "pldEpsilon, withoutReplacementPld",
    unanswered: "no peer has a loss distribution of batches without replacement",
    answer: () => {
      const loss = gaussianPld({ sigma: 4, sensitivity: 1 });
      return certified(withoutReplacementPld(loss, { batchSize: 100, size: 10_000 }), 1000, 1e-5);
    },
  },
  {
    name: "batch-pure",
    title: "epsilon 1 on a batch of 10 of 1000, once, delta 0",
    by: "amplifyWithoutReplacement",
    unanswered: "dp-accounting and jax-privacy sample Gaussian noise alone without replacement",
    answer: () => ({
      value: amplifyWithoutReplacement({ guarantee: pure(1), batchSize: 10, size: 1000, neighbours: "swap" }).epsilon,
    }),
  },
  {
    name: "tiny-rate-many",
    title: "Gaussian noise .6, rate 1e-5, 1e6 steps, delta 1e-10",
    by: "pldEpsilon",
    unanswered: OPENDP_POISSON,
    answer: () => certified(subsampledGaussianPld({ noiseMultiplier: 0.6, samplingRate: 1e-5 }), 1_000_000, 1e-10),
  },
  {
    name: "tiny-rate-few",
    title: "Gaussian noise .6, rate 1e-6, 1e4 steps, delta 1e-8",
    by: "pldEpsilon",
    unanswered: OPENDP_POISSON,
    answer: () => certified(subsampledGaussianPld({ noiseMultiplier: 0.6, samplingRate: 1e-6 }), 10_000, 1e-8),
  },
  {
    name: "group",
    title: "Gaussian noise 6, a group of 3, once, delta 1e-5",
    by: "groupEvent",
    unanswered: "jax-privacy has groups on samples alone",
    answer: () => {
      const event = { mechanism: { kind: "gaussian", sigma: 6, sensitivity: 1 }, times: 1 } as const;
      const { lower, upper } = compose([groupEvent(event, 3)]).epsilonAt(1e-5);
      return { value: upper, lower };
    },
  },
  {
    name: "group-on-samples",
    title: "Gaussian noise 4, a group of 3, rate .01, 1000 steps, delta 1e-5",
    by: "groupEvent",
    unanswered: OPENDP_POISSON,
    answer: () => {
      const event = poissonSampled({ kind: "gaussian", sigma: 4, sensitivity: 1 }, { samplingRate: 0.01, times: 1000 });
      const { lower, upper } = compose([groupEvent(event, 3)]).epsilonAt(1e-5);
      return { value: upper, lower };
    },
  },
  {
    name: "discrete-gaussian",
    title: "discrete Gaussian noise 10, 20 times, delta 1e-6",
    by: "pldEpsilon",
    unanswered: "jax-privacy has no discrete noise",
    answer: () => certified(discreteGaussianPld({ sigma: 10, sensitivity: 1 }), 20, 1e-6),
  },
  {
    name: "discrete-laplace",
    title: "discrete Laplace noise 10, 20 times, delta 1e-6",
    by: "pldEpsilon",
    unanswered: "jax-privacy has no discrete noise",
    answer: () => certified(discreteLaplacePld({ scale: 10, sensitivity: 1 }), 20, 1e-6),
  },
  {
    name: "response-loss",
    title: "randomized response among 4, uniform with probability .9, 100 times, delta 1e-6",
    by: "pldEpsilon",
    unanswered: "jax-privacy has no randomized response",
    answer: () => certified(randomizedResponsePld({ noise: 0.9, categories: 4 }), 100, 1e-6),
  },
  {
    name: "oracle-response",
    title: "randomized response, exact, from the secure source",
    by: "choiceResponse",
    unanswered: "dp-accounting and jax-privacy have no oracles",
    calls: ANSWERS,
    answer: () => surveyed(choiceResponse({ epsilon: { numerator: 1, denominator: 1 }, choices: 16 }), secureRandom()),
  },
  {
    name: "oracle-unary",
    title: "unary encoding (ours optimised and seeded, OpenDP's symmetric and secure)",
    by: "unaryEncoding",
    unanswered: "dp-accounting and jax-privacy have no oracles",
    calls: ANSWERS,
    answer: () => surveyed(unaryEncoding(ORACLE), seeded()),
  },
  {
    name: "oracle-hashing",
    title: "local hashing, seeded",
    by: "localHashing",
    unanswered: "no peer has local hashing",
    calls: ANSWERS,
    answer: () => surveyed(localHashing(ORACLE), seeded()),
  },
  {
    name: "oracle-hadamard",
    title: "Hadamard response, seeded",
    by: "hadamardResponse",
    unanswered: "no peer has Hadamard response",
    calls: ANSWERS,
    answer: () => surveyed(hadamardResponse(ORACLE), seeded()),
  },
];

export async function measureQuestions(
  { python, project }: Place,
  show: (row: Row) => void,
): Promise<WholeMeasurement> {
  const talk = startTalk({
    python,
    args: [join(project, "bench/questions.py")],
    environment: { JAX_PLATFORMS: "cpu" },
  });
  const versions = await talk.read();
  const asked = JSON.parse(await talk.read()) as Readonly<Record<string, readonly PeerName[]>>;
  const answered: Answered[] = [];
  const rows: Row[] = [];
  for (const question of questions) {
    let ours = { value: 0, nanoseconds: Infinity } as Answered["ours"];
    const theirs: Partial<Record<PeerName, { value: number; nanoseconds: number }>> = {};
    for (let round = 0; round < ROUNDS; round++) {
      const start = process.cpuUsage();
      const answer = question.answer();
      const { user, system } = process.cpuUsage(start);
      const nanoseconds = (1e3 * (user + system)) / (question.calls ?? 1);
      ours = { ...answer, nanoseconds: Math.min(ours.nanoseconds, nanoseconds) };
      for (const peer of asked[question.name] ?? []) {
        const before = theirs[peer]?.nanoseconds ?? 0;
        if (before > LONG) continue;
        talk.write(`${question.name} ${peer}`);
        const [value, time] = (await talk.read()).split(" ").map(Number);
        theirs[peer] = { value, nanoseconds: round === 0 ? time : Math.min(before, time) };
      }
    }
    answered.push({ question, ours, theirs });
    for (const peer of PEERS) {
      const answer = theirs[peer];
      if (answer === undefined) continue;
      const times = { ours: ours.nanoseconds / 1e6, theirs: answer.nanoseconds / 1e6 };
      const row = { name: "questions", title: question.title, unit: "ms", ...times, peer, goal: undefined };
      rows.push(row);
      show(row);
    }
  }
  talk.close();
  const text = questionPage(answered, { versions, rounds: ROUNDS, seconds: LONG / 1e9 });
  writeFileSync(join(project, "bench/questions.md"), text);
  return {
    rows,
    notes: `Amplification, loss distributions and frequency oracles beside ${versions}: [questions.md](questions.md).`,
  };
}
