/** Exhibits of the gallery: mechanisms of the local model whose probabilities are of another one. */

import { finiteLaw } from "../../mechanisms/laws/finite-law.ts";
import { choiceResponse } from "../../mechanisms/local/choice-response.ts";
import { hadamardResponse } from "../../mechanisms/local/hadamard-response.ts";
import { privUnit } from "../../mechanisms/local/priv-unit.ts";
import { unaryEncoding } from "../../mechanisms/local/unary-encoding.ts";
import { exp } from "../../numerics/exponential.ts";
import { log } from "../../numerics/logarithm.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import { type Exhibit, lawExhibit, pureClaim } from "./exhibit.ts";

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

export const LOCAL_EXHIBITS: readonly Exhibit[] = [
  lawExhibit({
    name: "unary-encoding-epsilon-per-bit",
    claim: "unary encoding with every bit told at epsilon 1 is 1-private; two truths differ in two bits",
    source: "Wang, Blocki, Li, Jha (USENIX Security 2017): each bit has epsilon / 2 if its two probabilities are alike",
    claimed: pureClaim(1),
    needs: 2,
    within: 1e-9,
    broken: () => ({ first: symmetricBits(0), second: symmetricBits(1) }),
    corrected: () => ({ first: unary.law(0), second: unary.law(1) }),
  }),
  lawExhibit({
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
  lawExhibit({
    name: "hadamard-response-two-columns",
    claim: "two columns of one truth, each at epsilon 1, are 1-private",
    source: "Acharya, Sun, Zhang (AISTATS 2019): one column",
    claimed: pureClaim(1),
    needs: 2,
    within: 1e-9,
    broken: () => ({ first: twoColumns(0), second: twoColumns(1) }),
    corrected: () => ({ first: hadamard.law(0), second: hadamard.law(1) }),
  }),
  lawExhibit({
    name: "priv-unit-whole-sphere",
    claim: "PrivUnit keeps epsilon 2 if, outside the cap, it draws from the whole sphere",
    source: "Bhowmick et al. (2018), algorithm 1: from the complement of the cap",
    claimed: pureClaim(2),
    needs: log(1 + unit.capProbability / ((1 - unit.capProbability) * unit.capShare)),
    within: 1e-9,
    broken: () => ({ first: caps(1, "sphere"), second: caps(-1, "sphere") }),
    corrected: () => ({ first: caps(1, "rest"), second: caps(-1, "rest") }),
  }),
];
