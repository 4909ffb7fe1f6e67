import { randomInt } from "node:crypto";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { EXPECTED } from "../../experiments/battery/battery.ts";
import { readResult } from "../../experiments/engine/format/read-result.ts";
import { resultFolders } from "../../experiments/engine/store/named-results.ts";
import { isLong } from "../../testing/long-blocks.ts";
import { inProject } from "../setup/project.js";
import { computingScript, type Request } from "./computing-script.ts";
import { engines } from "./engines.ts";

describe("an engine of another browser", () => {
  const results = resultFolders([join(inProject(), "results")]).map(readResult);
  let script: string;
  beforeAll(async () => {
    script = await computingScript();
  });

  /** A block of each result, another one every time. */
  const sample = () =>
    results.map(({ spec, blocks }) => {
      const lines = blocks.filter((row) => !isLong(spec.experiment, row));
      return { spec, row: lines[randomInt(lines.length)] };
    });

  it.each(Object.entries(engines))("gives the bits that are stored: %s", async (_, ask) => {
    const asked = sample();
    const request: Request = { battery: true, blocks: asked.map(({ spec, row }) => ({ spec, place: row })) };
    const { battery, blocks } = await ask(script, request);
    expect(battery).toBe(EXPECTED);
    const found = asked.map(({ spec, row: { part, control, cell, block } }, k) => ({
      ...{ experiment: spec.experiment, part, control, cell, block },
      ...blocks[k],
    }));
    expect(found).toEqual(found.map((each, k) => ({ ...each, sha256: asked[k].row.sha256 })));
  });
});
