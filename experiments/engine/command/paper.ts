/**
 * `epsilab paper check`: whether every number that a paper cites is the stored one.
 */
import { existsSync } from "node:fs";
import { relative } from "node:path";
import { checkPaper } from "../citation/paper-check.ts";
import { counted } from "../text/counted.ts";
import { commandLine, EXIT, execute, RESULTS, workbench } from "./command-line.ts";

export function run(args: readonly string[]): Promise<number> {
  const command = commandLine("paper", "Check the numbers that a LaTeX paper cites against the stored results.")
    .argument("<check>", "the word `check`")
    .argument("<main.tex>", "the main file; what it reads by \\input and \\include is followed")
    .option("--json", "as JSON")
    .option(...RESULTS)
    .addHelpText(
      "after",
      "\nEvery key must exist, the files of `epsilab cite --latex` must agree with the store, " +
        "and numbers typed in \\epscheck{key}{number}\nmust be the stored ones, rounded; " +
        "bounds in \\epsatmost{key}{number} and \\epsatleast{key}{number} must be kept by the end of the interval.\n" +
        "A superseded result is a problem that names what replaces it, " +
        "and the numbers are compared with the old one. Problems are printed as file:line, and the exit code is 1.",
    );
  return execute(
    command,
    args,
    async (deed: string, main: string, { json, results }: { json?: true; results?: string }) => {
      if (deed !== "check") throw new RangeError(`paper must be followed by check, got "${deed}"`);
      if (!existsSync(main)) throw new RangeError(`the main file must exist, got "${main}"`);
      const found = await checkPaper(main, workbench(results));
      const { problems, notFollowed, files, cited, runs } = found;
      if (json) process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
      else {
        for (const { file, line, message } of problems) process.stdout.write(`${file}:${line}: ${message}\n`);
        for (const { file, line, name } of notFollowed) {
          process.stderr.write(
            `${relative("", file)}:${line}: note: ${name} is not beside the paper and was not checked\n`,
          );
        }
        const against = runs.length === 0 ? "no result" : runs.join(", ");
        const where = `${counted(cited, "citation")} in ${counted(files, "file")} against ${against}`;
        process.stdout.write(`${where}: ${counted(problems.length, "problem")}\n`);
      }
      return problems.length === 0 ? 0 : EXIT.checkFailed;
    },
  );
}
