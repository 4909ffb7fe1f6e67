import { execFile, execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandAnswer, ResidentCommand } from "../testing/resident-command.ts";

/** A project of somebody, in which the built command runs as it would for them. */
const place = mkdtempSync(join(tmpdir(), "epsilab-own-"));
const study = join(place, "my-study");
const command = join(import.meta.dirname, "epsilab");
const call = promisify(execFile);
const resident = new ResidentCommand();
afterAll(() => {
  resident.end();
  rmSync(place, { recursive: true, force: true });
});

async function epsilab(args: readonly string[], folder = study): Promise<CommandAnswer> {
  try {
    return { code: 0, ...(await call(process.execPath, [command, ...args], { cwd: folder, maxBuffer: 1 << 26 })) };
  } catch (error) {
    return error as unknown as CommandAnswer;
  }
}

/** The same, from a process that has the modules of the command already: where what it says is the point. */
const asked = (args: readonly string[], folder = study) => resident.ask(args, folder);

function git(...args: readonly string[]): string {
  const person = ["-c", "user.name=Ada Lovelace", "-c", "user.email=ada@example.org"];
  return execFileSync("git", [...person, "-C", study, ...args], { encoding: "utf8" }).trim();
}

function write(name: string, text: string, folder = study): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

/** The least experiment, with changes by name. */
function small(change: { id?: string; claim?: string; controls?: string; head?: string; value?: string } = {}): string {
  const { id = "small", claim = "claim", head = "", value = "1" } = change;
  const { controls = '{ two: { says: "two", study: study(2) } }' } = change;
  return `import { atMost, defineClaim, defineExperiment, exactStudy } from "epsilab/experiments";
${head}
const claim = defineClaim({
  id: "${id}-claim", title: "Small", statement: "1 is at most 1.",
  source: [{ work: "folklore", year: 2026 }], evidence: ["proved"],
});
const study = (value: number) => exactStudy({ axes: {}, exact: () => ({ checks: { value: atMost(value, 1) } }) });
export default defineExperiment({
  id: "${id}", version: 1, title: "Small things",
  parts: { only: { claim: ${claim}, asks: "Is it?", study: study(${value}), controls: ${controls} } },
});
`;
}

const citationIn = (text: string) => /epsilab:[\w-]+\/[0-9a-f]{12}#[0-9a-f]{16}/.exec(text)?.[0];
const environmentOf = (folder: string, experiment: string) => {
  const [run] = readdirSync(join(folder, "results", experiment));
  return JSON.parse(readFileSync(join(folder, "results", experiment, run, "env.json"), "utf8"));
};

beforeAll(async () => {
  const made = await epsilab(["init", "my-study"], place);
  expect(made.code, made.stderr).toBe(0);
  write(
    "CITATION.cff",
    'title: "Counts, studied"\nversion: 2.1.0\nlicense: MIT\nauthors:\n  - family-names: Lovelace\n    given-names: Ada\n',
  );
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "all");
  write("Untitled.ipynb", "{}"); // beside the run: no result depends on it
  const run = await epsilab(["run", "noisy-count", "--types", "--threads", "2"]);
  expect(run.code, run.stderr).toBe(0);
});

describe("a project that epsilab init wrote", () => {
  it("is not written over a folder that exists, nor under a name that npm refuses", async () => {
    expect(await epsilab(["init", "my-study"], place)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/must not exist or be empty, got .*my-study/),
    });
    expect((await epsilab(["init", "My Study"], place)).stderr).toContain('got "My Study"');
    expect(readdirSync(place)).toEqual(["my-study"]);
  });

  it("passes in its full size, the one that is cited", async () => {
    const { code, stdout, stderr } = await epsilab(["run", "noisy-count", "--full", "--results", join(place, "full")]);
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toContain("passed: 2 of 2 controls caught");
    rmSync(join(place, "full"), { recursive: true });
  });

  it("is known to every command, from its folders too", async () => {
    const [list, show, verify, report, completion, doctor, all] = await Promise.all([
      epsilab(["list", "--area", "counts"], join(study, "notebooks")),
      epsilab(["show", "noisy-count"]),
      epsilab(["verify"]),
      epsilab(["report", "--no-recompute"]), // what computes again in a page: bin/site.system.test.ts
      epsilab(["completion", "bash"]),
      epsilab(["doctor"]),
      epsilab(["list"]),
    ]);
    expect(list.stdout).toMatch(/^counts +noisy-count +holds +noisy-count/m);
    expect((await epsilab(["list", "own"])).stdout).toBe(list.stdout);
    expect(all.stdout).toMatch(/^membership +mia-np .* holds/m); // what Epsilab is published with
    expect(show.stdout).toContain("It is off by more than t with probability");
    expect(verify.stdout, verify.stderr).toMatch(/the same bits in \d+ blocks\n1 of 1 result verified/);
    expect(report.code, report.stderr).toBe(0);
    const page = readFileSync(join(study, "epsilab-report.html"), "utf8");
    expect(page).toContain("A count with discrete Laplace noise");
    expect(page).toContain('id="experiment-noisy-count"');
    expect(completion.stdout).toMatch(/noisy-count/);
    expect(doctor.stdout).toMatch(/^experiments +found +.*noisy-count/m);
    expect(doctor.stdout).not.toContain("npm run lab");
  });

  it("gives the same id with 0, 1 and 2 threads, by id and by path, and a result that can be drawn and compared", async () => {
    const runs = await Promise.all([
      epsilab(["run", "noisy-count", "--threads", "0", "--results", "one"]),
      epsilab(["run", "experiments/noisy-count.ts", "--threads", "1", "--results", "two"]),
      epsilab(["cite", "noisy-count"]),
    ]);
    const [first, second, third] = runs.map(({ stdout }) => citationIn(stdout));
    expect([first, second]).toEqual([third, third]);
    expect((await epsilab(["figure", "noisy-count", "--format", "svg", "--output", "figures"])).stdout).toContain(
      "noisy-count-tail.svg",
    );
    await epsilab(["run", "noisy-count", "--seed", "2", "--parts", "accuracy", "--results", "one"]);
    const diff = await epsilab([
      "diff",
      join("one", "noisy-count", readdirSync(join(study, "one", "noisy-count"))[0]),
      join("one", "noisy-count", readdirSync(join(study, "one", "noisy-count"))[1]),
      "--results",
      "one",
    ]);
    expect(diff.stdout).toContain("estimates compared");
  });

  it("is cited by its own authors, title, licence and commit, with Epsilab beside it", async () => {
    const { stdout } = await epsilab(["cite", "noisy-count"]);
    expect(stdout).toContain("Ada Lovelace");
    expect(stdout).toContain("A count with integer noise: its privacy and its accuracy. Counts, studied 2.1.0 (MIT).");
    expect(stdout).toContain(`commit ${git("rev-parse", "HEAD")}`);
    expect(stdout).toContain("The Epsilab developers. Epsilab: a research workbench for differential privacy.");
    expect(stdout.match(/^@misc\{/gm)).toHaveLength(2);
    const cff = (await epsilab(["cite", "noisy-count", "--cff"])).stdout;
    expect(cff).toContain('license: "MIT"');
    expect(cff).toContain("  - type: software");
    const crate = JSON.parse((await epsilab(["cite", "noisy-count", "--ro-crate"])).stdout)["@graph"];
    expect(crate.find((entity: { "@id": string }) => entity["@id"] === "./").author).toEqual({ "@id": "#author-1" });
    expect(crate.map(({ name }: { name?: string }) => name)).toContain("The Epsilab developers");
  });

  it("writes numbers for LaTeX, which paper check knows", async () => {
    await epsilab(["cite", "noisy-count", "--latex", "--output", "paper"]);
    write(
      "paper/main.tex",
      "\\documentclass{article}\\usepackage{epsilab}\\input{noisy-count-results}" +
        "\\begin{document}\\epsres{noisy-count/privacy/epsilon=1/epsilon}\\end{document}",
    );
    expect((await epsilab(["paper", "check", "paper/main.tex"])).stdout).toMatch(
      /1 citation in \d files? against epsilab:noisy-count.*: 0 problems/,
    );
  });

  it("records the files of the program and only those", async () => {
    const environment = environmentOf(study, "noisy-count");
    expect(environment).toMatchObject({
      dirty: false,
      commit: git("rev-parse", "HEAD"),
      project: { name: "my-study", files: ["experiments/noisy-count.ts"] },
    });
    const other = join(place, "hashes");
    write("package.json", '{ "name": "hashes", "type": "module" }', other);
    const codes: string[] = [];
    const compute = async () => {
      const { code, stderr } = await epsilab(["run", "small", "--replace"], other);
      expect(code, stderr).toBe(0);
      codes.push(environmentOf(other, "small").code);
    };
    write("experiments/shared/one.ts", "export const one = 1;", other);
    write("experiments/small.ts", small({ head: 'import { one } from "./shared/one.ts";', value: "one" }), other);
    await compute();
    write("Untitled.ipynb", "{}", other);
    write("experiments/shared/unused.ts", "export const two = 2;", other);
    rmSync(join(other, "results"), { recursive: true });
    await compute();
    write("experiments/shared/one.ts", "export const one = 1; // as before", other);
    rmSync(join(other, "results"), { recursive: true });
    await compute();
    expect(codes[1]).toBe(codes[0]);
    expect(codes[2]).not.toBe(codes[0]);
  });

  it("records packages by name and version, wherever they are installed", async () => {
    const codes: string[] = [];
    for (const folder of [join(place, "packaged"), join(place, "elsewhere", "packaged")]) {
      write("package.json", '{ "name": "packaged", "type": "module" }', folder);
      write(
        "node_modules/one/package.json",
        '{ "name": "one", "version": "1.2.3", "exports": "./esm/one.js" }',
        folder,
      );
      write("node_modules/one/esm/package.json", '{ "type": "module" }', folder); // which has no name
      write("node_modules/one/esm/one.js", "export const one = 1;", folder);
      write("experiments/small.ts", small({ head: 'import { one } from "one";', value: "one" }), folder);
      const { code, stderr } = await epsilab(["run", "small", "--threads", "1"], folder);
      expect(code, stderr).toBe(0);
      codes.push(environmentOf(folder, "small").code);
    }
    expect(codes[1]).toBe(codes[0]);
  });

  it("tells a result of changed files from one that can be cited", async () => {
    write("experiments/changed.ts", small({ id: "changed" }));
    await epsilab(["run", "changed"]);
    const { code, stderr } = await epsilab(["cite", "changed"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("was computed from modified files")]);
    rmSync(join(study, "experiments", "changed.ts"));
    rmSync(join(study, "results", "changed"), { recursive: true });
  });
});

describe("a crate of an own experiment", () => {
  const crates = join(place, "crates");
  const honest = join(crates, "honest");
  const entry = "source/experiments/noisy-count.ts";
  const mark = join(crates, "mark");
  const source = () => readFileSync(join(honest, entry), "utf8");
  /** The honest crate with another source. */
  const changed = (text: string) => {
    const folder = mkdtempSync(join(crates, "changed-"));
    cpSync(honest, folder, { recursive: true });
    write(entry, text, folder);
    return folder;
  };
  const verify = (folder: string, ...args: readonly string[]) => asked(["verify", folder, ...args], crates);

  beforeAll(async () => {
    const { code, stderr } = await epsilab(["cite", "noisy-count", "--ro-crate", "--output", honest]);
    expect(code, stderr).toBe(0);
  });

  it("carries the source, and is recomputed after asking", async () => {
    const graph: readonly Readonly<Record<string, unknown>>[] = JSON.parse(
      readFileSync(join(honest, "ro-crate-metadata.json"), "utf8"),
    )["@graph"];
    const root = graph.find((entity) => entity["@id"] === "./");
    expect(root).toMatchObject({ mainEntity: { "@id": entry }, hasPart: expect.arrayContaining([{ "@id": entry }]) });
    expect(source()).toBe(readFileSync(join(study, "experiments", "noisy-count.ts"), "utf8"));
    expect(await verify(honest)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /have their seals; they were not recomputed: .* no terminal to ask on; --yes allows/,
      ),
    });
    const [all, sample] = [await verify(honest, "--yes"), await verify(honest, "--yes", "--sample", "2")];
    expect(all).toMatchObject({ code: 0, stdout: expect.stringMatching(/the same bits in \d+ blocks\n1 of 1 result/) });
    expect(sample).toMatchObject({ code: 0, stdout: expect.stringContaining("the same bits in 2 blocks") });
  });

  it("whose source is gone says which file it lacks, and that the others are whole", async () => {
    const folder = changed(source());
    rmSync(join(folder, "source"), { recursive: true });
    expect(await verify(folder, "--yes")).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/Its files are whole: .*; the crate lacks source\/experiments\/noisy-count\.ts, /),
    });
  });

  it("does not carry a source that is not the one that computed the result", async () => {
    write("experiments/noisy-count.ts", `${source()}// changed\n`);
    const { code, stdout, stderr } = await epsilab(["cite", "noisy-count", "--ro-crate"]);
    write("experiments/noisy-count.ts", source());
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/does not carry the source of noisy-count: .* commit \w{40} has those that did/),
    ]);
    expect(stdout).not.toContain("SoftwareSourceCode");
  });

  it("is not verified where its source gives other bits, or where a digit was changed, before any code runs", async () => {
    const other = changed(source().replace("block: releases", "block: () => ({ beyond: 0 })"));
    const [all, sample] = [await verify(other, "--yes"), await verify(other, "--yes", "--sample", "64")];
    expect(all).toMatchObject({ code: 1, stdout: expect.stringContaining("NOT ") });
    expect(sample).toMatchObject({ code: 1, stdout: expect.stringMatching(/NOT the same: .*stored \w+, recomputed/) });
    const cells = readFileSync(join(honest, "cells.jsonl"), "utf8");
    const digit = changed("this does not compile");
    write("cells.jsonl", cells.replace(/"estimate":(0\.\d)/, '"estimate":$11'), digit);
    expect(await verify(digit, "--yes")).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/NOT verified: .*cells\.jsonl, line \d+ /),
    });
  });

  const writes = `writeFileSync(${JSON.stringify(mark)}, "");`;
  const starts = `execFileSync(process.execPath, ["-e", ${JSON.stringify(`require("fs").writeFileSync(${JSON.stringify(mark)}, "")`)}]);`;
  const imports = 'import { execFileSync } from "node:child_process"; import { writeFileSync } from "node:fs";';
  const inBlock = (attack: string) =>
    source().replace("block: releases", `block: (...given) => { ${attack} return releases(...given); }`);
  it.each([
    ["writes a file when it is loaded", () => `${source()}${writes}`, "write the file"],
    ["starts a process when it is loaded", () => `${source()}${starts}`, "start a process"],
    ["writes a file in a block", () => inBlock(writes), "write the file"],
    ["starts a process in a block", () => inBlock(starts), "start a process"],
  ])("is stopped where its source %s", async (_, text, what) => {
    const { code, stdout } = await verify(changed(`${imports}\n${text()}`), "--yes");
    expect(existsSync(mark)).toBe(false);
    expect([code, stdout]).toEqual([1, expect.stringContaining(`NOT verified: its code tried to ${what}`)]);
  });

  it("is given no file of the reader's: not by a path, not by a link", async () => {
    write("secret.json", '"secret"', crates);
    const uses = (path: string) => changed(`import secret from "${path}"; console.log(secret);\n${source()}`);
    const linked = uses("./linked.json");
    symlinkSync(join(crates, "secret.json"), join(linked, "source", "experiments", "linked.json"));
    for (const folder of [uses("../../../secret.json"), linked]) {
      const { code, stdout } = await verify(folder, "--yes");
      expect([code, stdout]).toEqual([1, expect.stringMatching(/must be made of its own files, got .*secret\.json/)]);
    }
  });

  it("is not taken for the project of the command that stands in it", async () => {
    const folder = changed(source());
    write("package.json", '{ "name": "trap", "type": "module" }', folder);
    write("experiments/noisy-count.ts", `${imports}\n${source()}${writes}`, folder);
    const { code, stdout } = await epsilab(["verify", ".", "--yes", "--full", "--sample", "1"], folder);
    expect(existsSync(mark)).toBe(false);
    expect([code, stdout]).toEqual([0, expect.stringContaining("the same bits in 1 block ")]);
  });
});

describe("what is wrong with an own experiment is reported in one line", () => {
  const other = join(place, "wrong");
  beforeAll(() => write("package.json", '{ "name": "wrong", "type": "module" }', other));

  it.each([
    [
      "a claim id that is taken",
      small({
        head:
          'defineClaim({ id: "laplace-mechanism", title: "a", statement: "b", ' +
          'source: [{ work: "c", year: 1 }], evidence: ["proved"] });',
      }),
      /the id of a claim must not be taken, got "laplace-mechanism", which is the catalogue's "/,
    ],
    [
      "a claim that is unknown",
      small({ claim: '"laplace-mechansim"' }),
      /no claim is called "laplace-mechansim"; did you mean laplace-mechanism/,
    ],
    [
      "a claim without evidence",
      small({
        head: 'defineClaim({ id: "a", title: "a", statement: "b", source: [{ work: "c", year: 1 }], evidence: [] });',
      }),
      /evidence of a claim must be as declared, got \[\]: /,
    ],
    ["no controls", small({ controls: "{}" }), /part only of "small" must have a control/],
    [
      "a file that does not compile",
      `${small()}\nconst = 1;`,
      /^epsilab: experiments\/small\.ts:\d+:\d+: Expected identifier but found "="$/m,
    ],
    [
      "an import that is missing",
      small({ head: 'import { x } from "./nowhere.ts"; x();' }),
      /experiments\/small\.ts:2:\d+: Could not resolve ".\/nowhere.ts"/,
    ],
    [
      "a door that is not there",
      small({ head: 'import { x } from "epsilab/nowhere"; x();' }),
      /an import of epsilab must be one of epsilab, .*got "epsilab\/nowhere"/,
    ],
    [
      "a name that another door has",
      small({ head: 'import { permuteAndFlip } from "epsilab"; permuteAndFlip;' }),
      /an import from "epsilab" must be one of its exports, got "permuteAndFlip"; import it from "epsilab\/mechanisms"/,
    ],
    [
      "an id that Epsilab has",
      small({ id: "noise" }),
      /the id of an experiment must not be taken, got "noise", which is Epsilab's/,
    ],
    [
      "an axis with a word of the command",
      small({
        head: 'import { axis, z } from "epsilab/experiments"; const seed = axis(z.number(), { means: "", quick: [1] });',
        controls: '{ two: { says: "two", study: exactStudy({ axes: { seed }, exact: () => ({ checks: {} }) }) } }',
      }),
      /got "seed" in part only/,
    ],
    ["nothing exported", "export const a = 1;", /experiments\/small\.ts must export an experiment by default/],
    ["an error of its own", small({ head: 'throw new Error("of its own");' }), /of its own/],
    ["an error of several lines", small({ head: 'throw new Error("of\\nits own");' }), /of its own/],
    ["what is no error", small({ head: "throw null;" }), /^epsilab: null was thrown$/m],
    ["an id that is a word of the command", small({ id: "own" }), /id must not be one of all, own, got "own"/],
    [
      "a title of two lines",
      small().replace("Small things", "Small\\nthings"),
      /title must be one line, got "Small\\nthings"/,
    ],
    [
      "an experiment made by hand",
      'export default { id: "small", parts: {}, figures: {}, claims: [] };',
      /an experiment must be made by defineExperiment, got "small" with a wrong version/,
    ],
  ])("%s", async (_, text, message) => {
    write("experiments/small.ts", text, other);
    const { code, stderr } = await asked(["run", "experiments/small.ts"], other);
    expect(code, stderr).toBeGreaterThan(0);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split("\n"), stderr).toHaveLength(1);
    expect(existsSync(join(other, "results"))).toBe(false);
  });

  it("by list, too, which shows the rest", async () => {
    write("experiments/small.ts", "const = 1;", other);
    const { code, stdout, stderr } = await asked(["list", "noise"], other);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^epsilab: experiments\/small\.ts:1:7: /)]);
    expect(stdout).toContain("laplace-mechanism");
    const named = await asked(["run", "small"], other);
    expect(named.stderr).toMatch(/^epsilab: experiments\/small\.ts:1:7: .*\n$/);
    write("experiments/small.ts", "export const a = 1;", other);
    expect((await asked(["run", "small"], other)).stderr).toBe(
      "epsilab: experiments/small.ts must export an experiment by default, got none\n",
    );
    write("experiments/small.ts", small({ id: "other" }), other);
    expect((await asked(["run", "small"], other)).stderr).toBe(
      'epsilab: no experiment is called "small"; that of experiments/small.ts is called "other"\n',
    );
    write("experiments/small.ts", "const = 1;", other);
    expect((await asked(["run", "own"], other)).code).toBe(2);
  });

  it("what fails in one file does not keep the others from working", async () => {
    write("experiments/small.ts", small(), other);
    write("experiments/nothing.ts", "throw undefined;", other);
    const { code, stderr, stdout } = await asked(["list", "own"], other);
    rmSync(join(other, "experiments", "nothing.ts"));
    expect([code, stderr]).toEqual([0, "epsilab: experiments/nothing.ts: undefined was thrown\n"]);
    expect(stdout).toContain("small-claim");
  });

  it.each([
    [
      "a word that is no verdict",
      '{ checks: { one: { verdict: "holds" }, two: { verdict: "voilated" } } }',
      /two: verdict/,
    ],
    ["a verdict beside its checks", '{ checks: { one: { verdict: "violated" } }, verdict: "holds" }', /"verdict"/],
    ["a list of checks", '{ checks: [{ verdict: "holds" }] }', /checks: .*array/],
    ["no checks", "{ checks: {} }", /checks must have at least one check, got none/],
    ["a text for a number", '{ checks: { one: { verdict: "holds", estimate: "1" } } }', /estimate/],
  ])("%s in a judgement, with nothing stored", async (_, judgement, message) => {
    const study = `exactStudy({ axes: {}, exact: () => (${judgement}) as never })`;
    write("experiments/small.ts", small().replace("study: study(1)", `study: ${study}`), other);
    const { code, stderr } = await asked(["run", "small", "--threads", "0"], other);
    const said = stderr.split("\n").filter((line) => line.startsWith("epsilab: "));
    expect([code, said]).toEqual([1, [expect.stringMatching(message)]]);
    expect(said[0]).toContain("small, part only: ");
    expect(existsSync(join(other, "results", "small"))).toBe(false);
    rmSync(join(other, "results"), { recursive: true, force: true });
  });

  it.each([
    ['() => { throw new Error("of its own"); }', "figure pic: of its own"],
    ["() => undefined", "figure pic: value must be JSON to be stored, got undefined"],
    ["() => ({})", "figure pic: kind must be one of "],
    ['() => "x"', "figure pic: figure must be an object with kind"],
    ["{ draw: 5 }", "the figure pic must be a function of the rows, or { parts, draw }, got object"],
  ])("a figure that is none, with nothing stored: %s", async (figure, message) => {
    const text = small().replace("parts: {", `figures: { pic: (${figure}) as never }, parts: {`);
    write("experiments/small.ts", text, other);
    const { code, stderr } = await asked(["run", "small", "--threads", "0"], other);
    expect(code).toBeGreaterThan(0);
    expect(stderr).toContain(message);
    expect(existsSync(join(other, "results", "small"))).toBe(false);
    rmSync(join(other, "results"), { recursive: true, force: true });
  });

  it("what it prints, which is not among what a command was asked", async () => {
    write("experiments/small.ts", small({ head: 'console.log("printed");' }), other);
    const { stdout, stderr } = await epsilab(["run", "small", "--json", "--threads", "1"], other);
    rmSync(join(other, "results"), { recursive: true, force: true });
    for (const line of stdout.trim().split("\n")) expect(JSON.parse(line)).toHaveProperty("event");
    expect(stderr).toContain("printed");
  });

  it("a control that is missed, by run, list and cite", async () => {
    write("experiments/small.ts", small({ controls: '{ half: { says: "half", study: study(0.5) } }' }), other);
    const store = ["--results", join(place, "missed")];
    const [run, list, cite] = [
      await asked(["run", "small", ...store], other),
      await asked(["list", "own", ...store], other),
      await asked(["cite", "small", ...store], other),
    ];
    expect([run.code, run.stdout]).toEqual([
      1,
      expect.stringContaining("FAILED: control half of part only missed; 0 of 1 control caught"),
    ]);
    expect(run.stdout).toContain("  holds: part only, control half, value: estimate 0.5, theory 1\n");
    expect(list.stdout).toMatch(/^own +small-claim +holds, control missed +small/m);
    expect(cite.stderr).toMatch(
      /^epsilab: epsilab:small\/\w+#\w+ FAILED: control half of part only missed; 0 of 1 control caught$/m,
    );
    rmSync(join(place, "missed"), { recursive: true });
  });

  it("a result of before an edit, with the verdicts of now and what to do, and a claim that is violated", async () => {
    const store = ["--results", join(place, "edited")];
    write("experiments/small.ts", small(), other);
    expect((await asked(["run", "small", ...store], other)).code).toBe(0);
    write("experiments/small.ts", small({ value: "1.5" }), other);
    const failed = "FAILED: claim small-claim violated in 1 cell of part only; 1 of 1 control caught";
    const edited = await asked(["run", "small", ...store], other);
    expect(edited.code).toBe(3);
    expect(edited.stdout).toContain(`${failed}\n`);
    expect(edited.stdout).toMatch(/Not stored\n+$/);
    expect(edited.stderr).toMatch(/holds another result of the same spec.* version from 1 to 2 .* --replace/);
    const { stdout } = await asked(["run", "small", "--json", ...store], other);
    const last = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
    expect(last).toMatchObject({ event: "not-stored", passed: false });
    expect(await asked(["run", "small", "--replace", ...store], other)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(failed),
    });
    rmSync(join(place, "edited"), { recursive: true });
  });

  it("a store that cannot be written, before anything is computed", async () => {
    const never = 'const never = (): number => { throw new Error("it was computed"); };';
    write(
      "experiments/small.ts",
      small({ head: never, value: "1" }).replace("exact: () =>", "exact: () => never() as never ??"),
      other,
    );
    write("occupied/small", "", other);
    const { code, stderr } = await asked(["run", "small", "--results", "occupied"], other);
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringMatching(
        /the folder of results .*occupied\/small cannot be written: a part of the path is not a folder/,
      ),
    });
    expect(stderr).not.toContain("it was computed");
  });

  it("types, where they are asked for", async () => {
    write("experiments/small.ts", small({ value: '"1"' }), other);
    const { code, stderr } = await asked(["run", "small", "--types"], other);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/experiments\/small\.ts\(\d+,\d+\): error TS2345/)]);
  });

  it("two files of one id", async () => {
    write("experiments/small.ts", small(), other);
    write("experiments/twin.ts", small(), other);
    expect((await asked(["list", "own"], other)).stderr).toMatch(
      /twin\.ts: the id of an experiment must not be taken, got "small", which is that of experiments\/small\.ts/,
    );
    rmSync(join(other, "experiments", "twin.ts"));
  });

  it("a results folder that cannot be written, with nothing half-written", async () => {
    write("experiments/small.ts", small(), other);
    write("blocked/file", "", other);
    const { code, stderr } = await asked(["run", "small", "--results", "blocked/file"], other);
    expect([code, stderr]).toEqual([
      3,
      expect.stringMatching(/^epsilab: the folder of results .*blocked\/file cannot be written: /),
    ]);
    const isRoot = process.getuid?.() === 0;
    if (!isRoot) {
      mkdirSync(join(other, "closed"));
      chmodSync(join(other, "closed"), 0o555);
      expect((await asked(["run", "small", "--results", "closed/results"], other)).stderr).toContain(
        "permission is denied",
      );
    }
    expect(existsSync(join(other, "results"))).toBe(false);
  });
});
