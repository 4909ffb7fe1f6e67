/**
 * Votes: lists of bits by their number of ones, and the axis of how many there are.
 */
import { axis, z } from "../kit.ts";

export function votesOf(ones: number, voters: number): number[] {
  return Array.from({ length: voters }, (_, i) => (i < ones ? 1 : 0));
}

export function oddVoters({
  least,
  quick,
  full = quick,
}: {
  readonly least: number;
  readonly quick: readonly number[];
  readonly full?: readonly number[];
}) {
  const schema = z.int().min(least).max(501);
  const odd = schema.refine((voters) => voters % 2 === 1, { error: "must be odd" });
  return axis(odd, { means: "number of voters, odd", quick, full });
}
