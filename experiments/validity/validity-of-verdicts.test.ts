import { describe, expect, it } from "vitest";
import { experimentRows } from "../../testing/experiment-rows.ts";
import { sampledRows } from "../kit.ts";
import minimax from "../minimax/minimax-bounds.ts";
import validity from "./validity-of-verdicts.ts";

const { study } = validity.parts.seeds;

/** The judgement of this many seeds, at some of which a claim is refuted or a control missed. */
function judged({ seeds, refuted = [], missed = [] }: { seeds: number; refuted?: number[]; missed?: number[] }) {
  if (study.kind !== "sampled") throw new Error("a study of trials was expected");
  const at = (places: readonly number[]) =>
    Array.from({ length: seeds }, (_, k) => (places.includes(k + 1) ? ["part, size=1, check"] : []));
  const found = { seeds: Array.from({ length: seeds }, (_, k) => 1000 + k), refuted: at(refuted), missed: at(missed) };
  return study.judge({ harness: minimax.id }, found as never, { trials: seeds, errorRate: 0.01 / 6 });
}

describe("the rule for the verdicts of many seeds", () => {
  it("holds with no refutal in 300, whose upper limit is 1 - 0.05^(1/300), and not in 298", () => {
    const { verdict, upper } = judged({ seeds: 300 }).checks.refutals;
    expect([verdict, upper?.toFixed(6)]).toEqual(["holds", "0.009936"]);
    expect(judged({ seeds: 298 }).checks.refutals.verdict).toBe("inconclusive");
  });

  it("is open with one refutal, and names its seed and its place", () => {
    const { checks, values } = judged({ seeds: 300, refuted: [7] });
    expect(checks.refutals.verdict).toBe("inconclusive");
    expect(checks.refutals.upper?.toFixed(4)).toBe("0.0157"); // of a binomial, by its tail
    expect(values).toMatchObject({ "refuted-at": [7], refuted: ["seed 1006: part, size=1, check"] });
  });

  it("is violated with twelve, and by a single control that was missed", () => {
    const many = Array.from({ length: 12 }, (_, k) => k + 1);
    expect(judged({ seeds: 300, refuted: many }).checks.refutals.verdict).toBe("violated");
    expect(judged({ seeds: 300, missed: [300] }).checks["missed-controls"].verdict).toBe("violated");
  });
});

describe("a harness at another seed", () => {
  it("has the sampled rows of its run at that seed", async () => {
    const rows = await experimentRows(minimax, { seed: 77, parts: ["sampled"] });
    const alone = { ...minimax, parts: { sampled: minimax.parts.sampled } };
    expect(sampledRows(alone, { seed: 77 })).toEqual(rows.filter(({ trials }) => trials !== undefined));
  });
});
