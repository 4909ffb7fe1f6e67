import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Experiment } from "../definition/experiment.ts";
import { runExperiment } from "../execution/run-experiment.ts";
import { type SpecQuestion, specOf } from "../format/spec.ts";
import { clock } from "../machine/clock.ts";
import type { Loaded } from "../program/catalogue.ts";
import { projectAt } from "../program/project.ts";
import { coins } from "../reference/coins.ts";
import { mergeJournal } from "./merge.ts";
import { runShard, shareOf } from "./shard.ts";
import { SharedJournal } from "./shared-journal.ts";

let place = "";
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "epsilab-shards-"));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const QUICK: SpecQuestion = { size: "quick", seed: 1 };
const project = projectAt(tmpdir());
const loadedAs = (experiment: Experiment, hash = "a".repeat(64)): Loaded => ({
  experiment,
  origin: { kind: "value", hash, files: [] },
});
const loaded = loadedAs(coins(16_000));

function begin(of = loaded, question = QUICK): SharedJournal {
  const journal = SharedJournal.begin(join(place, "journal"), of, specOf(of.experiment, question), clock.date());
  journal.requireExperiment(of);
  return journal;
}

const shard = (journal: SharedJournal, k: number, shards: number, of = loaded) =>
  runShard({ loaded: of, journal, shard: k, shards, threads: 0, clock });
const merge = (journal: SharedJournal, of = loaded) =>
  mergeJournal({ loaded: of, project, journal, out: join(place, "results"), replace: false, clock });

/** All shards, the last first, until the merge has a result; gives its id, and how many rounds it took. */
async function finish(journal: SharedJournal, shards: number): Promise<{ id: string; rounds: number }> {
  for (let rounds = 1; ; rounds++) {
    for (let k = shards; k >= 1; k--) await shard(journal, k, shards);
    const merged = await merge(journal);
    if (merged.kind === "stored") return { id: merged.result.id, rounds };
    expect(merged.isNew).toBe(true);
  }
}

async function onOneMachine(): Promise<string> {
  const run = {
    loaded,
    spec: specOf(loaded.experiment, QUICK),
    project,
    out: join(place, "alone"),
    threads: 0,
    replace: false,
    clock,
  };
  return (await runExperiment(run)).result.id;
}

describe("shards", () => {
  it.each([1, 4, 16, 40])("in %i tasks give the result of one machine, further looks included", async (shards) => {
    const { id, rounds } = await finish(begin(), shards);
    expect(id).toBe(await onOneMachine());
    expect(rounds).toBeGreaterThan(1); // a cell that was open doubled its trials
  });

  it("share the blocks: each has one owner, whatever the number of tasks", () => {
    const asked = [
      [0, [0, 1, 2]],
      [3, [5]],
      [4, [0, 7]],
    ] as const;
    for (const shards of [1, 2, 5, 9]) {
      const shares = Array.from({ length: shards }, (_, k) => shareOf(asked, { shard: k + 1, shards }));
      const units = shares.flat().map(({ cell, block }) => `${cell} ${block}`);
      expect([...units].sort()).toEqual(["0 0", "0 1", "0 2", "3 5", "4 0", "4 7"]);
    }
  });

  it("go on from what they had written, also after a line that was cut short", async () => {
    const journal = begin();
    const first = await shard(journal, 1, 2);
    expect(first.computed).toBe(first.units);
    expect((await shard(journal, 1, 2)).computed).toBe(0);
    const [name] = readdirSync(journal.blocks).sort();
    const path = join(journal.blocks, name);
    truncateSync(path, readFileSync(path).length - 10);
    expect((await shard(journal, 1, 2)).computed).toBe(1);
    expect((await finish(journal, 2)).id).toBe(await onOneMachine());
  });

  it("that were lost are asked for again, and only they", async () => {
    const journal = begin();
    for (const k of [1, 3, 4]) await shard(journal, k, 4);
    const lost = await merge(journal);
    expect(lost).toMatchObject({ kind: "missing", blocks: 4, isNew: true, round: { round: 2 } });
    expect(await merge(journal)).toMatchObject({ blocks: 4, isNew: false, round: { round: 2 } });
    expect((await finish(journal, 3)).id).toBe(await onOneMachine());
  });

  it("computed twice count once, and must come out the same", async () => {
    const journal = begin();
    await shard(journal, 1, 1);
    const [name] = readdirSync(journal.blocks);
    const text = readFileSync(join(journal.blocks, name), "utf8");
    writeFileSync(join(journal.blocks, `other-${name}`), text);
    const copy = begin(); // as another task sees it
    expect((await finish(copy, 2)).id).toBe(await onOneMachine());
  });

  it("that differ from each other are refused: the experiment depends on more than its spec", async () => {
    const journal = begin();
    await shard(journal, 1, 1);
    const wild = coins(16_000);
    const { sampled } = wild.parts;
    const other: Experiment = {
      ...wild,
      parts: {
        ...wild.parts,
        sampled: { ...sampled, study: { ...sampled.study, block: () => ({ ones: 7 }) } as never },
      },
    };
    await shard(journal, 1, 2, loadedAs(other));
    await expect(merge(journal)).rejects.toThrow(/^block 0 of .*"sampled".* must come out the same/);
  });

  it("with a block that fails compute all others, and say which it was", async () => {
    const broken = coins(16_000);
    const { exact } = broken.parts;
    const fail = () => {
      throw new Error("no luck");
    };
    const of = loadedAs({
      ...broken,
      parts: { ...broken.parts, exact: { ...exact, study: { ...exact.study, exact: fail } as never } },
    });
    const journal = begin(of);
    await expect(shard(journal, 1, 1, of)).rejects.toThrow("coins, part exact, p=0.3: no luck");
    expect(journal.tasks()).toMatchObject([{ blocks: 13, failure: "coins, part exact, p=0.3: no luck" }]);
    expect(await merge(journal, of)).toMatchObject({ kind: "missing", round: { round: 2 } });
  });

  it("leave a record of who worked, and nothing else, when the result is stored", async () => {
    const journal = begin();
    await finish(journal, 2);
    expect(readdirSync(journal.folder).sort()).toEqual(["done.json", "journal.json", "tasks"]);
    const again = await merge(journal);
    if (again.kind !== "stored") throw new Error("it was stored");
    expect(again.written).toBe("same");
    expect(again.result.environment.cluster).toMatchObject({ nodes: [hostname()], lost: 0 });
  });
});

describe("a journal", () => {
  it("of another spec, another experiment or another program is refused in a line", () => {
    begin();
    expect(() => begin(loaded, { ...QUICK, seed: 2 })).toThrow(
      /must be of run \w{12} of coins, got run \w{12}, of another spec$/,
    );
    expect(() => begin(loadedAs({ ...loaded.experiment, id: "dice" }))).toThrow(/got run \w{12} of coins$/);
    expect(() => begin(loadedAs(loaded.experiment, "b".repeat(64)))).toThrow("its sources or packages have changed");
    expect(() => SharedJournal.open(join(place, "nowhere"))).toThrow(/^there is no journal in /);
  });

  it("passes over what a writer leaves behind that is killed in the middle of a line", async () => {
    const journal = begin();
    await shard(journal, 1, 2);
    const [name] = readdirSync(journal.blocks);
    appendFileSync(join(journal.blocks, name), `${"0".repeat(64)}\t"0 x"\t{"ones":`);
    expect(await merge(journal)).toMatchObject({ kind: "missing", blocks: 7 });
  });
});

describe("two merges of one journal", () => {
  const lock = (owner: object) =>
    writeFileSync(join(place, "journal", "merge.lock"), JSON.stringify({ node: "n7", lock: "theirs", ...owner }));

  it("are not at work at once", async () => {
    const journal = begin();
    lock({ host: hostname(), process: process.ppid });
    await expect(merge(journal)).rejects.toThrow(
      `one merge at a time: process ${process.ppid} on n7 is merging the journal`,
    );
  });

  it("one takes over from another that was killed, here at once", async () => {
    const journal = begin();
    const child = spawn("sleep", ["60"]);
    child.kill("SIGKILL");
    await once(child, "exit");
    lock({ host: hostname(), process: child.pid });
    expect(await merge(journal)).toMatchObject({ kind: "missing" });
    expect(readdirSync(journal.folder)).not.toContain("merge.lock");
  });

  it("on another machine one is dead if its lock is not touched", async () => {
    const journal = begin();
    const out = join(place, "results");
    const merging = () => mergeJournal({ loaded, project, journal, out, replace: false, clock, beat: 100 });
    lock({ host: "elsewhere", process: 1 });
    expect(await merging()).toMatchObject({ kind: "missing" });
    lock({ host: "elsewhere", process: 1 });
    const touching = setInterval(() => execFileSync("touch", [join(journal.folder, "merge.lock")]), 50);
    await expect(merging())
      .rejects.toThrow("process 1 on n7 is merging")
      .finally(() => clearInterval(touching));
  });
});
