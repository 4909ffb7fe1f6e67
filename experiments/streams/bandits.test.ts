import { describe, expect, it } from "vitest";
import { privateUpperConfidence } from "../../lib/continual/bandits/private-upper-confidence.ts";
import { exp } from "../../lib/numerics/exponential.ts";
import { stream } from "../../lib/random/stream.ts";
import { controlRows } from "../../testing/control-rows.ts";
import { expectPromised } from "../../testing/experiment-promises.ts";
import { experimentRows } from "../../testing/experiment-rows.ts";
import { banditFigure } from "./bandit-figures.ts";
import { eliminationOf, eliminationRegrets, fourRoundsLaw, fourRoundsPairs, twoEpochs } from "./bandit-laws.ts";
import experiment from "./streams.ts";

const rowsOf = (part: string, overrides: Readonly<Record<string, readonly (number | string)[]>>) =>
  experimentRows({ ...experiment, parts: { [part]: experiment.parts[part] } }, { overrides });
/** Without the controls. */
const studyRows = (part: string, overrides: Readonly<Record<string, readonly (number | string)[]>>) =>
  experimentRows({ ...experiment, parts: { [part]: { ...experiment.parts[part], controls: {} } } }, { overrides });
const own = (rows: Awaited<ReturnType<typeof rowsOf>>) => rows.filter(({ control }) => control === undefined);

describe("the privacy of bandits", () => {
  it("is epsilon for the sums and no more for the arms, at values that no list has", async () => {
    const rows = await rowsOf("bandit-privacy", { rounds: [3, 7], epsilon: [0.3, 2.5] });
    expectPromised(rows);
    for (const { cell, checks } of own(rows)) {
      // The arms tell less than the sums, yet those of elimination nearly as much.
      expect(Number(checks["batch-arms"].estimate)).toBeGreaterThan(0.98 * Number(cell.epsilon));
      expect(Number(checks["tree-arms"].estimate)).toBeGreaterThan(0.4 * Number(cell.epsilon));
    }
  });

  it("of trees without levels is as many epsilon as there are levels: 2 for 3 rounds, 4 for 12", async () => {
    const found = async (rounds: number) =>
      (
        await controlRows(experiment, {
          part: "bandit-privacy",
          control: "tree-noise-without-levels",
          overrides: { rounds: [rounds], epsilon: [0.5] },
        })
      )[0].checks.epsilon.estimate;
    expect(await found(3)).toBeCloseTo(1, 12);
    expect(await found(12)).toBeCloseTo(2, 12);
  });

  it("has pairs of all tables of four rounds: 8 each for rounds 1 and 2, 24 for round 3", () => {
    expect(fourRoundsPairs()).toHaveLength(8 + 8 + 4 * 6);
  });

  it("has a law of four rounds that runs of the learner follow", () => {
    const bandit = privateUpperConfidence({ arms: 2, horizon: 4, epsilon: 1 });
    const law = fourRoundsLaw([1, 0, 1, 0], bandit.noise.scale);
    const counts = [0, 0, 0, 0];
    const runs = 20_000;
    for (let run = 0; run < runs; run++) {
      const [, , third, fourth] = bandit.release(
        [
          [1, 0],
          [0, 0],
          [1, 0],
          [0, 0],
        ],
        stream(run, "four"),
      );
      counts[2 * third + fourth]++;
    }
    counts.forEach((count, outcome) => {
      const mass = exp(law.logMass(outcome));
      expect(Math.abs(count / runs - mass)).toBeLessThan(4 * Math.sqrt((mass * (1 - mass)) / runs));
    });
    // A law with half the noise is told apart.
    const off = fourRoundsLaw([1, 0, 1, 0], 0.5 * bandit.noise.scale);
    expect(Math.abs(counts[0] / runs - exp(off.logMass(0)))).toBeGreaterThan(0.005);
  });
});

describe("the regret of bandits", () => {
  it("of elimination is between its bounds, at values that no list has", async () => {
    const rows = await studyRows("elimination-regret", {
      epsilon: [0.3, "infinity"],
      horizon: [777, 23_456],
      gap: [0.13, 0.37],
    });
    expect(rows).toHaveLength(8);
    for (const { verdict } of rows) expect(verdict).toBe("holds");
  });

  it("of elimination is half of all gaps while no epoch can end, and then less", () => {
    const [first] = twoEpochs(1).batches;
    const cell = { epsilon: 1, errorRate: 0.5 };
    expect(eliminationRegrets({ ...cell, horizon: 2 * first.pulls }, 0.2)[0]).toBeCloseTo(0.2 * first.pulls, 9);
    expect(eliminationRegrets({ ...cell, horizon: 20 * first.pulls }, 0.2)[0]).toBeLessThan(1.5 * first.pulls);
    expect(eliminationOf({ ...cell, horizon: 100_000 }).regretBound([0.5, 0.3])).toBeGreaterThan(10_000);
  });
});

describe("the figure", () => {
  it("draws both learners for every epsilon, with the rate and the lower bounds that the eye can tell apart", async () => {
    const epsilon = [0.1, 1, "infinity"];
    const rows = [
      ...(await studyRows("private-bandits", {
        "private-bandits.epsilon": epsilon,
        "private-bandits.horizon": [1000],
      })),
      ...(await studyRows("elimination-regret", { "elimination-regret.horizon": [1000], epsilon })),
    ];
    const { data, caption } = banditFigure(rows);
    const names = new Set(data.map(({ name }) => name));
    expect(names).toEqual(
      new Set([
        ...["ε = 0.1", "ε = 1", "without privacy", "rate of Lai, Robbins"],
        ...["lower bound, ε = 0.1", "lower bound, without privacy"],
      ]),
    );
    expect(caption).toContain("That for ε = 1 is at most 6 % above the one without privacy, and not drawn.");
  });
});
