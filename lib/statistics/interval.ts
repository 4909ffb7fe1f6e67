/**
 * Interval: a closed range of numbers, as estimated by the intervals of this folder.
 *
 * Everywhere in this folder `errorRate` is the probability with which an interval may miss its target (0.01, not 0.99): both sides
 * together for an interval, the one side for a one-sided limit.
 */
export interface Interval {
  readonly lower: number;
  readonly upper: number;
}

export function intervalAround(centre: number, halfWidth: number): Interval {
  return { lower: centre - halfWidth, upper: centre + halfWidth };
}

export function halfWidth({ lower, upper }: Interval): number {
  return (upper - lower) / 2;
}
