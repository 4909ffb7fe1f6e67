import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { printed } from "../citation/reference/sample-result.ts";
import * as cite from "./cite.ts";
import { type Commands, run } from "./completion.ts";
import { completionScript, SHELLS } from "./completion-script.ts";
import * as paper from "./paper.ts";
import * as show from "./show.ts";

const modules: Readonly<Record<string, typeof cite>> = { cite, paper, show };
const commands: Commands = {
  commands: [...Object.keys(modules), "run", "absent"],
  load: async (name) => modules[name] ?? Promise.reject(new Error(`no module ${name}`)),
};

const COMMANDS = [
  { name: "run", options: ["--quick", "--quiet", "--full"], words: ["all", "alps", "epsilon="] },
  { name: "show", options: [], words: [] },
];

/** What bash offers for a line that ends where the cursor is. */
function offered(line: string, script = completionScript("bash", COMMANDS)): readonly string[] {
  const words = line.split(" ");
  const call =
    `COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}; _epsilab; ` +
    `printf '%s\n' "\${COMPREPLY[@]}"`;
  return execFileSync("bash", ["-c", `${script}\n${call}`], { encoding: "utf8" })
    .trim()
    .split("\n");
}

describe("the completion of bash", () => {
  it("offers commands first, then the words of the command, and its options after a hyphen", () => {
    expect(offered("epsilab ")).toEqual(["run", "show"]);
    expect(offered("epsilab r")).toEqual(["run"]);
    expect(offered("epsilab run al")).toEqual(["all", "alps"]);
    expect(offered("epsilab run all --qui")).toEqual(["--quick", "--quiet"]);
    expect(offered("epsilab run e")).toEqual(["epsilon="]);
    expect(offered("epsilab show a")).toEqual([""]);
  });
});

describe("epsilab completion", () => {
  it("collects commands, their options, experiments, claims and parameters for every shell", async () => {
    for (const shell of SHELLS) {
      const { code, text } = await printed(() => run([shell], commands));
      expect(code, text).toBe(0);
      for (const word of ["absent", "membership-tradeoff", "laplace-mechanism", "epsilon=", "check"])
        expect(text).toContain(word);
      expect(text).toMatch(/--allow-dirty|-l allow-dirty/);
    }
  });

  it("refuses a shell that it does not know", async () => {
    const { code, text } = await printed(() => run(["tcsh"], commands));
    expect(code).toBe(2);
    expect(text).toContain('shell must be one of bash, zsh, fish, got "tcsh"');
  });

  it("refuses words that a shell would read otherwise", () => {
    expect(() => completionScript("fish", [{ name: "run", options: [], words: ["a b"] }])).toThrow(
      /plain word, got "a b"/,
    );
  });
});
