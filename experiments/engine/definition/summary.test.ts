import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fillUniform } from "../../../lib/random/uniform.ts";
import { mergeMoments, momentsOf } from "../../../lib/statistics/moments.ts";
import { defineClaim } from "../../claims/define-claim.ts";
import { sampledRows } from "../execution/sampled-rows.ts";
import { axis } from "./axis.ts";
import { estimateNear, meanOf } from "./checks.ts";
import { defineExperiment } from "./experiment.ts";
import { type SampledStudyOf, sampledStudy } from "./study.ts";
import { addSummaries, mergeByKind } from "./summary.ts";

const claim = defineClaim({
  id: "fifths",
  title: "Fifths",
  statement: "Fifths of uniform draws have mean one tenth.",
  source: [{ work: "nobody", year: 2026 }],
  evidence: ["proved"],
});
const axes = { part: axis(z.number(), { means: "factor", quick: [0.2] }) };
type Axes = typeof axes;

/** The rows of an experiment whose blocks of 1000 fifths are summed up by `block`. */
function rowsOf<Summary>(
  study: Pick<SampledStudyOf<Axes, Summary>, "judge" | "merge"> & { sum(values: Float64Array): Summary },
  trials = 2000,
) {
  const { sum, ...rest } = study;
  const sampled = sampledStudy<Axes, Summary>({
    axes,
    trials: { quick: trials, full: 2000 },
    blockSize: 1000,
    intervals: () => 1,
    block: ({ part }, count, random) => sum(fillUniform(new Float64Array(count), random).map((value) => value * part)),
    ...rest,
  });
  const parts = {
    mean: { claim, asks: "Is it?", study: sampled, controls: { same: { says: "the same", study: sampled } } },
  };
  return sampledRows(defineExperiment({ id: "fifths", version: 1, title: "Fifths", parts }), { seed: 1 });
}

describe("the summaries of a sampled study without merge", () => {
  it("merge by kind: moments over two blocks are the moments of all values", () => {
    const [row] = rowsOf({
      sum: momentsOf,
      judge: (_, moments, context) => ({
        checks: { mean: estimateNear(meanOf(moments, context), 0.1, { absolute: 0.01 }) },
      }),
    });
    expect(row.verdict).toBe("holds");
    expect(row.checks.mean.estimate).toBeCloseTo(0.1, 2);
    const [one, other] = [momentsOf([1, 2]), momentsOf([5])];
    expect(mergeByKind({ errors: [one], count: 2 }, { errors: [other], count: 3 })).toEqual({
      errors: [mergeMoments(one, other)],
      count: 5,
    });
  });

  it.each([
    [
      "a mean",
      (values: Float64Array) => ({ mean: values.reduce((sum, value) => sum + value, 0) / values.length }),
      /the summary of a block\.mean must be a count or moments to be merged, got 0\.\d+: return momentsOf/,
    ],
    [
      "a word",
      () => ({ seen: ["yes"] }),
      /the summary of a block\.seen\[0\] must be .* got string: give the study a merge/,
    ],
    ["nothing", () => null, /must be a count or moments to be merged, got object/],
  ])(
    "refuse %s at the first block, also where a quick run has one block only",
    (_, sum: (values: Float64Array) => unknown, message) => {
      for (const trials of [1000, 2000])
        expect(() => rowsOf({ sum, judge: () => ({ checks: {} }) }, trials)).toThrow(message);
    },
  );

  it("are sums where the study says so", () => {
    const [row] = rowsOf({
      sum: (values) => ({ sum: values.reduce((total, value) => total + value, 0) }),
      merge: "add",
      judge: (_, { sum }, { trials }) => ({ checks: { mean: { verdict: "holds", estimate: sum / trials } } }),
    });
    expect(row.checks.mean.estimate).toBeCloseTo(0.1, 2);
    expect(() => addSummaries([1], [1, 2])).toThrow(/of one shape to be merged/);
  });
});

describe("meanOf", () => {
  it("takes the context of judge, as shareOf does", () => {
    const moments = momentsOf([1, 2, 3]);
    expect(meanOf(moments, { errorRate: 0.05 })).toMatchObject({ estimate: 2 });
    expect(() => meanOf(moments, 0.05 as never)).toThrow(/context must be that of judge, with its errorRate, got 0.05/);
  });
});
