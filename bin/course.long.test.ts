/** A course from the first command to the grades, by the real nbgrader: a right, a wrong and an empty answer to each exercise. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
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
  it.each(named)(
    "takes %s from the release to the feedback, for a right answer, a wrong one and none",
    async (name, exercise) => {
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
      const outputs = (who: string) => cellsIn("autograded", who, name, `${name}.ipynb`);
      for (const who of ["right", "empty"])
        for (const cell of outputs(who)) expect(textOf(cell), cell.source).not.toMatch(/"stderr"|"error"/);
      const said = { right: `Right: ${exercise.title}.`, wrong: "Not yet: ", empty: "is not written yet" };
      for (const [who, text] of Object.entries(said)) {
        const telling = outputs(who)
          .map(textOf)
          .filter((output) => output.includes(text));
        expect(telling, who).toHaveLength(2);
        const page = readFileSync(join(course, "feedback", who, name, `${name}.html`), "utf8");
        expect(page).toContain(text);
      }
    },
  );

  it("tells a student before handing in whether the notebook passes", async () => {
    const [[name]] = named;
    const validate = (who: string) => nbgrader("validate", join("submitted", who, name, `${name}.ipynb`));
    expect(await validate("right")).toContain("Success! Your notebook passes all the tests.");
    expect(await validate("empty")).toMatch(/VALIDATION FAILED ON 1 CELL/);
  });

  it("has given both points to every right answer, and none to the others", async () => {
    await nbgrader("export", "--to", "grades.csv");
    const [head = "", ...lines] = readFileSync(join(course, "grades.csv"), "utf8").trim().split(/\r?\n/);
    const column = (name: string) => head.split(",").indexOf(name);
    const rows = lines.map((line) => line.split(","));
    const grades = rows.map((row) =>
      ["assignment", "student_id", "score", "max_score"].map((name) => row[column(name)]),
    );
    const scores = { empty: "0.0", right: "2.0", wrong: "0.0" };
    const wanted = named.flatMap(([name]) => Object.entries(scores).map(([who, score]) => [name, who, score, "2.0"]));
    expect(grades.sort()).toEqual(wanted);
  });
});
