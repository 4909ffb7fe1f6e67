/**
 * Likelihood-ratio attack (LiRA): compare the target model's confidence in the record with that of reference models, modelled as normal.
 *
 * Online: log N(x; mean, deviation of the models with the record) - log N(x; those without), x the logit-scaled confidence. For
 * every record its own two normal laws: a record that every model finds hard is not taken for a non-member because of it.
 * Offline: only models without the record, trained once for all records: minus the logarithm of the probability that such a model
 * is as confident. `deviations: "shared"` takes one deviation for both laws, which a few models estimate better; the score is then
 * linear in x.
 * Theorem: if the confidences are normal with these parameters, the online score is the likelihood ratio, and no score of the
 * confidence does better (Neyman, Pearson); with finitely many reference models its parameters are estimates, and it is a valid
 * score all the same.
 * Source: Carlini, Chien, Nasr, Song, Terzis, Tramer, "Membership inference attacks from first principles" (IEEE S&P 2022),
 * algorithm 1 and section VI-C.
 * Limits: deviations below 1e-9 count as 1e-9, so that models without randomness have a score, which may be infinite for losses far
 * out. A lower bound of what leaks.
 * @example
 * ```ts
 * import { likelihoodRatioAttack, offlineLikelihoodRatioAttack } from "epsilab/attacks";
 * const view = (loss: number) => ({ loss, population: [] });
 * const absent = [0.9, 1.1, 1.3].map(view);
 * const attack = likelihoodRatioAttack({ absent, present: [0.3, 0.4, 0.5].map(view) });
 * attack(view(0.35)) > attack(view(1)); // => true
 * offlineLikelihoodRatioAttack(absent)(view(1.1)); // => 0.6666...
 * ```
 * @claim empirical-membership
 * @also lira, membership inference, mia
 */
import { log } from "../numerics/logarithm.ts";
import { logNormalCdf } from "../numerics/normal.ts";
import { refuse, refuseData } from "../numerics/requirements.ts";
import { momentsOf, sampleVariance } from "../statistics/moments.ts";
import { logitConfidence } from "./logit-confidence.ts";
import {
  lossOf,
  type MembershipAttack,
  type ModelView,
  type ReferenceViews,
  referenceViewsParameters,
  requireViews,
} from "./membership-attack.ts";

const LEAST_DEVIATION = 1e-9;
/** Of a reference model: so that the variance is finite. */
const LARGEST_LOSS = 1e70;
const LARGEST_SQUARED = 1e150;
const SCALE = 1e-200;

interface NormalLaw {
  readonly mean: number;
  readonly deviation: number;
}

interface NormalFit {
  readonly count: number;
  readonly mean: number;
  readonly variance: number;
}

export function likelihoodRatioAttack(
  references: ReferenceViews,
  deviations: "own" | "shared" = "own",
): MembershipAttack {
  const { present, absent } = referenceViewsParameters.read(references, "references");
  if (deviations !== "own" && deviations !== "shared") refuse("deviations", '"own" or "shared"', deviations);
  const [members, others] = [fitted("present", present), fitted("absent", absent)];
  const shared =
    ((members.count - 1) * members.variance + (others.count - 1) * others.variance) /
    (members.count + others.count - 2);
  const [ofMembers, ofOthers] = [members, others].map(({ mean, variance }) => ({
    mean,
    deviation: deviationOf(deviations === "shared" ? shared : variance),
  }));
  const logGain = log(ofOthers.deviation / ofMembers.deviation);
  return (seen) => {
    const x = logitConfidence(lossOf(seen));
    const [present, absent] = [ofMembers, ofOthers].map(({ mean, deviation }) => (x - mean) / deviation);
    if (!(Math.abs(absent) < LARGEST_SQUARED && Math.abs(present) < LARGEST_SQUARED))
      return gainFarOut(x, ofMembers, ofOthers) + logGain;
    return 0.5 * (absent * absent - present * present) + logGain;
  };
}

/**
 * Half the difference of the squares where these overflow, by its two factors, scaled down so that neither does; it may be infinite
 * itself.
 */
function gainFarOut(x: number, ofMembers: NormalLaw, ofOthers: NormalLaw): number {
  const scaled = ({ mean, deviation }: NormalLaw) => (x * SCALE - mean * SCALE) / deviation;
  const [present, absent] = [scaled(ofMembers), scaled(ofOthers)];
  // Of equal deviations the difference is that of the means, which is lost in x.
  const gap =
    ofMembers.deviation === ofOthers.deviation
      ? (ofMembers.mean * SCALE - ofOthers.mean * SCALE) / ofMembers.deviation
      : absent - present;
  return (0.5 * gap * (absent + present)) / SCALE / SCALE;
}

/** From models without the record alone. */
export function offlineLikelihoodRatioAttack(absent: readonly ModelView[]): MembershipAttack {
  const { mean, variance } = fitted("absent", absent);
  const deviation = deviationOf(variance);
  return (seen) => -logNormalCdf((mean - logitConfidence(lossOf(seen))) / deviation);
}

function fitted(name: string, views: readonly ModelView[]): NormalFit {
  requireViews(name, views, 2);
  for (const [k, { loss }] of views.entries())
    if (loss > LARGEST_LOSS) refuseData(`loss of ${name}[${k}]`, `at most ${LARGEST_LOSS}`);
  const moments = momentsOf(views.map(({ loss }) => logitConfidence(loss)));
  return { count: moments.count, mean: moments.mean, variance: sampleVariance(moments) };
}

function deviationOf(variance: number): number {
  return Math.max(LEAST_DEVIATION, Math.sqrt(variance));
}
