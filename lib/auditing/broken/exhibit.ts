/**
 * Exhibit: one broken mechanism of the gallery, with the claim that it breaks, the audit that catches it, and its corrected twin.
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
import type { EventChoice } from "../event-choice.ts";
import { auditRelease } from "../sampled-audit.ts";

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

interface Described extends Pick<Exhibit, "name" | "claim" | "source" | "needs" | "within"> {
  readonly claimed: PrivacyClaim;
  /** What the twin claims, where that is not the same. */
  readonly correctedClaim?: PrivacyClaim;
}

export function pureClaim(epsilon: number): PrivacyClaim {
  return { epsilon, delta: 0 };
}

/** Pairs are made when the audit is: some laws take a quadrature for each outcome. */
export function lawExhibit<Output, Corrected>(
  described: Described & { readonly broken: () => LawPair<Output>; readonly corrected: () => LawPair<Corrected> },
): Exhibit {
  const { claimed, correctedClaim = claimed, broken, corrected, ...shown } = described;
  return {
    ...shown,
    caughtBy: "law",
    audit: () => auditDiscrete(broken(), claimed),
    auditCorrected: () => auditDiscrete(corrected(), correctedClaim),
  };
}

export function densityExhibit(
  described: Described & {
    readonly broken: () => DensityPair;
    readonly corrected: () => DensityPair;
    readonly shape: RatioShape;
  },
): Exhibit {
  const { claimed, correctedClaim = claimed, broken, corrected, shape, ...shown } = described;
  return {
    ...shown,
    caughtBy: "density",
    audit: () => auditContinuous(broken(), { ...claimed, shape }),
    auditCorrected: () => auditContinuous(corrected(), { ...correctedClaim, shape }),
  };
}

/** For pure claims whose loss is found by a search over neighbours, or is a sum over coordinates. */
export function lossExhibit(
  described: Described & {
    readonly caughtBy: Exhibit["caughtBy"];
    readonly broken: () => number;
    readonly corrected: () => number;
  },
): Exhibit {
  const { claimed, correctedClaim = claimed, broken, corrected, ...shown } = described;
  return {
    ...shown,
    audit: () => judgeExactEpsilon({ found: broken(), claimed: claimed.epsilon }),
    auditCorrected: () => judgeExactEpsilon({ found: corrected(), claimed: correctedClaim.epsilon }),
  };
}

/** The error rate of every audit by sampling in the gallery. */
export const GALLERY_ERROR_RATE = 1e-3;

export function sampledExhibit<Input, Output, Corrected>(
  described: Described & {
    readonly inputs: readonly [Input, Input];
    readonly draws: number;
    readonly broken: (input: Input, random: Stream) => Output;
    readonly choose: EventChoice<Output>;
    readonly corrected: (input: Input, random: Stream) => Corrected;
    readonly chooseCorrected: EventChoice<Corrected>;
  },
): Exhibit {
  const {
    claimed,
    correctedClaim = claimed,
    inputs,
    draws,
    broken,
    choose,
    corrected,
    chooseCorrected,
    ...shown
  } = described;
  const common = { inputs, draws, errorRate: GALLERY_ERROR_RATE };
  return {
    ...shown,
    caughtBy: "sampling",
    audit: (random) => auditRelease(broken, { ...common, ...claimed, choose }, random),
    auditCorrected: (random) =>
      auditRelease(corrected, { ...common, ...correctedClaim, choose: chooseCorrected }, random),
  };
}
