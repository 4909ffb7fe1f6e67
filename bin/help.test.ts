import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ResidentCommand } from "../testing/resident-command.ts";
import { inProject, projectFolder } from "./setup/project.js";

const resident = new ResidentCommand();
afterAll(() => resident.end());

async function epsilab(...args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  const { code, stdout, stderr } = await resident.ask(args, projectFolder);
  return { code, output: stdout + stderr };
}

/** The commands, as the general help lists them. */
const commands = [
  ...readFileSync(inProject("bin", "dispatch.js"), "utf8").matchAll(/^ {2}\["([a-z]+)", "dist\//gm),
].map(([, name]) => name);

/** Commands that read or write stored results. */
const ofResults = [
  "start",
  "list",
  "show",
  "errata",
  "lectures",
  "run",
  "register",
  "audit",
  "submit",
  "jobs",
  "cancel",
  "merge",
  "verify",
  "supersede",
  "diff",
  "query",
  "figure",
  "report",
  "site",
  "cite",
  "paper",
  "doctor",
];
/** Commands that write something else. */
const ofFiles = ["start", "audit", "figure", "report", "site", "cite", "notebook"];

describe("the help of the commands", () => {
  const helps = new Map<string, string>();
  beforeAll(async () => {
    for (const name of commands) {
      const { code, output } = await epsilab(name, "--help");
      expect(code, output).toBe(0);
      helps.set(name, output);
    }
  });
  const having = (option: string) =>
    commands.filter((name) => new RegExp(`^ +${option}[ ,]`, "m").test(helps.get(name) ?? ""));

  it("names the folder of results --results and what is written --output, everywhere", () => {
    expect(commands).toHaveLength(28);
    expect(having("--results")).toEqual(ofResults);
    expect(having("--output")).toEqual(ofFiles);
    expect(having("--out")).toEqual([]);
  });

  it("is printed by help and the command's name, also of a command inside a command", async () => {
    for (const name of ["run", "battery", "kernel"])
      expect(await epsilab("help", name)).toMatchObject({ code: 0, output: helps.get(name) });
    const inner = await epsilab("notebook", "run", "--help");
    expect(inner.output).toContain("--tolerance");
    expect(await epsilab("help", "notebook", "run")).toEqual(inner);
  });

  it("is refused of a command that there is not", async () => {
    const { code, output } = await epsilab("help", "coffee");
    expect(code).toBe(2);
    expect(output).toContain('unknown command "coffee"; "epsilab --help"');
  });

  it.each([
    ["rnu", "run"],
    ["verfy", "verify"],
    ["figures", "figure"],
  ])("of a mistyped %s suggests %s", async (typed, meant) => {
    const { code, output } = await epsilab(typed);
    expect(code).toBe(2);
    expect(output).toContain(`unknown command "${typed}"; did you mean ${meant}?`);
  });
});
