/**
 * Errata handout: all errata as a page for a reader of the notes, set of notes by set of notes: how many of each kind, what was
 * read, each erratum with its place, its correction, the best argument for the author and the run that shows it, and how to contest
 * it.
 *
 * This file has its parts and its Markdown; `report/errata-handout.ts` has the same as HTML.
 */
import { literal } from "../../claims/claim-card.ts";
import { erratumKinds } from "../../claims/erratum.ts";
import { type LectureNotes, lectureNotes, whatWasRead } from "../../claims/lecture-notes.ts";
import { type ErratumStatus, errataSummary, numberWords, stateWords, type WithdrawnStatus } from "./errata.ts";

export const HANDOUT_TITLE = "Errata of five sets of lecture notes on differential privacy";

/** How an erratum is contested, and what comes of it. */
export const howToContest =
  "To contest an erratum, open an issue where Epsilab is hosted, best with the page or the slide as it was shown, " +
  "and name the erratum's number. Lecturers and anyone else may do so. Then the erratum is withdrawn, its kind is " +
  "changed, or it stays, with the objection and our answer beside it; each is recorded with its date, and a number is " +
  "never used again. docs/errata.md of the project has the rules.";

/** The errata of one set of notes, by their first place; those of other texts come last, without notes. */
export interface HandoutSection {
  readonly notes?: LectureNotes;
  readonly errata: readonly ErratumStatus[];
  readonly withdrawn: readonly WithdrawnStatus[];
}

export function handoutSections(
  errata: readonly ErratumStatus[],
  withdrawn: readonly WithdrawnStatus[],
): readonly HandoutSection[] {
  const known = Object.values(lectureNotes);
  const notesOf = ({ where }: { readonly where: string }) => known.find(({ id }) => where.startsWith(`${id}, `));
  return [...known, undefined]
    .map((notes) => ({
      ...(notes === undefined ? {} : { notes }),
      errata: errata.filter((each) => notesOf(each) === notes),
      withdrawn: withdrawn.filter((each) => notesOf(each) === notes),
    }))
    .filter((section) => section.errata.length + section.withdrawn.length > 0);
}

/** "S1: Differential Privacy for Data Analysis". */
export function notesTitle({ notes }: HandoutSection): string {
  return notes === undefined ? "Other texts" : `${notes.id}: ${notes.title}`;
}

/** "Aurélien Garivier, 2022; slides". */
export function notesFacts({ notes }: HandoutSection): string {
  if (notes === undefined) return "";
  const { author, venue, year, form } = notes;
  const facts = [author, venue, year === undefined ? undefined : String(year)].filter(Boolean).join(", ");
  return [facts, form].filter(Boolean).join("; ");
}

/** What the runs say, with the first number and its citation. */
export function runWords(erratum: ErratumStatus): string {
  const [first] = erratum.refutations.filter(({ numbers }) => numbers.length > 0);
  const state = stateWords(erratum);
  const words = `${state[0].toUpperCase()}${state.slice(1)}`;
  return first === undefined ? words : `${words}: ${numberWords(first.numbers[0])}; ${first.citation}`;
}

const COLUMNS = ["erratum", "kind", "where", "the notes say", "correction", "for the author", "run"];

export function errataMarkdown(errata: readonly ErratumStatus[], withdrawn: readonly WithdrawnStatus[]): string {
  const lines = [
    `# ${HANDOUT_TITLE}`,
    "",
    `${errataSummary(errata, withdrawn)}.`,
    "",
    whatWasRead,
    ...handoutSections(errata, withdrawn).flatMap((section) => [
      "",
      `## ${literal(notesTitle(section))}`,
      "",
      ...(section.notes === undefined ? [] : [literal(notesFacts(section)), ""]),
      ...rows(section),
    ]),
    "",
    "## To contest an erratum",
    "",
    howToContest,
  ];
  return `${lines.join("\n")}\n`;
}

function rows({ errata, withdrawn }: HandoutSection): readonly string[] {
  return [
    row(COLUMNS),
    row(COLUMNS.map(() => "---")),
    ...errata.map((each) => {
      const correction = `${erratumKinds[each.kind].right}: ${each.right}`;
      const objections = (each.contested ?? []).map(contestWords);
      return row([
        each.id,
        each.kind,
        each.where,
        [each.said, ...objections].join(" "),
        correction,
        each.defence,
        runWords(each),
      ]);
    }),
    ...withdrawn.map(({ id, where, said, because, date }) =>
      row([id, "withdrawn", where, said, `The notes are right: ${because}`, "", date]),
    ),
  ];
}

/** "Contested on 2027-01-31 by A. Author: ...; our answer: ..." */
export function contestWords({ date, by, argument, answer }: NonNullable<ErratumStatus["contested"]>[number]): string {
  return `Contested on ${date} by ${by}: ${argument} Our answer: ${answer}`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.map(literal).join(" | ")} |`;
}
