/**
 * The attacks of `membership-tradeoff` at full size, beside bench/membership_tradeoff.py.
 */
import type { WholeExperiment } from "./whole-experiment.ts";

/** Two honest estimates of one accuracy are further apart in fewer than one of 1e9 cells. */
const MOST_APART = 6;

export interface Finding {
  readonly mechanism: string;
  readonly epsilon: number;
  readonly accuracy: number;
  /** Whether the exact errors lie in the band around the observed ones. */
  readonly band: boolean;
  /** Whether the claim is refuted. */
  readonly refuted: boolean;
  readonly certified: number;
  readonly standardError?: number;
}

type CheckEvent = Readonly<
  Record<string, { readonly verdict: string; readonly estimate: number; readonly standardError: number }>
>;

function ourFinding(event: Readonly<Record<string, unknown>>): Finding {
  const { mechanism, epsilon } = event.cell as { mechanism: string; epsilon: number };
  const { accuracy, band, region, certified } = event.checks as CheckEvent;
  return {
    mechanism,
    epsilon,
    accuracy: accuracy.estimate,
    standardError: accuracy.standardError,
    band: band.verdict === "holds",
    refuted: region.verdict === "violated",
    certified: certified.estimate,
  };
}

/** Throws where the two sides cannot both be right; otherwise says how near they are. */
export function requireAgreement(ours: readonly Finding[], theirs: readonly Finding[]): string {
  if (ours.length !== theirs.length) throw new Error(`we have ${ours.length} findings, NumPy has ${theirs.length}`);
  let [furthest, certified] = [0, 0];
  for (const own of ours) {
    const name = `${own.mechanism} at epsilon ${own.epsilon}`;
    const other = theirs.find(({ mechanism, epsilon }) => mechanism === own.mechanism && epsilon === own.epsilon);
    if (other === undefined) throw new Error(`NumPy has no finding for ${name}`);
    const apart = Math.abs(own.accuracy - other.accuracy) / (Math.SQRT2 * (own.standardError ?? 0));
    if (!(apart <= MOST_APART)) throw new Error(`the accuracies for ${name} are ${apart} standard errors apart`);
    if (own.band !== other.band || own.refuted !== other.refuted) throw new Error(`the verdicts for ${name} differ`);
    furthest = Math.max(furthest, apart);
    certified = Math.max(certified, Math.abs(own.certified - other.certified) / own.epsilon);
  }
  return (
    `the same verdicts in all ${ours.length} cells on both sides, the accuracies at most ${furthest.toFixed(1)} ` +
    `standard errors apart, the certified epsilons at most ${certified.toFixed(2)} of epsilon.`
  );
}

export const attacks: WholeExperiment<Finding, Finding> = {
  name: "membership-attacks",
  title: "membership attacks",
  about:
    "The attacks of `membership-tradeoff`, ten mechanisms at five epsilons with a million draws for each hypothesis",
  size: "full",
  goal: 4,
  script: "membership_tradeoff.py",
  asks: (_, seed) => ["1000000", String(seed)],
  findings: (event) => [ourFinding(event)],
  agreement: requireAgreement,
};
