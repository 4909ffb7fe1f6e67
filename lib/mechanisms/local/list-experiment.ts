/**
 * List experiment (item count technique): a respondent says how many items of a list hold; the sensitive item is on the list
 * of a random half.
 *
 * Theorem: it is not differentially private. In the treatment group the sensitive bit moves the answer by exactly one, so two
 * respondents who differ in it have laws at distance 1/2 for every finite epsilon: (0, 1/2) and nothing better; respondents whose other
 * answers differ too may share no outcome, so that under `swap` only (0, 1) holds, which says nothing. An answer of 0 or of all items in
 * treatment gives the bit away.
 * Source: survey practice (Miller 1984 for the technique); the privacy is found by enumeration in the tests.
 * Limits: a warning in the form of a mechanism. For a private answer use `randomizedResponse`, or Laplace noise in the group sums.
 * @claim list-experiment
 */
import { count, declare, type ParametersOf } from "../../numerics/parameters.ts";
import { refuseData } from "../../numerics/requirements.ts";
import { approximate } from "../../privacy/guarantees/guarantee.ts";
import type { ClosedMechanism } from "../../privacy/guarantees/mechanism.ts";
import { discretePld } from "../../privacy/loss/discrete-pld.ts";
import type { DiscreteLaw } from "../../privacy/loss/law.ts";
import { sampleBernoulli } from "../../random/bernoulli.ts";
import type { Stream } from "../../random/stream.ts";

export const listExperimentParameters = declare({
  /** The number of harmless items. */
  items: count,
});

export interface ListExperimentParameters extends ParametersOf<typeof listExperimentParameters> {}

export interface Respondent {
  /** How many harmless items hold. */
  readonly harmless: number;
  /** 1 if the sensitive item holds, otherwise 0. */
  readonly sensitive: number;
}

export type ListAnswer = `${"control" | "treatment"} ${number}`;

export type ListExperiment = ClosedMechanism<Respondent, ListAnswer, Stream, DiscreteLaw<ListAnswer>>;

export function listExperiment(parameters: ListExperimentParameters): ListExperiment {
  const { items } = listExperimentParameters.read(parameters);
  const answersOf = (respondent: Respondent): readonly [ListAnswer, ListAnswer] => {
    if (typeof respondent !== "object" || respondent === null) refuseData("respondent", "a record of two fields");
    const { harmless, sensitive } = respondent;
    if (!(Number.isInteger(harmless) && harmless >= 0 && harmless <= items)) {
      refuseData("harmless", `an integer from 0 to ${items}`);
    }
    if (sensitive !== 0 && sensitive !== 1) refuseData("sensitive", "0 or 1");
    return [`control ${harmless}`, `treatment ${harmless + sensitive}`];
  };
  return {
    name: "list-experiment",
    neighbours: "swap",
    guarantee: approximate(0, 1),
    release: (respondent, random) => answersOf(respondent)[sampleBernoulli(0.5, random)],
    law: (respondent) => {
      const support = answersOf(respondent);
      return {
        kind: "discrete",
        support,
        logMass: (answer) => (support.includes(answer) ? -Math.LN2 : -Infinity),
        neglected: 0,
      };
    },
    // The worst pair has no answer in common.
    privacyLoss: () => ({ ...discretePld([0, -Infinity], [-Infinity, 0]), attained: true }),
    worstPair: () => [
      { harmless: 0, sensitive: 0 },
      { harmless: items, sensitive: 1 },
    ],
  };
}
