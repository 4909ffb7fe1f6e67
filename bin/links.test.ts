import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { readNotebook } from "../kernel/notebook/notebook-file.ts";
import { inProject } from "./setup/project.js";
import { filesUnder } from "./setup/stamp.js";

const { files }: { readonly files: readonly string[] } = JSON.parse(readFileSync(inProject("package.json"), "utf8"));

/** Whether npm packs a file: what `files` of package.json names, and a few by itself. */
function isPacked(path: string): boolean {
  const means = (entry: string) => {
    const pattern = entry
      .replace(/[.+]/g, "\\$&")
      .replace(/\*\*\/|\*/g, (star) => (star === "*" ? "[^/]*" : "(?:.*/)?"));
    return new RegExp(`^${pattern}(?:/|$)`).test(path);
  };
  return ["README.md", "LICENSE", "package.json", ...files].some(means);
}

/**
 * The files of the package that documents are or link to; the API reference is not among them: TypeDoc checks its links when it is
 * written.
 */
const shipped = [
  ...readdirSync(inProject()),
  ...filesUnder(["docs", "kernel", "notebooks", "bench", "template"], (path) => !path.startsWith("docs/api/")),
].filter(isPacked);

/** Fenced and inline code shows links without being one. */
function prose(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```$/gm, "").replace(/`[^`\n]*`/g, "");
}

/** The addresses that a text links to, or shows as pictures, without those of the network. */
function relativeLinks(markdown: string): readonly string[] {
  const links = [...prose(markdown).matchAll(/\]\(([^)\s]+)\)|\b(?:href|src)="([^"]+)"/g)];
  return links.map(([, address, attribute]) => address ?? attribute).filter((address) => !/^[a-z]+:/.test(address));
}

/** The places of a document that an address may name after #: its headings, as GitHub and JupyterLab spell them. */
function headings(markdown: string): readonly string[] {
  const titles = [...markdown.replace(/^```[\s\S]*?^```$/gm, "").matchAll(/^#+ (.*)$/gm)].map(([, title]) => title);
  return titles.map((title) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-"),
  );
}

function textOf(path: string): string {
  if (!path.endsWith(".ipynb")) return readFileSync(inProject(path), "utf8");
  const cells = readNotebook(inProject(path)).cells.filter((cell) => cell.cell_type === "markdown");
  return cells.map(({ source }) => source).join("\n\n");
}

/** The links of a document that lead nowhere inside `root`, a folder of the package. */
function deadLinks(path: string, root: string): readonly string[] {
  // In the project that the template becomes, the package lies below node_modules.
  const resolved = (target: string) =>
    path.startsWith("template/") && target.startsWith("node_modules/epsilab/")
      ? target.slice("node_modules/epsilab/".length)
      : posix.normalize(posix.join(posix.dirname(path), target));
  return relativeLinks(textOf(path)).filter((address) => {
    const [target = "", place] = address.split("#");
    const file = target === "" ? path : resolved(decodeURI(target));
    if (!shipped.includes(file) || !file.startsWith(root)) return true;
    return place !== undefined && !headings(textOf(file)).includes(place);
  });
}

describe("the documents of the package", () => {
  const documents = shipped.filter((path) => /\.md(\.template)?$/.test(path));

  it("are there: README, cookbook, kernel, reports, rules, notices and the template's README", () => {
    expect(documents).toEqual(
      expect.arrayContaining(["README.md", "docs/cookbook.md", "kernel/README.md", "template/README.md.template"]),
    );
  });

  it("have no relative link that leads out of the package or to nothing", () => {
    expect(documents.flatMap((path) => deadLinks(path, "").map((link) => `${path}: ${link}`))).toEqual([]);
  });

  it("send nobody to a registry that does not have the package", () => {
    const sending = documents.filter((path) => /npm (?:install|i|add) epsilab\b/.test(textOf(path)));
    expect(sending).toEqual([]);
    for (const path of ["README.md", "template/README.md.template"]) {
      expect(textOf(path), path).toContain("npm pack");
      expect(textOf(path), path).toMatch(/npm install \S*epsilab-\*\.tgz/);
    }
  });
});

describe("the notebooks in JupyterLab, whose tree begins at notebooks/", () => {
  const notebooks = shipped.filter((path) => path.endsWith(".ipynb"));

  it("have no relative link that leads out of the tree or to nothing", () => {
    const dead = notebooks.flatMap((path) => deadLinks(path, "notebooks/").map((link) => `${path}: ${link}`));
    expect(dead).toEqual([]);
  });

  it("link to every notebook that they name", () => {
    const names = notebooks.map((path) => posix.basename(path, ".ipynb"));
    const unlinked = notebooks.flatMap((path) => {
      const text = textOf(path).replace(/\[([^\]]*)\]\(([^)]*)\)/g, "");
      return names.filter((name) => text.includes(name)).map((name) => `${path}: ${name}`);
    });
    expect(unlinked).toEqual([]);
  });
});
