/**
 * A law on the outcomes 0, 1, ..., k - 1, from the logarithms of its masses; an outcome of mass zero has -Infinity.
 */
import { refuse } from "../../numerics/requirements.ts";
import { numberLaw } from "../../privacy/loss/distribution.ts";
import type { NumberLaw } from "../../privacy/loss/law.ts";

export function finiteLaw(logMasses: readonly number[]): NumberLaw {
  for (let i = 0; i < logMasses.length; i++) {
    // A mass of 1 may round to a little more.
    if (!(logMasses[i] <= 1e-9)) refuse(`logMasses[${i}]`, "at most 0", logMasses[i]);
  }
  const support = logMasses.flatMap((mass, outcome) => (mass === -Infinity ? [] : [outcome]));
  return numberLaw({
    kind: "discrete",
    support,
    logMass: (outcome) => logMasses[outcome] ?? -Infinity,
    neglected: 0,
  });
}
