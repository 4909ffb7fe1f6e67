/**
 * Word meaning: what a word on the command line is, where it is not what the command takes: a claim, an experiment, an area or an
 * erratum, with the command that takes it, or the names that it resembles.
 */

import { nearNames } from "../../../lib/numerics/near-names.ts";
import type { Claim } from "../../claims/index.ts";
import type { Catalogue } from "../program/catalogue.ts";
import { checksByClaim } from "./claim-status.ts";

/** The end of a message that refuses the word: "; it is ...", "; did you mean ...?", or nothing. */
export async function meaningOf(word: string, catalogue: Catalogue): Promise<string> {
  const [ids, claims, areas] = await Promise.all([catalogue.ids(), catalogue.claims(), catalogue.areas()]);
  if (ids.includes(word)) return `; it is an experiment: ${await experimentAdvice(word, catalogue)}`;
  const claim = await catalogue.claimNamed(word);
  if (claim !== undefined) return `; it is a claim: ${await claimAdvice(claim, catalogue)}`;
  if (areas.includes(word)) return `; it is an area: ${await areaAdvice(word, catalogue)}`;
  const wrong = claims.find(({ errata, withdrawn = [] }) => [...errata, ...withdrawn].some(({ id }) => id === word));
  if (wrong !== undefined) {
    return `; it is an erratum: "epsilab errata ${word}" shows it, "epsilab show ${wrong.id}" the claim that it is about`;
  }
  return resembling(word, { ids, claims, areas });
}

async function experimentAdvice(id: string, catalogue: Catalogue): Promise<string> {
  const { parts } = await catalogue.experiment(id);
  const [first, ...others] = new Set(Object.values(parts).map(({ claim }) => claim));
  const which = others.length === 0 ? "the claim" : `one of the ${others.length + 1} claims`;
  return `"epsilab run ${id}" computes it, "epsilab show ${first}" shows ${which} that it checks`;
}

async function claimAdvice({ id }: Claim, catalogue: Catalogue): Promise<string> {
  const [check] = checksByClaim(await catalogue.all(), []).get(id) ?? [];
  const run = check === undefined ? "no experiment checks it" : `"epsilab run ${check.experiment}" checks it`;
  return `"epsilab show ${id}" shows it, ${run}`;
}

async function areaAdvice(area: string, catalogue: Catalogue): Promise<string> {
  const checks = checksByClaim(await catalogue.all(), []);
  const claims = await catalogue.claims();
  const [check] = claims.filter((claim) => claim.area === area).flatMap(({ id }) => checks.get(id) ?? []);
  const run =
    check === undefined ? "no experiment checks them" : `"epsilab run ${check.experiment}" checks some of them`;
  return `"epsilab list --area ${area}" lists its claims, ${run}`;
}

interface Names {
  readonly ids: readonly string[];
  readonly claims: readonly Claim[];
  readonly areas: readonly string[];
}

function resembling(word: string, { ids, claims, areas }: Names): string {
  const kinds = new Map([
    ...areas.map((name) => [name, "area"] as const),
    ...claims.flatMap(({ id, aliases = [] }) => [id, ...aliases].map((name) => [name, "claim"] as const)),
    ...ids.map((name) => [name, "experiment"] as const),
  ]);
  const near = nearNames(word, [...kinds.keys()]).map((name) => `the ${kinds.get(name)} ${name}`);
  return near.length === 0 ? "" : `; did you mean ${near.join(", ")}?`;
}
