import { describe, expect, it } from "vitest";
import { experimentRows } from "../../testing/experiment-rows.ts";
import { outcomeOf } from "../engine/format/outcome.ts";
import { defineExperiment } from "../kit.ts";
import { privateParts } from "./private-parts.ts";

const experiment = defineExperiment({
  id: "private-discovery",
  version: 1,
  title: "The private half",
  parts: privateParts,
});
const exact = Object.keys(experiment.parts).filter((part) => part !== "private-rules");
const missed = (rows: Awaited<ReturnType<typeof experimentRows>>) =>
  rows.filter(({ control, verdict }) => verdict !== (control === undefined ? "holds" : "violated"));

describe("the private half of the experiment on false discoveries", () => {
  it("holds at other parameters, and its controls are caught in every cell", async () => {
    const overrides = {
      records: [137, 2500],
      success: [0.03, 0.62],
      floor: [0.07, 3e-5],
      width: [2.5],
      tableRecords: [17],
      rarest: [0.21],
      epsilon: [0.7, 4.4],
      sensitivity: [0.33],
      noiseError: [0.03, 1e-6],
    };
    const rows = await experimentRows(experiment, { parts: exact, overrides });
    expect(missed(rows)).toEqual([]);
    expect(outcomeOf(rows).parts.map(({ verdict }) => verdict)).toEqual(exact.map(() => "holds"));
  });

  it.each([
    { records: [100], floor: [0.1], success: [0.01], width: [20], tableRecords: [6], rarest: [0.05] },
    { records: [10_000], floor: [0.1], success: [0.99], width: [0.5], tableRecords: [120], rarest: [1 / 3] },
    { epsilon: [0.1], sensitivity: [1], noiseError: [0.1] },
    { epsilon: [5], sensitivity: [0.01], noiseError: [1e-9] },
  ])("holds and is caught at the corners of its axes: %j", async (overrides) => {
    const parts = "records" in overrides ? exact.slice(0, 3) : exact.slice(3);
    expect(missed(await experimentRows(experiment, { parts, overrides }))).toEqual([]);
  });

  it("has the golden values of the claim, and those of its erratum", async () => {
    const rows = await experimentRows(experiment, { parts: ["mult-sensitivity"] });
    const etas = rows.filter(({ control }) => control === undefined).map(({ checks }) => checks.eta.theory ?? 0);
    // claim mult-sensitivity.
    [0.1068, 0.166, 0.2103, 0.2484, 0.3107].forEach((golden, i) => {
      expect(Math.abs(etas[i] - golden)).toBeLessThanOrEqual(5.1e-5);
    });
    const used = rows.filter(({ control }) => control === "root-of-log-n");
    expect(used.map(({ checks }) => checks.eta.theory?.toFixed(4))).toEqual(new Array(5).fill("0.0831"));
    expect(privateParts["mult-sensitivity"].controls["as-printed"].refutes).toEqual(["E11"]);
    expect(privateParts["mult-sensitivity"].controls["root-of-log-n"].refutes).toBeUndefined(); // not in the notes
  });

  it("finds the leak of PAPRIKA: an epsilon of 9.6 where 1 is claimed", async () => {
    const rows = await experimentRows(experiment, { parts: ["paprika"] });
    const leak = rows.find(({ control, cell }) => control === "paprika-literal" && cell.copies === 100);
    expect(Number(leak?.values?.epsilonNeeded)).toBeCloseTo(9.635, 3);
    expect(Number(leak?.values?.rejects)).toBeGreaterThan(0.9995);
    expect(Number(leak?.values?.neighbourRejects)).toBeLessThan(0.0005);
  });

  it("shows E10: .21 where .01 is meant, and a half without a shift", async () => {
    const rows = await experimentRows(experiment, { parts: ["shift"], overrides: { noiseError: [0.01] } });
    const found = (name: string) => rows.find(({ control }) => control === name)?.checks.tail.estimate ?? 0;
    expect(found("factor-one")).toBeCloseTo(0.213, 3);
    expect(found("no-shift")).toBeCloseTo(0.5, 12);
  });

  it.each([
    { epsilon: [0.5], signals: [0], mostRejections: [20] },
    { epsilon: [10], signals: [0.05], mostRejections: [1] },
  ])("is as the claim says at the corners of the private rules: %j", async (overrides) => {
    expect(missed(await experimentRows(experiment, { parts: ["private-rules"], overrides }))).toEqual([]);
  });

  it.each([1, 2, 3])("leaves nothing open among the private rules at seed %d", async (seed) => {
    const overrides = { epsilon: [5], signals: [0.02], rule: ["private-bh", "private-lord"] };
    const rows = await experimentRows(experiment, { parts: ["private-rules"], overrides, seed });
    expect(missed(rows)).toEqual([]);
  });
});
