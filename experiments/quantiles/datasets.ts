/**
 * Data for quantiles: evenly spread, normal and bimodal records without ties, and records at one place or at two.
 */
import { normalQuantile } from "../../lib/numerics/normal-quantile.ts";

export const ATOMIC = ["one-atom", "two-atoms"] as const;
export type Atomic = (typeof ATOMIC)[number];
export const SPREAD = ["uniform", "normal", "bimodal"] as const;
export type Spread = (typeof SPREAD)[number];

/** What the private median aims at. */
export const MEDIANS: Readonly<Record<Atomic | "uniform", number>> = {
  "one-atom": 0.5,
  "two-atoms": 0.3,
  uniform: 0.5,
};

/** Records of [0, 1], in order. */
export function recordsOf(kind: Atomic | Spread, count: number): Float64Array {
  const bell = (share: number, centre: number, sigma: number) =>
    Math.min(1, Math.max(0, centre + sigma * normalQuantile(share)));
  const place: Record<Atomic | Spread, (share: number) => number> = {
    "one-atom": () => 0.5,
    "two-atoms": (share) => (share < 0.6 ? 0.3 : 0.7),
    uniform: (share) => share,
    normal: (share) => bell(share, 0.5, 0.1),
    bimodal: (share) => (share < 0.5 ? bell(2 * share, 0.25, 0.04) : bell(2 * share - 1, 0.75, 0.04)),
  };
  return Float64Array.from({ length: count }, (_, k) => place[kind]((k + 0.5) / count));
}
