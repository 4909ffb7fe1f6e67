/**
 * The trials of a membership game: reference models, thresholds fixed on models of their own, and then one score per model for
 * every attack.
 *
 * A trial is a pair of models, one without the target and one with it. Before them, in the same block, come 512 reference models of
 * each kind, shared among the targets, and as many models without the target as there are trials, which fix the thresholds. So a
 * cell is one block. A level is judged where at least ten false positives are expected: 0.1 % from 10 000 trials on.
 */
import { fixedThresholds } from "../../lib/attacks/fixed-thresholds.ts";
import { likelihoodRatioAttack, offlineLikelihoodRatioAttack } from "../../lib/attacks/likelihood-ratio-attack.ts";
import { lossThresholdAttack } from "../../lib/attacks/loss-threshold-attack.ts";
import type { MembershipAttack, ReferenceViews } from "../../lib/attacks/membership-attack.ts";
import { attackScores, type MembershipGame, referenceModels } from "../../lib/attacks/membership-game.ts";
import {
  offlineRelativeMembershipAttack,
  relativeMembershipAttack,
} from "../../lib/attacks/relative-membership-attack.ts";
import { judgeOperatingBoxes, type OperatingBox, operatingBox } from "../../lib/auditing/operating-boxes.ts";
import { pow } from "../../lib/numerics/power.ts";
import type { TradeOff } from "../../lib/privacy/trade-off/trade-off.ts";
import { sampleMultinomial } from "../../lib/random/multinomial.ts";
import type { Stream } from "../../lib/random/stream.ts";
import { type Check, estimateAtLeast, type Judgement, refutableAtMost, type SampleContext } from "../kit.ts";

export const ATTACKS = ["loss", "lira-online", "lira-offline", "rmia-online", "rmia-offline"] as const;
export type AttackName = (typeof ATTACKS)[number];

/** Of each kind, shared among the targets. */
const REFERENCES = 512;
/** At which thresholds are fixed; the curves of figures go through all of them. */
const LEVELS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7] as const;
/** Those with boxes. */
const JUDGED = [0.001, 0.01, 0.1, 0.3] as const;

/** At which the limit is kept for figures: from 1e-4 to 1, fifteen a decade. */
const LIMIT_RATES = Array.from({ length: 61 }, (_, k) => pow(10, (k - 60) / 15));

/** The advantage that tells a leak from none. */
const FOUND = 0.2;

/** That a cell may use: one for either rate at each judged level of each attack. */
export const INTERVALS = 2 * JUDGED.length * ATTACKS.length;

/** How often each attack said "member" at each level. */
type Positives = Readonly<Record<AttackName, readonly number[]>>;

export interface GameCounts {
  readonly falsePositives: Positives;
  readonly truePositives: Positives;
}

function attacksOf(references: ReferenceViews): Readonly<Record<AttackName, MembershipAttack>> {
  return {
    loss: lossThresholdAttack,
    "lira-online": likelihoodRatioAttack(references),
    "lira-offline": offlineLikelihoodRatioAttack(references.absent),
    "rmia-online": relativeMembershipAttack(references, { gamma: 2 }),
    "rmia-offline": offlineRelativeMembershipAttack(references.absent, { gamma: 2, a: 0.3 }),
  };
}

/** One target of several a trial, drawn, each with reference models of its own; the thresholds are the same for all. */
export function playGames<Data, Model>(
  games: readonly MembershipGame<Data, Model>[],
  trials: number,
  random: Stream,
): GameCounts {
  const models = Math.ceil(REFERENCES / games.length);
  const attacks = games.map((game) => attacksOf(referenceModels(game, { models }, random)));
  const weights = new Float64Array(games.length).fill(1 / games.length);
  const scoresOf = (member: boolean): Record<AttackName, readonly number[]> => {
    const shares = sampleMultinomial({ trials, weights }, random);
    const parts = games.flatMap((game, k) =>
      shares[k] === 0 ? [] : [attackScores(game, attacks[k], { models: shares[k], member }, random)],
    );
    return byAttack((name) => parts.flatMap((part) => Array.from(part[name])));
  };
  const fixing = scoresOf(false);
  const thresholds = byAttack((name) => fixedThresholds(fixing[name], LEVELS));
  const positives = (member: boolean): Positives => {
    const scores = scoresOf(member);
    return byAttack((name) =>
      thresholds[name].map((threshold) => scores[name].reduce((sum, score) => sum + (score >= threshold ? 1 : 0), 0)),
    );
  };
  return { falsePositives: positives(false), truePositives: positives(true) };
}

function byAttack<Value>(value: (name: AttackName) => Value): Record<AttackName, Value> {
  return Object.fromEntries(ATTACKS.map((name) => [name, value(name)])) as Record<AttackName, Value>;
}

/** The judged levels at which this many trials expect ten false positives. */
export function judgedLevels(trials: number): readonly number[] {
  return JUDGED.filter((level) => level * trials >= 10);
}

function boxesOf(counts: GameCounts, { trials, errorRate }: SampleContext): Record<AttackName, OperatingBox[]> {
  return byAttack((name) =>
    judgedLevels(trials).map((level) => {
      const k = (LEVELS as readonly number[]).indexOf(level);
      const [falsePositives, truePositives] = [counts.falsePositives[name][k], counts.truePositives[name][k]];
      return operatingBox({ falsePositives, others: trials, truePositives, members: trials }, errorRate);
    }),
  );
}

/** No box of any attack lies wholly beyond the limit of the curve. */
export function judgeGame(counts: GameCounts, curve: TradeOff, context: SampleContext): Judgement {
  const boxes = boxesOf(counts, context);
  return {
    checks: byAttack((name) => boxCheck(boxes[name], curve)),
    values: shownValues(counts, boxes, context, curve),
  };
}

/** The box that comes nearest: its true-positive rate against the most that the curve allows at its highest false-positive rate. */
function boxCheck(boxes: readonly OperatingBox[], curve: TradeOff): Check {
  const { worst, limit } = judgeOperatingBoxes(boxes, curve);
  return refutableAtMost(worst.truePositiveRate, limit);
}

/** Without noise: how much more often the best attack names members than others, at the level where that is most, must be at least 0.2. */
export function judgeLeak(counts: GameCounts, context: SampleContext): Judgement {
  const boxes = boxesOf(counts, context);
  const gains = ATTACKS.flatMap((name) =>
    boxes[name].map(({ truePositiveRate: found, falsePositiveRate: alarms }) => ({
      estimate: found.estimate - alarms.estimate,
      lower: found.lower - alarms.upper,
      upper: found.upper - alarms.lower,
    })),
  );
  const best = gains.reduce((most, gain) => (gain.estimate > most.estimate ? gain : most));
  return { checks: { advantage: estimateAtLeast(best, FOUND) }, values: shownValues(counts, boxes, context) };
}

/** For figures and readers: curves, boxes, and how near the best attack comes to the limit at the smallest judged level. */
function shownValues(
  counts: GameCounts,
  boxes: Readonly<Record<AttackName, readonly OperatingBox[]>>,
  { trials }: SampleContext,
  curve?: TradeOff,
) {
  const [level] = judgedLevels(trials);
  const shares = (positives: readonly number[]) =>
    positives.filter((_, k) => LEVELS[k] >= level).map((count) => count / trials);
  const parts = (name: AttackName, rate: keyof OperatingBox) => ({
    estimate: boxes[name].map((box) => box[rate].estimate),
    lower: boxes[name].map((box) => box[rate].lower),
    upper: boxes[name].map((box) => box[rate].upper),
  });
  return {
    level,
    curves: byAttack((name) => ({
      fpr: shares(counts.falsePositives[name]),
      tpr: shares(counts.truePositives[name]),
    })),
    boxes: byAttack((name) => ({ fpr: parts(name, "falsePositiveRate"), tpr: parts(name, "truePositiveRate") })),
    "tpr-at-level": byAttack((name) => boxes[name][0].truePositiveRate.estimate),
    ...(curve !== undefined && {
      limit: { fpr: LIMIT_RATES, tpr: LIMIT_RATES.map((rate) => curve.power(rate)) },
      "limit-at-level": curve.power(level),
      "share-of-limit": byAttack((name) => {
        const { falsePositiveRate, truePositiveRate } = boxes[name][0];
        const allowed = curve.power(falsePositiveRate.estimate);
        return allowed > 0 ? truePositiveRate.estimate / allowed : 0;
      }),
    }),
  };
}
