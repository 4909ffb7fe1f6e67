/**
 * How the functions of lib/attacks that guess membership from a trained model or a synthetic table are called, for the fuzz test.
 */
import fc from "fast-check";
import { densityRatioParameters } from "../../lib/attacks/density-ratio-score.ts";
import { gameTrialsParameters, referenceTrialsParameters } from "../../lib/attacks/membership-game.ts";
import {
  offlineRelativeMembershipParameters,
  relativeMembershipParameters,
} from "../../lib/attacks/relative-membership-attack.ts";
import { evidenceParameters } from "../../lib/attacks/synthetic-record.ts";
import { stream } from "../../lib/random/index.ts";
import { anyNumber, listOf, moderate, nonNegative, oneOf, probability, record } from "./arguments.ts";
import { argumentsOf, declares } from "./declared.ts";
import { type Entry, takes } from "./fuzz.ts";

const code = fc.integer({ min: 0, max: 2 });
const coded = fc.array(code, { minLength: 3, maxLength: 3 });
const table = { target: coded, synthetic: listOf(coded), reference: listOf(coded) };

const view = record({ loss: moderate, population: fc.array(moderate, { minLength: 2, maxLength: 2 }) });
const references = record({ present: listOf(view, 2), absent: listOf(view, 2) });
/** What an attack makes of a model. */
const scored = {
  follow: (attack: (seen: unknown) => number) => [
    attack({ loss: 0.3, population: [0.2, 0.9] }),
    attack({ loss: 0, population: [0, 40] }),
  ],
};
const random = fc.nat().map((seed) => stream(seed, "fuzz"));
const game = fc.constant({
  records: (member: boolean) => (member ? 1 : 0),
  train: (data: number) => data,
  view: (model: number) => ({ loss: 1 - model, population: [1] }),
});
const attacks = fc.constant({ loss: ({ loss }: { loss: number }) => -loss });

export const EMPIRICAL_MEMBERSHIP: Readonly<Record<string, Entry>> = {
  attackScores: takes([game, attacks, argumentsOf(gameTrialsParameters), random], {
    isDeclared: 2,
    fixed: /^[013]|models/,
    range: [-1, 0],
  }),
  densityRatioScore: declares(densityRatioParameters, { own: { ...table, sizes: fc.constant([3, 3, 3]) } }),
  fixedThresholds: takes([listOf(anyNumber), listOf(probability)], { infinite: true }),
  likelihoodRatioAttack: takes([references, oneOf("own", "shared")], { ...scored, isDeclared: true }),
  logitConfidence: takes([nonNegative]),
  lossThresholdAttack: takes([record({ loss: nonNegative })], { range: [-Infinity, 0], open: /^0/ }),
  nearestRecordScore: declares(evidenceParameters, { own: table, range: [-3, 3] }),
  offlineLikelihoodRatioAttack: takes([listOf(view, 2)], { ...scored, open: /^0/ }),
  offlineRelativeMembershipAttack: takes(
    [listOf(view), argumentsOf(offlineRelativeMembershipParameters, { gamma: moderate })],
    { ...scored, isDeclared: 1, open: /^0/ },
  ),
  referenceModels: takes([game, argumentsOf(referenceTrialsParameters), random], {
    isDeclared: 1,
    fixed: /^[02]|models/,
  }),
  relativeMembershipAttack: takes([references, argumentsOf(relativeMembershipParameters, { gamma: moderate })], {
    ...scored,
    isDeclared: true,
  }),
};
