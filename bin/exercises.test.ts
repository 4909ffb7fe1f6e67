/** The notebooks of the exercises are what their declarations say. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { exercises } from "../experiments/exercises/exercises.ts";
import { notebookText } from "../kernel/notebook/notebook-file.ts";
import { notebookName, studentNotebook, teacherNotebook } from "./exercise-notebook.ts";
import { inProject } from "./setup/project.js";

const folder = inProject("notebooks", "exercises");
const named = exercises.map((exercise, place) => [notebookName(exercise, place), exercise] as const);

describe("the notebooks of the exercises", () => {
  /** `npm run docs:update` writes them. */
  it.each(named)("%s: of a student and of a teacher, as declared", async (name, exercise) => {
    await expect(notebookText(studentNotebook(exercise))).toMatchFileSnapshot(join(folder, `${name}.ipynb`));
    await expect(notebookText(teacherNotebook(exercise))).toMatchFileSnapshot(
      join(folder, "solutions", `${name}.ipynb`),
    );
  });

  it("are two for each exercise", () => {
    const there = (place: string) => readdirSync(place).filter((name) => name.endsWith(".ipynb"));
    const wanted = named.map(([name]) => `${name}.ipynb`);
    expect(there(folder)).toEqual(wanted);
    expect(there(join(folder, "solutions"))).toEqual(wanted);
  });

  it("are listed in the README of the notebooks, in their order", () => {
    const readme = readFileSync(inProject("notebooks", "README.md"), "utf8");
    const listed = [...readme.matchAll(/^\| \[([\w-]+)\]\(exercises\/([\w-]+)\.ipynb\) \|/gm)];
    const names = named.map(([name]) => name);
    expect(listed.map(([, name]) => name)).toEqual(names);
    expect(listed.map(([, , file]) => file)).toEqual(names);
  });

  it("send on to notebooks that there are", () => {
    const notebooks = readdirSync(inProject("notebooks"));
    expect(exercises.filter(({ notebook }) => !notebooks.includes(`${notebook}.ipynb`))).toEqual([]);
  });
});
