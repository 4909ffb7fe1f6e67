import { describe, expect, it } from "vitest";
import { experimentRows } from "../../testing/experiment-rows.ts";
import { defineExperiment } from "../kit.ts";
import { privateParts } from "./private-parts.ts";

const experiment = defineExperiment({
  id: "private-discovery",
  version: 1,
  title: "The private half",
  parts: privateParts,
});
describe("the private half of the experiment on false discoveries", () => {
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
});
