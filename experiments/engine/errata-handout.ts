/**
 * Errata handout: all errata as a page for a reader of the notes, set of notes by set of notes: what was read, what the kinds mean, each erratum with its place, its
 * correction, the best argument for the author and the run that shows it, and how to contest it.
 *
 * This file has its parts and its Markdown; `report/errata-handout.ts` has the same as HTML.
 */
import { literal } from "../claims/claim-card.ts";
import { type ErratumKind, erratumKinds } from "../claims/erratum.ts";
import { type LectureNotes, lectureNotes, whatWasRead } from "../claims/lecture-notes.ts";
import { type ErratumStatus, errataSummary, numberWords, stateWords, type WithdrawnStatus } from "./errata.ts";

export const HANDOUT_TITLE = "Errata of five sets of lecture notes on differential privacy";

/** How an erratum is contested, and what comes of it. */
export const howToContest =
  "To contest an erratum, write to the developers of Epsilab, best with the page or the slide as it was shown, and name the erratum's number. Lecturers and anyone else " +
  "may do so. Then the erratum is withdrawn, its kind is changed, or it stays, with the objection and our answer beside it; each is recorded with its date, and a number is " +
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

/** "S1: Differential Privacy for Data Analysis, Aurélien Garivier, 2022 (slides)". */
export function notesTitle({ notes }: HandoutSection): string {
  if (notes === undefined) return "Other texts";
  const { id, title, author, year, form } = notes;
  const facts = [title, author, year === undefined ? undefined : String(year)].filter(Boolean).join(", ");
  return `${id}: ${facts} (${form})`;
}

/** "refuted: false as printed", and so on: what each kind means. */
export function kindLines(): readonly (readonly [ErratumKind, string])[] {
  return (Object.keys(erratumKinds) as ErratumKind[]).map((kind) => [kind, erratumKinds[kind].means]);
}

/** What the runs say, with the first number and its citation. */
export function runWords(erratum: ErratumStatus): string {
  const [first] = erratum.refutations.filter(({ numbers }) => numbers.length > 0);
  const words = stateWords(erratum);
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
    "",
    ...kindLines().map(([kind, means]) => `- **${kind}**: ${means}`),
    ...handoutSections(errata, withdrawn).flatMap((section) => [
      "",
      `## ${literal(notesTitle(section))}`,
      "",
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
