import { describe, expect, it } from "vitest";
import { experimentRows } from "../../../testing/experiment-rows.ts";
import { claim, claims } from "../../claims/index.ts";
import { atMost } from "../definition/checks.ts";
import { defineExperiment } from "../definition/experiment.ts";
import { exactStudy } from "../definition/study.ts";
import type { Result } from "../format/read-result.ts";
import { specOf } from "../format/spec.ts";
import { errataOf, errataSummary, numberWords, stateWords, withdrawnOf } from "./errata.ts";

const study = (found: number) => exactStudy({ axes: {}, exact: () => ({ checks: { epsilon: atMost(found, 1) } }) });

/** An experiment whose control claims epsilon 1 where `found` is found. */
function refuting(found: number, refutes: readonly string[] = ["E01"], shownBy?: Readonly<Record<string, string>>) {
  const says = "the scale read as a standard deviation";
  const shown = shownBy ?? Object.fromEntries(refutes.map((id) => [id, "epsilon"]));
  const controls = {
    deviation: { says, refutes, ...(refutes.length === 1 && !shownBy ? {} : { shownBy: shown }), study: study(found) },
  };
  const only = { claim: "laplace-mechanism", asks: "Is it private?", study: study(1), controls };
  return defineExperiment({ id: "sample", version: 1, title: "A sample", parts: { only } });
}

async function resultOf(experiment: ReturnType<typeof refuting>): Promise<Result> {
  const rows = await experimentRows(experiment);
  return { id: "0".repeat(64), spec: specOf(experiment, { size: "quick", seed: 11 }), rows } as unknown as Result;
}

const withdrawn = [{ id: "E98", where: "S1, a slide", said: "a", because: "b.", date: "2027-01-31" }];

function wordsOf(id: string, all: ReturnType<typeof errataOf>): string | undefined {
  const found = all.find((each) => each.id === id);
  return found && stateWords(found);
}

describe("errata", () => {
  it("are shown by a stored control that is violated in every cell, with what was claimed and found", async () => {
    const experiment = refuting(1.25);
    const all = errataOf(claims, [experiment], [await resultOf(experiment)]);
    expect(all).toHaveLength(claims.flatMap((each) => each.errata).length);
    const found = all.find(({ id }) => id === "E01");
    expect(found).toMatchObject({ claim: "laplace-mechanism", kind: "refuted", state: "shown" });
    const [{ citation, numbers }] = found?.refutations ?? [];
    expect(citation).toMatch(/^epsilab:sample\/[0-9a-f]{12}#0{16}$/);
    expect(numbers).toMatchObject([{ check: "epsilon", claimed: 1, found: 1.25, verdict: "violated" }]);
    expect(numberWords(numbers[0])).toBe("claimed 1, found 1.25 for epsilon");
  });

  it("that a run does not show are a finding, and say so", async () => {
    const experiment = refuting(0.75);
    const all = errataOf(claims, [experiment], [await resultOf(experiment)]);
    expect(wordsOf("E01", all)).toBe("our run does NOT show it: a finding");
  });

  it("say what a run makes of them by their kind, and why there is none", async () => {
    const experiment = refuting(1.25, ["E01", "E18"]);
    const all = errataOf(claims, [experiment], [await resultOf(experiment)]);
    expect(wordsOf("E01", all)).toBe("a run refutes it");
    expect(wordsOf("E18", all)).toBe("a run shows it");
    expect(wordsOf("E02", all)).toBe("no control refutes it yet");
    expect(wordsOf("E41", all)).toBe("no run decides it");
    expect(wordsOf("E01", errataOf(claims, [experiment], []))).toBe("its control was not run");
  });

  it("that one control shows together are each shown by its own check, and by no other", async () => {
    const both = {
      says: "two texts at their word",
      refutes: ["E19", "E19b"],
      shownBy: { E19: "factor", E19b: "error" },
      study: exactStudy({ axes: {}, exact: () => ({ checks: { error: atMost(0.5, 0.01), factor: atMost(1, 2) } }) }),
    };
    const only = { claim: "exp-utility", asks: "Is it rare?", study: study(1), controls: { both } };
    const experiment = defineExperiment({ id: "sample", version: 1, title: "A sample", parts: { only } });
    const all = errataOf(claims, [experiment], [await resultOf(experiment)]);
    const checksOf = (id: string) =>
      all.find((each) => each.id === id)?.refutations[0].numbers.map(({ check }) => check);
    expect([checksOf("E19"), checksOf("E19b")]).toEqual([["factor"], ["error"]]);
    expect(wordsOf("E19", all)).toBe("our run does NOT show it: a finding");
    expect(wordsOf("E19b", all)).toBe("a run shows it");
  });

  it("are counted by kind, the refuted alone as errors of the notes, the withdrawn apart", () => {
    const own = [{ ...claim("majority"), withdrawn }, { ...claim("lecam-zcdp") }];
    const summary = errataSummary(errataOf(own, [], []), withdrawnOf(own));
    expect(summary).toBe(
      "3 errata: 1 refuted (false as printed: the errors of the notes), 1 loose (true, but not tight), " +
        "1 slip (a slip of notation, a name or a date); 1 withdrawn, since the notes are right",
    );
  });

  it("that were withdrawn stay under their numbers, with the reason", () => {
    expect(withdrawnOf(claims).map(({ id, claim }) => [id, claim])).toEqual([
      ["E34", "convexity-gd"],
      ["E35b", "objective-perturbation"],
      ["E37", "klnrs-learning"],
    ]);
    for (const { because, date } of withdrawnOf(claims)) {
      expect(because).toMatch(/\.$/);
      expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
  });

  it("are refused where several have no check of their own, or one is not of the control", () => {
    expect(() => refuting(1, ["E01", "E18"], { E01: "epsilon" })).toThrow(
      new RangeError(
        'shownBy of the control deviation of part only must name a check for each of its errata, got none for "E18"',
      ),
    );
    expect(() => refuting(1, ["E01"], { E18: "epsilon" })).toThrow(
      new RangeError('shownBy of the control deviation of part only must name errata that it refutes, got "E18"'),
    );
  });

  it("that are not known are refused where a control names them", () => {
    expect(() => refuting(1, ["E999"])).toThrow(
      new RangeError('refutes of the control deviation of part only must be the ids of errata, got "E999"'),
    );
  });
});
