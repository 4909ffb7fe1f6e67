/**
 * Known names: refuses an option that nothing reads, before anything is spent.
 *
 * `noisyMean({ ..., by: "region" })` is not the mean by region: what is not known must not be ignored where an answer is paid for. The names stand beside the
 * interface, as a `KnownNames` of it, so that TypeScript holds the list complete. A name whose value is undefined asks for nothing and is let through.
 */
import { nearNames } from "./near-names.ts";
import { kindOf } from "./requirements.ts";

export type KnownNames<Parameters> = Readonly<Record<keyof Parameters & string, true>>;

export function requireKnown(parameters: object, known: Readonly<Record<string, true>>): void {
  requireKnownNames(parameters, Object.keys(known), "parameters");
}

/** Refuses an argument that is no object, and a name that nothing reads; `whole` is how a refusal calls all of them. */
export function requireKnownNames(given: unknown, names: readonly string[], whole: string): void {
  if (typeof given !== "object" || given === null)
    throw new RangeError(`${whole} must be an object with ${names.join(", ")}, got ${kindOf(given)}`);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || names.includes(name)) continue;
    const [near] = nearNames(name, names);
    const hint = near === undefined ? "" : `; did you mean ${near}?`;
    throw new RangeError(`${whole} must be among ${names.join(", ")}, got ${JSON.stringify(name)}${hint}`);
  }
}
