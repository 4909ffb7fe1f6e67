import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectFolder } from "./project-files.ts";

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly overrides: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
}

function readProject(path: string): string {
  return readFileSync(join(projectFolder, path), "utf8");
}

const manifest: Manifest = JSON.parse(readProject("package.json"));

describe("package.json", () => {
  it("names exact versions only", () => {
    const { dependencies, devDependencies, peerDependencies, overrides } = manifest;
    const versions = [dependencies, devDependencies, peerDependencies, overrides].flatMap(Object.entries<string>);
    expect(versions.length).toBeGreaterThan(0);
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it("runs only programs that are there", () => {
    const programs = Object.values(manifest.scripts).flatMap((script) => script.match(/\bnode (?:\w+)\/\S+/g) ?? []);
    const paths = programs.map((program) => program.slice("node ".length).replace(/^dist\/(.*)\.js$/, "$1.ts"));
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => !existsSync(join(projectFolder, path)))).toEqual([]);
  });
});

describe.each([
  ["package.json", "package-lock.json"],
  ["bin/docs/typedoc/package.json", "bin/docs/typedoc/package-lock.json"],
])("the lock of %s", (manifestPath, lockPath) => {
  const lock = readProject(lockPath);

  it("names no registry, so that anybody's may be used", () => {
    expect(lock).not.toContain('"resolved"');
    expect(lock).not.toMatch(/https?:\/\/[^"]*registry/);
  });

  it("names the same direct dependencies", () => {
    const { dependencies, devDependencies }: Manifest = JSON.parse(readProject(manifestPath));
    const root = JSON.parse(lock).packages[""];
    expect(root.dependencies).toEqual(dependencies);
    expect(root.devDependencies).toEqual(devDependencies);
  });

  it("has the content hash of every package", () => {
    const packages = Object.entries<{ integrity?: string }>(JSON.parse(lock).packages);
    expect(packages.filter(([path, { integrity }]) => path !== "" && integrity === undefined)).toEqual([]);
  });
});
