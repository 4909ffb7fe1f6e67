/**
 * Membership in trained models, at other parameters than the lists: nothing beyond the curves, every control caught, and the
 * limit's own numbers.
 */
import { describe, expect, it } from "vitest";
import { stream } from "../../lib/random/stream.ts";
import { experimentRows } from "../../testing/experiment-rows.ts";
import { claimRows, defineExperiment } from "../kit.ts";
import { membershipFigures } from "./membership-figures.ts";
import { canariesOf, logisticGames, privateLogistic } from "./membership-logistic.ts";
import { exactNetwork, networkGames, privateNetwork } from "./membership-network.ts";
import { membershipParts } from "./membership-parts.ts";
import { ATTACKS, judgedLevels, judgeGame, judgeLeak, playGames } from "./membership-trials.ts";

const { "membership-logistic": figure } = membershipFigures;
const membership = defineExperiment({
  id: "membership-only",
  version: 1,
  title: "Membership in trained models",
  area: "attacks",
  parts: membershipParts,
});

describe("privately trained logistic regression", async () => {
  const overrides = { method: ["gradient"], setting: ["canary"], epsilon: [2] };
  const rows = await experimentRows(membership, { parts: ["trained-logistic"], overrides });

  it("is not refuted, and every control is caught", () => {
    const [row] = claimRows(rows, "trained-logistic");
    expect(row.cell).toEqual({ method: "gradient", setting: "canary", epsilon: 2 });
    expect(row.verdict).toBe("not-refuted");
    expect(Object.keys(row.checks).toSorted()).toEqual(ATTACKS.toSorted());
    const controls = rows.filter(({ control }) => control !== undefined);
    expect(controls.map(({ control }) => control)).toEqual([
      "memorising-model",
      "no-noise",
      "third-of-noise",
      "not-clipped",
    ]);
    for (const { verdict } of controls) expect(verdict).toBe("violated");
  });

  it("keeps the limit of the certified curve and how near the attacks come", () => {
    const [{ values }] = claimRows(rows, "trained-logistic");
    // scipy: mu = 0.50155 has delta 1e-5 at epsilon 2; Phi(Phi^-1(0.01) + mu).
    expect(values?.["limit-at-level"]).toBeCloseTo(0.0340159, 5);
    expect(values?.level).toBe(0.01);
    expect(figure.draw(rows).data.length).toBeGreaterThan(10);
  });
});

describe("one run and models without noise", async () => {
  const rows = await experimentRows(membership, {
    parts: ["exposed-models", "one-run-canaries"],
    overrides: { model: ["logistic"], setting: ["worst-case"], epsilon: [3] },
  });

  it("hold, and their controls are caught", () => {
    expect(claimRows(rows, "exposed-models").map(({ verdict }) => verdict)).toEqual(["holds"]);
    expect(claimRows(rows, "one-run-canaries").map(({ verdict }) => verdict)).toEqual(["not-refuted"]);
    const controls = rows.filter(({ control }) => control !== undefined);
    expect(controls.length).toBeGreaterThanOrEqual(3);
    for (const { verdict } of controls) expect(verdict).toBe("violated");
  });
});

describe("the network", () => {
  it("keeps its curve with noise, and gives a canary away without", () => {
    const context = { trials: 300, errorRate: 1e-4 };
    const { curve, train } = privateNetwork(2);
    const kept = playGames(networkGames("worst-case", train), context.trials, stream(7, "network"));
    for (const { verdict } of Object.values(judgeGame(kept, curve, context).checks))
      expect(verdict).toBe("not-refuted");
    const exposed = playGames(networkGames("canary", exactNetwork), context.trials, stream(7, "exposed"));
    expect(judgeLeak(exposed, context).checks.advantage.verdict).toBe("holds");
    expect(Object.values(judgeGame(exposed, curve, context).checks).map(({ verdict }) => verdict)).toContain(
      "violated",
    );
  });
});

describe("the design", () => {
  it("judges 0.1 % from 10 000 trials on", () => {
    expect(judgedLevels(9_999)).toEqual([0.01, 0.1, 0.3]);
    expect(judgedLevels(10_000)).toEqual([0.001, 0.01, 0.1, 0.3]);
    for (const part of ["trained-logistic", "trained-network", "exposed-models"]) {
      const { study } = membershipParts[part];
      expect(study.kind === "sampled" && study.trials.full >= 10_000 && study.trials.full <= study.blockSize).toBe(
        true,
      );
    }
  });

  it("swaps one record in the worst case, and nothing else", () => {
    const [game] = logisticGames("worst-case", canariesOf("output"), privateLogistic("output", 1).train);
    const [absent, present] = [false, true].map((member) => game.records(member, stream(1)));
    expect(absent.rows).toBe(present.rows);
    const differing = Array.from(absent.features, (x, k) => x !== present.features[k]).flatMap((is, k) =>
      is ? [k] : [],
    );
    expect(differing).toEqual([2 * absent.rows - 1]);
    expect(Array.from(absent.labels)).toEqual(Array.from(present.labels));
  });
});
