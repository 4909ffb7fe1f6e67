import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { completionScript, type Shell } from "./completion-script.ts";

const place = mkdtempSync(join(tmpdir(), "epsilab-completion-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const COMMANDS = [
  { name: "run", options: ["--quick", "--full"], words: ["all", "membership-tradeoff", "epsilon="] },
  { name: "show", options: ["--json"], words: ["def-dp"] },
];

function written(shell: Shell): string {
  const path = join(place, `epsilab.${shell}`);
  writeFileSync(path, completionScript(shell, COMMANDS));
  return path;
}

describe("the completion of fish", () => {
  const offered = (line: string) =>
    execFileSync("fish", ["--no-config", "-c", `source ${written("fish")}; complete -C '${line}'`], {
      encoding: "utf8",
      env: { ...process.env, HOME: place },
    })
      .trim()
      .split("\n");

  it("offers commands, words and options", () => {
    expect(offered("epsilab ru")).toEqual(["run"]);
    expect(offered("epsilab run memb")).toEqual(["membership-tradeoff"]);
    expect(offered("epsilab run --q")).toEqual(["--quick"]);
    expect(offered("epsilab show def")).toEqual(["def-dp"]);
  });
});

describe("the completion of zsh", () => {
  /** What is added where `compadd` is replaced by one that prints. */
  const offered = (...words: readonly string[]) => {
    const line =
      `compdef() { : }; source ${written("zsh")}; compadd() { print -l -- "$@" }; _files() { : }; ` +
      `words=(${words.map((word) => `'${word}'`).join(" ")}); CURRENT=${words.length}; _epsilab`;
    return execFileSync("zsh", ["-f", "-c", line], { encoding: "utf8" }).split("\n");
  };

  it("offers commands, words and options", () => {
    expect(offered("epsilab", "")).toEqual(expect.arrayContaining(["run", "show"]));
    expect(offered("epsilab", "run", "")).toEqual(expect.arrayContaining(["all", "membership-tradeoff", "epsilon="]));
    expect(offered("epsilab", "run", "-")).toEqual(expect.arrayContaining(["--quick", "--full"]));
    expect(offered("epsilab", "show", "")).not.toContain("all");
  });
});
