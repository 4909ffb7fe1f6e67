/**
 * `epsilab register`: writes down what will be computed, and by which program, before anything is.
 */
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { runIdOf, specOf } from "../format/spec.ts";
import { journalFolder } from "../program/environment.ts";
import { REGISTRATIONS, writeRegistration } from "../store/registration.ts";
import { commandLine, execute, RESULTS, workbench } from "./command-line.ts";
import { chosen } from "./run.ts";
import { type SpecOptions, specQuestion, withSpec } from "./spec-options.ts";

interface Options extends SpecOptions {
  readonly results?: string;
  readonly json?: true;
}

const HELP = `
The file holds the whole question and the SHA-256 of the program, and no date: cite its SHA-256 in a plan, commit it, or have it
time-stamped by others. "epsilab run" and "epsilab cite" say of a later result that it is as registered, or what differs. The program is
every file that the experiment loads, and the versions of the packages: a changed comment is another program.`;

export function run(args: readonly string[]): Promise<number> {
  const command = withSpec(
    commandLine("register", "Write down what will be computed, and by which program, before it is.").argument(
      "<what>",
      "an experiment, or the path of a .ts or .js file that exports one",
    ),
  )
    .option(...RESULTS)
    .option("--json", "as JSON")
    .addHelpText("after", HELP);
  return execute(command, args, async (what: string, settings: readonly string[], options: Options) => {
    const bench = workbench(options.results);
    const ids = await chosen(what, bench);
    if (ids.length !== 1) throw new RangeError(`what must be one experiment, got ${ids.join(", ")}`);
    const { experiment, origin } = await bench.catalogue.load(ids[0]);
    const spec = specOf(experiment, specQuestion(settings, options));
    const run = runIdOf(spec);
    for (const [folder, what] of [
      [join(bench.out, experiment.id, run), "its result"],
      [journalFolder(bench.out, experiment.id, run), "blocks of it"],
    ])
      if (existsSync(folder))
        throw new RangeError(`a run must be registered before anything of it is computed, got ${what} in ${folder}`);
    const { path, id } = writeRegistration(join(bench.project.folder, REGISTRATIONS), spec, origin.hash);
    const shown = relative(process.cwd(), path);
    process.stdout.write(
      options.json
        ? `${JSON.stringify({ registration: path, sha256: id, experiment: experiment.id, run, program: origin.hash })}\n`
        : `${experiment.title}\nrun ${run}, program ${origin.hash}\nwrote ${shown}\nSHA-256 ${id}\n`,
    );
    return 0;
  });
}
