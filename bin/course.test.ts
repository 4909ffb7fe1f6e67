/** The folder of a course, as `epsilab init --course` writes it. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { STUB } from "../experiments/exercises/exercise.ts";
import { exerciseFile, exercises } from "../experiments/exercises/exercises.ts";
import { ResidentCommand } from "../testing/resident-command.ts";
import { inProject } from "./setup/project.js";

const resident = new ResidentCommand();
const place = mkdtempSync(join(tmpdir(), "epsilab-course-"));
const course = join(place, "privacy-2026");
afterAll(() => {
  resident.end();
  rmSync(place, { recursive: true, force: true });
});

describe("the folder of a course", () => {
  let said = "";
  beforeAll(async () => {
    const { code, stdout, stderr } = await resident.ask(["init", "--course", "privacy-2026"], place);
    expect(code, stderr).toBe(0);
    said = stdout;
  });
  const text = (...parts: readonly string[]) => readFileSync(join(course, ...parts), "utf8");

  it("has each exercise as an assignment, with its solution and its hidden tests", () => {
    const names = exercises.map(({ id }) => exerciseFile(id));
    expect(readdirSync(join(course, "source")).sort()).toEqual(names);
    for (const name of names) {
      const committed = inProject("notebooks", "exercises", "solutions", `${name}.ipynb`);
      expect(text("source", name, `${name}.ipynb`)).toBe(readFileSync(committed, "utf8"));
    }
    expect(text("source", names[0], `${names[0]}.ipynb`)).toMatch(/BEGIN SOLUTION[\s\S]*BEGIN HIDDEN TESTS/);
  });

  it("has nbgrader's settings, with the stub that check knows, and says how to go on", () => {
    const settings = text("nbgrader_config.py");
    expect(settings).toContain('course_id = "privacy-2026"');
    const [, stub = ""] = /"typescript": '(.*)',/.exec(settings) ?? [];
    expect(stub.replaceAll("\\n", "\n")).toBe(STUB);
    expect(text("README.md")).toMatch(/^# privacy-2026\n/);
    for (const command of ["generate_assignment", "autograde", "generate_feedback"])
      expect(text("README.md")).toContain(`nbgrader ${command} 02-a-coin `);
    expect(said).toContain(`${join("privacy-2026", "nbgrader_config.py")}\n`);
    expect(said).toMatch(/Next:\n {2}less privacy-2026.README\.md\n$/);
  });

  it("is not written over anything, nor beside a client, nor without a name", async () => {
    const refused = async (...args: readonly string[]) => {
      const { code, stderr } = await resident.ask(["init", ...args], place);
      expect(code).toBe(2);
      return stderr;
    };
    mkdirSync(join(place, "other"));
    writeFileSync(join(place, "other", "mine"), "");
    expect(await refused("--course", "other")).toMatch(/must not exist or be empty, got .*other/);
    expect(await refused("--course", "--audit", "python")).toContain("--audit must be left out beside --course");
    expect(await refused("--course")).toContain("the folder of the course must be named, got none");
    expect(readdirSync(place).sort()).toEqual(["other", "privacy-2026"]);
    expect(existsSync(join(place, "other", "README.md"))).toBe(false);
  });
});
