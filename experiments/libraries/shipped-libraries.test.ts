import { describe, expect, it } from "vitest";
import { experimentRows } from "../../testing/experiment-rows.ts";
import { cellText } from "../kit.ts";
import { libraryReleases } from "./releases.ts";
import experiment from "./shipped-libraries.ts";

const rows = experimentRows(experiment);
const rowOf = async (release: string) => (await rows).find((row) => cellText("release")(row) === release);

describe("shipped libraries", () => {
  it("judge every release at every version, once", async () => {
    const names = libraryReleases.flatMap(({ library, mechanism, versions }) =>
      versions.map((version) => `${library} ${version} ${mechanism}`),
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
});
