import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inProject } from "../setup/project.js";
import { noticesText } from "./write.js";

const read = (path: string) => readFileSync(inProject(path), "utf8");
const notices = read("THIRD-PARTY-NOTICES.md");
const manifest = JSON.parse(read("package.json"));

/** What an installed package states of itself. */
const statedLicence = (name: string): string => JSON.parse(read(`node_modules/${name}/package.json`)).license;

/** The licences that the notices give for a package that npm installs. */
function listedLicences(name: string): readonly string[] {
  const rows = [...notices.matchAll(/^\| (\S+) \| ([^|]+) \|[^|]*\|$/gm)];
  const means = (row: string) => row === name || (row.endsWith("*") && name.startsWith(row.slice(0, -1)));
  return rows.filter(([, row]) => means(row)).map(([, , licence]) => licence);
}

/** The packages whose code the bundles of the kernel hold. */
function bundledPackages(): readonly string[] {
  const folders = ["dist/kernel", "dist/kernel/labextension"];
  const bundles = folders.flatMap((folder) =>
    readdirSync(inProject(folder))
      .filter((name) => /\.bundle\.c?js$/.test(name))
      .map((name) => read(`${folder}/${name}`)),
  );
  const paths = bundles.flatMap((text) => [...text.matchAll(/^\s*\/\/ .*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm)]);
  return [...new Set(paths.map(([, name]) => name))];
}

describe("the third-party notices", () => {
  it("are what the lock files and licence files say; node bin/notices/write.js writes them", () => {
    expect(notices === noticesText()).toBe(true);
  });

  it.each([
    ...Object.keys(manifest.dependencies),
    ...["highs", "@swc/types", "is-any-array", "apache-arrow", "vega-datasets"],
  ])("list %s with the licence that its package states", (name) => {
    const stated = statedLicence(name);
    if (!stated.startsWith("SEE LICENSE")) expect(listedLicences(name)).toContain(stated);
    else expect(notices).toContain(read(`node_modules/${name}/LICENSE`).trim());
  });

  it("list every optional and every peer dependency", () => {
    const names = [...Object.keys(manifest.optionalDependencies), ...Object.keys(manifest.peerDependencies)];
    expect(names.filter((name) => listedLicences(name).length === 0)).toEqual([]);
  });

  it("hold the licence text of every package whose code is inside ours, or inside the pages that we write", () => {
    const bundled = bundledPackages();
    expect(bundled).toContain("acorn");
    const copied = [...bundled, "plotly.js-dist-min", "katex", "dejavu-fonts-ttf", "assemblyscript"];
    expect(copied.filter((name) => !notices.includes(read(`node_modules/${name}/LICENSE`).trim()))).toEqual([]);
  });

  it("name the licence that the files of KaTeX's fonts state, and each font that the report embeds", () => {
    const folder = "node_modules/katex/dist/fonts";
    const fonts = readdirSync(inProject(folder)).filter((name) => name.endsWith(".ttf"));
    expect(fonts.length).toBeGreaterThan(10);
    for (const font of fonts) {
      const text = readFileSync(inProject(folder, font)).toString("latin1").replaceAll("\0", "");
      expect(text, font).toContain("SIL Open Font License, Version 1.1");
    }
    const families = new Set(fonts.map((font) => font.split("-")[0].replace(/_Size\d$/, "_Size1")));
    expect([...families].filter((family) => !notices.includes(family))).toEqual([]);
    expect(notices).toContain("SIL OPEN FONT LICENSE");
  });

  it("list the data sets with the licences that their list states", () => {
    const { resources } = JSON.parse(read("node_modules/vega-datasets/datapackage.json"));
    const used = new Set([...read("docs/cookbook.md").matchAll(/vegaDataset\("([^"]+)"\)/g)].map(([, name]) => name));
    expect(used.size).toBeGreaterThan(0);
    for (const name of used) {
      const [licence] = resources.find(({ path }: { path: string }) => path === name).licenses;
      expect(listedLicences(name)).toEqual([licence.title ?? licence.name]);
    }
    for (const name of ["iris", "MNIST"]) expect(listedLicences(name)).toHaveLength(1);
  });

  it("are part of the package", () => {
    expect(manifest.files).toContain("THIRD-PARTY-NOTICES.md");
  });
});
