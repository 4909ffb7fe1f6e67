/**
 * `epsilab lectures`: the lectures with their guides, and the guide of one: its sections in order, with the functions, the claims and
 * what was found of them, the parts of experiments, the figures, the places in notebooks, and the errata.
 */
import { type LectureNotes, lectureNotes, whatWasRead } from "../../claims/index.ts";
import { exerciseFile } from "../../exercises/exercises.ts";
import { lectureGuide, lectureGuides } from "../../lectures/index.ts";
import {
  claimsOfSection,
  errataOfSection,
  type GuideItem,
  itemsOf,
  type LectureGuide,
  partsOfCell,
} from "../../lectures/lecture-guide.ts";
import { type ClaimState, checksByClaim, claimState } from "../evidence/claim-status.ts";
import { readResult } from "../format/read-result.ts";
import { resultFolders } from "../store/named-results.ts";
import { colourVerdicts, table } from "../text/table.ts";
import { wrap } from "../text/wrap.ts";
import { commandLine, execute, RESULTS, workbench } from "./command-line.ts";

interface Options {
  readonly json?: true;
  readonly results?: string;
}

type States = Readonly<Record<string, ClaimState>>;

export function run(args: readonly string[]): Promise<number> {
  const command = commandLine(
    "lectures",
    "List the lectures, or go through one: its sections with claims and notebooks.",
  )
    .argument("[lecture]", `one of ${lectureGuides.map(({ slug }) => slug).join(", ")}`)
    .option("--json", "as JSON")
    .option(...RESULTS);
  return execute(command, args, async (slug: string | undefined, { json, results }: Options) => {
    if (slug === undefined) {
      process.stdout.write(json ? written(lectureGuides.map(listed)) : `${listing()}\n`);
      return 0;
    }
    const guide = lectureGuide(slug);
    const states = await statesOf(guide, results);
    process.stdout.write(
      json ? written(asData(guide, states)) : colourVerdicts(asText(guide, states), process.stdout.isTTY),
    );
    return 0;
  });
}

const written = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

function listed(guide: LectureGuide) {
  const { slug, notes, summary, sections } = guide;
  const items = itemsOf(guide);
  return {
    lecture: slug,
    ...lectureNotes[notes],
    summary,
    points: items.length,
    lacking: items.filter(({ lacking }) => lacking !== undefined).length,
    claims: new Set(sections.flatMap(claimsOfSection)).size,
    errata: sections.flatMap((section) => errataOfSection(guide, section)).length,
  };
}

function listing(): string {
  const columns = [
    { title: "lecture" },
    ...["points", "lacking", "claims", "errata"].map((title) => ({ title, right: true })),
    { title: "title" },
  ];
  const rows = lectureGuides
    .map(listed)
    .map(({ lecture, points, lacking, claims, errata, title }) => [
      lecture,
      ...[points, lacking, claims, errata].map(String),
      title,
    ]);
  return `${table(columns, rows)}\n"epsilab lectures <lecture>" goes through one, section by section`;
}

/** What the stored results say of each claim that a guide names. */
async function statesOf(guide: LectureGuide, results: string | undefined): Promise<States> {
  const { catalogue, places } = workbench(results);
  const checks = checksByClaim(await catalogue.all(), resultFolders(places).map(readResult));
  const claims = guide.sections.flatMap(claimsOfSection);
  return Object.fromEntries(claims.map((claim) => [claim.id, claimState(claim, checks.get(claim.id) ?? [])]));
}

function asData(guide: LectureGuide, states: States) {
  const sections = guide.sections.map((section) => ({
    title: section.title,
    items: section.items.map(({ line, ...item }) => ({
      ...item,
      claims: (item.claims ?? []).map((claim) => ({ claim, verdict: states[claim] })),
      cells: (item.cells ?? []).map(partsOfCell),
    })),
    errata: errataOfSection(guide, section).map(({ id, kind, claim }) => ({ id, kind, claim })),
  }));
  return { ...listed(guide), sections };
}

function asText(guide: LectureGuide, states: States): string {
  const notes = lectureNotes[guide.notes];
  const sections = guide.sections.map((section) => {
    const errata = errataOfSection(guide, section).map(({ id, kind }) => `${id} (${kind})`);
    return [
      section.title,
      ...section.items.flatMap((item) => itemLines(item, states)),
      ...(claimsOfSection(section).length === 0 ? [] : [wrap(`errata: ${errata.join(", ") || "none"}`, "  ")]),
      "",
    ].join("\n");
  });
  const advice =
    '"epsilab show <claim>" has the statement of a claim, "epsilab errata <number>" an erratum, "epsilab figure <experiment>" the ' +
    `figures. ${whatWasRead}`;
  return [
    `${guide.slug}: ${notes.title}`,
    wrap(facts(notes), "  "),
    wrap(guide.summary, "  "),
    "",
    ...sections,
    wrap(advice, ""),
    "",
  ].join("\n");
}

function facts({ author, venue, year, form }: LectureNotes): string {
  return [author, venue, year, form].filter((fact) => fact !== undefined).join(", ");
}

function itemLines(item: GuideItem, states: States): readonly string[] {
  const { what, functions = {}, claims = [], parts = [], figures = [], cells = [], remark, lacking } = item;
  const exercises = (item.exercises ?? []).map(exerciseFile);
  const lines: readonly (readonly [string, readonly string[]])[] = [
    ["functions", Object.entries(functions).map(([door, names]) => `${names.join(", ")} of epsilab/${door}`)],
    ["claims", claims.map((id) => `${id} (${states[id]})`)],
    ["checked by", parts],
    ["figures", figures],
    ["notebooks", cells.map(partsOfCell).map(({ notebook, heading }) => `${notebook} ("${heading}")`)],
    ["exercises", exercises],
    ["nothing to compute", remark === undefined ? [] : [remark]],
    ["missing", lacking === undefined ? [] : [lacking]],
  ];
  const found = lines.filter(([, names]) => names.length > 0);
  return [wrap(what, "  "), ...found.map(([title, names]) => wrap(`${title}: ${names.join("; ")}`, "    "))];
}
