/**
 * The risks and lower bounds of `minimax-bounds` at full size, beside bench/minimax_bounds.py.
 */
import type { WholeExperiment } from "./whole-experiment.ts";

/** Two honest estimates of one risk are further apart in fewer than one of 1e9 cells. */
const MOST_APART = 6;
/** Exact values: the rounding of both sides, and where each stops its search for the best pair of parameters. */
const TOLERANCE = 1e-7;

export interface BoundFinding {
  readonly part: string;
  readonly cell: Readonly<Record<string, unknown>>;
  readonly estimate: number;
  readonly theory: number;
  /** The standard error of an estimate that is drawn. */
  readonly error?: number;
}

interface OurCheck {
  readonly estimate: number;
  readonly theory: number;
  readonly standardError?: number;
}

/** The check of each part that the peer computes too; the estimator of a uniform law has one for each theta. */
function ourFindings(event: Readonly<Record<string, unknown>>): readonly BoundFinding[] {
  const { part, cell, checks } = event as {
    part: string;
    cell: Readonly<Record<string, unknown>>;
    checks: Readonly<Record<string, OurCheck>>;
  };
  const finding = ({ estimate, theory, standardError }: OurCheck, more: object): BoundFinding => ({
    part,
    cell: { ...cell, ...more },
    estimate,
    theory,
    ...(standardError !== undefined && { error: standardError }),
  });
  if (part === "uniform-estimator") {
    return Object.entries(checks).map(([name, check]) => finding(check, { theta: Number(name.replace("theta-", "")) }));
  }
  const wanted = { sandwich: "ratio", price: "price", sampled: "risk" }[part] ?? "above-bound";
  return [finding(checks[wanted], {})];
}

/** Throws where the two sides cannot both be right; otherwise says how near they are. */
export function requireSameBounds(ours: readonly BoundFinding[], theirs: readonly BoundFinding[]): string {
  const nameOf = ({ part, cell }: BoundFinding) => `${part} ${JSON.stringify(Object.entries(cell).sort())}`;
  const others = new Map(theirs.map((finding) => [nameOf(finding), finding]));
  if (ours.length !== others.size) throw new Error(`we have ${ours.length} findings, NumPy has ${others.size}`);
  let [furthest, exact] = [0, 0];
  for (const own of ours) {
    const other = others.get(nameOf(own));
    if (other === undefined) throw new Error(`NumPy has no finding for ${nameOf(own)}`);
    const off = (one: number, two: number) => Math.abs(one - two) / Math.abs(two);
    let apart = off(own.theory, other.theory);
    if (own.error === undefined) apart = Math.max(apart, off(own.estimate, other.estimate));
    else {
      const errors = Math.abs(own.estimate - other.estimate) / (Math.SQRT2 * Math.max(own.error, other.error ?? 0));
      if (!(errors <= MOST_APART)) throw new Error(`the risks of ${nameOf(own)} are ${errors} standard errors apart`);
      furthest = Math.max(furthest, errors);
    }
    if (!(apart <= TOLERANCE)) throw new Error(`the values of ${nameOf(own)} are ${apart} of themselves apart`);
    exact = Math.max(exact, apart);
  }
  return (
    `${ours.length} findings on both sides, the exact ones at most ${exact.toExponential(0)} of themselves apart, ` +
    `the drawn ones at most ${furthest.toFixed(1)} standard errors.`
  );
}

export const bounds: WholeExperiment<BoundFinding, BoundFinding> = {
  name: "minimax-risks",
  title: "minimax risks and bounds",
  about:
    "The risks and lower bounds of `minimax-bounds`, three of them drawn again four million times, and the private end of a uniform law",
  size: "full",
  goal: 3,
  script: "minimax_bounds.py",
  asks: (_, seed) => ["4000000", "150000", String(seed)],
  findings: ourFindings,
  agreement: requireSameBounds,
};
