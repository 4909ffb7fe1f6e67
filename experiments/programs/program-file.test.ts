import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { programFiles, programHash, programName } from "./program-file.ts";

const folder = mkdtempSync(join(tmpdir(), "program-"));
mkdirSync(join(folder, "bin"));
for (const [name, text] of [
  ["noisy mean.py", "1"],
  ["data.json", "{}"],
  ["bin/python3", "an interpreter"],
])
  writeFileSync(join(folder, name), text);
const filesOf = (...command: string[]) => programFiles(command, folder);
const nameOf = (...command: string[]) => programName(command, filesOf(...command));

describe("what a program is", () => {
  it("is named after its first file, wherever the interpreter stands", () => {
    expect(nameOf("python", "noisy mean.py", "data.json")).toBe("noisy-mean");
    expect(nameOf("bin/python3", "noisy mean.py")).toBe("noisy-mean");
    expect(nameOf("bin/python3", "-m", "mechanisms")).toBe("python3");
    expect(nameOf("./a.out")).toBe("a");
  });

  it("has the files that its words name, and a hash of them and of the command, the interpreter apart", () => {
    const command = ["bin/python3", "noisy mean.py", "--from", "data.json", "nowhere.txt"];
    const files = filesOf(...command);
    expect(files.map(({ name }) => name)).toEqual(["noisy mean.py", "data.json"]);
    const hash = programHash(command, files);
    writeFileSync(join(folder, "bin/python3"), "another interpreter");
    expect(programHash(command, filesOf(...command))).toBe(hash);
    writeFileSync(join(folder, "data.json"), "[]");
    expect(programHash(command, filesOf(...command))).not.toBe(hash);
  });
});
