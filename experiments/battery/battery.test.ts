import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { EXPECTED } from "./battery.ts";
import { sections } from "./sections.ts";

const command = fileURLToPath(new URL("../../bin/epsilab", import.meta.url));
const run = promisify(execFile);

interface Answer {
  readonly hash: string;
  readonly same: boolean;
  readonly sections: readonly { readonly name: string; readonly values: number; readonly hash: string }[];
}

/** The built battery, run by some Node. */
async function battery(node: string, workers: number): Promise<Answer> {
  const args = [command, "battery", "--json", "--workers", String(workers)];
  return JSON.parse((await run(node, args, { maxBuffer: 1 << 24 })).stdout);
}

describe("the battery", () => {
  // With other numbers of workers and on Node 24: battery.long.test.ts.
  it("has the pinned hash with 2 workers", async () => {
    expect(await battery(process.execPath, 2)).toMatchObject({ hash: EXPECTED, same: true });
  });

  it("holds 100 000 values of each function and 1 000 000 draws of each sampler", () => {
    expect(new Set(sections.map(({ name }) => name)).size).toBe(sections.length);
    for (const { name, blocks, blockLength } of sections) {
      expect(blocks * blockLength, name).toBe(name.endsWith(" draws") ? 1_000_000 : 100_000);
    }
  });

  it("gives a block the same values again, and other blocks other values", () => {
    const draws = sections.filter(({ blocks }) => blocks > 1);
    expect(draws.length).toBeGreaterThan(20);
    for (const section of [draws[0], draws[7]]) {
      expect(section.values(3)).toEqual(section.values(3));
      expect(section.values(3)).not.toEqual(section.values(4));
    }
  });

  it.each([
    ["--workers 0", ["--workers", "0"]],
    ["--workers two", ["--workers", "two"]],
    ["an unknown option", ["--wrokers", "2"]],
  ])("refuses %s with exit code 2 and its usage", async (_, args) => {
    const failure = await run(process.execPath, [command, "battery", ...args]).catch((error) => error);
    expect(failure.code).toBe(2);
    expect(failure.stderr).toContain("Usage: epsilab battery");
  });
});
