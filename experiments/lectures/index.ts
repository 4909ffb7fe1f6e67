/** The guides to the lecture notes, in the order of the notes, a lookup by name, and the places of a claim in them. */
import { nearNames } from "../../lib/numerics/near-names.ts";
import { cs2082022 } from "./cs208-2022.ts";
import { cummings2022 } from "./cummings-2022.ts";
import { garivier2022 } from "./garivier-2022.ts";
import { karimireddy2024 } from "./karimireddy-2024.ts";
import { lecture12 } from "./lecture-12.ts";
import type { GuideSection, LectureGuide } from "./lecture-guide.ts";

export const lectureGuides: readonly LectureGuide[] = [
  cummings2022,
  garivier2022,
  cs2082022,
  lecture12,
  karimireddy2024,
];

/** The guide of that name; an unknown one is refused with the names most like it. */
export function lectureGuide(slug: string): LectureGuide {
  const found = lectureGuides.find((guide) => guide.slug === slug);
  if (found !== undefined) return found;
  const slugs = lectureGuides.map((guide) => guide.slug);
  const near = nearNames(slug, slugs);
  const hint = near.length === 0 ? `one of ${slugs.join(", ")}` : `did you mean ${near.join(", ")}?`;
  throw new RangeError(`no lecture is called "${slug}"; ${hint}`);
}

/** A guide in which a claim stands, with the sections that name it. */
interface ClaimGuide {
  readonly guide: LectureGuide;
  readonly sections: readonly GuideSection[];
}

/** The guides that name a claim, in the order of the notes; none for a claim that no lecture speaks of. */
export function guidesOf(claimId: string): readonly ClaimGuide[] {
  return lectureGuides.flatMap((guide) => {
    const sections = guide.sections.filter(({ items }) => items.some(({ claims = [] }) => claims.includes(claimId)));
    return sections.length === 0 ? [] : [{ guide, sections }];
  });
}
