/**
 * How the functions of lib/auditing are called, for the fuzz test.
 */
import fc from "fast-check";
import { certifiedRatio } from "../../lib/auditing/certified-epsilon.ts";
import { continuousClaim } from "../../lib/auditing/continuous-audit.ts";
import { discreteClaim, plainClaim } from "../../lib/auditing/discrete-audit.ts";
import { pairCounts } from "../../lib/auditing/event-e-value.ts";
import { auditPlan } from "../../lib/auditing/mechanism-audit.ts";
import { oneRunClaim, oneRunTarget } from "../../lib/auditing/one-run-audit.ts";
import { oneRunMuTarget, oneRunTradeOffClaim } from "../../lib/auditing/one-run-trade-off-audit.ts";
import { boxPlan } from "../../lib/auditing/operating-boxes.ts";
import { pairSearch, type searchRounds } from "../../lib/auditing/pair-search.ts";
import type { Recorder } from "../../lib/auditing/recorder.ts";
import { concentratedClaim } from "../../lib/auditing/renyi-audit.ts";
import { replayPlan } from "../../lib/auditing/replay-audit.ts";
import { releaseAudit, sampledClaim } from "../../lib/auditing/sampled-audit.ts";
import { gaussianReleaseAudit, renyiReleaseAudit } from "../../lib/auditing/sampled-divergence-audit.ts";
import { watchedClaim } from "../../lib/auditing/watched-audit.ts";
import { smallDomain } from "../../lib/auditing/worst-pair.ts";
import { laplace, randomizedResponse, stream } from "../../lib/index.ts";
import { gaussianTradeOff } from "../../lib/privacy/index.ts";
import { AUDIT_SUPPORT } from "./anonymity.ts";
import { anyNumber, count, listOf, moderate, nonNegative, oneOf, probability, record } from "./arguments.ts";
import { argumentsOf, declares } from "./declared.ts";
import { type Entry, takes } from "./fuzz.ts";

const UNIT = { range: [0, 1] } as const;
const NON_NEGATIVE = { range: [0, Infinity], infinite: true } as const;
const errorRate = fc.double({ min: 0.001, max: 0.5, noNaN: true });
const claim = argumentsOf(plainClaim);
const guessCounts = fc.constant([2]);
/** A law on three outcomes; callers get laws whole. */
const law = listOf(moderate, 3, 3).map((weights) => {
  const logs = weights.map((weight) => Math.log(weight / weights.reduce((a, b) => a + b)));
  return Object.assign(Object.create(null), {
    kind: "discrete",
    support: [0, 1, 2],
    logMass: (output: number) => logs[output] ?? -Infinity,
    neglected: 0,
  });
});
const density = anyNumber.map((centre) => {
  const of = laplace({ epsilon: 1, sensitivity: 1, neighbours: "swap" }).law(Math.max(-50, Math.min(50, centre)));
  return Object.assign(Object.create(null), of);
});
const lawPair = record({ first: law, second: law });
const densityPair = record({ first: density, second: density });
const shape = record({ kind: oneOf("unknown") });
const whole = <Value extends object>(value: Value): Value => Object.assign(Object.create(null), value);
const scores = record({ members: listOf(anyNumber, 2), others: listOf(anyNumber, 2) });
const guesses = fc.tuple(count, count, count).map((three) => {
  const [correct, made, canaries] = three.toSorted((a, b) => a - b);
  return { canaries, guesses: made, correct };
});
const curve = fc.constant({
  members: 2,
  others: 2,
  points: [
    { threshold: 3, truePositives: 1, falsePositives: 0 },
    { threshold: 1, truePositives: 2, falsePositives: 2 },
  ],
});
const rate = fc.tuple(probability, probability, probability).map((three) => {
  const [lower, estimate, upper] = three.toSorted((a, b) => a - b);
  return { lower, estimate, upper };
});
const box = record({ falsePositiveRate: rate, truePositiveRate: rate });
const positives = fc.tuple(count, count, count, count).map(([one, more, other, further]) => ({
  falsePositives: one,
  others: one + more,
  truePositives: other,
  members: other + further,
}));
const counted = fc.tuple(count, count).map(([some, more]) => ({ successes: some, trials: some + more }));
const samples = record({ first: listOf(fc.nat(3), 6, 8), second: listOf(fc.nat(3), 6, 8) });
const choose = fc.constant(() => (output: number) => output > 1);
const infinite = { infinite: true };
const threeWay = fc.constant((input: number, random: { uint32(): number }) => (input + (random.uint32() % 3)) % 3);
const drawing = {
  inputs: fc.constant([0, 1]),
  draws: fc.constant(40),
  until: fc.constant(() => true),
  errorRate,
  choose,
};
const searching = {
  pairs: fc.constant([
    [0, 1],
    [1, 2],
  ]),
  draws: fc.constant(400),
  errorRate,
  choose,
};
/** Exceeds its sensitivity on the second of the pairs, where the size of what is drawn is another, too. */
const recorded = fc.constant((input: number, recorder: Recorder) => {
  recorder.laplace(3 * input, { sensitivity: 4, scale: 1, name: "value" });
  return recorder.laplace(Array(1 + Math.floor(input / 2)).fill(0), { sensitivity: 1, scale: 1 });
});
const watching = {
  ...drawing,
  training: oneOf(2, 10),
  batchSize: oneOf(1, 20),
  draws: oneOf(40, 60),
  epsilons: fc.constant([0, 0.5, 2]),
};
const small = {
  universe: fc.constant([0, 1]),
  size: oneOf(1, 2, 3),
  neighbours: oneOf("swap", "add-remove"),
  nullRecord: fc.constant(0),
};
const streams = fc.nat().map((seed) => stream(seed, "audit"));

/** What a choice of an event says of an output. */
const chosen = (choose: (training: object) => (output: number) => boolean) => [
  choose({ over: [1, 2, 2], under: [0, 1, 0], delta: 0, errorRate: 0.01 })(2),
];

/** What is found by a search whose outputs are drawn in rounds. */
const searched = (rounds: ReturnType<typeof searchRounds<number, number>>) => {
  const outputs = (draws: number) => Array.from({ length: draws }, (_, k) => k % 3);
  let step = rounds.next();
  while (!step.done) {
    const { places, draws } = step.value;
    step = rounds.next(places.map(() => ({ first: outputs(draws), second: outputs(draws) })));
  }
  return [step.value.draws, step.value.spent];
};

export const AUDITING: Readonly<Record<string, Entry>> = {
  adaptiveLaw: takes([oneOf(1, 2, 3), law.map((step) => () => step)], { fixed: /^0/ }),
  productLaw: takes([listOf(law, 1, 3)]),
  auditContinuous: takes([densityPair, argumentsOf(continuousClaim, { shape })], {
    ...infinite,
    fails: /^integrate did not reach/,
    slow: 4,
    isDeclared: 1,
  }),
  continuousDelta: takes([densityPair, nonNegative], { ...UNIT, fails: /^integrate did not reach/, slow: 4 }),
  continuousEpsilon: takes([densityPair, shape], { ...infinite, isDeclared: 1 }),
  auditDiscrete: takes([lawPair, argumentsOf(discreteClaim)], { ...infinite, isDeclared: 1 }),
  discreteDelta: takes([lawPair, nonNegative]),
  discreteEpsilon: takes([lawPair], NON_NEGATIVE),
  impossibleMass: takes([lawPair], UNIT),
  auditOneRun: takes([scores, argumentsOf(oneRunClaim, { errorRate, guessCounts })], { ...infinite, isDeclared: 1 }),
  oneRunEpsilon: takes([guesses, argumentsOf(oneRunTarget, { errorRate })], { ...NON_NEGATIVE, isDeclared: true }),
  oneRunPValue: takes([guesses, claim], { ...UNIT, isDeclared: true }),
  auditOneRunTradeOff: takes(
    [
      scores,
      argumentsOf(oneRunTradeOffClaim, { curve: fc.constant(whole(gaussianTradeOff(1))), errorRate, guessCounts }),
    ],
    { ...infinite, isDeclared: 1 },
  ),
  oneRunMu: takes([guesses, argumentsOf(oneRunMuTarget, { errorRate })], { ...NON_NEGATIVE, isDeclared: true }),
  tradeOffOneRunPValue: takes([guesses, moderate.map((mu) => whole(gaussianTradeOff(mu)))], UNIT),
  judgeOperatingBoxes: takes([listOf(box), fc.constant(gaussianTradeOff(1))], { fixed: /^1/ }),
  operatingBox: takes([positives, errorRate]),
  operatingBoxes: takes([scores, argumentsOf(boxPlan, { thresholds: listOf(anyNumber), errorRate })], {
    isDeclared: 1,
  }),
  operatingCurve: takes([scores], infinite),
  truePositiveRateAt: takes([curve, probability], { ...UNIT, unchecked: true }),
  networkEvent: takes([fc.constant((output: number) => [output]), streams], { free: /^0/, follow: chosen }),
  outputEvent: takes([streams], { follow: chosen }),
  halfLineEvent: takes([fc.constant((output: number) => output)], { free: /^0/, follow: chosen }),
  cellEvent: takes([fc.constant((output: number) => output)], { free: /^0/, follow: chosen }),
  classifierEvent: takes([fc.constant((output: number) => [output])], { free: /^0/, follow: chosen }),
  certifiedLogRatio: declares(certifiedRatio, { own: { over: counted, under: counted, errorRate }, ...infinite }),
  auditRelease: takes([threeWay, argumentsOf(releaseAudit, drawing), streams], {
    ...infinite,
    fixed: /inputs\.\d/,
    isDeclared: 1,
  }),
  auditSamples: takes([samples, argumentsOf(sampledClaim, { errorRate, choose })], {
    ...infinite,
    free: /^0/,
    isDeclared: 1,
  }),
  auditGaussianRelease: takes([threeWay, argumentsOf(gaussianReleaseAudit, drawing), streams], {
    ...infinite,
    fixed: /inputs\.\d/,
    isDeclared: 1,
  }),
  auditRenyiRelease: takes(
    [
      threeWay,
      argumentsOf(renyiReleaseAudit, {
        ...drawing,
        orders: listOf(moderate.map((x) => 1 + x)),
        epsilonAt: fc.constant((order: number) => order),
      }),
      streams,
    ],
    { ...infinite, free: /epsilonAt/, fixed: /inputs\.\d/, isDeclared: 1 },
  ),
  searchRounds: takes([argumentsOf(pairSearch, searching)], { ...infinite, isDeclared: true, follow: searched }),
  searchPair: takes([threeWay, argumentsOf(pairSearch, searching), streams], {
    ...infinite,
    fixed: /draws|pairs/,
    isDeclared: 1,
  }),
  watchAudit: takes([threeWay, argumentsOf(watchedClaim, watching), streams], {
    ...infinite,
    free: /./,
    fixed: /draws/,
    follow: (looks: Iterable<unknown>) => [...looks],
  }),
  auditReplay: takes(
    [
      recorded,
      argumentsOf(replayPlan, { pairs: searching.pairs, replays: oneOf(1, 2, 3), epsilon: nonNegative }),
      streams,
    ],
    {
      ...infinite,
      fixed: /pairs|replays/,
      isDeclared: 1,
    },
  ),
  eventEValue: takes([argumentsOf(pairCounts), claim], { ...NON_NEGATIVE, isDeclared: true }),
  auditSupport: AUDIT_SUPPORT,
  audit: takes(
    [
      fc.constant(Object.assign(Object.create(null), randomizedResponse({ epsilon: 1 }))),
      argumentsOf(auditPlan, {
        pair: fc.constant([0, 1]),
        until: fc.constant(() => false),
        draws: fc.integer({ min: 2, max: 1000 }),
      }),
      streams,
    ],
    { ...infinite, isDeclared: 1 },
  ),
  auditZeroConcentrated: takes(
    [lawPair, argumentsOf(concentratedClaim, { orders: listOf(moderate.map((x) => 1 + x)) })],
    {
      ...infinite,
      isDeclared: 1,
    },
  ),
  discreteRenyi: takes([lawPair, moderate.map((x) => 1 + x)], NON_NEGATIVE),
  neighbouringPairs: takes([argumentsOf(smallDomain, small)], {
    free: /./,
    fixed: /size|universe/,
    unchecked: true,
    follow: (pairs: Iterable<unknown>) => [...pairs],
  }),
  worstPair: takes(
    [
      argumentsOf(smallDomain, small),
      fc.constant((first: readonly number[], second: readonly number[]) => Math.abs(first.length - second.length)),
    ],
    { free: /universe|nullRecord/, fixed: /size/, unchecked: true, isDeclared: 0 },
  ),
};
