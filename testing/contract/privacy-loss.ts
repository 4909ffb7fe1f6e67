/**
 * What the contract test asks of a loss distribution: that no law of the mechanism's worst pair exceeds it, at several epsilons and in
 * both orders; and, where the mechanism says that the pair is attained, that it does not exceed the law either.
 *
 * The slack is what the divergence of the law may err: 1e-9 by quadrature, 1e-4 by cells. Beyond a pure guarantee both sides are 0
 * but for rounding.
 */
import type { Guarantee } from "../../lib/privacy/guarantees/guarantee.ts";
import type { AnyLaw } from "../../lib/privacy/loss/law.ts";
import type { CertifiedInterval } from "../../lib/privacy/loss/pld-accountant.ts";
import { pldProfile } from "../../lib/privacy/loss/pld-profile.ts";
import type { PldPair } from "../../lib/privacy/loss/privacy-loss.ts";
import { hockeyStick } from "./audit.ts";

const SLACK = { relative: 1e-4, absolute: 1e-11 };

/** Where profiles are compared, in epsilons of the guarantee. */
const SHARES = [0, 0.5, 0.9, 1.1];
/** And here, where delta is the whole mass. */
const WHOLE = -40;

interface ProfileRange extends CertifiedInterval {
  readonly epsilon: number;
}

export function comparedProfile(loss: PldPair, guarantee: Guarantee): readonly ProfileRange[] {
  const profile = pldProfile(loss);
  const epsilons = [WHOLE, ...SHARES.map((share) => share * scaleOf(guarantee))];
  return epsilons.map((epsilon) => ({ epsilon, ...profile.deltaAt(epsilon) }));
}

interface LawPair {
  readonly first: AnyLaw;
  readonly second: AnyLaw;
}

/** Is the law never above the loss distribution, in either order? */
export function lossCovers(profile: readonly ProfileRange[], laws: LawPair): boolean {
  return profile.every(
    ({ epsilon, upper }) => worseDelta(laws, epsilon) <= upper * (1 + SLACK.relative) + SLACK.absolute,
  );
}

/** Is the law, in the worse order, never below the loss distribution? */
export function lossIsReached(profile: readonly ProfileRange[], laws: LawPair): boolean {
  return profile.every(
    ({ epsilon, lower }) => worseDelta(laws, epsilon) >= lower * (1 - SLACK.relative) - SLACK.absolute,
  );
}

function worseDelta({ first, second }: LawPair, epsilon: number): number {
  return Math.max(hockeyStick(first, second, epsilon), hockeyStick(second, first, epsilon));
}

/** An epsilon of the guarantee's own size. */
function scaleOf(guarantee: Guarantee): number {
  switch (guarantee.kind) {
    case "zero-concentrated":
    case "truncated-concentrated":
      return Math.sqrt(2 * guarantee.rho);
    case "gaussian":
      return guarantee.mu;
    case "renyi":
      return guarantee.epsilonAt(2);
    case "trade-off":
    case "privacy-loss":
      throw new Error(`no contract for ${guarantee.kind} guarantees`);
    default:
      return guarantee.epsilon;
  }
}
