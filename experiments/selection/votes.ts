/**
 * Votes: lists of bits by their number of ones, the answers of a rule to them, and the axes of the rules and of how many there are.
 */
import { type MajorityRule, majority } from "../../lib/mechanisms/choice/majority.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { axis, z } from "../kit.ts";

export const RULES = ["exponential", "inverse-sensitivity", "optimal"] as const;
export const rule = axis(z.enum(RULES), { means: "rule of the vote", quick: RULES });

export function votesOf(ones: number, voters: number): number[] {
  return Array.from({ length: voters }, (_, i) => (i < ones ? 1 : 0));
}

/** P(answer 1) at a number of ones, computed where it is asked for and kept. */
export function answerOf(rule: MajorityRule, epsilon: number, voters: number): (ones: number) => number {
  const { law } = majority({ epsilon, size: voters, rule });
  const known = new Map<number, number>();
  return (ones) => {
    const answer = known.get(ones) ?? exp(law(votesOf(ones, voters)).logMass(1));
    known.set(ones, answer);
    return answer;
  };
}

/** P(answer 1) at every number of ones. */
export function answers(rule: MajorityRule, epsilon: number, voters: number): number[] {
  const answer = answerOf(rule, epsilon, voters);
  return Array.from({ length: voters + 1 }, (_, ones) => answer(ones));
}

export function oddVoters({
  least,
  most = 501,
  quick,
  full = quick,
}: {
  readonly least: number;
  readonly most?: number;
  readonly quick: readonly number[];
  readonly full?: readonly number[];
}) {
  const schema = z.int().min(least).max(most);
  const odd = schema.refine((voters) => voters % 2 === 1, { error: "must be odd" });
  return axis(odd, { means: "number of voters, odd", quick, full });
}
