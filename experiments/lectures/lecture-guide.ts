/**
 * A lecture guide: what a set of lecture notes goes through, in its order, and where each thing is found here: the functions, the
 * claims, the parts of experiments that check them, the figures, the cells of notebooks.
 *
 * Guides are data: the pages under docs/lectures/ and `epsilab lectures` print them, and a test holds every name in them against what
 * there is. The titles are those of the notes; everything else is in our words. Errata are not written down here but follow from
 * the claims (`errataOfSection`).
 */
import type { Claim } from "../claims/claim.ts";
import type { Erratum } from "../claims/erratum.ts";
import { claim } from "../claims/index.ts";
import type { LectureNotesId } from "../claims/lecture-notes.ts";

/** The doors of the package that a guide names functions of, as `epsilab/<door>`. */
export const guideDoors = [
  "privacy",
  "mechanisms",
  "accounting",
  "auditing",
  "adaptive",
  "false-discovery",
  "continual",
  "learning",
  "synthetic",
  "bounds",
  "attacks",
  "data",
  "random",
] as const;

export type GuideDoor = (typeof guideDoors)[number];

/** One thing that the notes say, define, prove or show. */
export interface GuideItem {
  /** The line of the text that was read where it begins; items stand in this order. */
  readonly line: number;
  /** A short phrase. */
  readonly what: string;
  /** Names of functions by the door that has them. */
  readonly functions?: Readonly<Partial<Record<GuideDoor, readonly string[]>>>;
  readonly claims?: readonly string[];
  /** Which parts of which experiments check the claims, as `noise/laplace-mechanism`. */
  readonly parts?: readonly string[];
  /** Of the stored results, as `noise/laplace-densities`. */
  readonly figures?: readonly string[];
  /** Where notebooks treat it: the notebook and a heading in it, as `01-first-steps#The picture`. */
  readonly cells?: readonly string[];
  /** Exercises on it, by their ids. */
  readonly exercises?: readonly string[];
  /** Why there is nothing to compute. */
  readonly remark?: string;
  /** What is not here yet. */
  readonly lacking?: string;
}

/** A section of a text, or a slide. */
export interface GuideSection {
  readonly title: string;
  readonly items: readonly GuideItem[];
}

export interface LectureGuide {
  /** By which it is called: `epsilab lectures garivier-2022`. */
  readonly slug: string;
  readonly notes: LectureNotesId;
  /** What it is about and where to begin, in a sentence or two. */
  readonly summary: string;
  readonly sections: readonly GuideSection[];
}

interface SectionErratum extends Erratum {
  readonly claim: string;
}

export function itemsOf({ sections }: LectureGuide): readonly GuideItem[] {
  return sections.flatMap(({ items }) => items);
}

/** The claims that a section names, each once. */
export function claimsOfSection({ items }: GuideSection): readonly Claim[] {
  return [...new Set(items.flatMap(({ claims = [] }) => claims))].map(claim);
}

/**
 * The errata of a section: of the claims that it names, those whose place is in it. Where the place of an erratum names several
 * sections, or none of those that name its claim, the first of them has it.
 */
export function errataOfSection(guide: LectureGuide, section: GuideSection): readonly SectionErratum[] {
  return claimsOfSection(section).flatMap((each) =>
    each.errata
      .filter(({ where }) => placesIn(guide, where).length > 0 && home(guide, each.id, where) === section)
      .map((erratum) => ({ ...erratum, claim: each.id })),
  );
}

/** The places of an erratum that are in the notes of a guide. */
function placesIn({ notes }: LectureGuide, where: string): readonly string[] {
  return where.split("; ").filter((place) => place.startsWith(`${notes}, `));
}

function home(guide: LectureGuide, id: string, where: string): GuideSection | undefined {
  const naming = guide.sections.filter((section) => section.items.some(({ claims = [] }) => claims.includes(id)));
  const places = placesIn(guide, where);
  const isNamed = ({ title }: GuideSection) =>
    places.some((place) => place.includes(`"${title}"`) || place.startsWith(`${guide.notes}, ${title}`));
  return naming.find(isNamed) ?? naming[0];
}

/** The notebook and the heading of a cell's name. */
export function partsOfCell(cell: string): { readonly notebook: string; readonly heading: string } {
  const [notebook, heading = ""] = cell.split("#", 2);
  return { notebook, heading };
}
