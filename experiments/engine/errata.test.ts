import { describe, expect, it } from "vitest";
import { experimentRows } from "../../testing/experiment-rows.ts";
import { claim, claims } from "../claims/index.ts";
import { atMost } from "./checks.ts";
import { errataOf, numberWords } from "./errata.ts";
import { defineExperiment } from "./experiment.ts";
import type { Result } from "./read-result.ts";
import { specOf } from "./spec.ts";
import { exactStudy } from "./study.ts";

const study = (found: number) => exactStudy({ axes: {}, exact: () => ({ checks: { epsilon: atMost(found, 1) } }) });

/** An experiment whose control claims epsilon 1 where `found` is found. */
function refuting(found: number, refutes: readonly string[] = ["E01"]) {
  const controls = { deviation: { says: "the scale read as a standard deviation", refutes, study: study(found) } };
  const only = { claim: "laplace-mechanism", asks: "Is it private?", study: study(1), controls };
  return defineExperiment({ id: "sample", version: 1, title: "A sample", parts: { only } });
}

async function resultOf(experiment: ReturnType<typeof refuting>): Promise<Result> {
  const rows = await experimentRows(experiment);
  return { id: "0".repeat(64), spec: specOf(experiment, { size: "quick", seed: 11 }), rows } as unknown as Result;
}

const stateOf = (id: string, all: ReturnType<typeof errataOf>) => all.find((each) => each.id === id)?.state;

describe("errata", () => {
  it("are refuted by a stored control that is violated in every cell, with what was claimed and found", async () => {
    const experiment = refuting(1.25);
    const all = errataOf(claims, [experiment], [await resultOf(experiment)]);
    expect(all).toHaveLength(64);
    const found = all.find(({ id }) => id === "E01");
    expect(found).toMatchObject({ claim: "laplace-mechanism", state: "refuted" });
    const [{ citation, numbers }] = found?.refutations ?? [];
    expect(citation).toMatch(/^epsilab:sample\/[0-9a-f]{12}#0{16}$/);
    expect(numbers).toMatchObject([{ check: "epsilon", claimed: 1, found: 1.25, verdict: "violated" }]);
    expect(numberWords(numbers[0])).toBe("claimed 1, found 1.25 for epsilon");
  });

  it("that a run does not refute are a finding, and say so", async () => {
    const experiment = refuting(0.75);
    const all = errataOf(claims, [experiment], [await resultOf(experiment)]);
    expect(stateOf("E01", all)).toBe("not refuted");
  });

  it("say why no run refutes them", () => {
    const slip = { ...claim("majority"), errata: [{ id: "E99", wrong: "a", right: "b", slip: true as const }] };
    const all = errataOf([...claims, slip], [refuting(1.25)], []);
    expect(stateOf("E01", all)).toBe("not run");
    expect(stateOf("E02", all)).toBe("no control yet");
    expect(stateOf("E99", all)).toBe("slip");
  });

  it("that are not known are refused where a control names them", () => {
    expect(() => refuting(1, ["E999"])).toThrow(
      new RangeError('refutes of the control deviation of part only must be the ids of errata, got "E999"'),
    );
  });
});
