/** A course from the first command to the grades, by the real nbgrader: a right, a wrong and an empty answer to each exercise. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exerciseFile, exercises } from "../experiments/exercises/exercises.ts";
import type { CodeCell } from "../kernel/notebook/document.ts";
import { readNotebook } from "../kernel/notebook/notebook-file.ts";
import { studentNotebook } from "./exercise-notebook.ts";
import { run } from "./project-copy.ts";
import { ensureNbgrader } from "./setup/nbgrader.js";
import { inProject } from "./setup/project.js";

const place = mkdtempSync(join(tmpdir(), "epsilab-nbgrader-"));
const course = join(place, "privacy");
/** nbgrader asks for the name of the user, and keeps files in the home folder. */
const environment = {
  ...{ HOME: place, USER: "teacher", JUPYTER_PATH: join(place, "share", "jupyter") },
  ...{ JUPYTER_DATA_DIR: join(place, "user"), JUPYTER_RUNTIME_DIR: join(place, "run") },
};
let python = "";
afterAll(() => rmSync(place, { recursive: true, force: true }));

const named = exercises.map((exercise) => [exerciseFile(exercise.id), exercise] as const);
const epsilab = async (...words: readonly string[]) => {
  const { code, output } = await run(process.execPath, [inProject("bin/epsilab"), ...words], {
    folder: place,
    environment,
  });
  expect(code, output).toBe(0);
};
const nbgrader = async (...words: readonly string[]) => {
  const folder = dirname(python);
  // It starts a program of its own, alembic, by its name.
  const variables = { ...environment, PATH: `${folder}${delimiter}${process.env.PATH}` };
  const { code, output } = await run(join(folder, "nbgrader"), words, { folder: course, environment: variables });
  expect(code, output).toBe(0);
  return output;
};
const cellsIn = (...path: readonly string[]) =>
  readNotebook(join(course, ...path)).cells.filter((cell): cell is CodeCell => cell.cell_type === "code");
const textOf = (cell: CodeCell) => JSON.stringify(cell.outputs);

beforeAll(async () => {
  python = await ensureNbgrader();
  await epsilab("kernel", "install", "--prefix", place);
  await epsilab("init", "--course", "privacy");
});

describe("nbgrader", () => {
  it.each(named)("releases, grades and answers %s: a right answer, a wrong one and none", async (name, exercise) => {
    await nbgrader("generate_assignment", name);
    const wrong = `const ${exercise.answer} = () => -1;`;
    const program = inProject("bin", "reference", "hand_in.py");
    const words = [program, course, name, `${exercise.id}-answer`, wrong];
    const { code, output } = await run(python, words, { folder: course, environment });
    expect(code, output).toBe(0);
    // What students get is the notebook that stands alone, with an empty cell for the hidden tests and without the link.
    const own = studentNotebook(exercise).cells.map(({ source }) => source);
    const released: readonly string[] = JSON.parse(output);
    expect(released.slice(0, 5)).toEqual(own.slice(0, 5));
    expect(released[5]).toBe("// Further tests, when it is graded.");
    expect(output).not.toContain("BEGIN");

    await nbgrader("autograde", name);
    await nbgrader("generate_feedback", name);
    await nbgrader("export", "--to", `${name}.csv`, "--assignment", `['${name}']`);
    const [head = "", ...rows] = readFileSync(join(course, `${name}.csv`), "utf8")
      .trim()
      .split(/\r?\n/);
    const [student, score, most] = ["student_id", "score", "max_score"].map((column) =>
      head.split(",").indexOf(column),
    );
    const graded = rows.map((row) => row.split(",")).filter((row) => row[0] === name);
    const scores = Object.fromEntries(graded.map((row) => [row[student], Number(row[score])]));
    expect(scores).toEqual({ right: 2, wrong: 0, empty: 0 });
    for (const row of graded) expect(Number(row[most])).toBe(2);

    const outputs = (who: string) => cellsIn("autograded", who, name, `${name}.ipynb`);
    for (const who of ["right", "empty"])
      for (const cell of outputs(who)) expect(textOf(cell), cell.source).not.toMatch(/"stderr"|"error"/);
    expect(
      outputs("right")
        .map(textOf)
        .filter((text) => text.includes(`Right: ${exercise.title}.`)),
    ).toHaveLength(2);
    expect(
      outputs("empty")
        .map(textOf)
        .filter((text) => text.includes("is not written yet")),
    ).toHaveLength(2);
    expect(
      outputs("wrong")
        .map(textOf)
        .filter((text) => text.includes("Not yet: ")),
    ).toHaveLength(2);
    for (const who of ["right", "wrong", "empty"]) {
      const page = readFileSync(join(course, "feedback", who, name, `${name}.html`), "utf8");
      expect(page).toContain(who === "right" ? `Right: ${exercise.title}.` : "Not yet: ");
    }
  });

  it("tells a student before handing in whether the notebook passes", async () => {
    const [[name]] = named;
    const validate = (who: string) => nbgrader("validate", join("submitted", who, name, `${name}.ipynb`));
    expect(await validate("right")).toContain("Success! Your notebook passes all the tests.");
    expect(await validate("empty")).toMatch(/VALIDATION FAILED ON 1 CELL/);
  });

  it("has graded them all", () => {
    expect(readdirSync(join(course, "release"))).toHaveLength(exercises.length);
  });
});
