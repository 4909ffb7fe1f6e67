import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import counts from "../../experiments/libraries/counts.json" with { type: "json" };
import { versionedReleases } from "../../experiments/libraries/releases.ts";
import { eventCount } from "./event-count.ts";

const MAKES_ENVIRONMENTS = 1_800_000;
/** A synthesizer takes seconds for a draw. */
const MOST_FITS = 60;
const environments = mkdtempSync(join(tmpdir(), "epsilab-libraries-"));

beforeAll(() => {
  execFileSync("sh", [join(import.meta.dirname, "environments.sh"), environments], { stdio: "inherit" });
}, MAKES_ENVIRONMENTS);
afterAll(() => rmSync(environments, { recursive: true, force: true }));

const each = versionedReleases.map((release) => ({
  name: `${release.library} ${release.version} ${release.mechanism}`,
  release,
}));

describe("drawn again", () => {
  it.each(each)(
    "$name: the event is as frequent as it was counted, up to six standard errors of the difference",
    async ({ release }) => {
      const { library, version, mechanism, draws } = release;
      const again = mechanism === "mst" || mechanism === "aim" ? MOST_FITS : draws;
      const found = await eventCount(release, environments, again);
      const before = counts.find(
        (count) => count.library === library && count.version === version && count.mechanism === mechanism,
      );
      for (const side of ["over", "under"] as const) {
        const [now, then] = [found[side], Number(before?.[side])];
        const share = (now + then + 1) / (again + draws + 2);
        const deviation = Math.sqrt(share * (1 - share) * (1 / again + 1 / draws));
        expect(Math.abs(now / again - then / draws), side).toBeLessThan(6 * deviation);
      }
    },
    1_800_000,
  );
});
