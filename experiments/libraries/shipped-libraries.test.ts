import { describe, expect, it } from "vitest";
import { experimentRows } from "../../testing/experiment-rows.ts";
import { cellText } from "../kit.ts";
import { libraryReleases } from "./releases.ts";
import experiment from "./shipped-libraries.ts";

const rows = experimentRows(experiment);
const rowOf = async (release: string) => (await rows).find((row) => cellText("release")(row) === release);

describe("shipped libraries", () => {
  it("judge every release at every version, once", async () => {
    const names = libraryReleases.flatMap(({ library, mechanism, versions, repaired = [] }) =>
      [...versions, ...repaired].map((version) => `${library} ${version} ${mechanism}`),
    );
    expect((await rows).map(cellText("release")).sort()).toEqual(names.sort());
  });

  it("certify more than 1 of the threshold of OpenDP, whose key comes out with probability e^-4/(1 + e^-1) = 0.01339", async () => {
    for (const version of ["0.15.0", "0.16.0"]) {
      const row = await rowOf(`opendp ${version} laplace-threshold`);
      const { over, draws } = row?.values ?? {};
      const share = Number(over) / Number(draws);
      expect(Math.abs(share - 0.01339)).toBeLessThan(6 * Math.sqrt((0.01339 * 0.98661) / Number(draws)));
      expect(row).toMatchObject({ control: "reported-defect", verdict: "violated" });
      expect(Number(row?.checks.epsilon.lower)).toBeGreaterThan(3);
    }
  });

  it("do not refute noisy max under zero-concentrated privacy: its answers are those of the exponential mechanism", async () => {
    for (const version of ["0.15.0", "0.15.1", "0.16.0"]) {
      const row = await rowOf(`opendp ${version} noisy-max`);
      const share = Number(row?.values?.under) / Number(row?.values?.draws);
      expect(Math.abs(share - 0.1192)).toBeLessThan(6 * Math.sqrt((0.1192 * 0.8808) / 20_000));
      expect(row).toMatchObject({ verdict: "not-refuted" });
    }
  });

  it("certify most of an epsilon that is attained: a claim of 0.85 would be refuted", async () => {
    for (const release of ["opendp 0.16.0 laplace-integer", "diffprivlib 0.6.6 geometric"]) {
      const lower = Number((await rowOf(release))?.checks.epsilon.lower);
      expect(lower).toBeGreaterThan(0.85);
      expect(lower).toBeLessThan(1);
    }
  });

  it("refute the covariance of SmartNoise where it is of values that are not clipped, and not where it is repaired", async () => {
    expect(await rowOf("smartnoise-synth 1.0.5 covariance")).toMatchObject({
      control: "reported-defect",
      verdict: "violated",
      values: { over: 5000 },
    });
    for (const version of ["1.0.6", "1.0.8"]) {
      const row = await rowOf(`smartnoise-synth ${version} covariance`);
      expect(row).toMatchObject({ verdict: "not-refuted", values: { repaired: true } });
      // Three Laplace variables of scale 0.6: (e^(-1/6) / 2)^3 under the one input, e^(1/2) times that under the other.
      for (const [side, expected] of [
        ["over", 0.125],
        ["under", 0.0758],
      ] as const) {
        const share = Number(row?.values?.[side]) / Number(row?.values?.draws);
        expect(Math.abs(share - expected), side).toBeLessThan(6 * Math.sqrt((expected * (1 - expected)) / 5000));
      }
    }
  });

  it("see the record that is added in the rows of MST and AIM, and certify a part of the epsilon that MST documents", async () => {
    for (const mechanism of ["mst", "aim"]) {
      const row = await rowOf(`smartnoise-synth 1.0.8 ${mechanism}`);
      const [over, under, draws] = ["over", "under", "draws"].map((name) => Number(row?.values?.[name]));
      const share = (over + under) / (2 * draws);
      expect(over - under, mechanism).toBeGreaterThan(5 * Math.sqrt(2 * draws * share * (1 - share)));
      expect(row, mechanism).toMatchObject({ verdict: "not-refuted", values: { documented: "epsilon 3, delta 0.03" } });
    }
    expect(Number((await rowOf("smartnoise-synth 1.0.8 mst"))?.checks.epsilon.lower)).toBeGreaterThan(0.5);
  });

  it("certify most of mu, which any threshold attains: 2 where 1 is documented, 1 where `sensitivity()` is asked", async () => {
    const lowerOf = async (mechanism: string) =>
      Number((await rowOf(`jax-privacy 2.0.0 ${mechanism}`))?.checks.mu.lower);
    expect(await lowerOf("divided-gradient")).toBeGreaterThan(1.85);
    expect(await lowerOf("divided-gradient")).toBeLessThan(2);
    for (const mechanism of ["clipped-gradient", "divided-gradient-by-sensitivity"]) {
      expect(await lowerOf(mechanism), mechanism).toBeGreaterThan(0.85);
      expect(await lowerOf(mechanism), mechanism).toBeLessThan(1);
    }
  });
});
