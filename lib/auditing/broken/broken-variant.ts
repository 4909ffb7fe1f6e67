/**
 * Broken variant: a mechanism that is not what is said of it, as one value: the false claim with its source, the broken and the right
 * mechanism at parameters, and the audit that tells them apart. The gallery audits it `at` parameters of its own; an experiment's
 * control goes through a grid of them.
 *
 * `law` and `density` audits are exact for the pair given, `divergence` is exact at the orders tried, `sampling` has the error rate
 * stated, `support` needs one output that the neighbour cannot give.
 * Limits: an exact audit speaks of the pair it is given, which must be neighbours; a corrected twin on that pair shows that the audit
 * does not cry wolf, not that the twin is private everywhere.
 */
import type { Stream } from "../../random/stream.ts";
import { judgeExactEpsilon, type PrivacyVerdict } from "../../statistics/privacy-verdict.ts";
import { auditContinuous, type DensityPair, type RatioShape } from "../continuous-audit.ts";
import { auditDiscrete, type LawPair, type PrivacyClaim } from "../discrete-audit.ts";

/** What the gallery shows of a broken variant. */
export interface Exhibit {
  readonly name: string;
  /** What is said of the mechanism, and false. */
  readonly claim: string;
  readonly source: string;
  readonly caughtBy: "law" | "density" | "divergence" | "sampling" | "support";
  /** The epsilon that the pair needs, or the delta for a claim with one, where the source prints it or a formula gives it. */
  readonly needs?: number;
  /** How near to that the audit must come: half a unit of the last digit printed. */
  readonly within?: number;
  /** Randomness is for sampling; exact audits leave it alone. */
  readonly audit: (random: Stream) => PrivacyVerdict;
  readonly auditCorrected: (random: Stream) => PrivacyVerdict;
}

/**
 * What tells whether a claim is true: the laws of neighbours, their densities, the largest loss that a search over neighbours or a sum
 * over coordinates has found, or an audit of its own.
 */
type Evidence = LawPair<unknown> | DensityPair | number | ((random: Stream) => PrivacyVerdict);

export interface BrokenVariant<Where, Broken> extends Exhibit {
  /** What is broken, in a sentence, where the control of an experiment says it. */
  readonly says?: string;
  readonly broken: (where: Where) => Broken;
}

interface Described<Where, Broken extends Evidence>
  extends Pick<BrokenVariant<Where, Broken>, "name" | "claim" | "source" | "needs" | "within" | "says" | "broken"> {
  /** By its law unless it is given. */
  readonly caughtBy?: Exhibit["caughtBy"];
  /** What is claimed; an audit of its own knows it. */
  readonly claimed?: PrivacyClaim;
  /** What the twin claims, where that is not the same. */
  readonly correctedClaim?: PrivacyClaim;
  /** Of the ratio of densities. */
  readonly shape?: RatioShape;
  /** Evidence is made when the audit is: some laws take a quadrature for each outcome. */
  readonly corrected: (where: Where) => Evidence;
}

/** A variant that the gallery shows `at` these parameters. */
export function brokenVariant<Where, Broken extends Evidence>(
  described: Described<Where, Broken> & { readonly at: Where },
): BrokenVariant<Where, Broken>;
/** One without parameters. */
export function brokenVariant<Broken extends Evidence>(described: Described<void, Broken>): BrokenVariant<void, Broken>;
export function brokenVariant<Where, Broken extends Evidence>(
  described: Described<Where, Broken> & { readonly at?: Where },
): BrokenVariant<Where, Broken> {
  const { caughtBy = "law", at, claimed, correctedClaim = claimed, shape, corrected, ...shown } = described;
  const where = at as Where;
  return {
    ...shown,
    caughtBy,
    audit: (random) => judged(shown.broken(where), { claimed, shape }, random),
    auditCorrected: (random) => judged(corrected(where), { claimed: correctedClaim, shape }, random),
  };
}

function judged(
  evidence: Evidence,
  { claimed, shape }: { readonly claimed: PrivacyClaim | undefined; readonly shape: RatioShape | undefined },
  random: Stream,
): PrivacyVerdict {
  if (typeof evidence === "function") return evidence(random);
  if (claimed === undefined) throw new RangeError("claimed must be given where the audit does not know it, got none");
  if (typeof evidence === "number") return judgeExactEpsilon({ found: evidence, claimed: claimed.epsilon });
  if (areLaws(evidence)) return auditDiscrete(evidence, claimed);
  return auditContinuous(evidence, { ...claimed, shape: shape ?? { kind: "unknown" } });
}

function areLaws(pair: LawPair<unknown> | DensityPair): pair is LawPair<unknown> {
  return "support" in pair.first;
}

export function pureClaim(epsilon: number): PrivacyClaim {
  return { epsilon, delta: 0 };
}

/** The error rate of every audit by sampling in the gallery. */
export const GALLERY_ERROR_RATE = 1e-3;
