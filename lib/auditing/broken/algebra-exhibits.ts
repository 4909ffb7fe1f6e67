/** Exhibits of the gallery: the definition and the algebra of differential privacy. */
import { expm1 } from "../../numerics/exponential.ts";
import { discreteLaplaceCount } from "./additive-noise.ts";
import {
  answerTowardsOne,
  answerTowardsTruth,
  bareOutput,
  bitResponse,
  exactSize,
  groupChainCoin,
  parity,
  randomRecord,
  responseTotal,
  separateNoise,
  sharedNoise,
} from "./algebra.ts";
import { type Exhibit, lawExhibit, pureClaim } from "./exhibit.ts";

const everyone = ["ann", "bob", "cid", "dan", "eve", "fay", "gil", "hal", "ida", "jim"];
const chain = { epsilon: 0.5, delta: 1e-3, start: 1e-3 };
const groupDelta = (chain.delta * expm1(5 * chain.epsilon)) / expm1(chain.epsilon);
const zeal = { epsilon: 1, zeal: 0.5 };

export const ALGEBRA_EXHIBITS: readonly Exhibit[] = [
  lawExhibit({
    name: "exact-size",
    claim: "the number of records is 1-private under add-remove",
    source: "claim neighbour-relations; Kifer, Machanavajjhala (2011)",
    claimed: pureClaim(1),
    needs: Infinity,
    broken: () => ({ first: exactSize(everyone), second: exactSize(everyone.slice(1)) }),
    corrected: () => ({ first: discreteLaplaceCount(10, 1), second: discreteLaplaceCount(9, 1) }),
  }),
  lawExhibit({
    name: "random-record",
    claim: "a record at random among n is (0, 1/(2n))-private under swap",
    source: "claim random-person; Dwork, Roth (2014)",
    claimed: { epsilon: 0, delta: 0.05 },
    correctedClaim: { epsilon: 0, delta: 0.1 },
    needs: 0.1,
    within: 1e-15,
    broken: () => ({ first: randomRecord(everyone), second: randomRecord([...everyone.slice(1), "kit"]) }),
    corrected: () => ({ first: randomRecord(everyone), second: randomRecord([...everyone.slice(1), "kit"]) }),
  }),
  lawExhibit({
    name: "parity",
    claim: "the parity of bits is 1-private under swap",
    source: "claim deterministic-not-private",
    claimed: pureClaim(1),
    needs: Infinity,
    broken: () => ({ first: bareOutput(parity([1, 0, 1])), second: bareOutput(parity([1, 1, 1])) }),
    corrected: () => ({ first: bitResponse(parity([1, 0, 1]), 1), second: bitResponse(parity([1, 1, 1]), 1) }),
  }),
  lawExhibit({
    name: "look-again",
    claim: "rounding an answer towards the truth is post-processing, and keeps epsilon 1",
    source: "claim postprocessing; Dwork, Roth (2014), proposition 2.1, for what post-processing is",
    claimed: pureClaim(1),
    // (e + 1/2) / (1/2): half of the wrong answers are put right.
    needs: 1.862,
    within: 5e-4,
    broken: () => ({ first: answerTowardsTruth(0, zeal), second: answerTowardsTruth(1, zeal) }),
    corrected: () => ({ first: answerTowardsOne(0, zeal), second: answerTowardsOne(1, zeal) }),
  }),
  lawExhibit({
    name: "shared-noise",
    claim: "two counts of which one moves are 1-private with one draw of noise for both",
    source: "claim basic-composition",
    claimed: pureClaim(1),
    needs: Infinity,
    broken: () => ({ first: sharedNoise([0, 0], 1), second: sharedNoise([1, 0], 1) }),
    corrected: () => ({ first: separateNoise([0, 0], 1), second: separateNoise([1, 0], 1) }),
  }),
  lawExhibit({
    name: "root-of-rounds",
    claim: "a hundred rounds of epsilon 0.1 compose to epsilon sqrt(k) = 1 at delta 1e-6",
    source:
      "claim advanced-composition, for what the Theta of advanced composition hides; 4.774568 at delta 1e-6 by claim kov-optimal-composition",
    claimed: { epsilon: 1, delta: 1e-6 },
    correctedClaim: { epsilon: 4.774569, delta: 1e-6 },
    broken: () => ({
      first: responseTotal(0, { rounds: 100, epsilon: 0.1 }),
      second: responseTotal(1, { rounds: 100, epsilon: 0.1 }),
    }),
    corrected: () => ({
      first: responseTotal(0, { rounds: 100, epsilon: 0.1 }),
      second: responseTotal(1, { rounds: 100, epsilon: 0.1 }),
    }),
  }),
  lawExhibit({
    name: "group-chain",
    claim: "five neighbours on, (epsilon, delta) has become (5 epsilon, 5 delta)",
    source: "claim group-privacy; Vadhan (2017)",
    claimed: { epsilon: 5 * chain.epsilon, delta: 5 * chain.delta },
    correctedClaim: { epsilon: 5 * chain.epsilon, delta: groupDelta },
    needs: 0.01724,
    within: 5e-6,
    broken: () => ({ first: groupChainCoin(5, chain), second: groupChainCoin(0, chain) }),
    corrected: () => ({ first: groupChainCoin(5, chain), second: groupChainCoin(0, chain) }),
  }),
];
