import { describe, expect, it } from "vitest";
import { z } from "zod";
import { stream } from "../../../lib/random/stream.ts";
import { axis } from "./axis.ts";
import { atMost, estimateAtMost } from "./checks.ts";
import { shareStudy } from "./estimated-study.ts";
import type { Part } from "./experiment.ts";
import { exactStudy, type SampledStudy, type Study } from "./study.ts";
import { variant } from "./variant.ts";

const size = axis(z.int(), { means: "n", quick: [1, 2, 3] });
const factor = axis(z.number(), { means: "factor", quick: [0.5] });

describe("a variant of an exact study", () => {
  const study = exactStudy({
    axes: { size, factor },
    where: (cell) => cell.size > 1,
    exact: (cell) => ({
      checks: { share: atMost(cell.factor * cell.size, cell.size), size: atMost(cell.size, 3) },
      values: { size: cell.size },
    }),
  });

  it("has all of the study that it does not change", () => {
    expect(variant(study, {}).axes).toEqual(study.axes);
    const cell = { size: 2, factor: 4 };
    expect(variant(study, {}).exact(cell)).toEqual(study.exact(cell));
  });

  it("stands for another cell of the study, which also says where it makes sense", () => {
    const twice = variant(study, { axes: { size }, at: (cell) => ({ ...cell, factor: 2 }) });
    expect(Object.keys(twice.axes)).toEqual(["size"]);
    expect(twice.exact({ size: 3 })).toEqual(study.exact({ size: 3, factor: 2 }));
    expect([1, 2].map((size) => twice.where?.({ size }))).toEqual([false, true]);
    expect(variant(study, { where: () => true }).where?.({ size: 1, factor: 1 })).toBe(true);
  });

  it("runs over other values of the axes that it names", () => {
    const { axes } = variant(study, { over: { size: { quick: [2], full: [2, 3] }, factor: [4] } });
    expect(Object.keys(axes)).toEqual(["size", "factor"]);
    expect(axes.size).toEqual({ ...size, quick: [2], full: [2, 3] });
    expect(axes.factor).toEqual({ ...factor, quick: [4], full: [4] });
    expect(() => variant(study, { over: { sizes: [1] } as never })).toThrow(
      'over must name some of the axes size, factor, got "sizes"',
    );
  });

  it("keeps the checks that it names, without values, and refuses one that there is not", () => {
    const cell = { size: 2, factor: 4 };
    expect(variant(study, { only: ["share"] }).exact(cell)).toEqual({ checks: { share: atMost(8, 2) } });
    expect(() => variant(study, { only: ["shares"] }).exact(cell)).toThrow(
      'only must name checks of the study, which are share, size, got "shares"',
    );
  });

  it("waits for a study that loads something first", async () => {
    const later = exactStudy({
      axes: { size },
      exact: async () => ({ checks: { one: atMost(1, 2), two: atMost(2, 2) } }),
    });
    expect(await variant(later, { only: ["two"] }).exact({ size: 1 })).toEqual({ checks: { two: atMost(2, 2) } });
  });

  it("knows its axes where any study is asked for", () => {
    const control: { study: Study } = {
      study: variant(study, { exact: ({ size }) => study.exact({ size, factor: 1 }) }),
    };
    expect(control.study.axes).toEqual(study.axes);
  });

  it("refuses a change that it does not know", () => {
    expect(() => variant(study, { axis: { size } } as never)).toThrow(
      'a variant of this study must change axes, over, where, at, only, exact, got "axis"',
    );
    expect(() => variant(study, { drawn: () => ({}) } as never)).toThrow('got "drawn"');
  });
});

describe("a variant of a sampled study", () => {
  const study = shareStudy({
    axes: { size, factor },
    trials: { quick: 100, full: 200 },
    blockSize: 50,
    intervals: (cell) => cell.size,
    block: (cell, count) => ({ hits: Math.min(count, Math.round(cell.factor * count)) }),
    judge: (cell, { hits }) => ({ checks: { hits: estimateAtMost(hits, cell.factor) } }),
  });
  const context = { trials: 100, errorRate: 0.01 };
  const random = stream(1, "variant");
  const drawnAndJudged = (each: SampledStudy, cell: Record<string, number>) =>
    each.judge(cell, each.block(cell, 100, random, undefined), context);

  it("draws, merges and judges as the study does", () => {
    const same = variant(study, { trials: { quick: 10, full: 10 } });
    expect(same.trials).toEqual({ quick: 10, full: 10 });
    expect([same.blockSize, same.intervals({ size: 3, factor: 1 })]).toEqual([50, 3]);
    expect(same.merge({ hits: 1 }, { hits: 2 })).toEqual({ hits: 3 });
    const cell = { size: 1, factor: 0.5 };
    expect(drawnAndJudged(same, cell)).toEqual(drawnAndJudged(study, cell));
  });

  it("is drawn at one cell and judged at another", () => {
    const worse = variant(study, {
      axes: { size },
      at: (cell) => ({ ...cell, factor: 0.25 }),
      drawn: (cell) => ({ ...cell, factor: 1 }),
    });
    const { checks } = drawnAndJudged(worse, { size: 2 });
    expect(checks.hits).toMatchObject({ verdict: "violated", estimate: 1, theory: 0.25 });
    expect(worse.intervals({ size: 2 })).toBe(2);
  });

  it("knows the types of its study as a control of a part", () => {
    const part: Part = {
      claim: "halves",
      asks: "Is it half?",
      study,
      controls: {
        more: {
          says: "more than half",
          study: variant(study, {
            over: { size: [2] },
            judge: ({ factor }, { hits }) => ({ checks: { hits: estimateAtMost(hits, factor / 2) } }),
          }),
        },
      },
    };
    expect(part.controls.more.study.axes.size.quick).toEqual([2]);
    // @ts-expect-error a value that the axis does not have
    variant(study, { over: { size: ["two"] } });
  });

  it("takes a judge and a block of its own, which sees estimates, too", () => {
    const own = variant(study, {
      block: () => ({ hits: 90 }),
      judge: (_, { hits }) => ({ checks: { most: estimateAtMost(hits, 0.1) } }),
    });
    expect(drawnAndJudged(own, { size: 1, factor: 0 }).checks.most).toMatchObject({
      verdict: "violated",
      estimate: 0.9,
    });
  });
});
