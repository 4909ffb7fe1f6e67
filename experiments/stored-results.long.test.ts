import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { resultFolders } from "./engine/store/named-results.ts";

const project = join(import.meta.dirname, "..");
const folder = join(project, "results");

describe("the stored results", () => {
  it("are what the code computes, in a large sample of blocks that differs from day to day", async () => {
    const args = [join(project, "bin", "epsilab"), "verify", "--sample", "20", "--results", folder];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const { length } = resultFolders([folder]);
    expect(stdout).toContain(`${length} of ${length} results verified`);
  });
});
