import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { printed } from "../citation/reference/sample-result.ts";
import { packageFolder, projectAt } from "../program/project.ts";
import { run } from "./doctor.ts";
import { doctorChecks } from "./doctor-checks.ts";

const place = mkdtempSync(join(tmpdir(), "epsilab-doctor-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));

function write(path: string, text: string, seconds: number): void {
  mkdirSync(join(place, path, ".."), { recursive: true });
  writeFileSync(join(place, path), text);
  utimesSync(join(place, path), seconds, seconds);
}
write("package.json", JSON.stringify({ version: "9.8.7", engines: { node: ">=20.19" } }), 1);
write("dist/lib/index.js", "", 100);
write("lib/index.ts", "", 50);
write("lib/index.test.ts", "", 500);
write("bin/git", "#!/bin/sh\necho git version 1.2\n", 1);
write("bin/pdflatex", "#!/bin/sh\nexit 3\n", 1);
write("node_modules/playwright-core/package.json", JSON.stringify({ version: "5.5.5" }), 1);
chmodSync(join(place, "bin/git"), 0o755);
chmodSync(join(place, "bin/pdflatex"), 0o755);

const found = (change: object = {}) => {
  const machine = {
    environment: { PATH: join(place, "bin") },
    nodeVersion: "v20.19.4",
    folder: place,
    project: { ...projectAt(place), isEpsilab: true },
    own: [],
    problems: [],
    results: join(place, "results"),
  };
  return new Map(doctorChecks({ ...machine, ...change }).map((finding) => [finding.what, finding]));
};

describe("the checks of a machine", () => {
  it("finds what is there, with its version or place", () => {
    const findings = found();
    expect(findings.get("Node")).toMatchObject({ state: "found", detail: "v20.19.4", remedy: "" });
    expect(findings.get("Epsilab")).toMatchObject({ state: "found", detail: "9.8.7, built" });
    expect(findings.get("git")).toMatchObject({
      state: "found",
      detail: `git version 1.2 (${join(place, "bin/git")})`,
    });
    expect(findings.get("playwright-core")).toMatchObject({ state: "found", detail: "5.5.5" });
    expect(findings.get("results")).toMatchObject({ state: "found", required: true });
  });

  it("says how to get what is missing or does not work", () => {
    const findings = found();
    expect(findings.get("@duckdb/node-api")).toMatchObject({
      state: "missing",
      remedy: "npm install @duckdb/node-api",
    });
    expect(findings.get("pdflatex")).toMatchObject({
      state: "wanting",
      detail: expect.stringContaining("does not run"),
    });
    expect(findings.get("Chromium")).toMatchObject({
      state: "missing",
      remedy: expect.stringContaining("EPSILAB_CHROMIUM"),
    });
    expect(findings.get("JupyterLab")).toMatchObject({
      state: "missing",
      remedy: expect.stringContaining("npm run lab"),
    });
    for (const { state, remedy } of findings.values()) expect(remedy === "").toBe(state === "found");
  });

  it("finds a Node that is too old, by numbers and not by letters", () => {
    expect(found({ nodeVersion: "v20.9.0" }).get("Node")).toMatchObject({ state: "wanting", required: true });
    expect(found({ nodeVersion: "v18.20.1" }).get("Node")?.state).toBe("wanting");
    expect(found({ nodeVersion: "v24.0.0" }).get("Node")?.state).toBe("found");
  });

  it("finds sources that changed after the build, tests left aside", () => {
    write("lib/later.ts", "", 200);
    expect(found().get("Epsilab")).toMatchObject({
      state: "wanting",
      detail: expect.stringContaining("later.ts"),
      remedy: "npm run build",
    });
    rmSync(join(place, "lib/later.ts"));
    rmSync(join(place, "dist"), { recursive: true });
    expect(found().get("Epsilab")).toMatchObject({ state: "missing", required: true });
  });

  it("finds a folder of results that cannot be one", () => {
    expect(found({ results: join(place, "package.json") }).get("results")).toMatchObject({
      state: "wanting",
      required: true,
    });
  });
});

describe("epsilab doctor", () => {
  it("prints the findings about this machine, as a table or as JSON", async () => {
    const table = await printed(() => run(["--results", join(place, "results")]));
    expect(table.text).toMatch(/^what +state +for +details\n/);
    expect(table.text).toContain(process.version);
    const json = await printed(() => run(["--json", "--results", join(place, "results")]));
    const findings = JSON.parse(json.text);
    expect(findings.map(({ what }: { what: string }) => what)).toContain("Chromium");
    const failed = findings.some(
      ({ required, state }: { required: boolean; state: string }) => required && state !== "found",
    );
    expect(json.code).toBe(failed ? 1 : 0);
  });

  it("fails where something is missing that every command needs", async () => {
    const { code, text } = await printed(() => run(["--results", join(packageFolder, "package.json")]));
    expect(code).toBe(1);
    expect(text).toContain("choose another folder with --results");
  });
});
