/** What `epsilab start` prints, for its tests of either size. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { BUILT_IN_IDS } from "../experiments/engine/program/built-in-files.ts";
import { inProject, projectFolder } from "./setup/project.js";

export class StartCheck {
  readonly #place = mkdtempSync(join(tmpdir(), "epsilab-start-"));
  readonly #page = join(this.#place, "report.html");
  #lines: readonly string[] = [];

  /** Runs it, of the experiments and areas that are named alone. */
  async run(...what: readonly string[]): Promise<void> {
    const args = ["start", ...what, "--results", join(this.#place, "results"), "--output", this.#page];
    const command = [inProject("bin", "epsilab"), ...args];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, command, { cwd: projectFolder });
    expect(stderr).toBe("");
    this.#lines = stdout.trimEnd().split("\n");
  }

  remove(): void {
    rmSync(this.#place, { recursive: true, force: true });
  }

  /** The experiments that have a line; every control of theirs is caught. */
  get checked(): readonly string[] {
    const lineOf = (id: string) => this.#lines.find((line) => line.startsWith(`  ${id} `));
    const ids = BUILT_IN_IDS.filter((id) => lineOf(id) !== undefined);
    for (const id of ids) {
      const [, caught, controls] = /passed: (\d+) of (\d+) controls? caught/.exec(lineOf(id) ?? "") ?? [];
      expect(caught, id).toBe(controls);
      expect(Number(caught), id).toBeGreaterThan(0);
    }
    return ids;
  }

  /** What is left for `epsilab run`. */
  get left(): string {
    return `${this.#lines.find((line) => line.startsWith("Left for"))}`;
  }

  /** A number of the table. */
  number(name: string): number {
    return Number(this.#lines.find((line) => line.startsWith(name))?.split(/\s{2,}/)[name.startsWith(" ") ? 2 : 1]);
  }

  /** Expects the end: one table without open cells, the page and the way on. */
  expectEnd(): void {
    expect(this.number("  refuted")).toBe(0);
    expect(this.#lines.length).toBeLessThanOrEqual(60);
    expect(this.#lines.join("\n")).not.toMatch(/inconclusive/);
    expect(this.#lines.join("\n")).toContain(this.#page);
    expect(statSync(this.#page).size).toBeLessThan(12_000_000);
    expect(this.#lines.at(-1)).toMatch(/npm run lab$/);
  }
}
