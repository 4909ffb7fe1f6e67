import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { jupyterDisplay } from "../../../lib/data/jupyter-display.ts";
import { checkPaper } from "../citation/paper-check.ts";
import { printed } from "../citation/reference/sample-result.ts";
import { type Result, readResult } from "../format/read-result.ts";
import { CELLS, citationKey, ENVIRONMENT, FIGURES, manifestOf, resultFiles } from "../format/result-files.ts";
import { writeResult } from "../format/write-result.ts";
import { storedResult } from "../notebook/stored-result.ts";
import { verify as verifyFromCode } from "../notebook/verify.ts";
import { workbenchAt } from "../program/workbench.ts";
import { run as cite } from "./cite.ts";
import { run as diff } from "./diff.ts";
import { type SmallStore, smallStore } from "./reference/small-results.ts";
import { run as supersede } from "./supersede.ts";
import { run as verify } from "./verify.ts";

const NAME = "randomized-response";
const REASON = "the interval of the bias was too narrow";
const COMMIT = "0123456789abcdef0123456789abcdef01234567";
let store: SmallStore;
let old: Result;
let oldKey: string;

const said = (command: typeof verify, ...args: readonly string[]) =>
  printed(() => command([...args, "--results", store.out]));
const key = ({ spec, id }: Result) => citationKey(spec, id);
const aside = ({ runId, id }: Result) => join(store.out, NAME, "superseded", `${runId}-${id.slice(0, 16)}`);
const setAside = (name: string, ...more: readonly string[]) =>
  said(supersede, name, "--because", `${REASON}.`, ...more);

beforeEach(async () => {
  store = smallStore();
  const { folder } = await store.compute(1);
  const path = join(folder, ENVIRONMENT);
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), commit: COMMIT, dirty: false }));
  old = readResult(folder);
  oldKey = key(old);
});
afterEach(() => store.remove());

describe("a superseded result", () => {
  it("is kept whole beside a record of what it was and why, and its citation says what replaces it", async () => {
    expect((await setAside(oldKey)).code).toBe(0);
    expect(existsSync(old.folder)).toBe(false);
    expect(readResult(aside(old)).id).toBe(old.id);
    const record = readFileSync(join(store.out, NAME, "superseded.jsonl"), "utf8");
    expect(JSON.parse(record)).toMatchObject({
      run: old.runId,
      hash: old.id,
      commit: COMMIT,
      reason: REASON,
      version: old.spec.version,
    });
    const next = await store.compute(2); // another run id
    const words = new RegExp(`${oldKey} was superseded on \\d{4}-\\d\\d-\\d\\d: ${REASON}; ${key(next)} replaces it`);
    for (const name of [oldKey, old.runId, `${NAME}/${old.runId}`, aside(old)]) {
      const { code, text } = await said(cite, name);
      expect(code, text).toBe(0);
      expect(text).toMatch(words);
      expect(text).toContain(`Computed ${String(old.environment.finished).slice(0, 10)}`);
    }
    expect((await said(cite, NAME, "--allow-dirty")).text).not.toMatch(/superseded/);
    const compared = await said(diff, oldKey, NAME);
    expect(compared.text).toMatch(words);
    expect(compared.text).toContain(`A ${oldKey}\nB ${key(next)}\n`);
    const read = await storedResult(oldKey, { results: store.out });
    expect(read.id).toBe(old.id);
    expect(read[jupyterDisplay]()["text/plain"]).toMatch(words);
  });

  it("is verified by its seals, and says which commit recomputes it", async () => {
    await setAside(NAME);
    const whole = await said(verify, oldKey);
    expect(whole.code).toBe(0);
    expect(whole.text).toMatch(
      new RegExp(
        `superseded on .*: ${REASON}; nothing replaces it here. Its files are whole: ` +
          `\\d+ cells and \\d+ blocks have their seals; commit ${COMMIT} recomputes it\n` +
          `1 superseded result checked by the seals\n$`,
      ),
    );
    await expect(verifyFromCode(oldKey, { results: store.out, threads: 0 })).rejects.toThrow(
      /must be current to be recomputed: .* was superseded on/,
    );
    const cells = join(aside(old), CELLS);
    writeFileSync(cells, readFileSync(cells, "utf8").replace('"verdict":"holds"', '"verdict":"violated"'));
    const broken = await said(verify, oldKey);
    expect(broken.code).toBe(1);
    expect(broken.text).toMatch(/NOT verified: .*does not have its seal/);
  });

  it("may have the run id of the one that replaces it, where only figures were redrawn", async () => {
    const loaded = await workbenchAt(store.place, store.out).catalogue.load(NAME);
    const files = new Map(resultFiles(loaded.experiment, old.spec, old));
    const figure = [...files.keys()].find((name) => name.startsWith(FIGURES)) ?? "";
    files.set(figure, String(files.get(figure)).replace('"caption":"', '"caption":"Older. '));
    const environment = readFileSync(join(old.folder, ENVIRONMENT), "utf8");
    writeResult({ folder: old.folder, files, environment, replace: true, spec: old.spec, rows: old.rows });
    const older = readResult(old.folder);
    expect(older.id).not.toBe(old.id);
    const { code, text } = await setAside(key(older), "--redraw");
    expect(code, text).toBe(0);
    expect(text).toContain(`${oldKey} replaces it`);
    const redrawn = readResult(old.folder);
    expect(redrawn.id).toBe(old.id); // bit for bit what the program computes
    expect(redrawn.environment).toMatchObject({ commit: COMMIT, figures: { code: loaded.origin.hash } });
    expect((await said(verify, oldKey, "--threads", "0")).text).toContain("1 of 1 result verified");
    expect((await said(verify, key(older))).text).toContain(`${oldKey} replaces it`);
    expect(manifestOf(files)).toBe(readFileSync(join(aside(older), "MANIFEST"), "utf8"));
    const same = await setAside(oldKey, "--redraw");
    expect(same).toMatchObject({ code: 2, text: expect.stringContaining("--redraw must change a figure") });
    expect(readResult(old.folder).id).toBe(old.id);
  });

  it("is said of a paper that cites it, whose numbers are still compared with it", async () => {
    const folder = join(store.place, "paper");
    mkdirSync(folder);
    await said(cite, oldKey, "--latex", "--output", folder);
    const main = join(folder, "main.tex");
    const check = async () => (await checkPaper(main, workbenchAt(store.place, store.out))).problems;
    writeFileSync(main, `\\input{${NAME}-results}\n\\epsverdict{${NAME}/privacy}\n`);
    expect(await check()).toEqual([]);
    await setAside(NAME);
    const next = await store.compute(2);
    expect(await check()).toMatchObject([
      {
        line: 3,
        message: expect.stringMatching(new RegExp(`superseded on .*; ${key(next)} replaces it; write it again`)),
      },
    ]);
    appendFileSync(main, "\\epsverdict{randomized-response/no-such-part}\n");
    expect((await check()).map(({ message }) => message)[1]).toContain("no-such-part");
    rmSync(aside(old), { recursive: true });
    expect((await check())[0].message).toMatch(/superseded on .* its files are not in .*; the repository has them/);
  });

  it("says what it was where its files were left out, and is no result of its experiment", async () => {
    await setAside(NAME);
    rmSync(aside(old), { recursive: true });
    const { code, text } = await said(cite, oldKey);
    expect(code).toBe(2);
    expect(text).toMatch(
      new RegExp(
        `${oldKey} was superseded on .*: ${REASON}; .* the repository has them, and commit ${COMMIT} computes them`,
      ),
    );
    expect((await said(cite, NAME)).text).toContain("a result must be");
    expect(readdirSync(join(store.out, NAME)).sort()).toEqual(["superseded", "superseded.jsonl"]);
  });

  it("cannot be superseded again, needs a reason in a line, and has a record that is read strictly", async () => {
    for (const reason of ["", " ", "two\nlines"]) {
      const { code, text } = await said(supersede, NAME, "--because", reason);
      expect({ code, text }).toEqual({
        code: 2,
        text: expect.stringContaining("--because must be a sentence in one line"),
      });
    }
    await setAside(NAME);
    expect((await setAside(oldKey)).text).toContain("a result can be superseded once");
    appendFileSync(join(store.out, NAME, "superseded.jsonl"), '{"run":"x"}\n');
    const broken = await said(cite, oldKey);
    expect(broken).toMatchObject({
      code: 3,
      text: expect.stringMatching(/superseded.jsonl, line 2 is not the record/),
    });
  });
});
