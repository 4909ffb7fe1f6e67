import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type HistoryRequest, readHistoryRequest } from "../protocol/requests.ts";
import { defaultHistoryFolder, History } from "./history.ts";

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "epsilab-history-"));
});
const opened: History[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((history) => history.flush()));
  rmSync(place, { recursive: true, force: true });
});

/** A history whose files are written before they are removed. */
function historyIn(folder: string | undefined): History {
  const history = new History(folder);
  opened.push(history);
  return history;
}

const ask = (history: History, wanted: Partial<HistoryRequest>) =>
  history.answer({ ...readHistoryRequest({}), ...wanted });
const inputs = (found: readonly (readonly unknown[])[]) => found.map((tuple) => tuple[2]);

describe("a history", () => {
  it("keeps the beginning of a long output", async () => {
    const history = historyIn(join(place, "history"));
    history.add(1, "a", "x".repeat(200_000));
    const [[, , entry = []] = []] = ask(history, { output: true, access: "tail", count: 1 });
    expect(entry[1]).toMatch(/^x{100000}…$/);
  });

  it("gives its tail across sessions, oldest first, each with its session", async () => {
    const folder = join(place, "history");
    const old = historyIn(folder);
    old.add(1, "a", "1");
    old.add(2, "b", null);
    await old.flush();
    const now = historyIn(folder);
    now.add(1, "c", null);
    const tail = { output: false, access: "tail" } as const;
    expect(ask(now, { ...tail, count: 2 })).toEqual([
      [1, 2, "b"],
      [2, 1, "c"],
    ]);
    expect(inputs(ask(now, { ...tail, count: 9 }))).toEqual(["a", "b", "c"]);
    expect(ask(now, { ...tail, count: 0 })).toEqual([]);
    expect(ask(now, { output: true, access: "tail", count: 3 })[0]).toEqual([1, 1, ["a", "1"]]);
  });

  it("gives ranges of this session, of one before, and of none", async () => {
    const first = historyIn(place);
    first.add(1, "old", null);
    await first.flush();
    const now = historyIn(place);
    for (const [index, input] of ["a", "b", "c"].entries()) now.add(index + 1, input, null);
    const range = { output: false, access: "range" } as const;
    expect(inputs(ask(now, { ...range, session: 0, start: 1, stop: 3 }))).toEqual(["a", "b"]);
    expect(inputs(ask(now, { ...range, session: 2, start: 2 }))).toEqual(["b", "c"]);
    expect(inputs(ask(now, { ...range, session: -1, start: 1 }))).toEqual(["old"]);
    expect(ask(now, { ...range, session: 77, start: 1 })).toEqual([]);
  });

  it("finds by pattern, the newest of equal inputs if each is wanted once", () => {
    const now = historyIn(undefined);
    for (const [index, input] of ["1+1", "x", "1+2", "1+1"].entries()) now.add(index + 1, input, null);
    const search = { output: false, access: "search", pattern: "1*" } as const;
    expect(inputs(ask(now, { ...search, count: undefined, unique: false }))).toEqual(["1+1", "1+2", "1+1"]);
    const once = ask(now, { ...search, count: undefined, unique: true });
    expect(once.map(([, line, input]) => [line, input])).toEqual([
      [3, "1+2"],
      [4, "1+1"],
    ]);
    expect(inputs(ask(now, { ...search, count: 1, unique: false }))).toEqual(["1+1"]);
  });

  it("is in files that only their owner can read", async () => {
    const path = join(place, "epsilab", "history");
    const history = historyIn(path);
    history.add(1, "secret", null);
    await history.flush();
    expect(readFileSync(join(path, "1.jsonl"), "utf8")).toBe('[1,"secret",null]\n');
    expect(statSync(join(path, "1.jsonl")).mode & 0o777).toBe(0o600);
    expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  it("has a number of its own for each kernel, and keeps a hundred", () => {
    for (let number = 1; number <= 120; number++) writeFileSync(join(place, `${number}.jsonl`), "");
    const kernels = [historyIn(place), historyIn(place)];
    for (const history of kernels) history.add(1, "a", null);
    const sessions = kernels.map((history) => ask(history, { access: "range" })[0]?.[0]);
    expect(sessions).toEqual([121, 122]);
    expect(readdirSync(place).length).toBeLessThanOrEqual(101);
  });

  it("survives a folder that cannot be written and lines that were cut", () => {
    writeFileSync(join(place, "file"), "");
    const now = historyIn(join(place, "file", "history"));
    now.add(1, "a", null);
    expect(inputs(ask(now, { output: false, access: "tail", count: 5 }))).toEqual(["a"]);
    writeFileSync(join(place, "3.jsonl"), '[1,"whole",null]\n[2,"cu');
    expect(inputs(ask(historyIn(place), { access: "range", session: 3 }))).toEqual(["whole"]);
  });

  it("is beside Jupyter's data", () => {
    expect(defaultHistoryFolder({ JUPYTER_DATA_DIR: place })).toBe(join(place, "epsilab", "history"));
    expect(defaultHistoryFolder({ XDG_DATA_HOME: place })).toBe(join(place, "jupyter", "epsilab", "history"));
  });
});
