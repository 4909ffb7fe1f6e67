import { execFile } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { packageFolder } from "../program/project.ts";
import { writeWhole } from "./whole-file.ts";

const place = mkdtempSync(join(tmpdir(), "epsilab-whole-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** The command where no file may be longer than 64 KiB, as on a disk that is nearly full. */
function limited(
  folder: string,
  ...args: readonly string[]
): Promise<{ readonly code: unknown; readonly text: string }> {
  mkdirSync(folder, { recursive: true });
  const line = `ulimit -f 64; exec "$0" "$@"`;
  const command = [process.execPath, join(packageFolder, "bin/epsilab"), ...args];
  return new Promise((resolve) => {
    execFile("bash", ["-c", line, ...command], { cwd: packageFolder }, (error, _, text) =>
      resolve({ code: error?.code ?? 0, text }),
    );
  });
}

describe("a file that a command writes", () => {
  it.each([
    [
      "the figure",
      "randomized-response-bias.html",
      ["figure", "randomized-response", "--figure", "bias", "--format", "html", "--output"],
    ],
    [
      "the report",
      "page.html",
      ["report", "--no-recompute", "--results", join(packageFolder, "results/randomized-response"), "--output"],
    ],
    ["the file", "randomized-response-results.tex", ["cite", "randomized-response", "--latex", "--output"]],
  ])("is there whole or not at all when the disk is full: %s", async (what, name, args) => {
    const folder = join(place, what.replaceAll(" ", "-"));
    const { code, text } = await limited(folder, ...args, what === "the report" ? join(folder, name) : folder);
    expect({ code, text }).toEqual({
      code: 3,
      text: expect.stringMatching(`${what} .*${name} cannot be written: the file would be larger than is allowed`),
    });
    expect(readdirSync(folder).filter((each) => each !== "epsilab.sty")).toEqual([]);
  });

  it("takes the place of the old one, keeps its rights and leaves a link a link", () => {
    const [file, link] = [join(place, "file"), join(place, "link")];
    writeFileSync(file, "old");
    chmodSync(file, 0o640);
    symlinkSync(file, link);
    writeWhole(link, "new");
    expect(readFileSync(file, "utf8")).toBe("new");
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(readFileSync(link, "utf8")).toBe("new");
    writeFileSync(file, "by the file");
    expect(readFileSync(link, "utf8")).toBe("by the file");
  });

  it("may be a device, which is not replaced", () => {
    writeWhole("/dev/null", "nothing");
    expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
    expect(() => writeWhole(place, "text")).toThrow(/EISDIR/);
  });
});
