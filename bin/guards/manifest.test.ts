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
  readonly exports: Readonly<Record<string, { readonly types: string }>>;
  readonly typesVersions: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
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

  it("tells a compiler that knows no `exports`, such as that of tslab, where the types of each door are", () => {
    const patterns = Object.entries(manifest.typesVersions["*"] ?? {});
    const candidates = (door: string): readonly string[] => {
      const [key = "", places = []] = patterns.find(([each]) => each === door || each === "*") ?? [];
      return places.map((place) => (key === "*" ? place.replace("*", door) : place));
    };
    const doors = Object.entries(manifest.exports).filter(([name]) => name !== "./package.json");
    expect(doors.length).toBeGreaterThan(10);
    for (const [name, { types }] of doors) {
      const door = name === "." ? "index" : name.slice("./".length);
      // The first that exists counts.
      const source = (place: string) => place.replace("./dist/", "").replace(".d.ts", ".ts");
      const found = candidates(door).find((place) => existsSync(join(projectFolder, source(place))));
      expect(found, name).toBe(types);
    }
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
