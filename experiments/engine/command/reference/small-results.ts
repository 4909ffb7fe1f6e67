/**
 * Small stored results for tests of the commands: one cell of `randomized-response`, computed, and a made-up one with a figure.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { verdictGrid } from "../../../../lib/figures/verdict-grid.ts";
import { ENVIRONMENT } from "../../citation/reference/sample-result.ts";
import { defineExperiment, type Experiment } from "../../definition/experiment.ts";
import type { Judgement } from "../../definition/judgement.ts";
import { exactStudy } from "../../definition/study.ts";
import { type RunOutcome, runExperiment } from "../../execution/run-experiment.ts";
import { type Result, readResult } from "../../format/read-result.ts";
import { resultFiles } from "../../format/result-files.ts";
import { runIdOf, type SpecQuestion, specOf } from "../../format/spec.ts";
import { writeResult } from "../../format/write-result.ts";
import { clock } from "../../machine/clock.ts";
import { workbenchAt } from "../../program/workbench.ts";

export interface SmallStore {
  readonly place: string;
  /** The folder of results. */
  readonly out: string;
  /** One cell of `randomized-response`. */
  compute(seed?: number): Promise<Result>;
  /** `pictured`, whose words are full of signs that mean something in HTML. */
  picture(): Result;
  remove(): void;
}

/** Texts inside a figure may have no tags, so that it has milder ones. */
export const SHARP = 'a < b & "c" </script>';

export const pictured: Experiment = defineExperiment({
  id: "pictured",
  version: 1,
  title: `Title: ${SHARP}`,
  area: "local",
  parts: {
    only: {
      claim: "randomized-response",
      asks: `Asked: ${SHARP}`,
      study: exactStudy({ axes: {}, exact: () => ({ checks: { one: { verdict: "holds", estimate: 1, theory: 1 } } }) }),
      controls: {
        none: {
          says: SHARP,
          study: exactStudy({ axes: {}, exact: () => ({ checks: { one: { verdict: "violated" } } }) }),
        },
      },
    },
  },
  figures: {
    grid: () =>
      verdictGrid({
        rows: ["row"],
        columns: ["column"],
        rowLabel: "rows",
        columnLabel: "Columns: a < b & c",
        cells: [{ row: "row", column: "column", verdict: "holds" }],
        caption: "Caption: a < b & c",
        source: "made up",
      }),
  },
});

/** An experiment of the catalogue, computed in this thread. */
export async function runIn(out: string, id: string, asked: SpecQuestion): Promise<RunOutcome> {
  const { project, catalogue } = workbenchAt(out, out);
  const loaded = await catalogue.load(id);
  return runExperiment({
    loaded,
    spec: specOf(loaded.experiment, asked),
    project,
    out,
    threads: 0,
    replace: false,
    clock,
  });
}

export function smallStore(): SmallStore {
  const place = mkdtempSync(join(tmpdir(), "epsilab-command-"));
  const out = join(place, "results");
  mkdirSync(out);
  return {
    place,
    out,
    compute: async (seed = 1) => {
      const overrides = { epsilon: [1], share: [0.5], respondents: [100] };
      return (await runIn(out, "randomized-response", { size: "quick", seed, overrides })).result;
    },
    picture: () => {
      const spec = specOf(pictured, { size: "quick", seed: 1 });
      const { claim, study } = pictured.parts.only;
      const { checks } = study.kind === "exact" ? (study.exact({}) as Judgement) : { checks: {} };
      const rows = [{ part: "only", claim, cell: {}, verdict: "holds", checks } as const];
      const blocks = [{ part: "only", cell: {}, block: 0, trials: 0, sha256: "0".repeat(64) }];
      const folder = join(out, pictured.id, runIdOf(spec));
      const environment = `${JSON.stringify(ENVIRONMENT)}\n`;
      const files = resultFiles(pictured, spec, { rows, blocks });
      writeResult({ folder, files, environment, replace: true, spec, rows });
      return readResult(folder);
    },
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
}
