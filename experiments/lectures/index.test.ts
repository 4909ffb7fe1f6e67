import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { claim, claims, lectureNotes } from "../claims/index.ts";
import { workbenchAt } from "../engine/program/workbench.ts";
import { exercises } from "../exercises/exercises.ts";
import { guidesOf, lectureGuide, lectureGuides } from "./index.ts";
import {
  claimsOfSection,
  errataOfSection,
  type GuideDoor,
  type GuideItem,
  guideDoors,
  itemsOf,
  partsOfCell,
} from "./lecture-guide.ts";

/** How many things the notes go through; none may be lost. */
const sizes = { "cummings-2022": 42, "garivier-2022": 36, "cs208-2022": 28, "lecture-12": 10, "karimireddy-2024": 28 };

/** Of how many something is still missing. The numbers may only fall. */
const lacking = { "cummings-2022": 0, "garivier-2022": 0, "cs208-2022": 0, "lecture-12": 0, "karimireddy-2024": 0 };

const projectFolder = join(import.meta.dirname, "..", "..");
const everyItem = lectureGuides.flatMap((guide) => itemsOf(guide).map((item) => ({ guide, item })));
const named = (list: (item: GuideItem) => readonly string[] | undefined) =>
  [...new Set(everyItem.flatMap(({ item }) => list(item) ?? []))].sort();
const count = (fits: (item: GuideItem) => boolean) =>
  Object.fromEntries(lectureGuides.map((guide) => [guide.slug, itemsOf(guide).filter(fits).length]));

/** The values that a door exports, read from its lists. */
function exportsOf(door: GuideDoor): readonly string[] {
  const folder = door === "accounting" ? "privacy/accounting" : door;
  const text = readFileSync(join(projectFolder, "lib", folder, "index.ts"), "utf8");
  return [...text.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, list]) =>
    list.split(",").flatMap((name) => (/^\s*(?:type\s|$)/.test(name) ? [] : [name.trim().replace(/^.* as /, "")])),
  );
}

/** The headings of a notebook, without their signs. */
function headingsOf(notebook: string): readonly string[] {
  const { cells } = JSON.parse(readFileSync(join(projectFolder, "notebooks", `${notebook}.ipynb`), "utf8"));
  return cells
    .flatMap(({ cell_type, source }: { cell_type: string; source: string | string[] }) =>
      cell_type === "markdown"
        ? ([source]
            .flat()
            .join("")
            .match(/^#+ .+$/gm) ?? [])
        : [],
    )
    .map((line: string) => line.replace(/^#+ /, ""));
}

describe("the guides to the lectures", () => {
  it("are one for each set of notes, with names of their own", () => {
    expect(lectureGuides.map(({ notes }) => notes)).toEqual(Object.keys(lectureNotes));
    for (const guide of lectureGuides) expect(lectureGuide(guide.slug)).toBe(guide);
    expect(() => lectureGuide("garivier")).toThrow('no lecture is called "garivier"; did you mean garivier-2022?');
    expect(() => lectureGuide("xyz")).toThrow("one of cummings-2022, garivier-2022");
  });

  it("say of a claim in which sections it stands", () => {
    const places = (id: string) =>
      guidesOf(id).map(({ guide, sections }) => [guide.slug, sections.map(({ title }) => title)]);
    expect(places("private-svm")).toEqual([["lecture-12", ["Examples of losses"]]]);
    expect(places("exp-mech-erm").map(([slug]) => slug)).toEqual(["cs208-2022", "lecture-12"]);
    expect(guidesOf("astrology")).toEqual([]);
    const here = new Set(claims.filter(({ id }) => guidesOf(id).length > 0).map(({ id }) => id));
    expect([...here].sort()).toEqual(named((item) => item.claims));
  });

  it("have everything that the notes go through, and say of how much something is missing", () => {
    expect(count(() => true)).toEqual(sizes);
    expect(count((item) => item.lacking !== undefined)).toEqual(lacking);
  });

  it.each(lectureGuides.map((guide) => [guide.slug, guide] as const))("%s: in the order of the notes", (_, guide) => {
    const lines = itemsOf(guide).map(({ line }) => line);
    expect(lines).toEqual([...lines].sort((a, b) => a - b));
    const titles = guide.sections.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    for (const { title, items } of guide.sections) expect(items.length, title).toBeGreaterThan(0);
  });

  it("name a claim, a part and a notebook for each thing, or say why not", () => {
    for (const { guide, item } of everyItem) {
      const { what, claims: named = [], parts = [], cells = [], remark, lacking } = item;
      if (remark !== undefined || lacking !== undefined) continue;
      const place = `${guide.slug}: ${what}`;
      const isCited = named.length > 0 && named.every((id) => claim(id).citedBecause !== undefined);
      expect(named.length, place).toBeGreaterThan(0);
      if (!isCited) expect(parts.length, place).toBeGreaterThan(0);
      expect(cells.length, place).toBeGreaterThan(0);
    }
  });

  it("name every claim that speaks of the notes, and claims that exist", () => {
    for (const guide of lectureGuides) {
      const inGuide = new Set(guide.sections.flatMap(claimsOfSection).map(({ id }) => id));
      const missing = claims.filter(({ id, lecture }) => lecture?.notes.includes(guide.notes) && !inGuide.has(id));
      expect(
        missing.map(({ id }) => id),
        guide.slug,
      ).toEqual([]);
    }
  });

  it("have every erratum of the notes once", () => {
    for (const guide of lectureGuides) {
      const found = guide.sections.flatMap((section) => errataOfSection(guide, section)).map(({ id }) => id);
      const wanted = claims.flatMap(({ errata }) =>
        errata.filter(({ where }) => where.split("; ").some((place) => place.startsWith(guide.notes))),
      );
      expect([...found].sort(), guide.slug).toEqual(wanted.map(({ id }) => id).sort());
    }
  });

  it("put an erratum into the section that its place names", () => {
    const at = (slug: string, id: string) => {
      const guide = lectureGuide(slug);
      return guide.sections.find((section) => errataOfSection(guide, section).some((each) => each.id === id))?.title;
    };
    expect(at("cs208-2022", "E26")).toBe("Gradient Descent");
    expect(at("karimireddy-2024", "E46")).toBe("Quantifying connection");
    expect(at("lecture-12", "E41")).toBe("Simulation Lemma");
    expect(at("cummings-2022", "E65")).toBe("5.3.1 The role of the privacy parameters");
  });

  it("name functions of the doors that have them", () => {
    for (const door of guideDoors) {
      const exported = exportsOf(door);
      const wrong = named(({ functions }) => functions?.[door]).filter((name) => !exported.includes(name));
      expect(wrong, door).toEqual([]);
    }
  });

  it("name parts and figures of experiments, and with a part the claim that it checks", async () => {
    const experiments = new Map((await workbenchAt(projectFolder).catalogue.all()).map((each) => [each.id, each]));
    const split = (name: string) => name.split("/") as [string, string];
    const wrong = named(({ figures }) => figures).filter((name) => {
      const [id, figure] = split(name);
      return !Object.hasOwn(experiments.get(id)?.figures ?? {}, figure);
    });
    expect(wrong).toEqual([]);
    for (const { item, guide } of everyItem) {
      for (const name of item.parts ?? []) {
        const [id, part] = split(name);
        expect(item.claims, `${guide.slug}, ${name}: ${item.what}`).toContain(experiments.get(id)?.parts[part]?.claim);
      }
    }
  });

  it("name every exercise, and each lecture has some", () => {
    expect(named(({ exercises }) => exercises)).toEqual(exercises.map(({ id }) => id).sort());
    for (const guide of lectureGuides) {
      const own = itemsOf(guide).flatMap((item) => item.exercises ?? []);
      expect(own.length, guide.slug).toBeGreaterThan(0);
    }
  });

  it("name headings of notebooks", () => {
    const headings = new Map<string, readonly string[]>();
    for (const cell of named(({ cells }) => cells)) {
      const { notebook, heading } = partsOfCell(cell);
      if (!headings.has(notebook)) headings.set(notebook, headingsOf(notebook));
      expect(headings.get(notebook), cell).toContain(heading);
    }
  });
});
