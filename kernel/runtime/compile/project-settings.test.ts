import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ProjectSettingsReader } from "./project-settings.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "epsilab-settings-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (content: unknown) => writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(content));
const current = () => new ProjectSettingsReader(folder).current();

describe("the settings of a project", () => {
  it("map specifiers to files below the base", () => {
    write({ compilerOptions: { baseUrl: "src", paths: { "#a/*": ["a/*", "b/*"], one: ["1.ts"] } } });
    expect(current().mapped("#a/x")).toEqual([join(folder, "src/a/x"), join(folder, "src/b/x")]);
    expect(current().mapped("one")).toEqual([join(folder, "src/1.ts")]);
    expect(current().mapped("other")).toEqual([]);
  });

  it("are read again when the file changed", () => {
    const reader = new ProjectSettingsReader(folder);
    write({ compilerOptions: { experimentalDecorators: true } });
    expect(reader.current().legacyDecorators).toBe(true);
    write({ compilerOptions: { experimentalDecorators: false, target: "ES2020" } });
    expect(reader.current()).toMatchObject({ legacyDecorators: false, assignsFields: true });
  });

  it.each([
    ["baseUrl", null],
    ["baseUrl", 5],
    ["baseUrl", ["src"]],
    ["paths", null],
    ["paths", "src"],
    ["paths", { "#a/*": "src/*" }],
    ["paths", { "#a/*": [5, null] }],
  ])("count as empty where they are of a wrong kind: %s %j", (name, value) => {
    write({ compilerOptions: { [name]: value, experimentalDecorators: true } });
    expect(current().legacyDecorators).toBe(true);
    expect(current().mapped("#a/x")).toEqual([]);
  });

  it.each([
    ["a link to itself", () => symlinkSync("tsconfig.json", join(folder, "tsconfig.json"))],
    ["a link below a file", () => symlinkSync(join("note.txt", "below"), join(folder, "tsconfig.json"))],
    ["a folder", () => mkdirSync(join(folder, "tsconfig.json"))],
    ["no JSON", () => writeFileSync(join(folder, "tsconfig.json"), "{")],
  ])("count as empty where the file is %s", (_, make) => {
    writeFileSync(join(folder, "note.txt"), "");
    make();
    expect(current()).toMatchObject({ legacyDecorators: false, assignsFields: false });
  });
});
