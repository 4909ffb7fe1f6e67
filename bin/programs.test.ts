import { execFile } from "node:child_process";
import {
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
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { programMechanism } from "../experiments/programs/program-mechanism.ts";
import { type CommandAnswer, ResidentCommand } from "../testing/resident-command.ts";
import { commandsOf, wordsOf } from "./document-commands.ts";
import { projectFolder } from "./guards/project-files.ts";
import { run } from "./project-copy.ts";
import { inProject } from "./setup/project.js";

/** An empty folder with the `python` of the tests, in which the built command runs as it would for somebody. */
const place = mkdtempSync(join(tmpdir(), "epsilab-programs-"));
const python = process.env.EPSILAB_PYTHON ?? inProject(".venv", "bin", "python");
const page = readFileSync(inProject("docs", "programs.md"), "utf8");
const environment = { PATH: [join(place, "bin"), process.env.PATH].join(delimiter) };
const resident = new ResidentCommand(environment);
afterAll(() => {
  resident.end();
  rmSync(place, { recursive: true, force: true });
});

const epsilab = (words: readonly string[], folder: string) => resident.ask(words, folder);

/** The same, started as somebody starts it. */
function started(words: readonly string[], folder: string): Promise<CommandAnswer> {
  const env = { ...process.env, ...environment };
  return new Promise((resolve) => {
    const args = [join(projectFolder, "bin", "epsilab"), ...words];
    execFile(process.execPath, args, { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

const folderOf = (name: string) => {
  const folder = join(place, name);
  mkdirSync(folder, { recursive: true });
  return folder;
};

beforeAll(() => {
  mkdirSync(join(place, "bin"));
  symlinkSync(python, join(place, "bin", "python"));
});

describe("the commands of docs/programs.md, in an empty folder", () => {
  const commands = commandsOf(page);
  const done: CommandAnswer[] = [];
  const folder = folderOf("page");

  beforeAll(async () => {
    for (const command of commands) done.push(await started(wordsOf(command), folder));
  });

  it("write a client and its example, audit it, judge it again and cite it", () => {
    expect(commands.map((command) => command.split(" ")[0])).toEqual(["init", "audit", "verify", "cite", "audit"]);
    const [init, right, verified, cited, wrong] = done;
    expect(
      done.map(({ code }) => code),
      done.map(({ stderr }) => stderr).join(),
    ).toEqual([0, 0, 0, 0, 1]);
    expect(init.stdout).toContain("npx epsilab audit --epsilon 1 -- python mech.py");
    expect(right.stdout).toMatch(
      /^Certified with confidence 99 %: epsilon is at least 0\.\d+, so the claim of 1 is not refuted/,
    );
    expect(verified.stdout).toMatch(/the same verdict and picture, judged again from the samples of 40 requests/);
    expect(cited.stdout).toContain("can be judged again bit for bit from them, not drawn again");
    expect(wrong.stdout).toMatch(/so the claim of 0\.5 is violated\.\nEvent: output [<>]= .* of 10000 draws of input/);
    expect(existsSync(join(folder, "audit-mech-event.svg"))).toBe(true);
  });

  it("show the example as it is shipped", () => {
    expect(page).toContain(`\`\`\`python\n${readFileSync(inProject("clients", "python", "mech.py"), "utf8")}\`\`\``);
  });

  it("keep a result that a changed sample breaks", async () => {
    const [name] = readdirSync(join(folder, "results", "audit-mech"));
    const file = join(folder, "results", "audit-mech", name, "samples.jsonl.gz");
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.subarray(0, bytes.length - 1));
    const { code, stdout } = await epsilab(["verify", join("results", "audit-mech", name)], folder);
    writeFileSync(file, bytes);
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: expect.stringMatching(/samples.jsonl.gz does not have the hash/),
    });
  });
});

describe("the client of JavaScript", () => {
  const folder = folderOf("javascript");

  it("is written beside what is there, and audited", async () => {
    expect(await epsilab(["init", "--audit", "javascript"], folder)).toMatchObject({ code: 0 });
    expect(await epsilab(["init", "--audit", "javascript"], folder)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/nothing is overwritten, and .*epsilab-audit\.mjs exists/),
    });
    const plan = ["--epsilon", "0.5", "--draws", "4000", "--no-picture", "--json"];
    const { code, stdout } = await epsilab(["audit", ...plan, "--", "node", "mech.mjs"], folder);
    const { event, followsSeed, finding } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
    expect({ code, event, followsSeed }).toEqual({ code: 1, event: "result", followsSeed: true });
    expect(finding.lowerBound).toBeGreaterThan(0.6);
    expect(finding.lowerBound).toBeLessThan(1);
  });

  it("refuses what JSON cannot hold, and says what the mechanism threw", async () => {
    const begin = `import { serve } from "./epsilab-audit.mjs";\n`;
    writeFileSync(join(folder, "nan.mjs"), `${begin}console.log("for people"); serve(() => [0 / 0]);\n`);
    writeFileSync(join(folder, "few.mjs"), `${begin}serve(() => [1]);\n`);
    writeFileSync(join(folder, "throws.mjs"), `${begin}serve(() => { throw new Error("bad luck"); });\n`);
    const messageOf = async (file: string) =>
      (await epsilab(["audit", "--epsilon", "1", "--", "node", file], folder)).stderr;
    expect(await messageOf("nan.mjs")).toMatch(
      /said that it cannot: RangeError: an output must be a finite number.*NaN/,
    );
    expect(await messageOf("few.mjs")).toMatch(/gave only 1 outputs/);
    expect(await messageOf("throws.mjs")).toMatch(/said that it cannot: Error: bad luck/);
  });
});

describe("the client of Python", () => {
  const folder = folderOf("python");
  /** The outputs of a release that is written in a few words. */
  const answer = async (release: string, input: unknown, draws: number) => {
    writeFileSync(
      join(folder, "release.py"),
      `from epsilab_audit import serve\nprint("for people")\n${release}\nserve(release)\n`,
    );
    const request = JSON.stringify({ draws, seed: 1, input });
    const command = `printf '%s\\n' '${request}' | ${python} release.py`;
    const { output } = await run("bash", ["-c", `${command} 2>/dev/null`], { folder });
    return output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  };

  beforeAll(async () => {
    expect(await epsilab(["init", "--audit", "python", "."], folder)).toMatchObject({ code: 0 });
  });

  it("sends lists, arrays, generators and structures", async () => {
    const outputs = async (release: string, input: unknown, draws: number) =>
      (await answer(release, input, draws)).flatMap((line) => line.outputs ?? line);
    expect(await outputs("def release(value, draws, seed): return [value['a'][0]] * draws", { a: [2] }, 2)).toEqual([
      2, 2,
    ]);
    expect(
      await outputs("def release(value, draws, seed): return ({'k': k, 'x': (True, 'a')} for k in range(draws))", 0, 2),
    ).toEqual([
      { k: 0, x: [true, "a"] },
      { k: 1, x: [true, "a"] },
    ]);
    const array = `class Array:
    def __init__(self, rows): self.rows = rows
    def tolist(self): return self.rows
def release(value, draws, seed): return Array([[0.5, k] for k in range(draws)])`;
    expect(await outputs(array, 0, 2)).toEqual([
      [0.5, 0],
      [0.5, 1],
    ]);
    expect(await outputs("def release(value, draws, seed): return ['x'] * draws", 0, 2500)).toHaveLength(2500);
  });

  it("says so where the mechanism throws, gives what is not finite, or too few", async () => {
    expect(await answer("def release(value, draws, seed): return 1 / 0", 0, 2)).toEqual([
      { error: "ZeroDivisionError: division by zero" },
    ]);
    expect(await answer("def release(value, draws, seed): return [float('nan')] * draws", 0, 2)).toEqual([
      { error: expect.stringMatching(/^ValueError: Out of range float/) },
    ]);
    const [, end] = await answer("def release(value, draws, seed): return [1]", 0, 2);
    expect(end).toEqual({ end: true });
  });
});

describe("epsilab audit --replay", () => {
  const folder = folderOf("replay");
  const shown = /```python\n([^`]*recorder\.laplace[^`]*)```/.exec(page)?.[1] ?? "";
  const [, command = ""] = /`npx epsilab (audit --replay [^`]*)`/.exec(page) ?? [];

  beforeAll(async () => {
    for (const language of ["python", "javascript"])
      expect(await epsilab(["init", "--audit", language], folder)).toMatchObject({ code: 0 });
    writeFileSync(join(folder, "ages.py"), shown);
    writeFileSync(join(folder, "right.py"), shown.replace("sum(ages)", "sum(clamped)"));
  });

  it("finds the mistake of the page's example as the page says, and nothing where it is mended", async () => {
    const { code, stdout } = await epsilab(wordsOf(command), folder);
    const [says] = /^sensitivity: .*$/m.exec(page) ?? [""];
    expect({ code, lines: stdout.split("\n") }).toEqual({
      code: 1,
      lines: [
        says,
        "A declared condition is broken on these inputs, in 20 replays of one pair of inputs, 40 draws of noise: " +
          "this is proved, and how much privacy it costs is not measured.",
        "",
      ],
    });
    const mended = await epsilab(wordsOf(command.replace("ages.py", "right.py")), folder);
    expect(mended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^No declared condition is broken in 20 /) });
    expect(existsSync(join(folder, "results"))).toBe(false);
  });

  /** The findings in a mechanism that is written in a few words. */
  const findings = async (file: string, text: string) => {
    writeFileSync(join(folder, file), text);
    const program = programMechanism({ command: [file.endsWith("py") ? python : "node", file], folder, processes: 1 });
    const found = await program.replay({ inputs: [DATA, [...DATA, SECRET]], replays: 4 });
    expect(found.verdict).toBe(found.findings.length > 0 ? "violated" : "not-refuted");
    expect(JSON.stringify(found)).not.toContain(`${SECRET}`);
    return found.findings.map(({ kind, at }) => `${kind} ${at}`);
  };
  const DATA = [1, 2, 3];
  const SECRET = 777;

  it.each([
    ["an order", "[recorder.laplace(0, 1, 1) for _ in data]", "order mech.py:3"],
    ["a size", "recorder.laplace([0 for _ in data], 1, 1)", "order mech.py:3"],
    ["a branch", "recorder.laplace(0, 1, 1) if len(data) > 3 else \\\n  recorder.laplace(0, 1, 1)", "branch mech.py:4"],
    ["a scale", "recorder.gaussian(0, 1, sigma=1 + len(data))", "scale mech.py:3"],
    ["a sensitivity", "recorder.discrete_laplace(3 * len(data), 2, 1)", "sensitivity mech.py:3"],
    ["a score", "recorder.choose([0, 3 * len(data)], 2, 1)", "sensitivity mech.py:3"],
    ["what is not finite", "recorder.laplace(float('nan') if len(data) > 3 else 0, 2, 1)", "sensitivity mech.py:3"],
    ["a public value", "recorder.laplace(0, 1, 1) + recorder.public(len(data)) // 9", "public mech.py:3"],
    ["an output", "recorder.laplace(0, 1, 1) / len(data)", "output the output"],
    ["an end", "recorder.laplace(0, 1, 1) + [0, 1, 2, 3][len(data)]", "end the end"],
    ["a library's noise", "recorder.draw('own', len(data), lambda v: v + gauss(0, 1), 0.5)", "sensitivity mech.py:3"],
    ["a record of its own", "recorder.laplace(data[-1], 10, 1)", "sensitivity mech.py:3"],
  ])("finds %s in Python, by its place and without a value", async (_, mechanism, expected) => {
    const begin =
      "from random import gauss; from epsilab_audit import recorder, serve\ndef release(data, draws, seed):\n";
    expect(
      await findings("mech.py", `${begin}  return [${mechanism} for _ in range(draws)]\nserve(release)\n`),
    ).toEqual([expected]);
  });

  it("finds nothing in Python where noise, parameters, choices and samples are as declared", async () => {
    const text = `import random
from epsilab_audit import recorder, serve

def release(data, draws, seed):
    own = random.Random(seed)
    for _ in range(draws):
        sample = [each for each in data if recorder.random.random() < 0.5]
        size = recorder.discrete_laplace(len(sample), sensitivity=1, scale=1)
        sums = recorder.gaussian([min(each, 9) for each in sample[:1]] + [0] * (1 - len(sample[:1])), 9, sigma=recorder.public(3))
        more = recorder.laplace(len(data), 1, 2) if size > 2 else recorder.laplace(0, 1, 3)
        place = recorder.choose([len(data), 0], 1, epsilon=1)
        noisy = recorder.draw("own", len(data), lambda value: value + own.gauss(0, 1), 1, sigma=1)
        yield {"all": [size, sums, more, place, noisy], "coin": own.random()}

serve(release)\n`;
    expect(await findings("right.py", text)).toEqual([]);
  });

  it("finds what is broken in JavaScript, and nothing where it is mended", async () => {
    const found = (value: string, more = "") =>
      findings(
        "mech.mjs",
        `import { recorder, serve } from "./epsilab-audit.mjs";
const noisy = (value, scale = 1) => recorder.laplace(value, { sensitivity: 2, scale });
serve((data, draws) => Array.from({ length: draws }, () => {
  const size = ${value};${more}
  return size;
}));\n`,
      );
    const at = "mech.mjs:2, called at mech.mjs:4";
    expect(await found("noisy(3 * data.length)")).toEqual([expect.stringContaining(`sensitivity ${at}`)]);
    expect(await found("noisy(0, data.length)")).toEqual([expect.stringContaining(`scale ${at}`)]);
    expect(await found("noisy(0)", "if (data.length > 3) return\n noisy(0);")).toEqual([
      expect.stringContaining("order mech.mjs"),
    ]);
    expect(await found("noisy(data.length)", "if (size > 3) return\n noisy(0);")).toEqual([]);
    const gauss = "recorder.gaussian([data.length, 1], { sensitivity: 1, sigma: 1 })";
    const choice = "recorder.choose([data.length, 1], { sensitivity: 1, epsilon: 1 })";
    const whole = "recorder.discreteLaplace(data.length, { sensitivity: 1, scale: recorder.public(1) })";
    const coin = "recorder.random() < 0.5";
    expect(await found(`[${gauss}, ${choice}, ${whole}, ${coin}]`)).toEqual([]);
  });

  it("weighs all draws of a run together against a claim, the same in both clients", async () => {
    const losses = async (file: string, text: string) => {
      writeFileSync(join(folder, file), text);
      const program = programMechanism({
        command: [file.endsWith("py") ? python : "node", file],
        folder,
        processes: 1,
      });
      const plan = { inputs: [3, 4] as const, replays: 10 };
      const kinds = async (epsilon: number) =>
        (await program.replay({ ...plan, epsilon })).findings.map(({ kind }) => kind);
      return { loss: (await program.replay({ ...plan, epsilon: 2 })).loss, found: [await kinds(2), await kinds(1.9)] };
    };
    const begin = "from epsilab_audit import recorder, serve\ndef release(size, draws, seed):\n  return ";
    const inPython = (draws: string) => losses("mech.py", `${begin}[${draws}]\nserve(release)\n`);
    const inJavaScript = (draws: string) =>
      losses("mech.mjs", `import { recorder, serve } from "./epsilab-audit.mjs";\nserve((size) => [${draws}]);\n`);
    const twice = { loss: 2, found: [[], ["budget"]] };
    expect(await inPython("recorder.laplace(size, 1, 1) + recorder.discrete_laplace(size, 1, 1)")).toEqual(twice);
    const laplaces = "{ sensitivity: 1, scale: 1 }";
    expect(
      await inJavaScript(`recorder.laplace(size, ${laplaces}) + recorder.discreteLaplace([size], ${laplaces})[0]`),
    ).toEqual(twice);
    // Half a score below and above the other: 1 / (1 + e^-0.5) and 1 / (1 + e^0.5), or the other way round.
    const even = { loss: expect.closeTo(0.5, 12), found: [[], []] };
    expect(await inPython("recorder.choose([size, 3.5], 1, epsilon=2)")).toEqual(even);
    expect(await inJavaScript("recorder.choose([size, 3.5], { sensitivity: 1, epsilon: 2 })")).toEqual(even);
    // A shift of 1000 sigma loses 1000 ^ 2 / 2, give or take 1000 times a normal number.
    const far = { loss: expect.closeTo(500_000, -4), found: [["budget"], ["budget"]] };
    expect(await inPython("recorder.gaussian([1000 * size], 1000, sigma=1)[0]")).toEqual(far);
    expect(await inJavaScript("recorder.gaussian(2000 * size, { sensitivity: 2000, sigma: 2 })")).toEqual(far);
    expect(await inPython("recorder.draw('own', size, lambda v: v, 1)")).toEqual({ loss: undefined, found: [[], []] });
  });

  it("is refused, in words, for what does not record, fails, or is judged otherwise", async () => {
    const refusal = (text: string) =>
      findings("mech.py", `from epsilab_audit import recorder, serve\n${text}\nserve(release)\n`).catch(
        (error: Error) => error.message,
      );
    expect(await refusal("def release(data, draws, seed): return [len(data)] * draws")).toMatch(
      /^asked for a replay on two inputs at seed \d+, the program recorded no draws; .* docs\/programs\.md$/,
    );
    expect(await refusal("def release(data, draws, seed): return [recorder.laplace(1, 1, 0)]")).toMatch(
      /said that it cannot: ValueError: scale must be positive and finite, got 0$/,
    );
    expect(await refusal("def release(data, draws, seed): return [recorder.laplace('1', 1, 1)]")).toMatch(
      /TypeError: value must be a number, a list of numbers or an array, got str$/,
    );
    expect(await epsilab(["audit", "--replay", "--rho", "1", "--", "python", "ages.py"], folder)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/--rho must be left out beside --replay, which takes --epsilon alone/),
    });
  });
});

describe("epsilab audit", () => {
  const folder = folderOf("command");
  const messageOf = async (...words: readonly string[]) => {
    const { code, stderr } = await epsilab(["audit", ...words], folder);
    return `${code} ${stderr}`;
  };

  it("refuses what is no audit with exit code 2", async () => {
    expect(await messageOf("--", "node", "x.mjs")).toMatch(/^2 epsilab: claim must be exactly one of/);
    expect(await messageOf("--epsilon", "one", "--", "node")).toMatch(/^2 .*--epsilon must be a finite number/);
    expect(await messageOf("--epsilon", "1", "--inputs", "[0", "--", "node")).toMatch(/^2 .*--inputs must be JSON/);
    expect(await messageOf("--epsilon", "1", "--name", "../x", "--", "node")).toMatch(/^2 .*--name must be/);
    expect(await messageOf("--epsilon", "1", "--", "no-such-program-here")).toMatch(/^2 .*cannot be started/);
  });

  it("keeps the answers of a program that fails, and goes on from them", async () => {
    const fails = `import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
let asked = 0;
createInterface({ input: process.stdin }).on("line", (line) => {
  const { draws, seed, input } = JSON.parse(line);
  if (++asked === 8 && !existsSync("mended")) process.exit(7);
  console.log(JSON.stringify({ outputs: Array.from({ length: draws }, (_, k) => input + ((seed + k * k * 7919) % 1009)) }));
});\n`;
    writeFileSync(join(folder, "fails.mjs"), fails);
    const words = ["--epsilon", "1", "--draws", "1000", "--batch", "100", "--processes", "1", "--no-picture"];
    const first = await messageOf(...words, "--", "node", "fails.mjs");
    expect(first).toMatch(
      /^2 [\s\S]*exit code 7, asked for .*; 7 answers of it are kept, and the same command goes on from them/,
    );
    writeFileSync(join(folder, "mended"), "");
    const { stdout } = await epsilab(["audit", ...words, "--", "node", "fails.mjs"], folder);
    expect(stdout).toMatch(/; 7 answers from before\./);
  });
});
