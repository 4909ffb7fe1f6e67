import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inProject } from "../setup/project.js";

const recipes = ["Dockerfile", "epsilab.def"].map((name) => ({
  name,
  text: readFileSync(inProject("bin", "containers", name), "utf8"),
}));
const manifest: { readonly engines: { readonly node: string }; readonly files: readonly string[] } = JSON.parse(
  readFileSync(inProject("package.json"), "utf8"),
);

/** The base image of each stage. */
function imagesOf(text: string): string[] {
  return [...text.matchAll(/^from:? (\S+)/gim)].map(([, image = ""]) => image);
}

/** What a recipe takes from the project's folder. */
function sourcesOf(text: string): string[] {
  const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = ""]) => names.split(" "));
  const listed = [...text.matchAll(/^ {4}(\S+) \/source\/\1$/gm)].map(([, name = ""]) => name);
  return [...copied, ...listed].sort();
}

describe("the recipes of containers", () => {
  it.each(recipes)("$name builds and runs on one Node that the package allows", ({ text }) => {
    const [, least = ""] = /^>=(\d+\.\d+)$/.exec(manifest.engines.node) ?? [];
    const [image = "", ...others] = imagesOf(text);
    expect(others).toEqual([image]);
    const [, version = ""] = /^node:(\d+\.\d+\.\d+)-bookworm-slim$/.exec(image) ?? [];
    const [major, minor] = version.split(".").map(Number);
    const [leastMajor, leastMinor] = least.split(".").map(Number);
    expect(major).toBe(leastMajor); // the one that the tests run on
    expect(minor).toBeGreaterThanOrEqual(leastMinor ?? Number.NaN);
  });

  it("use the same image and the same files, which exist", () => {
    const [docker, apptainer] = recipes.map(({ text }) => ({ images: imagesOf(text), sources: sourcesOf(text) }));
    expect(apptainer).toEqual(docker);
    expect(docker?.sources.length).toBeGreaterThan(10);
    expect(docker?.sources.filter((name) => !existsSync(inProject(name)))).toEqual([]);
  });

  it("take along what the package ships, the reference pages apart", () => {
    const shipped = manifest.files.filter((name) => !name.startsWith("!") && name !== "docs/api");
    const sourceOf = (name: string) => (name === "dist/browser" ? "lib" : name.replace(/^dist\//, ""));
    const needed = shipped.map(sourceOf);
    for (const { name, text } of recipes) {
      const taken = sourcesOf(text);
      const isTaken = (path: string) => taken.some((source) => path === source || path.startsWith(`${source}/`));
      expect(needed.filter((path) => !isTaken(path)).map((path) => join(name, path))).toEqual([]);
    }
  });

  it("are built by the same steps", () => {
    for (const { name, text } of recipes) expect(text, name).toContain("sh bin/containers/install.sh /opt/epsilab");
  });
});
