import { describe, expect, it } from "vitest";
import { ownThread } from "../engine/crew.ts";
import type { Experiment } from "../engine/experiment.ts";
import { outcomeOf } from "../engine/outcome.ts";
import { planOf } from "../engine/plan.ts";
import { computeCells } from "../engine/runner.ts";
import { specOf } from "../engine/spec.ts";
import { exactStudy } from "../engine/study.ts";
import { judgeForbidden } from "./exact-checks.ts";
import { gameOf, MECHANISMS } from "./mechanisms.ts";
import experiment from "./membership-tradeoff.ts";

async function rowsOf(chosen: Experiment, overrides: Record<string, readonly unknown[]> = {}) {
  const plan = planOf(chosen, specOf(chosen, { size: "quick", seed: 5, overrides }));
  return (await computeCells(plan, ownThread(plan))).rows;
}

/** The experiment without its sampled part, which is slow to draw here. */
const { attack, ...exactParts } = experiment.parts;
const exactOnly = { ...experiment, parts: exactParts };

describe("membership trade-off curves", () => {
  it("hold exactly at other epsilons, with every control caught", async () => {
    const rows = await rowsOf(exactOnly, { epsilon: [0.2, 1.3, 3] });
    const outcome = outcomeOf(rows);
    expect(outcome.passed).toBe(true);
    expect(outcome.parts.every(({ verdict }) => verdict === "holds")).toBe(true);
  });

  it("are traced by the attack, and every broken mechanism is refuted", async () => {
    const rows = await rowsOf({ ...experiment, parts: { attack } }, { epsilon: [1.5] });
    const own = rows.filter(({ control }) => control === undefined);
    expect(own).toHaveLength(MECHANISMS.length);
    for (const { cell, checks } of own) {
      expect(checks.band.verdict, `${cell.mechanism}`).toBe("holds");
      expect(checks.region.verdict, `${cell.mechanism}`).toBe("not-refuted");
      expect(checks.certified.verdict, `${cell.mechanism}`).toBe("not-refuted");
      expect(checks.accuracy.verdict, `${cell.mechanism}`).not.toBe("violated");
    }
    expect(outcomeOf(rows)).toMatchObject({ passed: true });
  });

  // Claims 4.7 and golden values: accuracy of the best guess for randomized response and Laplace noise.
  it.each([
    [0.1, 0.524979, 0.524385],
    [0.5, 0.622459, 0.6106],
    [1, 0.731059, 0.696735],
    [2, 0.880797, 0.81606],
    [4, 0.982014, 0.932332],
  ])("have the published best accuracies at epsilon %f", async (epsilon, response, laplace) => {
    const rows = await rowsOf({ ...experiment, parts: { curves: experiment.parts.curves } }, { epsilon: [epsilon] });
    const accuracy = (name: string) => rows.find(({ cell }) => cell.mechanism === name)?.values?.["best-accuracy"];
    expect(accuracy("randomized-response")).toBeCloseTo(response, 6);
    expect(accuracy("laplace")).toBeCloseTo(laplace, 6);
  });

  it("fail if a control is made correct", async () => {
    const corrected = {
      says: "Gaussian noise claimed with its delta",
      study: exactStudy({ axes: {}, exact: () => judgeForbidden(gameOf("gaussian", 1)) }),
    };
    const region = {
      ...experiment.parts.region,
      controls: { ...experiment.parts.region.controls, "gaussian-without-delta": corrected },
    };
    const outcome = outcomeOf(await rowsOf({ ...experiment, parts: { region } }));
    expect(outcome.passed).toBe(false);
    expect(outcome.parts[0].controls["gaussian-without-delta"]).toBe("missed");
  });

  it("are told from those of a mechanism with a tenth less noise", async () => {
    const { attack: part } = experiment.parts;
    const study = part.study;
    if (study.kind !== "sampled") throw new Error("the attack is sampled");
    const broken = {
      ...study,
      block: (cell: never, count: number, random: never) => {
        const { epsilon } = cell as { epsilon: number };
        return study.block({ mechanism: "laplace", epsilon: epsilon / 0.9 } as never, count, random);
      },
    };
    const overrides = { epsilon: [1], mechanism: ["laplace"] };
    const rows = await rowsOf(
      { ...experiment, parts: { attack: { ...part, study: broken as typeof study } } },
      overrides,
    );
    expect(rows[0].verdict).toBe("violated");
  });
});
