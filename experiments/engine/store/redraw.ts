/**
 * Redrawing: a stored result with the same cells and blocks, and the figures as its experiment draws them now.
 *
 * The record of the run stays that of the program which computed the cells; `figures` beside it names the program that drew.
 */

import { planOf } from "../execution/plan.ts";
import type { Result } from "../format/read-result.ts";
import { manifestOf, type ResultFiles, resultFiles, resultIdOf } from "../format/result-files.ts";
import { clock } from "../machine/clock.ts";
import { environmentOf } from "../program/environment.ts";
import type { Workbench } from "../program/workbench.ts";

interface Redrawn {
  readonly files: ResultFiles;
  /** The SHA-256 of MANIFEST. */
  readonly id: string;
  readonly environment: string;
}

export async function redrawn(result: Result, { catalogue, project }: Workbench): Promise<Redrawn> {
  const { spec, rows, blocks } = result;
  const loaded = await catalogue.load(spec.experiment);
  planOf(loaded.experiment, spec); // refuses a result of another version or other parts
  const files = resultFiles(loaded.experiment, spec, { rows, blocks });
  const {
    threads: _,
    seconds: __,
    ...figures
  } = environmentOf(loaded, project, {
    threads: 0,
    seconds: 0,
    finished: clock.date(),
  });
  const environment = `${JSON.stringify({ ...result.environment, figures }, null, 2)}\n`;
  return { files, id: resultIdOf(manifestOf(files)), environment };
}
