/** Broken: mechanisms of the local model and surveys, whose probabilities are of another one or whose cost is that of one bit. */

import { finiteLaw } from "../../mechanisms/laws/finite-law.ts";
import { choiceResponse } from "../../mechanisms/local/choice-response.ts";
import { countMeanSketch } from "../../mechanisms/local/count-mean-sketch.ts";
import { hadamardResponse } from "../../mechanisms/local/hadamard-response.ts";
import { listExperiment } from "../../mechanisms/local/list-experiment.ts";
import { oneBitMean } from "../../mechanisms/local/one-bit-mean.ts";
import { privUnit } from "../../mechanisms/local/priv-unit.ts";
import { randomizedResponse } from "../../mechanisms/local/randomized-response.ts";
import { rappor } from "../../mechanisms/local/rappor.ts";
import { unaryEncoding } from "../../mechanisms/local/unary-encoding.ts";
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import { bitResponse } from "./algebra.ts";
import { brokenVariant, type Exhibit, pureClaim } from "./broken-variant.ts";
import { oneTimeRappor } from "./selection.ts";

const [unary, hadamard] = [unaryEncoding({ epsilon: 1, choices: 3 }), hadamardResponse({ epsilon: 1, choices: 3 })];
const unit = privUnit({ epsilon: 2, dimension: 5 });

/** Each of three bits, of which the one of the truth is 1, answered by randomized response at epsilon 1. */
function symmetricBits(truth: number): DiscreteLaw<number> {
  const [logTruth, logLie] = [-log(1 + exp(-1)), -1 - log(1 + exp(-1))];
  return finiteLaw(
    Array.from({ length: 8 }, (_, code) =>
      [0, 1, 2].reduce((sum, k) => sum + (((code >> k) & 1) === (k === truth ? 1 : 0) ? logTruth : logLie), 0),
    ),
  );
}

/** One of seven buckets, the right one with the probability e / (e + 1) that two buckets would take. */
function binaryOdds(bucket: number): DiscreteLaw<number> {
  const [right, wrong] = [-log(1 + exp(-1)), -1 - log(1 + exp(-1)) - log(6)];
  return finiteLaw(Array.from({ length: 7 }, (_, k) => (k === bucket ? right : wrong)));
}

/** Two columns of one truth, drawn apart. */
function twoColumns(truth: number): DiscreteLaw<number> {
  const { logMass, support } = hadamard.law(truth);
  return finiteLaw(support.flatMap((a) => support.map((b) => logMass(a) + logMass(b))));
}

/** Whether the release is in the cap of the truth, in that of its opposite or in neither; outside the cap it is uniform on `rest`. */
function caps(truth: 1 | -1, rest: "rest" | "sphere"): DiscreteLaw<number> {
  const { capProbability: p, capShare: c } = unit;
  const share = rest === "rest" ? 1 - c : 1;
  const own = p + (rest === "rest" ? 0 : (1 - p) * c);
  const opposite = ((1 - p) * c) / share;
  const masses = truth === 1 ? [own, opposite] : [opposite, own];
  return finiteLaw([...masses, 1 - own - opposite].map((mass) => log(mass)));
}

const list = listExperiment({ items: 3 });
/** What one hashed bit costs at f = 0.95. */
const bitCost = log(0.525 / 0.475);
const rounded = randomizedResponse({ epsilon: 1, denominator: 100 });

const STAGES = { noise: 0.5, whenOne: 0.75, whenZero: 0.5 } as const;
const reported = rappor({ bits: 2, weight: 1, ...STAGES });
const mean = oneBitMean({ epsilon: 1, lower: 0, upper: 1 });

/** All that so many reports say of two places, of which the first is 1 for one person and the second for the other: by enumeration. */
function reportedPlaces({ reports }: { readonly reports: number }) {
  const codes = Array.from({ length: 1 << reports }, (_, code) =>
    Array.from({ length: reports }, (_, k) => (code >> k) & 1),
  );
  const told = (permanent: number) => (permanent === 1 ? STAGES.whenOne : STAGES.whenZero);
  const given = (list: readonly number[], permanent: number) =>
    list.reduce((mass, bit) => mass * (bit === 1 ? told(permanent) : 1 - told(permanent)), 1);
  const logMassOf = (list: readonly number[], bit: number) =>
    log((1 - STAGES.noise / 2) * given(list, bit) + (STAGES.noise / 2) * given(list, 1 - bit));
  const lawOf = (bits: readonly [number, number]) =>
    finiteLaw(codes.flatMap((one) => codes.map((other) => logMassOf(one, bits[0]) + logMassOf(other, bits[1]))));
  return { first: lawOf([1, 0]), second: lawOf([0, 1]) };
}

function sketches(epsilon: number) {
  const { law } = countMeanSketch({ epsilon, choices: 2, buckets: 3 });
  return { first: law(0), second: law(1) };
}

export const rapporReports = brokenVariant({
  name: "rappor-without-memory",
  claim: "two reports of RAPPOR from one permanent answer cost no more than one",
  source: "Erlingsson, Pihur, Korolova (CCS 2014), theorem 2, is of one report",
  claimed: pureClaim(reported.epsilonAfter(1)),
  correctedClaim: pureClaim(reported.epsilonAfter(2)),
  needs: reported.epsilonAfter(2),
  within: 1e-12,
  says: "two reports claimed at the epsilon of one",
  at: { reports: 2 },
  broken: reportedPlaces,
  corrected: reportedPlaces,
});

export const sketchedBits = brokenVariant({
  name: "count-mean-sketch-epsilon-per-bit",
  claim: "every bit of a count-mean sketch told at epsilon 2 is 2-private; two buckets differ in two bits",
  source: "Apple's Differential Privacy Team (2017): each bit has epsilon / 2",
  claimed: pureClaim(2),
  needs: 4,
  within: 1e-9,
  at: { epsilon: 2 },
  broken: ({ epsilon }: { readonly epsilon: number }) => sketches(2 * epsilon),
  corrected: ({ epsilon }) => sketches(epsilon),
});

export const roundedToAnEnd = brokenVariant({
  name: "rounded-to-an-end",
  claim: "a value that is rounded to an end of its range at random, without bias, is private for some epsilon, here 10",
  source: "Ding, Kulkarni, Yekhanin (NeurIPS 2017), who answer the rounded bit by randomized response",
  claimed: pureClaim(10),
  correctedClaim: pureClaim(1),
  needs: Infinity,
  broken: () => ({ first: finiteLaw([0, -Infinity]), second: finiteLaw([-log(2), -log(2)]) }),
  corrected: () => ({ first: mean.law(0), second: mean.law(1) }),
});

export const LOCAL_VARIANTS: readonly Exhibit[] = [
  brokenVariant({
    name: "unary-encoding-epsilon-per-bit",
    claim: "unary encoding with every bit told at epsilon 1 is 1-private; two truths differ in two bits",
    source: "Wang, Blocki, Li, Jha (USENIX Security 2017): each bit has epsilon / 2 if its two probabilities are alike",
    claimed: pureClaim(1),
    needs: 2,
    within: 1e-9,
    broken: () => ({ first: symmetricBits(0), second: symmetricBits(1) }),
    corrected: () => ({ first: unary.law(0), second: unary.law(1) }),
  }),
  brokenVariant({
    name: "local-hashing-odds-of-two",
    claim: "hashing to seven buckets, the right one answered with probability e / (e + 1), is 1-private",
    source: "Wang, Blocki, Li, Jha (USENIX Security 2017): the probability is e / (e + g - 1)",
    claimed: pureClaim(1),
    needs: 1 + log(6),
    within: 1e-9,
    broken: () => ({ first: binaryOdds(0), second: binaryOdds(1) }),
    corrected: () => {
      const { law } = choiceResponse({ epsilon: 1, choices: 7 });
      return { first: law(0), second: law(1) };
    },
  }),
  brokenVariant({
    name: "hadamard-response-two-columns",
    claim: "two columns of one truth, each at epsilon 1, are 1-private",
    source: "Acharya, Sun, Zhang (AISTATS 2019): one column",
    claimed: pureClaim(1),
    needs: 2,
    within: 1e-9,
    broken: () => ({ first: twoColumns(0), second: twoColumns(1) }),
    corrected: () => ({ first: hadamard.law(0), second: hadamard.law(1) }),
  }),
  brokenVariant({
    name: "priv-unit-whole-sphere",
    claim: "PrivUnit keeps epsilon 2 if, outside the cap, it draws from the whole sphere",
    source: "Bhowmick et al. (2018), algorithm 1: from the complement of the cap",
    claimed: pureClaim(2),
    needs: log(1 + unit.capProbability / ((1 - unit.capProbability) * unit.capShare)),
    within: 1e-9,
    broken: () => ({ first: caps(1, "sphere"), second: caps(-1, "sphere") }),
    corrected: () => ({ first: caps(1, "rest"), second: caps(-1, "rest") }),
  }),
  brokenVariant({
    name: "list-experiment",
    claim: "a list experiment is log(3)-private for the sensitive bit",
    source: "claim list-experiment; Miller (1984) for the technique",
    claimed: pureClaim(log(3)),
    needs: Infinity,
    broken: () => ({
      first: list.law({ harmless: 1, sensitive: 0 }),
      second: list.law({ harmless: 1, sensitive: 1 }),
    }),
    corrected: () => ({ first: bitResponse(0, log(3)), second: bitResponse(1, log(3)) }),
  }),
  brokenVariant({
    name: "one-time-rappor",
    claim: "four hashed bits at f = 0.95 cost four times one bit; values that share one of them differ in six",
    source: "DP-Sniper's list; Erlingsson, Pihur, Korolova (CCS 2014): 2 h log((1 - f/2) / (f/2)) for h hashes",
    claimed: pureClaim(4 * bitCost),
    correctedClaim: pureClaim(8 * bitCost),
    needs: 0.6005,
    within: 5e-5,
    broken: () => ({ first: oneTimeRappor([1, 1, 1, 0, 0, 0], 0.95), second: oneTimeRappor([0, 0, 0, 1, 1, 1], 0.95) }),
    corrected: () => ({
      first: oneTimeRappor([1, 1, 1, 0, 0, 0], 0.95),
      second: oneTimeRappor([0, 0, 0, 1, 1, 1], 0.95),
    }),
  }),
  rapporReports,
  sketchedBits,
  roundedToAnEnd,
  brokenVariant({
    name: "truth-rounded-up",
    claim: "a truth of probability e / (1 + e), rounded to 74 of 100, is 1-private",
    source: "log(74 / 26); the right rounding is in mechanisms/laws/rational-truth.ts",
    claimed: pureClaim(1),
    needs: 1.045969,
    within: 5e-7,
    broken: () => ({ first: bitResponse(0, log(74 / 26)), second: bitResponse(1, log(74 / 26)) }),
    corrected: () => ({ first: rounded.law(0), second: rounded.law(1) }),
  }),
];
