/**
 * How the functions of lib/attacks are called, for the fuzz test.
 */
import fc from "fast-check";
import { laplace } from "../../lib/mechanisms/noise/laplace.ts";
import { ANONYMITY } from "./anonymity.ts";
import { moderate } from "./arguments.ts";
import { EMPIRICAL_MEMBERSHIP } from "./empirical-membership.ts";
import { type Entry, takes } from "./fuzz.ts";
import { RECONSTRUCTION } from "./reconstruction.ts";

export const ATTACKS: Readonly<Record<string, Entry>> = {
  ...ANONYMITY,
  ...EMPIRICAL_MEMBERSHIP,
  ...RECONSTRUCTION,
  optimalAttack: takes(
    [
      moderate.map((epsilon) =>
        Object.assign(Object.create(null), laplace({ epsilon, sensitivity: 1, neighbours: "swap" })),
      ),
      fc.tuple(fc.constant(0), moderate),
    ],
    {
      follow: (attack: { score(output: number): number; curve: unknown }) => [
        attack.score(0.3),
        attack.score(-40),
        attack.curve,
      ],
    },
  ),
};
