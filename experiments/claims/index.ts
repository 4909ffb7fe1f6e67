/**
 * The claims, all of them: one list, and a lookup by id.
 *
 * Order: by area as `areas` lists them, then as the areas' files have them.
 */

import { nearNames } from "../../lib/numerics/near-names.ts";
import { accountingClaims } from "./accounting.ts";
import { attackClaims } from "./attacks.ts";
import { auditingClaims } from "./auditing.ts";
import { backgroundClaims } from "./background.ts";
import { changepointClaims } from "./changepoint.ts";
import type { Claim } from "./claim.ts";
import { compositionClaims } from "./composition.ts";
import { definitionClaims } from "./definitions.ts";
import { ermClaims } from "./erm.ts";
import { falseDiscoveryClaims } from "./false-discovery.ts";
import { gaussianNoiseClaims } from "./gaussian-noise.ts";
import { generalisationClaims } from "./generalisation.ts";
import { gradientClaims } from "./gradient.ts";
import { holdoutClaims } from "./holdout.ts";
import { inverseSensitivityClaims } from "./inverse-sensitivity.ts";
import { laplaceNoiseClaims } from "./laplace-noise.ts";
import { localClaims } from "./local.ts";
import { membershipClaims } from "./membership.ts";
import { minimaxClaims } from "./minimax.ts";
import { quantileClaims } from "./quantiles.ts";
import { releaseClaims } from "./releases.ts";
import { selectionClaims } from "./selection.ts";
import { streamClaims } from "./streams.ts";
import { structuredClaims } from "./structured.ts";
import { syntheticClaims } from "./synthetic.ts";
import { validityClaims } from "./validity.ts";

export type { Area, Claim, Evidence, Lecture, Source } from "./claim.ts";
export { areas } from "./claim.ts";
export type { Contest, Erratum, ErratumKind, WithdrawnErratum } from "./erratum.ts";
export { erratumKinds } from "./erratum.ts";
export type { LectureNotes, LectureNotesId } from "./lecture-notes.ts";
export { lectureNotes, whatWasRead } from "./lecture-notes.ts";

export const claims: readonly Claim[] = [
  ...definitionClaims,
  ...compositionClaims,
  ...laplaceNoiseClaims,
  ...gaussianNoiseClaims,
  ...selectionClaims,
  ...inverseSensitivityClaims,
  ...quantileClaims,
  ...releaseClaims,
  ...attackClaims,
  ...membershipClaims,
  ...auditingClaims,
  ...localClaims,
  ...minimaxClaims,
  ...generalisationClaims,
  ...holdoutClaims,
  ...falseDiscoveryClaims,
  ...changepointClaims,
  ...streamClaims,
  ...gradientClaims,
  ...accountingClaims,
  ...ermClaims,
  ...syntheticClaims,
  ...structuredClaims,
  ...validityClaims,
  ...backgroundClaims,
];

const byName: ReadonlyMap<string, Claim> = new Map(
  claims.flatMap((each) => [each.id, ...(each.aliases ?? [])].map((name) => [name, each] as const)),
);

/** The claim of that id or alias, if there is one. */
export function claimNamed(name: string): Claim | undefined {
  return byName.get(name);
}

/** The claim of that id or alias; an unknown one is refused with the names most like it. */
export function claim(id: string): Claim {
  const found = claimNamed(id);
  if (found !== undefined) return found;
  const near = nearNames(id, [...byName.keys()]);
  const hint = near.length === 0 ? "" : `; did you mean ${near.join(", ")}?`;
  throw new RangeError(`no claim is called "${id}"${hint}`);
}
