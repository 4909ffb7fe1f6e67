import { spawn } from "node:child_process";
import fs, { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { domain, numberColumn } from "../../lib/data/domain.ts";
import { tableFrom } from "../../lib/data/table.ts";
import { noisyCount } from "../../lib/mechanisms/statistics/noisy-count.ts";
import { noisyMean } from "../../lib/mechanisms/statistics/noisy-mean.ts";
import { BudgetExceeded } from "../../lib/privacy/accounting/privacy-filter.ts";
import { secureRandom } from "../../lib/random/secure.ts";
import { stream } from "../../lib/random/stream.ts";
import { openLedger, readLedger } from "./ledger-folder.ts";

const place = mkdtempSync(join(tmpdir(), "epsilab-ledger-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));
let folders = 0;
const newFolder = () => join(place, `${folders++}.ledger`);

const declared = domain({ columns: { x: numberColumn({ lower: 0, upper: 10 }) }, person: "row" });
const table = tableFrom({ x: [1, 2, 3] }, declared);
const count = (epsilon: number) => noisyCount({ domain: declared, epsilon });
const secureCount = (numerator: number, denominator: number) =>
  noisyCount({ domain: declared, epsilon: { numerator, denominator } });

describe("a ledger in a folder", () => {
  it("goes on from what was spent when it is opened again, and says when, what and by which source", () => {
    const folder = newFolder();
    const book = openLedger(folder, table, { epsilon: 1 });
    book.release(secureCount(1, 4), secureRandom());
    book.release(noisyMean({ domain: declared, column: "x", epsilon: 0.5 }), stream(7, "mean"));
    const again = openLedger(folder, table);
    expect(again.spent).toEqual({ epsilon: 0.75, delta: 0 });
    expect(again.entries).toEqual(book.entries);
    expect(() => again.release(count(0.3), stream(8))).toThrow(BudgetExceeded);
    again.release(secureCount(1, 5), secureRandom());
    expect(book.spent).toEqual({ epsilon: 0.95, delta: 0 });
    const { budget, when, entries } = readLedger(folder);
    expect(budget).toEqual({ epsilon: 1, delta: 0 });
    expect(entries.map(({ query, mode, spent }) => [query, mode, spent.epsilon])).toEqual([
      ["count of rows", "secure", 0.25],
      ["mean of x", "reproducible", 0.75],
      ["count of rows", "secure", 0.95],
    ]);
    for (const date of [when, ...entries.map((entry) => entry.when)])
      expect(date).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it.each([{ rho: 0.5 }, { order: 8, epsilon: 0.7 }, { epsilon: 1, delta: 1e-6, slack: 1e-7 }])(
    "keeps a budget of %j, and gives what the ledger in memory gives",
    (budget) => {
      const folder = newFolder();
      openLedger(folder, table, budget).release(count(0.3), stream(1));
      const again = openLedger(folder, table, budget);
      const { entries } = readLedger(folder);
      expect(again.spent).toEqual(entries[0]?.spent);
      expect(readLedger(folder).budget).toEqual(budget);
    },
  );

  it("refuses another budget, another domain, a file, no budget for a new one, and a name that it does not know", () => {
    const folder = newFolder();
    openLedger(folder, table, { epsilon: 1 });
    expect(() => openLedger(folder, table, { epsilon: 2 })).toThrow(
      `budget must be that of the ledger at ${folder}, {"epsilon":1,"delta":0}, or left out, got`,
    );
    const wider = tableFrom(
      { x: [1] },
      domain({ columns: { x: numberColumn({ lower: 0, upper: 11 }) }, person: "row" }),
    );
    expect(() => openLedger(folder, wider)).toThrow(`table must be of the domain that the ledger at ${folder}`);
    expect(() => openLedger(newFolder(), table)).toThrow("budget must be given for a new ledger");
    const file = join(place, "file");
    writeFileSync(file, "");
    expect(() => openLedger(file, table, { epsilon: 1 })).toThrow("folder must be the path of a folder");
    // @ts-expect-error a budget has no such part
    expect(() => openLedger(newFolder(), table, { epsilom: 1 })).toThrow("epsilom");
    expect(() => openLedger(place, table, { epsilon: 1 })).toThrow(`${place} is no ledger`);
    expect(() => readLedger(newFolder())).toThrow("folder must be the folder of a ledger");
  });

  it("refuses seeded noise that another session has had, and lets the session that began it go on", () => {
    const folder = newFolder();
    const book = openLedger(folder, table, { epsilon: 1 });
    const random = stream(5, "noise");
    book.release(count(0.1), random);
    book.release(count(0.1), random);
    const other = openLedger(folder, table);
    expect(() => other.release(count(0.1), stream(5, "noise"))).toThrow("equal noise cancels");
    expect(other.spent.epsilon).toBe(0.2);
    other.release(count(0.1), stream(5, "other"));
    expect(() => book.release(count(0.1), stream(5, "other"))).toThrow("equal noise cancels");
    expect(
      readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), "utf8"))
        .join(),
    ).not.toContain(random.key);
  });

  it("refuses a guarantee that a file cannot hold, unspent", () => {
    const folder = newFolder();
    const book = openLedger(folder, table, { order: 2, epsilon: 1 });
    const curve = { ...count(0.1), guarantee: { kind: "renyi", epsilonAt: () => 0.1 } as const };
    expect(() => book.release(curve, stream(1))).toThrow("guarantee must be made of numbers, to be kept in a folder");
    expect(book.entries).toEqual([]);
  });

  it.each([
    [
      "a digit of a release",
      (folder: string) => edit(join(folder, "000001.json"), /0\.1/, "0.2"),
      "000001.json is not as it was",
    ],
    [
      "a digit of the last release",
      (folder: string) => edit(join(folder, "000003.json"), /"epsilon": 0\.1/, '"epsilon": 9'),
      "would spend",
    ],
    [
      "the budget",
      (folder: string) => edit(join(folder, "000000.json"), /"epsilon": 1/, '"epsilon": 3'),
      "000000.json is not as",
    ],
    ["a release that is gone", (folder: string) => rmSync(join(folder, "000002.json")), "000002.json is missing"],
    [
      "half a release",
      (folder: string) => edit(join(folder, "000002.json"), /"mode"(?:.|\n)*/, ""),
      "000002.json is not as a ledger writes",
    ],
    [
      "a file of something else",
      (folder: string) => writeFileSync(join(folder, "notes.txt"), ""),
      "000004.json is missing",
    ],
    [
      "a release of another ledger",
      (folder: string) => {
        const other = newFolder();
        openLedger(other, table, { epsilon: 1 }).release(count(0.1), stream(1));
        copyFileSync(join(other, "000001.json"), join(folder, "000001.json"));
      },
      "000001.json is from another ledger",
    ],
  ])("refuses a damaged folder, with nothing spent: %s", (_, damage, message) => {
    const folder = newFolder();
    const book = openLedger(folder, table, { epsilon: 1 });
    for (const seed of [1, 2, 3]) book.release(count(0.1), stream(seed));
    damage(folder);
    const before = readdirSync(folder);
    expect(() => openLedger(folder, table)).toThrow("is damaged");
    expect(() => openLedger(folder, table)).toThrow(message);
    expect(() => readLedger(folder)).toThrow("is damaged");
    expect(readdirSync(folder)).toEqual(before);
  });

  it("has paid for all that was drawn, and no more than the budget, whichever write a process is killed at", () => {
    let points = 0;
    for (let at = 0; ; at++) {
      const folder = newFolder();
      const drawn: number[] = [];
      const killed = killedAt(at, () => {
        const book = openLedger(folder, table, { epsilon: 0.3 });
        for (const seed of [1, 2]) drawn.push(book.release(count(0.1), stream(seed)));
      });
      if (!killed) break;
      points++;
      const again = openLedger(folder, table, { epsilon: 0.3 });
      const paid = again.entries.length;
      expect([drawn.length, drawn.length + 1], `killed at ${at}`).toContain(paid);
      for (let k = paid; k < 3; k++) again.release(count(0.1), stream(10 + k));
      expect(() => again.release(count(0.1), stream(99))).toThrow(BudgetExceeded);
      expect(openLedger(folder, table).spent.epsilon).toBe(0.3);
    }
    expect(points).toBeGreaterThan(15);
  });

  it("is never overspent by processes that pay at once, one of which is killed", async () => {
    const folder = newFolder();
    openLedger(folder, table, { epsilon: 1 });
    const runs = [0, 1, 2].map((seed) => spender(folder, seed));
    runs[2]?.process.kill("SIGKILL");
    const drawn = await Promise.all(runs.map(({ done }) => done));
    const { entries } = readLedger(folder);
    expect(entries).toHaveLength(100);
    expect(entries.at(-1)?.spent.epsilon).toBe(1);
    const known = drawn[0] + drawn[1];
    expect(known).toBeLessThanOrEqual(100);
    expect(known).toBeGreaterThanOrEqual(Math.min(99, 100 - drawn[2] - 1));
    expect(Math.min(drawn[0], drawn[1])).toBeGreaterThanOrEqual(0);
  });
});

function edit(path: string, from: RegExp, to: string): void {
  const text = readFileSync(path, "utf8");
  expect(text).toMatch(from);
  rmSync(path);
  writeFileSync(path, text.replace(from, to));
}

/** Runs until the write of this number, from which on nothing can be written, as if the process had been killed there. */
function killedAt(at: number, run: () => void): boolean {
  const writing = ["mkdirSync", "openSync", "writeSync", "fsyncSync", "closeSync", "linkSync", "rmSync"] as const;
  const kept = writing.map((name) => [name, fs[name]] as const);
  let writes = 0;
  const restore = () => {
    for (const [name, original] of kept) Object.assign(fs, { [name]: original });
    syncBuiltinESMExports();
  };
  for (const [name, original] of kept) {
    const counted = (...args: unknown[]) => {
      if (writes++ >= at) throw new Error("killed");
      return (original as (...given: unknown[]) => unknown)(...args);
    };
    Object.assign(fs, { [name]: counted });
  }
  syncBuiltinESMExports();
  try {
    run();
    return false;
  } catch (error) {
    expect((error as Error).message).toBe("killed");
    return true;
  } finally {
    restore();
  }
}

/** A process that takes releases until the ledger has no more, and prints a line for each. */
function spender(folder: string, seed: number) {
  const dist = (path: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, "../../dist", path)).href);
  const program = `
    import { domain, noisyCount, numberColumn, secureRandom, tableFrom } from ${dist("lib/index.js")};
    import { openLedger } from ${dist("experiments/files/index.js")};
    const declared = domain({ columns: { x: numberColumn({ lower: 0, upper: 10 }) }, person: "row" });
    const book = openLedger(${JSON.stringify(folder)}, tableFrom({ x: [${seed}] }, declared));
    const count = noisyCount({ domain: declared, epsilon: { numerator: 1, denominator: 100 } });
    try {
      for (;;) console.log(book.release(count, secureRandom()));
    } catch (error) {
      if (error.name !== "BudgetExceeded") throw error;
    }`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (piece) => {
    output += piece;
  });
  const done = new Promise<number>((settle) => {
    child.on("close", () => settle(output.split("\n").length - 1));
  });
  return { process: child, done };
}
