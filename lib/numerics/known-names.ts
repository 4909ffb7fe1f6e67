/**
 * Known names: refuses an option that nothing reads, before anything is spent.
 *
 * `tableMean({ ..., by: "region" })` is not the mean by region: what is not known must not be ignored where an answer is paid for. The names stand beside the
 * interface, as a `KnownNames` of it, so that TypeScript holds the list complete. A name whose value is undefined asks for nothing and is let through.
 */
import { nearNames } from "./near-names.ts";
import { refuse } from "./requirements.ts";

export type KnownNames<Parameters> = Readonly<Record<keyof Parameters & string, true>>;

export function requireKnown(parameters: object, known: Readonly<Record<string, true>>): void {
  const names = Object.keys(known);
  if (typeof parameters !== "object" || parameters === null)
    refuse("parameters", `an object with ${names.join(", ")}`, parameters);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || Object.hasOwn(known, name)) continue;
    const [near] = nearNames(name, names);
    const hint = near === undefined ? "" : `; did you mean ${near}?`;
    throw new RangeError(`parameters must be among ${names.join(", ")}, got ${JSON.stringify(name)}${hint}`);
  }
}
