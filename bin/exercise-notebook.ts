/**
 * The two notebooks of an exercise, from its declaration: that of a student, and that of a teacher for nbgrader, with the worked
 * solution and the hidden tests. `npm run docs:update` writes them.
 *
 * A student's is what nbgrader makes of a teacher's, without its marks and without the cell of the hidden tests, which nbgrader leaves
 * empty. Each test imports `check` itself, so that an answer that declares another of that name changes nothing.
 */
import { type Exercise, SOLUTION, STUB } from "../experiments/exercises/exercise.ts";
import type { Cell, Document } from "../kernel/notebook/document.ts";
import { readNotebook } from "../kernel/notebook/notebook-file.ts";
import type { JsonObject } from "../kernel/protocol/json-object.ts";
import { inProject } from "./setup/project.js";

const HIDDEN = { begin: "// BEGIN HIDDEN TESTS", end: "// END HIDDEN TESTS" };

/** That of the other notebooks, so that JupyterLab has nothing to add. */
const { metadata } = readNotebook(inProject("notebooks", "01-first-steps.ipynb"));

/** As it is under notebooks/exercises/, from where a notebook can be linked to. */
export function studentNotebook(exercise: Exercise): Document {
  const cells = cellsOf(exercise, (notebook) => `, and [${notebook}](../${notebook}.ipynb) goes on from here`)
    .filter(({ id }) => id !== cellId(exercise, "hidden"))
    .map((cell): Cell => ({ ...cell, metadata: {}, source: withStub(cell.source) }));
  return { metadata, cells };
}

/** As it is under notebooks/exercises/solutions/, and in the folder of a course. */
export function teacherNotebook(exercise: Exercise): Document {
  return { metadata, cells: cellsOf(exercise, () => "") };
}

function cellsOf(exercise: Exercise, goesOn: (notebook: string) => string): readonly Cell[] {
  const { id, answer, solution, statement, inLibrary, notebook, title } = exercise;
  const text = (part: string, source: string): Cell => ({
    ...{ cell_type: "markdown", id: cellId(exercise, part), metadata: {}, source },
  });
  const code = (part: string, marks: JsonObject | undefined, source: string): Cell => ({
    ...{ cell_type: "code", id: cellId(exercise, part), execution_count: null, outputs: [], source },
    metadata: marks === undefined ? {} : { nbgrader: { grade_id: cellId(exercise, part), ...UNMARKED, ...marks } },
  });
  const test = `import { check } from "epsilab/exercises";\n`;
  const others = `check("${id}", ${answer}, ${settingsText(exercise.hidden)});`;
  return [
    text("statement", `# ${title}\n\n${statement}`),
    code("imports", undefined, importsText(exercise)),
    code("answer", { solution: true, locked: false }, solution),
    text(
      "how",
      "The next cell says in a sentence what is wrong, and gives 1 point where nothing is. Run it as often as you like.",
    ),
    code("check", TEST, `${test}check("${id}", ${answer});`),
    code("hidden", TEST, `// Further tests, when it is graded.\n${HIDDEN.begin}\n${test}${others}\n${HIDDEN.end}`),
    text("further", `When it is right: in the library it is ${inLibrary}${goesOn(notebook)}.`),
  ];
}

const UNMARKED = { grade: false, locked: true, schema_version: 3, solution: false, task: false };
const TEST = { grade: true, points: 1 };

/** The cell that comes before the answer. */
function importsText({ imports, types }: Exercise): string {
  const lines = Object.entries(imports).map(([door, names]) => `import { ${names.join(", ")} } from "${door}";`);
  return [lines.join("\n"), types ?? ""].filter((part) => part !== "").join("\n\n");
}

function cellId({ id }: Exercise, part: string): string {
  return `${id}-${part}`;
}

/** With the stub in place of the solution, as nbgrader does it. */
function withStub(source: string): string {
  const region = new RegExp(`^( *)${SOLUTION.begin}\\n[\\s\\S]*?${SOLUTION.end}$`, "gm");
  return source.replace(region, (_, indent) => STUB.replaceAll(/^/gm, indent));
}

/** As TypeScript has it: names without quotes. */
function settingsText(settings: readonly object[]): string {
  const fields = (setting: object) =>
    Object.entries(setting).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `[\n${settings.map((setting) => `  { ${fields(setting).join(", ")} },\n`).join("")}]`;
}
