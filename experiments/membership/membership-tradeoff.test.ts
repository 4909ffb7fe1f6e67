import { describe, expect, it } from "vitest";
import { laplaceLaw } from "../../lib/mechanisms/laws/laplace-law.ts";
import { laplaceTradeOff } from "../../lib/privacy/trade-off/trade-off.ts";
import { fillLaplace } from "../../lib/random/laplace.ts";
import type { Experiment } from "../engine/definition/experiment.ts";
import { exactStudy } from "../engine/definition/study.ts";
import { planOf } from "../engine/execution/plan.ts";
import { computeCells } from "../engine/execution/runner.ts";
import { ownThread } from "../engine/execution/worker-pool.ts";
import { outcomeOf } from "../engine/format/outcome.ts";
import { specOf } from "../engine/format/spec.ts";
import { attackStudy } from "./attack-part.ts";
import { atOne } from "./axes.ts";
import { judgeForbidden } from "./exact-checks.ts";
import { continuousGame, type MembershipGame } from "./game.ts";
import { LEARNERS } from "./learners.ts";
import { gameOf, MECHANISMS } from "./mechanisms.ts";
import experiment from "./membership-tradeoff.ts";

async function rowsOf(chosen: Experiment, overrides: Record<string, readonly unknown[]> = {}) {
  const plan = planOf(chosen, specOf(chosen, { size: "quick", seed: 5, overrides }));
  return (await computeCells(plan, ownThread(plan))).rows;
}

const { attack, learning } = experiment.parts;

describe("membership trade-off curves", () => {
  it("are traced by the attack, and every broken mechanism is refuted", async () => {
    const rows = await rowsOf({ ...experiment, parts: { attack, learning } }, { epsilon: [1.5] });
    const own = rows.filter(({ control }) => control === undefined);
    expect(own).toHaveLength(MECHANISMS.length + LEARNERS.length);
    for (const { cell, checks } of own) {
      const name = `${cell.mechanism ?? cell.learner}`;
      expect(checks.band.verdict, name).toBe("holds");
      expect(checks.region.verdict, name).toBe("not-refuted");
      expect(checks.certified.verdict, name).toBe("not-refuted");
      expect(checks.accuracy.verdict, name).not.toBe("violated");
    }
    expect(outcomeOf(rows)).toMatchObject({ passed: true });
  });

  // Claim mia-exact-tradeoffs and golden values: accuracy of the best guess for randomized response and Laplace noise.
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

  // Laplace noise at epsilon 1: 1 - 0.05 e; the lines of slope -e and -1/e; 2 e / (2 e + 9) against e / (e + 9).
  it.each([
    ["tests", "higher-leaks-more", "accuracy", 0.696735, 0.6106],
    ["tests", "type-one-of-members", "level", 0.05, 0.864086],
    ["tests", "rising-lines", "steep", Math.E, -Math.E],
    ["tests", "rising-lines", "flat", 0.367879, -0.367879],
    ["reconstruction", "likeliest-answer", "success", 0.376583, 0.231969],
  ])(
    "have in part %s the control %s, whose %s is claimed to be %f and found to be %f",
    async (part, control, check, claimed, found) => {
      const rows = await rowsOf({ ...experiment, parts: { [part]: experiment.parts[part] } });
      const [own] = rows.filter((row) => row.control === control);
      expect(own.verdict).toBe("violated");
      expect(own.checks[check].theory).toBeCloseTo(claimed, 5);
      expect(own.checks[check].estimate).toBeCloseTo(found, 5);
    },
  );

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

  it.each([
    ["Laplace noise", 1, (epsilon: number) => laplaceWith(epsilon, 0.9)],
    ["as much Laplace noise as claimed", 0, (epsilon: number) => laplaceWith(epsilon, 1)],
  ])("are distinguished from those of a mechanism with a tenth less noise: %s", async (_, violated, gameOf) => {
    const study = attackStudy({ epsilon: atOne }, (cell) => gameOf(cell.epsilon));
    const rows = await rowsOf({ ...experiment, parts: { attack: { ...attack, study, controls: {} } } });
    expect(rows.filter(({ verdict }) => verdict === "violated")).toHaveLength(violated);
  });
});

/** The game of Laplace noise, drawn with a share of its scale. */
function laplaceWith(epsilon: number, share: number): MembershipGame {
  const scale = 1 / epsilon;
  return continuousGame({
    claimed: { epsilon, delta: 0 },
    laws: [laplaceLaw(0, scale), laplaceLaw(1, scale)],
    release: (member, out, random) => fillLaplace(share * scale, out, random).map((noise) => member + noise),
    curve: laplaceTradeOff(epsilon),
    middle: 0.5,
  });
}
