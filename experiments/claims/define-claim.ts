/**
 * A claim of one's own: data beside the experiment that checks it, in the form of the catalogue's.
 *
 * It is checked when it is made, so that a slip is reported at once: an id that the catalogue has is refused by name.
 */
import { z } from "zod";
import type { Claim, Evidence } from "./claim.ts";
import { type ErratumKind, erratumKinds } from "./erratum.ts";
import { claimNamed } from "./index.ts";

/** What an own claim must say: id, title, statement, source and evidence; the rest may be left out. */
export type ClaimDraft = Pick<Claim, "id" | "title" | "statement" | "source" | "evidence"> &
  Partial<Pick<Claim, "area" | "tex" | "errata" | "withdrawn" | "covers" | "aliases">>;

const EVIDENCE = ["verified", "proved", "literature", "unconfirmed"] as const satisfies readonly Evidence[];
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const text = z.string().trim().min(1);
const line = text.regex(/^[^\r\n]*$/, "must be one line");
const name = z.string().regex(NAME, "must be lower-case words joined by hyphens");
const date = z.iso.date();
const erratum = z.strictObject({
  id: text,
  kind: z.enum(Object.keys(erratumKinds) as ErratumKind[]),
  where: text,
  said: text,
  right: text,
  defence: text,
  contested: z.array(z.strictObject({ date, by: text, argument: text, answer: text })).optional(),
});
const schema = z.strictObject({
  id: name,
  area: name.optional(),
  title: line,
  statement: text,
  tex: text.optional(),
  source: z.array(z.strictObject({ work: line, year: z.int(), doi: text.optional(), where: text.optional() })).min(1),
  errata: z.array(erratum).optional(),
  withdrawn: z.array(z.strictObject({ id: text, where: text, said: text, because: text, date })).optional(),
  evidence: z.array(z.enum(EVIDENCE)).min(1),
  covers: text.optional(),
  aliases: z.array(name).optional(),
});

export function defineClaim(draft: ClaimDraft): Claim {
  const { success, error } = schema.safeParse(draft);
  if (!success) {
    const [{ path, message }] = error.issues;
    const what = path.length === 0 ? "a claim" : `${path.join(".")} of a claim`;
    throw new RangeError(`${what} must be as declared, got ${shown(draft, path)}: ${message}`);
  }
  for (const each of [draft.id, ...(draft.aliases ?? [])]) {
    const taken = claimNamed(each);
    if (taken === undefined) continue;
    throw new RangeError(
      `the id of a claim must not be taken, got "${each}", which is the catalogue's "${taken.title}"; ` +
        `to check that one, name it: claim: "${taken.id}"`,
    );
  }
  return { area: "own", errata: [], ...draft };
}

function shown(draft: unknown, path: readonly PropertyKey[]): string {
  const value = path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], draft);
  return JSON.stringify(value) ?? String(value);
}
