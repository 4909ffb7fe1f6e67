/** The notebooks of the exercises are what their declarations say, and run. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exerciseFile, exercises } from "../experiments/exercises/exercises.ts";
import { lectureGuides } from "../experiments/lectures/index.ts";
import { itemsOf } from "../experiments/lectures/lecture-guide.ts";
import { installKernel } from "../kernel/install.ts";
import { notebookText, readNotebook, writeNotebook } from "../kernel/notebook/notebook-file.ts";
import { studentNotebook, teacherNotebook } from "./exercise-notebook.ts";
import { run } from "./project-copy.ts";
import { ensureJupyterTests } from "./setup/jupyter.js";
import { inProject } from "./setup/project.js";

const folder = inProject("notebooks", "exercises");
const named = exercises.map((exercise) => [exerciseFile(exercise.id), exercise] as const);

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

  it("are listed in the page on teaching, with the lectures whose guides name them", () => {
    const page = readFileSync(inProject("docs", "teaching.md"), "utf8");
    const rows = [...page.matchAll(/^\| (\d\d-[\w-]+) \| (.*?) \|/gm)].map(([, name, lectures]) => [name, lectures]);
    const authors: Readonly<Record<string, string>> = { "cs208-2022": "CS208", "lecture-12": "Lecture 12" };
    const nameOf = (slug: string) => authors[slug] ?? `${slug[0].toUpperCase()}${slug.slice(1).replace(/-.*/, "")}`;
    const naming = (id: string) =>
      lectureGuides.filter((guide) => itemsOf(guide).some(({ exercises: own }) => own?.includes(id)));
    const wanted = named.map(([name, { id }]) => [
      name,
      naming(id)
        .map(({ slug }) => nameOf(slug))
        .join(", "),
    ]);
    expect(rows).toEqual(wanted);
  });

  it("send on to notebooks that there are", () => {
    const notebooks = readdirSync(inProject("notebooks"));
    expect(exercises.filter(({ notebook }) => !notebooks.includes(`${notebook}.ipynb`))).toEqual([]);
  });
});

describe("an exercise in a kernel, run by nbclient", () => {
  const place = mkdtempSync(join(tmpdir(), "epsilab-exercises-"));
  const [name, exercise] = named[1];
  afterAll(() => rmSync(place, { recursive: true, force: true }));
  beforeAll(async () => {
    const python = await ensureJupyterTests();
    const kernel = { node: process.execPath, main: inProject("dist", "kernel", "program.cjs"), project: inProject() };
    installKernel(place, kernel);
    mkdirSync(join(place, "executed"));
    writeNotebook(join(place, "student.ipynb"), studentNotebook(exercise));
    writeNotebook(join(place, "teacher.ipynb"), teacherNotebook(exercise));
    const program = inProject("bin", "reference", "notebooks.py");
    const paths = ["student", "teacher"].map((who) => join(place, `${who}.ipynb`));
    const environment = {
      JUPYTER_PATH: place,
      JUPYTER_DATA_DIR: join(place, "user"),
      JUPYTER_RUNTIME_DIR: join(place, "run"),
    };
    const { code, output } = await run(python, [program, join(place, "executed"), ...paths], {
      folder: place,
      environment,
    });
    expect(code, output).toBe(0);
  });

  const said = (who: string) =>
    readNotebook(join(place, "executed", `${who}.ipynb`)).cells.flatMap((cell) =>
      cell.cell_type === "code"
        ? cell.outputs.map((output) => {
            if (output.output_type === "stream") return `${output.name}: ${output.text}`;
            return "data" in output ? `value: ${output.data["text/plain"]}` : output.output_type;
          })
        : [],
    );

  it(`${name} says of the stub that it is not written yet, and gives no point, without an error`, () => {
    expect(said("student")).toEqual([expect.stringMatching(/^stdout: Not yet: .* is not written yet: /), "value: 0"]);
  });

  it(`${name} gives the worked solution a point, and another by the hidden tests`, () => {
    const right = [`stdout: Right: ${exercise.title}.\n`, "value: 1"];
    expect(said("teacher")).toEqual([...right, ...right]);
  });
});
