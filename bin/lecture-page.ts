/**
 * The page of a lecture, `docs/lectures/<slug>.md`, from its guide. `npm run docs:update` writes it.
 */
import { literal } from "../experiments/claims/claim-card.ts";
import { lectureNotes, whatWasRead } from "../experiments/claims/index.ts";
import { notesFacts } from "../experiments/engine/evidence/errata-handout.ts";
import { wrap } from "../experiments/engine/text/wrap.ts";
import { exerciseFile, exerciseOf } from "../experiments/exercises/exercises.ts";
import {
  errataOfSection,
  type GuideItem,
  type GuideSection,
  itemsOf,
  type LectureGuide,
  partsOfCell,
} from "../experiments/lectures/lecture-guide.ts";

const HOW_TO_READ =
  "Its sections are below, in order and by their titles. Of each point, in our words, the first line links to notebooks by a " +
  "heading in them and the number of the notebook. The second has functions and the door that exports them, claims " +
  "(`epsilab show <claim>`: the statement, its sources, what was found), the parts of experiments that check them " +
  "(`epsilab run <experiment>`) and their figures (`epsilab figure <experiment>`). `epsilab errata <number>` has an erratum with " +
  "the best argument for its author; [errata](../errata.md) says what their kinds mean.";

export function lecturePage(guide: LectureGuide): string {
  const notes = lectureNotes[guide.notes];
  const items = itemsOf(guide);
  const open = items.filter(({ lacking }) => lacking !== undefined).length;
  const state =
    open === 0
      ? "Nothing is missing here."
      : `${open} of its ${items.length} points ${open === 1 ? "lacks" : "lack"} something here; it is named.`;
  const lines = [
    `# ${literal(notes.title)}`,
    "",
    wrap(
      `${literal(notesFacts({ notes, errata: [], withdrawn: [] }))}. ${notes.url === undefined ? "" : `<${notes.url}>`}`,
      "",
    ),
    "",
    wrap(`${guide.summary} ${state}`, ""),
    "",
    wrap(`${HOW_TO_READ} ${whatWasRead}`, ""),
    ...guide.sections.flatMap((section) => ["", `## ${literal(section.title)}`, ...sectionLines(guide, section)]),
  ];
  return `${lines.join("\n")}\n`;
}

function sectionLines(guide: LectureGuide, section: GuideSection): readonly string[] {
  const errata = errataOfSection(guide, section).map(({ id, kind }) => `${id} (${kind})`);
  const hasClaims = section.items.some(({ claims = [] }) => claims.length > 0);
  return [
    ...section.items.flatMap((item) => [bullet(seen(item)), ...details(item)]),
    ...(hasClaims ? ["", `Errata: ${errata.length === 0 ? "none" : errata.join(", ")}.`] : []),
  ];
}

/** What it is, and where it is to be seen. */
function seen({ what, cells = [], exercises = [], remark, lacking }: GuideItem): string {
  const heads = [
    ...cells.map(link),
    ...exercises.map(exerciseLink),
    ...(remark === undefined ? [] : [literal(remark)]),
    ...(lacking === undefined ? [] : [`*missing: ${literal(lacking)}*`]),
  ];
  return `**${literal(what)}**${what.endsWith("?") ? "" : ":"} ${heads.join("; ")}`;
}

function details({ functions = {}, claims = [], parts = [], figures = [] }: GuideItem): readonly string[] {
  const named = (word: string, names: readonly string[]) => (names.length === 0 ? [] : [`${word} ${codes(names)}`]);
  const found = [
    ...Object.entries(functions).map(([door, names]) => `${codes(names)} of ${door}`),
    ...named(claims.length === 1 ? "claim" : "claims", claims),
    ...named("checked by", parts),
    ...named(figures.length === 1 ? "figure" : "figures", figures),
  ];
  return found.length === 0 ? [] : [`  <br>${wrap(found.join("; "), "  ").trimStart()}`];
}

const codes = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");

function exerciseLink(id: string): string {
  return `exercise [${exerciseOf(id).title}](../../notebooks/exercises/${exerciseFile(id)}.ipynb)`;
}

function link(cell: string): string {
  const { notebook, heading } = partsOfCell(cell);
  return `[${literal(heading)}](../../notebooks/${notebook}.ipynb) (${notebook.slice(0, 2)})`;
}

function bullet(text: string): string {
  return wrap(text, "  ").replace(/^ {2}/, "- ");
}
